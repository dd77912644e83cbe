// A copy of an h5ad file with an embedding added.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <type_traits>

#include "base/fail.hpp"
#include "codimap/column_tiles.hpp"
#include "codimap/version.hpp"
#include "io/file_format.hpp"
#include "io/h5ad/h5ad.hpp"
#include "io/hdf5/overlay.hpp"

namespace codimap {

namespace {

constexpr const char* array_version = "0.2.0";  // of anndata's encodings of arrays and strings

/// Groups, arrays and texts with the attributes by which anndata knows them.
class H5adWriter {
 public:
  explicit H5adWriter(const Hdf5File& file) : file_(file), timeless_(checked(H5Pcreate(H5P_DATASET_CREATE))) {
    check(H5Pset_obj_track_times(timeless_.id(), false));
  }

  /// The group that is there, or a new one.
  [[nodiscard]] Hdf5Handle group(const std::string& path) const {
    Hdf5Handle there = file_.find(path);
    if (there && is_group(there)) return there;
    if (there) refuse_legacy(file_, path);
    Hdf5Handle made(checked(H5Gcreate2(file_.id(), path.c_str(), H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT)));
    encode(made, "dict", "0.1.0");
    return made;
  }

  void remove(const Hdf5Handle& group, const char* name) const {
    if (H5Lexists(group.id(), name, H5P_DEFAULT) > 0) check(H5Ldelete(group.id(), name, H5P_DEFAULT));
  }

  template <class T>
  void array(const Hdf5Handle& group, const char* name, MatrixView<T> values, int dimensions) const {
    const auto [stored, native] = types_of<T>();
    const std::array<hsize_t, 2> sizes{static_cast<hsize_t>(values.rows()), static_cast<hsize_t>(values.cols())};
    const Hdf5Handle space(checked(H5Screate_simple(dimensions, sizes.data(), nullptr)));
    remove(group, name);
    const Hdf5Handle dataset(
        checked(H5Dcreate2(group.id(), name, stored, space.id(), H5P_DEFAULT, timeless_.id(), H5P_DEFAULT)));
    if (values.size() > 0) {
      check(H5Dwrite(dataset.id(), native, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()));
    }
    encode(dataset, "array", array_version);
  }

  /// An array whose values are written into the file later: returns where.
  template <class T>
  [[nodiscard]] std::uint64_t room(const Hdf5Handle& group, const char* name, Index rows, Index cols) const {
    const std::array<hsize_t, 2> sizes{static_cast<hsize_t>(rows), static_cast<hsize_t>(cols)};
    const Hdf5Handle space(checked(H5Screate_simple(2, sizes.data(), nullptr)));
    const Hdf5Handle empty(checked(H5Pcopy(timeless_.id())));
    check(H5Pset_alloc_time(empty.id(), H5D_ALLOC_TIME_EARLY));
    check(H5Pset_fill_time(empty.id(), H5D_FILL_TIME_NEVER));
    remove(group, name);
    const Hdf5Handle dataset(
        checked(H5Dcreate2(group.id(), name, types_of<T>().first, space.id(), H5P_DEFAULT, empty.id(), H5P_DEFAULT)));
    encode(dataset, "array", array_version);
    return H5Dget_offset(dataset.id());
  }

  template <class T>
  void list(const Hdf5Handle& group, const char* name, const std::vector<T>& values) const {
    array(group, name, MatrixView<T>(values.data(), static_cast<Index>(values.size()), 1), 1);
  }

  /// A column obs/codimap_NAME of the data frame, in the place of one of that name; uns/codimap/NAME in a file whose
  /// obs is in the layout of before anndata 0.7 or missing.
  void column(const ValueColumn& column, const std::vector<double>& values) const {
    const Hdf5Handle obs = file_.find("obs");
    const bool has_frame = obs && is_group(obs);
    const Hdf5Handle frame = has_frame ? group("obs") : group("uns/codimap");
    const std::string name = has_frame ? "codimap_" + column.name : column.name;
    if (column.whole && std::ranges::none_of(values, [](double value) { return std::isnan(value); })) {
      list(frame, name.c_str(), std::vector<std::int64_t>(values.begin(), values.end()));
    } else {
      list(frame, name.c_str(), values);
    }
    if (!has_frame) return;
    auto order = texts_attribute(frame, "column-order", file_.place("obs")).value_or(std::vector<std::string>{});
    if (std::ranges::find(order, name) == order.end()) order.push_back(name);
    set_texts(frame, "column-order", order);
  }

  void words(const Hdf5Handle& group, const char* name, const std::string& content) const {
    const Hdf5Handle type = text_type();
    const Hdf5Handle space(checked(H5Screate(H5S_SCALAR)));
    const Hdf5Handle dataset(
        checked(H5Dcreate2(group.id(), name, type.id(), space.id(), H5P_DEFAULT, timeless_.id(), H5P_DEFAULT)));
    const char* start = content.c_str();
    check(H5Dwrite(dataset.id(), type.id(), H5S_ALL, H5S_ALL, H5P_DEFAULT, static_cast<const void*>(&start)));
    encode(dataset, "string", array_version);
  }

  [[noreturn]] static void refuse_legacy(const Hdf5File& file, const std::string& path) {
    fail(ErrorKind::bad_option,
         "{}: is in the layout of before anndata 0.7, which cannot be added to; read and write the file once with a "
         "current anndata",
         file.place(path));
  }

 private:
  /// In the file and in memory.
  template <class T>
  static std::pair<hid_t, hid_t> types_of() {
    if constexpr (std::is_same_v<T, float>) return {H5T_IEEE_F32LE, H5T_NATIVE_FLOAT};
    if constexpr (std::is_same_v<T, double>) return {H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE};
    if constexpr (std::is_same_v<T, std::int64_t>) return {H5T_STD_I64LE, H5T_NATIVE_INT64};
  }

  void set_texts(const Hdf5Handle& object, const char* name, const std::vector<std::string>& texts) const {
    std::vector<const char*> starts;
    for (const std::string& content : texts) starts.push_back(content.c_str());
    if (H5Aexists(object.id(), name) > 0) check(H5Adelete(object.id(), name));
    const Hdf5Handle type = text_type();
    const hsize_t count = starts.size();
    const Hdf5Handle space(checked(H5Screate_simple(1, &count, nullptr)));
    const Hdf5Handle attribute(checked(H5Acreate2(object.id(), name, type.id(), space.id(), H5P_DEFAULT, H5P_DEFAULT)));
    check(H5Awrite(attribute.id(), type.id(), static_cast<const void*>(starts.data())));
  }

  void check(herr_t outcome) const {
    if (outcome < 0) fail(ErrorKind::failed_io, "{}: writing failed: {}", file_.name(), hdf5_reason());
  }
  [[nodiscard]] hid_t checked(hid_t made) const {
    if (made < 0) check(-1);
    return made;
  }

  [[nodiscard]] Hdf5Handle text_type() const {
    Hdf5Handle type(checked(H5Tcopy(H5T_C_S1)));
    check(H5Tset_size(type.id(), H5T_VARIABLE));
    check(H5Tset_cset(type.id(), H5T_CSET_UTF8));
    return type;
  }

  void encode(const Hdf5Handle& object, const char* kind, const char* version) const {
    const Hdf5Handle type = text_type();
    const Hdf5Handle space(checked(H5Screate(H5S_SCALAR)));
    for (const auto& [name, value] : {std::pair("encoding-type", kind), std::pair("encoding-version", version)}) {
      const Hdf5Handle attribute(
          checked(H5Acreate2(object.id(), name, type.id(), space.id(), H5P_DEFAULT, H5P_DEFAULT)));
      check(H5Awrite(attribute.id(), type.id(), static_cast<const void*>(&value)));
    }
  }

  const Hdf5File& file_;
  Hdf5Handle timeless_;  // creates data sets without the time of day, so that the same input gives the same bytes
};

// A row for each observation; those that were left out are NaN.
template <class T>
Matrix<T> in_all_rows(MatrixView<double> values, const std::vector<Index>& kept, Index rows) {
  Matrix<T> all(rows, values.cols());
  if (!kept.empty()) std::fill_n(all.data(), all.size(), std::numeric_limits<T>::quiet_NaN());
  for (Index i = 0; i < values.rows(); ++i) {
    const Index row = kept.empty() ? i : kept[static_cast<std::size_t>(i)];
    std::ranges::transform(values.row(i), all.row(row).begin(), [](double value) { return static_cast<T>(value); });
  }
  return all;
}

void copy_bytes(const std::filesystem::path& input, OutputFile& out) {
  ByteSource source(input);
  std::vector<char> piece(std::size_t{1} << 20);
  while (source.remaining() > 0) {
    const auto part = std::span(piece).first(std::min<std::uint64_t>(piece.size(), source.remaining()));
    source.read(part);
    out.write({part.data(), part.size()});
  }
}

Index observations(const Hdf5File& file, const H5adAdditions& added) {
  const auto rows = static_cast<Index>(frame_names(file, "obs").size());
  const Index needed = added.kept_rows.empty() ? added.embedding.rows() : added.kept_rows.back() + 1;
  if (rows == 0 && added.kept_rows.empty()) return needed;
  if (added.kept_rows.empty() ? rows == needed : rows >= needed) return rows;
  fail(ErrorKind::bad_data, "{}: obs names {} observations, but the embedding needs {}", file.name(), rows, needed);
}

/// A copy of the input, to which add(file, writer) adds.
template <class Add>
void write_copy(OutputFile& out, const std::filesystem::path& input, Add add) {
  if (out.descriptor() < 0) {
    fail(ErrorKind::bad_option, "{}: an h5ad is written to a file, not to a pipe or a device", out.path().string());
  }
  copy_bytes(input, out);
  Hdf5Overlay overlay(out.descriptor(), out.path().string());
  Hdf5File file(overlay.access_list(), out.path().string());
  add(file, H5adWriter(file));
  file.close();
  overlay.apply();
}

}  // namespace

void check_h5ad_input(const std::filesystem::path& input) {
  std::error_code ignored;
  if (input == "-" || std::filesystem::is_other(input, ignored)) {
    fail(ErrorKind::bad_option, "an .h5ad output is a copy of its input, which must be a file and not {}",
         input == "-" ? "standard input" : "a pipe");
  }
  ByteSource source(input);
  if (file_format(input, source, {}) != FileFormat::h5ad) {
    fail(ErrorKind::bad_option, "an .h5ad output adds to an h5ad, which {} is not; write .csv, .tsv or .npy instead",
         source.name());
  }
  const Hdf5File file(source);
  for (const char* path : {"obsm", "uns"}) {
    const Hdf5Handle object = file.find(path);
    if (object && !is_group(object)) H5adWriter::refuse_legacy(file, path);
  }
}

void write_h5ad(OutputFile& out, const std::filesystem::path& input, const H5adAdditions& added, bool single) {
  write_copy(out, input, [&](const Hdf5File& file, const H5adWriter& writer) {
    const Index rows = observations(file, added);
    const Hdf5Handle places = writer.group("obsm");
    const Hdf5Handle unstructured = writer.group("uns");
    const auto add_places = [&](const char* name, MatrixView<double> values) {
      if (single)
        writer.array<float>(places, name, in_all_rows<float>(values, added.kept_rows, rows), 2);
      else
        writer.array<double>(places, name, in_all_rows<double>(values, added.kept_rows, rows), 2);
    };
    add_places("X_codimap", added.embedding);
    writer.remove(places, "X_codimap_layout");
    if (added.layout.size() > 0) add_places("X_codimap_layout", added.layout);
    writer.remove(unstructured, "codimap");
    const Hdf5Handle ours = writer.group("uns/codimap");
    writer.list(ours, "eigenvalues", added.eigenvalues);
    writer.list(ours, "residuals", added.residuals);
    writer.words(ours, "version", CODIMAP_VERSION);
    if (!added.options.empty()) writer.words(ours, "options", added.options);
    for (const ValueColumn& column : added.columns) {
      const auto size = static_cast<Index>(column.values.size());
      const Matrix<double> all = in_all_rows<double>({column.values.data(), size, 1}, added.kept_rows, rows);
      writer.column(column, {all.data(), all.data() + all.size()});
    }
    if (added.diffmap.size() > 0) {
      writer.array<float>(places, "X_diffmap", in_all_rows<float>(added.diffmap, added.kept_rows, rows), 2);
      const std::vector<float> evals(added.diffmap_evals.begin(), added.diffmap_evals.end());
      writer.list(unstructured, "diffmap_evals", evals);
    }
  });
}

ColumnTiles h5ad_layer_tiles(OutputFile& out, const std::filesystem::path& input, const std::string& name, Index rows,
                             Index cols, bool single) {
  std::uint64_t begin = 0;
  write_copy(out, input, [&](const Hdf5File&, const H5adWriter& writer) {
    const Hdf5Handle layers = writer.group("layers");
    begin = single ? writer.room<float>(layers, name.c_str(), rows, cols)
                   : writer.room<double>(layers, name.c_str(), rows, cols);
  });
  return {out, begin, rows, cols, single};
}

}  // namespace codimap

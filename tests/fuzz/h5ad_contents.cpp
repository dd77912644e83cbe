#include "fuzz/h5ad_contents.hpp"

#include <algorithm>
#include <limits>

#include "fuzz/hdf5_kinds.hpp"
#include "fuzz/hdf5_memory.hpp"
#include "unit/io/hdf5_maker.hpp"

namespace codimap {

namespace {

using Whole = std::int64_t;
using Sizes = std::vector<hsize_t>;

constexpr Whole lowest = std::numeric_limits<Whole>::min();
constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

class Contents {
 public:
  Contents(const std::filesystem::path& path, Choices& choices)
      : choices_(choices),
        file_(path, H5P_DEFAULT, hdf5_access(choices_.below(4) != 3)),
        rows_(choices_.among(std::array<hsize_t, 8>{3, 1, 2, 4, 5, 9, 40, 0})),
        cols_(choices_.among(std::array<hsize_t, 8>{2, 3, 1, 4, 5, 9, 40, 0})) {}

  std::string make(bool table, bool graph) {
    const auto key = choices_.among(std::array<const char*, 8>{"obsp/connectivities", "obsp/distances",
                                                               "uns/neighbors/connectivities", "layers/a", "obsm/a",
                                                               "obsm", "uns/neighbors", "X/data"});
    const bool square = std::string_view(key).starts_with("obsp") || std::string_view(key).starts_with("uns");
    if (table) matrix("X", cols_);
    if (graph) matrix(key, square ? rows_ : cols_);
    if (choices_.below(4) < 2) frame("obs", rows_);
    if (table && choices_.below(4) < 2) frame("var", cols_);
    return key;
  }

 private:
  void matrix(const std::string& path, hsize_t cols) {
    switch (choices_.below(12)) {
      case 0:
      case 1:
      case 2:
        dense(path, {size(rows_), size(cols)});
        return;
      case 3:
      case 4:
        return sparse(path, "csr_matrix", rows_, cols);
      case 5:
      case 6:
        return sparse(path, "csc_matrix", cols, rows_);
      case 7:
        return records(path, rows_);
      case 8:
        dense(path, choices_.among(std::array<Sizes, 3>{Sizes{size(rows_)}, Sizes{}, Sizes{2, 3, 2}}));
        return;
      case 9:
        file_.group(path);
        return;
      case 10:
        return link(path);
      default:
        return;
    }
  }

  // Such a size as is not there would have to be refused before anything is made for it.
  hsize_t size(hsize_t right) {
    const unsigned choice = choices_.byte();
    if (choice < 224) return right;
    return std::array<hsize_t, 6>{right + 1,        right - std::min<hsize_t>(right, 1), 0, 1, hsize_t{1} << 33U,
                                  hsize_t{1} << 62U}[choice % 6];
  }

  double value() {
    const unsigned choice = choices_.byte();
    if (choice < 224) return 0.25 * choice;
    return std::array{not_a_number, infinity, -infinity, -1., 1e300, 1e-320, 3e9, 1e19, 7e4, 0.1}[choice % 10];
  }

  Whole wrong_number(Whole right) {
    const Whole near = std::clamp<Whole>(right, 0, 1000);
    return choices_.among(
        std::array<Whole, 8>{near + 1, near, near - 1, -1, 0, Whole{1} << 31U, Whole{1} << 40U, lowest});
  }

  Hdf5Handle dense(const std::string& path, const Sizes& sizes) {
    return list(
        path, sizes, [&](std::size_t) { return value(); }, any_type(choices_));
  }

  // What is too large to write stays unwritten, and so does what a type cannot take.
  template <class Value>
  Hdf5Handle list(const std::string& path, const Sizes& sizes, const Value& value_at, hid_t stored) {
    constexpr hsize_t most = 2000;
    hsize_t count = 1;
    for (const hsize_t one : sizes) count *= std::min(one, most + 1);
    std::vector<double> values;
    if (count <= most && choices_.below(8) != 7)
      for (std::size_t i = 0; i < count; ++i) values.push_back(value_at(i));
    const Storage storage = any_storage(choices_, sizes.size());
    Hdf5Handle made = file_.array<double>(path, sizes, values, stored, storage.creation);
    // Of text it would hold where in the file its letters are, and HDF5 believes how many there are said to be.
    const H5T_class_t kind = H5Tget_class(stored);
    const bool numbers = kind == H5T_INTEGER || kind == H5T_FLOAT || kind == H5T_ENUM;
    if (storage.raw_chunk && numbers && made && count > 0 && count <= most) write_raw_chunk(made, sizes.size());
    return made;
  }

  // Compressed bytes that no compressor wrote.
  void write_raw_chunk(const Hdf5Handle& dataset, std::size_t dimensions) {
    std::vector<std::uint8_t> bytes(1 + choices_.below(32));
    for (auto& byte : bytes) byte = static_cast<std::uint8_t>(choices_.byte());
    const Sizes start(dimensions, 0);
    H5Dwrite_chunk(dataset.id(), H5P_DEFAULT, 0, start.data(), bytes.size(), bytes.data());
  }

  // `lines` of up to `across` entries, each of which may be turned into a wrong one.
  void sparse(const std::string& path, const char* format, hsize_t lines, hsize_t across) {
    std::vector<Whole> offsets{0};
    std::vector<Whole> indices;
    for (hsize_t line = 0; line < lines; ++line) {
      for (hsize_t k = choices_.below(4); k < across; k += 1 + choices_.below(4))
        indices.push_back(static_cast<Whole>(k));
      offsets.push_back(std::ssize(indices));
    }
    for (unsigned wrong = choices_.below(3); wrong > 0; --wrong) {
      auto& spoilt = choices_.below(2) == 0 || indices.empty() ? offsets : indices;
      Whole& number = spoilt[choices_.byte() % spoilt.size()];
      number = wrong_number(number);
    }
    const Hdf5Handle group = file_.group(path);
    const bool old = choices_.below(4) == 3;
    any_text_attribute(choices_, group, old ? "h5sparse_format" : "encoding-type",
                       old ? std::string(format, 3) : format);
    const bool by_columns = format[2] == 'c';
    shape(group, old ? "h5sparse_shape" : "shape", by_columns ? across : lines, by_columns ? lines : across);
    const auto numbers = [&](const char* part, const std::vector<Whole>& of) {
      if (choices_.below(16) == 15) return;
      list(
          path + part, {size(of.size())},
          [&](std::size_t i) { return i < of.size() ? static_cast<double>(of[i]) : 0.; },
          choices_.below(8) == 7   ? any_type(choices_)
          : choices_.below(2) == 0 ? H5T_NATIVE_INT32
                                   : H5T_NATIVE_INT64);
    };
    numbers("/indptr", offsets);
    numbers("/indices", indices);
    if (choices_.below(16) != 15) dense(path + "/data", {size(indices.size())});
  }

  void shape(const Hdf5Handle& group, const char* name, hsize_t rows, hsize_t cols) {
    std::vector<Whole> numbers{static_cast<Whole>(rows), static_cast<Whole>(cols)};
    if (const unsigned choice = choices_.below(16); choice >= 12) {
      numbers[choice % 2] = wrong_number(numbers[choice % 2]);
      if (choice == 15) numbers.resize(choices_.below(4));
    }
    any_list_attribute(choices_, group, name, numbers);
  }

  // As anndata wrote obsm, obs and var before 0.7.
  void records(const std::string& path, hsize_t count) {
    list(
        path, {size(count)}, [](std::size_t) { return 0.; }, any_record(choices_));
  }

  void link(const std::string& path) {
    const auto* target = choices_.among(std::array<const char*, 5>{"/obs", "/X", "/nowhere", "/", "/obsm/a"});
    if (path.find('/') != std::string::npos) (void)file_.group(path.substr(0, path.rfind('/')));
    if (choices_.below(2) == 0) {
      H5Lcreate_soft(target, file_.id(), path.c_str(), H5P_DEFAULT, H5P_DEFAULT);
    } else {
      H5Lcreate_external("other.h5", target, file_.id(), path.c_str(), H5P_DEFAULT, H5P_DEFAULT);
    }
  }

  void frame(const std::string& path, hsize_t count) {
    if (const unsigned choice = choices_.below(8); choice == 7) return records(path, count);
    const Hdf5Handle group = file_.group(path);
    any_text_attribute(choices_, group, "_index", "index");
    const std::string index = path + "/index";
    switch (choices_.below(6)) {
      case 0:
        return names(index, count);
      case 1:
        dense(index, {size(count)});
        return;
      case 2:
        return names(index + "/values", count);
      case 3:
        names(index + "/categories", 2);
        list(
            index + "/codes", {size(count)}, [&](std::size_t) { return value() * 4; }, any_type(choices_));
        return;
      case 4:
        return matrix(index, cols_);
      default:
        return;
    }
  }

  void names(const std::string& path, hsize_t count) {
    std::vector<std::string> all;
    for (hsize_t i = size(count); i > 0 && all.size() < 64; --i) {
      const unsigned choice = choices_.byte();
      all.emplace_back(choice < 8 ? std::to_string(i) : std::string(choice % 16, static_cast<char>(choice)));
    }
    file_.names(path, all);
  }

  Choices& choices_;
  Hdf5Maker file_;
  hsize_t rows_;
  hsize_t cols_;
};

}  // namespace

std::string make_h5ad(const std::filesystem::path& path, Choices& choices, bool table, bool graph) {
  keep_hdf5_memory();
  const QuietHdf5 quiet;
  return Contents(path, choices).make(table, graph);
}

}  // namespace codimap

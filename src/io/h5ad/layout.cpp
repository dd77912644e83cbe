// Where an h5ad file keeps its matrices and names, in the layouts of all versions of anndata.
#include <algorithm>
#include <limits>

#include "base/fail.hpp"
#include "io/h5ad/h5ad.hpp"
#include "io/wording.hpp"

namespace codimap {

namespace {

const std::string principal_components_key = "obsm/X_pca";

[[noreturn]] void refuse_missing(const Hdf5File& file, const std::string& key) {
  const std::vector<std::string> keys = matrix_keys(file);
  if (keys.empty()) fail(ErrorKind::bad_file, "{}: has no {} nor any other matrix", file.name(), shown(key));
  fail(ErrorKind::bad_data, "{}: has no {}; choose by --key among {}", file.name(), shown(key),
       first_few(keys, 12, true));
}

Hdf5Dataset part_of(const Hdf5File& file, const Hdf5Handle& group, const std::string& path, const std::string& part) {
  const std::string whole = path + "/" + part;
  const Hdf5Handle object = file.find(whole);
  if (!is_group(group) || !object) fail(ErrorKind::bad_file, "{}: is missing from a sparse matrix", file.place(whole));
  Hdf5Dataset found(file, object, whole);
  if (!found.is_vector()) fail(ErrorKind::bad_file, "{}: has 2 dimensions; a list has 1", found.place());
  return found;
}

H5adSparse sparse_at(const Hdf5File& file, const Hdf5Handle& group, const std::string& path) {
  std::string format = text_attribute(group, "encoding-type", file.place(path)).value_or("");
  auto shape = shape_attribute(group, "shape", file.place(path));
  if (!format.ends_with("_matrix")) {
    format = text_attribute(group, "h5sparse_format", file.place(path)).value_or(format) + "_matrix";
    shape = shape_attribute(group, "h5sparse_shape", file.place(path));
  }
  const bool by_columns = format == "csc_matrix";
  if (!by_columns && format != "csr_matrix") {
    fail(ErrorKind::bad_file, "{}: is neither an array nor a CSR or CSC matrix, and nothing else is read",
         file.place(path));
  }
  if (!shape)
    fail(ErrorKind::bad_file, "{}: a sparse matrix needs an attribute shape of two numbers", file.place(path));
  const auto [rows, cols] = *shape;
  constexpr Index most = std::numeric_limits<std::int32_t>::max();
  if (rows < 0 || cols < 0 || rows > most || cols > most) {
    fail(ErrorKind::bad_file, "{}: declares {} × {} values; rows and columns are counted from 0 to {}",
         file.place(path), rows, cols, most);
  }
  // Of a shape nothing is stored but the numbers: the rows and columns are held against the bytes of the whole file.
  check_stored(file.place(path), static_cast<std::uint64_t>(std::max(rows, cols)), sizeof(Index), file.size(), true);
  return {.by_columns = by_columns,
          .rows = rows,
          .cols = cols,
          .data = part_of(file, group, path, "data"),
          .indices = part_of(file, group, path, "indices"),
          .offsets = part_of(file, group, path, "indptr")};
}

// A column of a data frame, as texts or as categories; empty where there is no such column of words.
std::vector<std::string> words_at(const Hdf5File& file, const std::string& index) {
  const Hdf5Handle column = file.find(index);
  if (!column) return {};
  if (is_dataset(column)) return Hdf5Dataset(file, column, index).read_names();
  const Hdf5Handle plain = file.find(index + "/values");  // strings of which some may be missing
  if (plain) return Hdf5Dataset(file, plain, index + "/values").read_names();
  const std::string codes_path = index + "/codes";
  const std::string categories_path = index + "/categories";
  const Hdf5Handle codes_object = file.find(codes_path);
  const Hdf5Handle categories_object = file.find(categories_path);
  if (!codes_object || !categories_object) return {};
  const Hdf5Dataset codes(file, codes_object, codes_path);
  const std::vector<std::string> categories = Hdf5Dataset(file, categories_object, categories_path).read_names();
  std::vector<std::int64_t> numbers(static_cast<std::size_t>(codes.rows() * codes.cols()));
  codes.read<std::int64_t>(numbers);
  std::vector<std::string> names;
  std::uint64_t bytes = 0;
  for (const std::int64_t code : numbers) {
    if (code < 0 || code >= static_cast<std::int64_t>(categories.size())) {
      fail(ErrorKind::bad_file, "{}: {} is the number of no category; there are {}", codes.place(), code,
           categories.size());
    }
    names.push_back(categories[static_cast<std::size_t>(code)]);
    bytes += names.back().size();
    check_stored(file.place(index), bytes, 1, file.size(), true);
  }
  return names;
}

// A group of columns and the name of the one that names the rows.
std::vector<std::string> names_in_group(const Hdf5File& file, const Hdf5Handle& frame, const std::string& path) {
  return words_at(file, path + "/" + text_attribute(frame, "_index", file.place(path)).value_or("_index"));
}

void add_keys(const Hdf5File& file, const std::string& folder, std::vector<std::string>& keys) {
  const Hdf5Handle object = file.find(folder);
  if (!object) return;
  const auto names = is_group(object) ? file.names_in(object) : fields_of(object);
  for (const std::string& name : names) keys.push_back(folder + "/" + name);
}

}  // namespace

std::vector<std::string> matrix_keys(const Hdf5File& file) {
  std::vector<std::string> keys;
  if (H5Lexists(file.id(), "X", H5P_DEFAULT) > 0) keys.emplace_back("X");
  for (const char* folder : {"layers", "obsm", "obsp"}) add_keys(file, folder, keys);
  for (const char* graph : {"connectivities", "distances"}) {
    const std::string key = std::string("obsp/") + graph;
    if (std::ranges::find(keys, key) == keys.end() && file.find(std::string("uns/neighbors/") + graph))
      keys.push_back(key);
  }
  return keys;
}

std::string table_key(const Hdf5File& file, const ReadOptions& options) {
  if (!options.key.empty()) return options.key;
  std::vector<std::string> places;
  const bool chosen_among_x = options.prefer_x || !options.columns.empty() || !options.exclude.empty();
  if (!chosen_among_x) add_keys(file, "obsm", places);
  return std::ranges::find(places, principal_components_key) == places.end() ? "X" : principal_components_key;
}

H5adMatrix find_matrix(const Hdf5File& file, const std::string& key) {
  const std::size_t slash = key.find('/');
  std::string path = key;
  Hdf5Handle object = file.find(path);
  if (!object && key.starts_with("obsp/")) {
    path = "uns/neighbors/" + key.substr(slash + 1);
    object = file.find(path);
  }
  if (!object && slash != std::string::npos) {
    const Hdf5Handle records = file.find(key.substr(0, slash));
    const std::string field = key.substr(slash + 1);
    const auto fields = records && is_dataset(records) ? fields_of(records) : std::vector<std::string>{};
    if (std::ranges::find(fields, field) != fields.end()) {
      return Hdf5Dataset(file, records, key.substr(0, slash), field);
    }
  }
  if (!object) refuse_missing(file, key);
  if (is_group(object)) return sparse_at(file, object, path);
  return Hdf5Dataset(file, object, path);
}

std::vector<std::string> frame_names(const Hdf5File& file, const std::string& frame) {
  const Hdf5Handle object = file.find(frame);
  if (!object) return {};
  if (is_group(object)) return names_in_group(file, object, frame);
  const auto fields = fields_of(object);
  for (const char* index : {"index", "_index"}) {
    if (std::ranges::find(fields, index) != fields.end()) return Hdf5Dataset(file, object, frame, index).read_names();
  }
  return {};
}

std::vector<std::string> observation_labels(const Hdf5File& file, const std::string& column) {
  std::vector<std::string> labels = words_at(file, "obs/" + column);
  if (labels.empty()) fail(ErrorKind::bad_data, "{}: obs has no column of words named {}", file.name(), shown(column));
  return labels;
}

}  // namespace codimap

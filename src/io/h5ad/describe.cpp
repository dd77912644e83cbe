// What an h5ad file holds.
#include "base/fail.hpp"
#include "io/h5ad/h5ad.hpp"
#include "io/wording.hpp"

namespace codimap {

namespace {

constexpr std::size_t most_named = 4;

std::string compression_words(const Hdf5Dataset& values) {
  const std::string words = values.storage_words();
  return words.empty() ? "" : ", " + words;
}

std::string matrix_words(const H5adMatrix& stored) {
  if (const auto* dense = std::get_if<Hdf5Dataset>(&stored)) {
    return text("{} × {}, {}, dense{}", dense->rows(), dense->cols(), dense->type_words(), compression_words(*dense));
  }
  const auto& sparse = std::get<H5adSparse>(stored);
  return text("{} × {}, {}, {} of {} values{}", sparse.rows, sparse.cols, sparse.data.type_words(),
              sparse.by_columns ? "CSC" : "CSR", sparse.data.rows(), compression_words(sparse.data));
}

// A look at a file says what is wrong with one of its matrices and goes on to the others.
std::string words_for(const Hdf5File& file, const std::string& key) {
  try {
    return matrix_words(find_matrix(file, key));
  } catch (const Error& error) {
    return text("cannot be read: {}", error.what());
  }
}

}  // namespace

FileSummary describe_h5ad(ByteSource& source) {
  const Hdf5File file(source);
  const std::vector<std::string> keys = matrix_keys(file);
  if (keys.empty() && !file.find("obs")) {
    fail(ErrorKind::bad_file, "{}: is an HDF5 file without X, layers, obsm, obsp or obs, so not an h5ad", file.name());
  }
  const std::vector<std::string> observations = frame_names(file, "obs");
  const std::vector<std::string> variables = frame_names(file, "var");
  FileSummary summary{"h5ad",
                      {{"obs", text("{}", observations.size())},
                       {"var", text("{}", variables.size())},
                       {"obs names", observations.empty() ? "none" : first_few(observations, most_named, false)},
                       {"var names", variables.empty() ? "none" : first_few(variables, most_named, false)}}};
  for (const std::string& key : keys) summary.facts.emplace_back(key, words_for(file, key));
  return summary;
}

}  // namespace codimap

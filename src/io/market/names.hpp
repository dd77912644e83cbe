// The names that 10x's programs put beside a matrix.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace codimap {

struct NamesBeside {
  std::string barcodes_file;          // empty: none
  std::vector<std::string> barcodes;  // of cells
  std::string features_file;          // empty: none
  std::vector<std::string> features;  // symbols of genes; the id where a symbol repeats
};

/// barcodes.tsv, and features.tsv or genes.tsv, each also .gz, in the folder of `path` and with its prefix: that of
/// a_matrix.mtx is a_.
[[nodiscard]] NamesBeside names_beside(const std::filesystem::path& path);

}  // namespace codimap

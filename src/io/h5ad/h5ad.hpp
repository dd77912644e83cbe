// AnnData's layout of HDF5 files: matrices by key, names of observations and variables beside them.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "codimap/io.hpp"
#include "io/h5ad/read.hpp"
#include "io/hdf5/dataset.hpp"

namespace codimap {

/// CSR or CSC, in the layout of anndata since 0.7 or of h5sparse before it.
struct H5adSparse {
  bool by_columns = false;
  Index rows = 0;
  Index cols = 0;
  Hdf5Dataset data;
  Hdf5Dataset indices;
  Hdf5Dataset offsets;
};

using H5adMatrix = std::variant<Hdf5Dataset, H5adSparse>;

/// The matrix under a key: "X", "layers/NAME", "obsm/NAME", "obsp/NAME" or any other path. A file of before anndata 0.7
/// has the graphs of obsp in uns/neighbors and the fields of one data set in obsm. A key that is not there is refused
/// with those that are.
[[nodiscard]] H5adMatrix find_matrix(const Hdf5File& file, const std::string& key);

/// X, layers/*, obsm/* and obsp/*, as far as they are there.
[[nodiscard]] std::vector<std::string> matrix_keys(const Hdf5File& file);

/// The matrix to read as a table: options.key, else obsm/X_pca or X by the rule of ReadOptions::key.
[[nodiscard]] std::string table_key(const Hdf5File& file, const ReadOptions& options);

/// The names that the data frame `frame`, obs or var, gives its rows; empty where there is no such thing.
[[nodiscard]] std::vector<std::string> frame_names(const Hdf5File& file, const std::string& frame);

/// The column obs/`column` of the data frame as words: texts or categories.
[[nodiscard]] std::vector<std::string> observation_labels(const Hdf5File& file, const std::string& column);

/// By rows, whichever way it is stored; columns ascend, and entries for one place add up, as in scipy. The offsets and
/// indices have been checked.
template <class T>
[[nodiscard]] SparseMatrix<T> read_sparse(const H5adSparse& stored);

}  // namespace codimap

// What reading a matrix of an h5ad will hold, by its header.
#include "io/h5ad/h5ad.hpp"
#include "io/stored_size.hpp"

namespace codimap {

double h5ad_bytes(ByteSource& source, const ReadOptions& options, bool graph) {
  const Hdf5File file(source);
  const std::string graph_key = options.distances ? "obsp/distances" : "obsp/connectivities";
  const H5adMatrix stored = find_matrix(file, graph && options.key.empty() ? graph_key : table_key(file, options));
  if (const auto* dense = std::get_if<Hdf5Dataset>(&stored))
    return product(dense->rows(), dense->cols()) * value_size(options, dense->is_single());
  const auto& sparse = std::get<H5adSparse>(stored);
  const double entry = value_size(options, sparse.data.is_single()) + index_bytes;
  // By columns, and as a graph, it is put into another order.
  return static_cast<double>(sparse.data.rows()) * entry * (graph ? 4 : sparse.by_columns ? 2 : 1);
}

}  // namespace codimap

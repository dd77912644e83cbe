// Reading a graph of any format.
#include "io/file_format.hpp"
#include "io/graph/edges.hpp"
#include "io/h5ad/read.hpp"
#include "io/market/matrix_market.hpp"

namespace codimap {

NamedGraph read_graph(const std::filesystem::path& path, const ReadOptions& options) {
  ByteSource source(path, options.max_memory);
  const std::optional<FileFormat> format = file_format(path, source, options);
  if (format == FileFormat::h5ad) return read_h5ad_graph(source, options);
  refuse_key(source, options);
  return format == FileFormat::mtx ? read_matrix_market_graph(source) : read_edge_list(source);
}

}  // namespace codimap

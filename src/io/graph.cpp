// Reading a graph of any format.
#include "io/edges.hpp"
#include "io/file_format.hpp"
#include "io/h5ad.hpp"

namespace codimap {

NamedGraph read_graph(const std::filesystem::path& path, const ReadOptions& options) {
  ByteSource source(path);
  if (file_format(path, source, options) == FileFormat::h5ad) return read_h5ad_graph(source, options);
  refuse_key(source, options);
  return read_edge_list(source);
}

}  // namespace codimap

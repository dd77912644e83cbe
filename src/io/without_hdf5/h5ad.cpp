// h5ad files in a build without HDF5 (CODIMAP_HDF5=OFF), as the wheels of the Python package are.
#include "base/fail.hpp"
#include "codimap/column_tiles.hpp"
#include "io/h5ad/read.hpp"

namespace codimap {
namespace {

[[noreturn]] void refuse(const std::string& name) {
  fail(ErrorKind::bad_file,
       "{}: is an HDF5 file, which this build cannot read; in Python read it with anndata, or build "
       "codimap with HDF5",
       name);
}

}  // namespace

Table read_h5ad(ByteSource& source, const ReadOptions&) { refuse(source.name()); }
NamedGraph read_h5ad_graph(ByteSource& source, const ReadOptions&) { refuse(source.name()); }
FileSummary describe_h5ad(ByteSource& source) { refuse(source.name()); }
double h5ad_bytes(ByteSource& source, const ReadOptions&, bool) { refuse(source.name()); }
void check_h5ad_input(const std::filesystem::path& input) { refuse(input.string()); }
void write_h5ad(OutputFile& out, const std::filesystem::path&, const H5adAdditions&, bool) {
  refuse(out.path().string());
}
ColumnTiles h5ad_layer_tiles(OutputFile& out, const std::filesystem::path&, const std::string&, Index, Index, bool) {
  refuse(out.path().string());
}

}  // namespace codimap

// Reading a table or a graph of any format.
#include <variant>

#include "base/fail.hpp"
#include "io/edges.hpp"
#include "io/fcs.hpp"
#include "io/file_format.hpp"
#include "io/matrix_market.hpp"
#include "io/npy.hpp"
#include "io/text_table.hpp"

namespace codimap {

Index Table::rows() const { return is_sparse() ? sparse_points().rows() : points().rows(); }
Index Table::cols() const { return is_sparse() ? sparse_points().cols() : points().cols(); }

Points Table::points() const {
  if (const auto* single = std::get_if<Matrix<float>>(&values)) return *single;
  return std::get<Matrix<double>>(values);
}

SparsePoints Table::sparse_points() const {
  if (const auto* single = std::get_if<SparseMatrix<float>>(&values)) return *single;
  return std::get<SparseMatrix<double>>(values);
}

Table read_table(const std::filesystem::path& path, const ReadOptions& options) {
  if (options.format == FileFormat::edges) {
    fail(ErrorKind::bad_option, "{}: an edge list is a graph, not a table; read it with --graph", path.string());
  }
  ByteSource source(path);
  const std::optional<FileFormat> format = file_format(path, source, options);
  if (format == FileFormat::fcs) return read_fcs(source, options);
  if (options.compensate || options.linearize) {
    fail(ErrorKind::bad_option, "{}: {} is for FCS files, and this is none", source.name(),
         options.compensate ? "--compensate" : "--linearize");
  }
  if (format == FileFormat::npy) return read_npy(source, options);
  if (format == FileFormat::mtx) return read_matrix_market(source, path, options);
  return read_text_table(TextRows(source.read_rest(), source.name(), format), options);
}

NamedGraph read_graph(const std::filesystem::path& path, const ReadOptions& options) {
  ByteSource source(path);
  return file_format(path, source, options) == FileFormat::mtx ? read_matrix_market_graph(source)
                                                               : read_edge_list(source);
}

}  // namespace codimap

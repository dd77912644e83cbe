// Reading a table or a graph of any format.
#include <variant>

#include "base/fail.hpp"
#include "io/fcs/fcs.hpp"
#include "io/file_format.hpp"
#include "io/h5ad/read.hpp"
#include "io/market/matrix_market.hpp"
#include "io/npy/npy.hpp"
#include "io/text/plain_text.hpp"
#include "io/text/text_table.hpp"

namespace codimap {

Index Table::rows() const { return is_sparse() ? sparse_points().rows() : points().rows(); }
Index Table::cols() const { return is_sparse() ? sparse_points().cols() : points().cols(); }

Points Table::points() const {
  if (const auto* single = std::get_if<Matrix<float>>(&values)) return *single;
  return std::get<Matrix<double>>(values);
}

SparsePoints Table::sparse_points() const {
  if (const auto* single = std::get_if<SparseMatrix<float>>(&values)) return SparsePoints(*single);
  return SparsePoints(std::get<SparseMatrix<double>>(values));
}

Table read_table(const std::filesystem::path& path, const ReadOptions& options) {
  if (options.format == FileFormat::edges) {
    fail(ErrorKind::bad_option, "{}: an edge list is a graph, not a table; read it with --graph", path.string());
  }
  ByteSource source(path, options.max_memory);
  const std::optional<FileFormat> format = file_format(path, source, options);
  if (options.transpose && (format == FileFormat::fcs || format == FileFormat::h5ad)) {
    fail(ErrorKind::bad_option, "{}: its rows are known to be the points; leave out --transpose", source.name());
  }
  if (format != FileFormat::h5ad) refuse_key(source, options);
  if (format != FileFormat::fcs && (options.compensate || options.linearize)) {
    fail(ErrorKind::bad_option, "{}: {} is for FCS files, and this is none", source.name(),
         options.compensate ? "--compensate" : "--linearize");
  }
  if (format == FileFormat::fcs) return read_fcs(source, options);
  if (format == FileFormat::h5ad) return read_h5ad(source, options);
  if (format == FileFormat::npy) return read_npy(source, options);
  if (format == FileFormat::mtx) return read_matrix_market(source, path, options);
  if (std::optional<Table> plain = read_plain_text(source, format, options)) return std::move(*plain);
  return read_text_table(TextRows(source.read_rest(), source.name(), format), options);
}

}  // namespace codimap

// Reading a table of any format.
#include <variant>

#include "base/fail.hpp"
#include "io/file_format.hpp"
#include "io/npy.hpp"
#include "io/text_table.hpp"

namespace codimap {

Index Table::rows() const { return points().rows(); }
Index Table::cols() const { return points().cols(); }
Points Table::points() const {
  return std::visit([](const auto& matrix) { return Points(matrix); }, values);
}

Table read_table(const std::filesystem::path& path, const ReadOptions& options) {
  if (options.format == FileFormat::edges) {
    fail(ErrorKind::bad_option, "{}: an edge list is a graph, not a table; read it with --graph", path.string());
  }
  ByteSource source(path);
  const std::optional<FileFormat> format = file_format(path, source, options);
  if (format == FileFormat::npy) return read_npy(source, options);
  return read_text_table(TextRows(source.read_rest(), source.name(), format), options);
}

}  // namespace codimap

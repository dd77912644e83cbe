// A column of words beside the numbers of a table: the cluster of each cell, its type, its day.
#include "base/fail.hpp"
#include "io/columns.hpp"
#include "io/file_format.hpp"
#include "io/h5ad/h5ad.hpp"
#include "io/text/text_table.hpp"

namespace codimap {
namespace {

std::vector<std::string> text_labels(const TextRows& text, const std::string& column) {
  const TextLayout layout = scan_layout(text);
  const Selection selection = select_columns(layout.columns, {.columns = {column}}, text.name());
  const auto chosen = static_cast<std::size_t>(selection.columns.front());
  std::vector<std::string> labels;
  std::vector<Cell> cells;
  for (const RowStart& row : layout.rows) {
    text.split(row, cells);
    labels.push_back(cells[chosen].unescaped());
  }
  return labels;
}

}  // namespace

std::vector<std::string> read_labels(const std::filesystem::path& path, const std::string& column,
                                     const ReadOptions& options) {
  if (path == "-")
    fail(ErrorKind::bad_option,
         "labels of column {} are read besides the numbers, and standard input can be read once; give a file", column);
  ByteSource source(path, options.max_memory);
  const std::optional<FileFormat> format = file_format(path, source, options);
  if (format == FileFormat::h5ad) return observation_labels(Hdf5File(source), column);
  if (format && format != FileFormat::csv && format != FileFormat::tsv)
    fail(ErrorKind::bad_option, "{}: labels are read from .csv, .tsv, .txt and .h5ad files", source.name());
  return text_labels(TextRows(source.read_rest(), source.name(), format), column);
}

}  // namespace codimap

// What a file holds, in a few facts.
#include <algorithm>
#include <numeric>

#include "base/fail.hpp"
#include "io/fcs/fcs.hpp"
#include "io/file_format.hpp"
#include "io/graph/edges.hpp"
#include "io/h5ad/read.hpp"
#include "io/market/matrix_market.hpp"
#include "io/nonfinite.hpp"
#include "io/npy/npy.hpp"
#include "io/number.hpp"
#include "io/text/layout.hpp"
#include "io/wording.hpp"

namespace codimap {

namespace {

using Facts = std::vector<std::pair<std::string, std::string>>;

constexpr std::size_t most_named = 8;

std::string separator_words(char separator) {
  switch (separator) {
    case ',':
      return "comma";
    case ';':
      return "semicolon";
    case '\t':
      return "tab";
    default:
      return "blanks";
  }
}

struct CellCounts {
  Index not_finite = 0;
  std::vector<std::string> text_columns;  // as --exclude takes them
};

// Text is no fault here: a look at a file is how people find out which columns to leave out.
CellCounts count_cells(const TextRows& rows, const TextLayout& layout) {
  CellCounts counts;
  std::vector<bool> has_words(static_cast<std::size_t>(layout.columns.count));
  std::vector<Cell> cells;
  const std::size_t first = layout.columns.row_names ? 1 : 0;
  for (const RowStart& row : layout.rows) {
    rows.split(row, cells);
    for (std::size_t j = first; j < cells.size(); ++j) {
      const NumberKind kind = parse_number(cells[j].words).kind;
      if (kind == NumberKind::not_finite) ++counts.not_finite;
      if (kind == NumberKind::words) has_words[j] = true;
    }
  }
  for (std::size_t j = first; j < has_words.size(); ++j) {
    if (has_words[j]) counts.text_columns.push_back(column_handle(layout.columns.header, static_cast<Index>(j)));
  }
  return counts;
}

FileSummary describe_text(const TextRows& rows) {
  const TextLayout layout = scan_layout(rows);
  const CellCounts counts = count_cells(rows, layout);
  const auto& header = layout.columns.header;
  const std::size_t skipped = layout.columns.row_names ? 1 : 0;
  Facts facts = {{"rows", text("{}", layout.rows.size())},
                 {"columns", text("{}", layout.columns.count - static_cast<Index>(skipped))},
                 {"separator", separator_words(rows.separator())},
                 {"row names", layout.columns.row_names ? "first column" : "none"}};
  if (!header.empty())
    facts.emplace_back("column names", first_few(std::span(header).subspan(skipped), most_named, false));
  if (!counts.text_columns.empty())
    facts.emplace_back("columns with text", first_few(counts.text_columns, most_named, false));
  facts.emplace_back("values not finite", text("{}", counts.not_finite));
  const std::string format = rows.separator() == '\t' ? "tsv" : rows.separator() == blanks ? "txt" : "csv";
  return {format, std::move(facts)};
}

FileSummary describe_npy(ByteSource& source) {
  const NpyHeader header = read_npy_header(source);
  std::vector<Index> all(static_cast<std::size_t>(header.cols));
  std::iota(all.begin(), all.end(), 0);
  const NonFinite found = find_nonfinite(read_npy_values(source, header, all, false).table);
  return {"npy",
          {{"rows", text("{}", header.rows)},
           {"columns", text("{}", header.cols)},
           {"type", header.type},
           {"order", header.fortran_order ? "columns (Fortran)" : "rows (C)"},
           {"values not finite", text("{}", found.count)}}};
}

FileSummary describe_edges(ByteSource& source) {
  const NamedGraph named = read_edge_list(source);
  Index loops = 0;
  for (Index i = 0; i < named.graph.rows(); ++i) {
    const auto row = static_cast<std::size_t>(i);
    for (Index k = named.graph.offsets[row]; k < named.graph.offsets[row + 1]; ++k) {
      if (named.graph.columns[static_cast<std::size_t>(k)] == i) ++loops;
    }
  }
  const Index entries = named.graph.offsets.back();
  return {"edge list",
          {{"nodes", text("{}", named.graph.rows())},
           {"edges", text("{}", (entries - loops) / 2 + loops)},
           {"self-loops", text("{}", loops)},
           {"node names", first_few(named.node_names, most_named, false)}}};
}

}  // namespace

FileSummary describe_file(const std::filesystem::path& path, const ReadOptions& options) {
  ByteSource source(path);
  const std::optional<FileFormat> format = file_format(path, source, options);
  FileSummary summary = format == FileFormat::edges  ? describe_edges(source)
                        : format == FileFormat::npy  ? describe_npy(source)
                        : format == FileFormat::fcs  ? describe_fcs(source)
                        : format == FileFormat::mtx  ? describe_matrix_market(source, path)
                        : format == FileFormat::h5ad ? describe_h5ad(source)
                                                     : describe_text({source.read_rest(), source.name(), format});
  summary.facts.emplace_back("compression", source.gzip() ? "gzip" : "none");
  return summary;
}

}  // namespace codimap

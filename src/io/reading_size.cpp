// What reading a file will hold at its peak: by its header and size or, of text, by what its first rows are like.
#include <algorithm>
#include <array>
#include <fstream>

#include "base/process_size.hpp"
#include "codimap/error.hpp"
#include "codimap/io.hpp"
#include "io/fcs/layout.hpp"
#include "io/file_format.hpp"
#include "io/gzip.hpp"
#include "io/h5ad/read.hpp"
#include "io/market/matrix_market.hpp"
#include "io/npy/npy.hpp"
#include "io/stored_size.hpp"
#include "io/text/plain_text.hpp"
#include "io/text/rows.hpp"

namespace codimap {

namespace {

/// Of a whole text file.
struct TextSize {
  double bytes = 0;
  double rows = 0;
  double cells = 0;
};

// What is wrong with the first rows is for the reader to say.
TextSize text_size(const ByteSource& source, std::optional<FileFormat> format) {
  constexpr std::uint64_t sample = std::uint64_t{1} << 18;
  TextSize size{.bytes = static_cast<double>(source.size())};
  std::string head(std::min(source.size(), sample), '\0');
  source.read_at(0, head);
  const std::size_t last_end = head.rfind('\n');
  if (head.size() < source.size() && last_end != std::string::npos) head.resize(last_end + 1);
  const double share = static_cast<double>(head.size()) / size.bytes;
  try {
    const TextRows text(std::move(head), source.name(), format);
    std::vector<Cell> cells;
    for (RowStart row = text.first(); !text.at_end(row); size.cells += static_cast<double>(cells.size()), ++size.rows)
      row = text.split(row, cells);
  } catch (const Error&) {
    return {.bytes = size.bytes};
  }
  size.rows /= share;
  size.cells /= share;
  return size;
}

// A table of nothing but numbers is read without keeping the text.
double table_bytes(const TextSize& size, const ReadOptions& options, bool plain) {
  const double values = value_size(options, false) * size.cells;
  return plain ? values : size.bytes + 2 * sizeof(RowStart) * size.rows + values;
}

// Entries go straight into the matrix; of a graph, edges are sorted and merged first.
double market_bytes(const ByteSource& source, const ReadOptions& options, bool graph) {
  const MatrixMarketHeader header = read_matrix_market_header(source);
  const auto entries = static_cast<double>(header.entries);
  if (graph) return 4 * sizeof(MarketEntry) * entries;
  if (!header.coordinate) return product(header.rows, header.cols) * value_size(options, false);
  const double lines = 2 * sizeof(Index) * static_cast<double>(header.rows);
  return lines + (header.symmetric ? 2 : 1) * (value_size(options, false) + index_bytes) * entries;
}

// The text, edges as they come, sorted and merged, the graph both ways; names with what finds them.
double edge_bytes(const TextSize& size) { return size.bytes + 80 * size.rows; }

double npy_bytes(ByteSource& source, const ReadOptions& options) {
  const NpyHeader header = read_npy_header(source);
  return product(header.rows, header.cols) * value_size(options, header.kind == 'f' && header.width < 8);
}

double fcs_bytes(const ByteSource& source, const ReadOptions& options) {
  const FcsLayout layout = read_fcs_layout(source);
  const bool single = std::ranges::all_of(
      layout.channels, [](const FcsChannel& channel) { return channel.kind == FcsKind::single_float; });
  return product(layout.events, std::ssize(layout.channels)) * value_size(options, single);
}

// The last four bytes say how much the last member inflates to. What is inflated is a table of about as many bytes.
double gzip_bytes(std::ifstream& file, double compressed) {
  std::array<unsigned char, 4> last{};
  file.seekg(-4, std::ios::end);
  file.read(reinterpret_cast<char*>(last.data()), last.size());  // NOLINT: streams read char
  const double inflated = last[0] + 256. * (last[1] + 256. * (last[2] + 256. * last[3]));
  return compressed + 2 * inflated;
}

double held_bytes(const std::filesystem::path& path, const ReadOptions& options, bool graph) {
  std::error_code none;
  if (path == "-" || !std::filesystem::is_regular_file(path, none)) return 0;
  std::ifstream file(path, std::ios::binary);
  std::string head(2, '\0');
  if (file.read(head.data(), 2) && is_gzip(head)) {
    const auto bytes = std::filesystem::file_size(path, none);
    return none ? 0 : gzip_bytes(file, static_cast<double>(bytes));
  }
  ByteSource source(path);
  const std::optional<FileFormat> format = file_format(path, source, options);
  if (format == FileFormat::npy) return npy_bytes(source, options);
  if (format == FileFormat::fcs) return fcs_bytes(source, options);
  if (format == FileFormat::h5ad) return h5ad_bytes(source, options, graph);
  if (format == FileFormat::mtx) return market_bytes(source, options, graph);
  const TextSize size = text_size(source, format);
  return graph ? edge_bytes(size) : table_bytes(size, options, begins_plain(source, format, options));
}

}  // namespace

std::size_t reading_bytes(const std::filesystem::path& path, const ReadOptions& options, bool graph) {
  return static_cast<std::size_t>(process_bytes + held_bytes(path, options, graph));
}

}  // namespace codimap

// Matrix Market: text files of one matrix, coordinate (sparse) or array (dense).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "codimap/io.hpp"
#include "io/byte_source.hpp"

namespace codimap {

/// As much of the first line as ByteSource keeps at hand.
inline constexpr std::string_view matrix_market_magic = "%%Matrix";

struct MatrixMarketHeader {
  bool coordinate = true;
  std::string field;  // real, integer or pattern
  bool symmetric = false;
  Index rows = 0;
  Index cols = 0;
  Index entries = 0;      // that are stored: announced, or reckoned for an array
  Index size_line = 0;    // of the file, from 1
  std::size_t begin = 0;  // of the entries, in the text
};

/// Refuses what is not read: complex numbers, skew-symmetric and Hermitian matrices, sizes that cannot be.
[[nodiscard]] MatrixMarketHeader read_matrix_market_header(std::string_view text, const std::string& name);

/// A stored entry, from 0.
struct MarketEntry {
  std::int32_t row = 0;
  std::int32_t column = 0;
  double value = 1;
};

/// Entries in the order of the file, in pieces that follow each other. All indices lie within the matrix, and in the
/// lower triangle where it is symmetric; there are as many as announced.
using MarketEntries = std::vector<std::vector<MarketEntry>>;

/// With `affinities`, values that are negative, NaN or infinite are refused.
[[nodiscard]] MarketEntries read_market_entries(std::string_view text, const MatrixMarketHeader& header,
                                                const std::string& name, bool affinities);

/// Sparse, or dense for an array; entries that repeat add up. Names from 10x's files beside `path`.
[[nodiscard]] Table read_matrix_market(ByteSource& source, const std::filesystem::path& path,
                                       const ReadOptions& options);

[[nodiscard]] NamedGraph read_matrix_market_graph(ByteSource& source);

[[nodiscard]] FileSummary describe_matrix_market(ByteSource& source, const std::filesystem::path& path);

}  // namespace codimap

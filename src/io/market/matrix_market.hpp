// Matrix Market: text files of one matrix, coordinate (sparse) or array (dense).
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "codimap/io.hpp"
#include "io/byte_source.hpp"
#include "io/line_pieces.hpp"

namespace codimap {

/// As much of the first line as ByteSource keeps at hand.
inline constexpr std::string_view matrix_market_magic = "%%Matrix";

struct MatrixMarketHeader {
  bool coordinate = true;
  std::string field;  // real, integer or pattern
  bool symmetric = false;
  Index rows = 0;
  Index cols = 0;
  Index entries = 0;        // that are stored: announced, or reckoned for an array
  Index size_line = 0;      // of the file, from 1
  std::uint64_t begin = 0;  // of the entries, in the file
};

/// Refuses what is not read: complex numbers, skew-symmetric and Hermitian matrices, sizes that cannot be.
[[nodiscard]] MatrixMarketHeader read_matrix_market_header(const ByteSource& source);

/// A stored entry, from 0.
struct MarketEntry {
  std::int32_t row = 0;
  std::int32_t column = 0;
  double value = 1;
};

/// The entries of a file: read by many threads, as often as they are asked for, and never all held.
class MarketEntries {
 public:
  explicit MarketEntries(const ByteSource& source);

  [[nodiscard]] const MatrixMarketHeader& header() const { return header_; }
  [[nodiscard]] const std::string& name() const { return source_.name(); }
  /// Adds to counts[i] the coordinates in row i or, with `columns`, in column i, those above the diagonal of a
  /// symmetric matrix included. What for_each refuses may be among them or not. To be called before it, if only with no
  /// counts.
  void count(std::span<Index> counts, bool columns);
  /// Calls use(entries) for some entries after another, in the order of the file and from one thread. All indices lie
  /// within the matrix, and in the lower triangle where it is symmetric; there are as many as announced. With
  /// `affinities`, values that are negative, NaN or infinite are refused.
  void for_each(bool affinities, const std::function<void(std::span<const MarketEntry>)>& use) const;

 private:
  /// What comes before a piece.
  struct Start {
    Index lines = 0;  // of the file
    Index entries = 0;
  };

  const ByteSource& source_;
  MatrixMarketHeader header_;
  LinePieces pieces_;
  std::vector<Start> starts_;  // of each piece and of the end
};

/// Sparse, or dense for an array; entries that repeat add up. Names from 10x's files beside `path`.
[[nodiscard]] Table read_matrix_market(ByteSource& source, const std::filesystem::path& path,
                                       const ReadOptions& options);

[[nodiscard]] NamedGraph read_matrix_market_graph(ByteSource& source);

[[nodiscard]] FileSummary describe_matrix_market(ByteSource& source, const std::filesystem::path& path);

}  // namespace codimap

// A matrix that is written a few columns at a time, so that no more of it than these is ever held in memory.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "codimap/io.hpp"

namespace codimap {

/// Room for a matrix in an output, row after row, which is complete when each of its columns was written once.
class ColumnTiles {
 public:
  ColumnTiles(OutputFile& out, std::uint64_t begin, Index rows, Index cols, bool single)
      : out_(out), begin_(begin), rows_(rows), cols_(cols), single_(single) {}
  /// Columns [first, first + tile.cols()).
  void write(Index first, MatrixView<double> tile);

 private:
  template <class T>
  void write_as(Index first, MatrixView<double> tile);

  OutputFile& out_;
  std::uint64_t begin_;
  Index rows_;
  Index cols_;
  bool single_;
};

/// An .npy of that size, in float32 where `single` says so, else in float64.
[[nodiscard]] ColumnTiles npy_tiles(OutputFile& out, Index rows, Index cols, bool single);

/// A copy of the h5ad `input` with the layer `name`, in place of any of that name: a row for each observation and a
/// column for each variable.
[[nodiscard]] ColumnTiles h5ad_layer_tiles(OutputFile& out, const std::filesystem::path& input, const std::string& name,
                                           Index rows, Index cols, bool single);

}  // namespace codimap

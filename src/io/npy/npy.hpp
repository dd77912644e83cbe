// NPY, numpy's file of one array: versions 1.0 to 3.0.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "codimap/io.hpp"
#include "io/byte_source.hpp"

namespace codimap {

inline constexpr std::string_view npy_magic = "\x93NUMPY";

struct NpyHeader {
  std::string type;      // as numpy spells it: <f8
  char kind = 'f';       // f, i, u or b
  int width = 0;         // bytes of a value
  bool swapped = false;  // the bytes of a value stand in the other order than this machine's
  bool fortran_order = false;
  Index rows = 0;
  Index cols = 0;
};

/// The header of a file whose type and size can be read: all that it declares has been checked against the bytes that
/// are there. Leaves the source at the first value.
[[nodiscard]] NpyHeader read_npy_header(ByteSource& source);

struct NpyValues {
  Table table;          // with whatever NaN and infinities they hold
  bool finite = false;  // all were seen to be; else nothing is known
};

/// The selected columns.
[[nodiscard]] NpyValues read_npy_values(ByteSource& source, const NpyHeader& header, std::span<const Index> selected,
                                        bool single);

/// The whole file; columns have numbers only.
[[nodiscard]] Table read_npy(ByteSource& source, const ReadOptions& options);

/// Version 1.0, rows after rows, little-endian; the values begin at a multiple of 64 bytes.
[[nodiscard]] std::string npy_header_bytes(Index rows, Index cols, bool single);

}  // namespace codimap

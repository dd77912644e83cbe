// The values of an NPY file.
#include "io/npy/npy.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>

#include "base/fail.hpp"
#include "io/columns.hpp"
#include "io/nonfinite.hpp"
#include "io/number.hpp"
#include "io/straight.hpp"
#include "io/turned_table.hpp"

namespace codimap {

namespace {

/// IEEE's 16-bit float: 1 bit of sign, 5 of exponent, 10 of fraction.
struct Half {
  std::uint16_t bits = 0;
  explicit operator double() const {
    const int exponent = bits >> 10 & 0x1f;
    const int fraction = bits & 0x3ff;
    double size = 0;
    if (exponent == 0) {
      size = std::ldexp(fraction, -24);
    } else if (exponent == 0x1f) {
      size = fraction == 0 ? HUGE_VAL : std::nan("");
    } else {
      size = std::ldexp(fraction + 0x400, exponent - 25);
    }
    return (bits & 0x8000) != 0 ? -size : size;
  }
};

template <class Stored>
void decode_as(std::span<const char> bytes, bool swapped, std::span<double> to) {
  for (std::size_t i = 0; i < to.size(); ++i) {
    std::array<char, sizeof(Stored)> one{};
    std::memcpy(one.data(), bytes.data() + i * sizeof(Stored), sizeof(Stored));
    if (swapped) std::ranges::reverse(one);
    to[i] = static_cast<double>(std::bit_cast<Stored>(one));
  }
}

using Decoder = void (*)(std::span<const char> bytes, bool swapped, std::span<double> to);

Decoder decoder_of(const NpyHeader& header) {
  switch (header.kind) {
    case 'f':
      return header.width == 2 ? decode_as<Half> : header.width == 4 ? decode_as<float> : decode_as<double>;
    case 'i':
      return header.width == 1   ? decode_as<std::int8_t>
             : header.width == 2 ? decode_as<std::int16_t>
             : header.width == 4 ? decode_as<std::int32_t>
                                 : decode_as<std::int64_t>;
    default:  // unsigned integers, and booleans, which are bytes of 0 and 1
      return header.width == 1   ? decode_as<std::uint8_t>
             : header.width == 2 ? decode_as<std::uint16_t>
             : header.width == 4 ? decode_as<std::uint32_t>
                                 : decode_as<std::uint64_t>;
  }
}

/// Whether the matrix is what the file holds, byte for byte.
template <class T>
bool lies_so_in_the_file(const NpyHeader& header, std::span<const Index> selected) {
  const bool all_in_order =
      std::ssize(selected) == header.cols && std::ranges::is_sorted(selected) && (header.cols == 0 || selected[0] == 0);
  const bool by_rows = !header.fortran_order || header.rows == 1 || header.cols == 1;
  return header.kind == 'f' && header.width == sizeof(T) && !header.swapped && by_rows && all_in_order;
}

// Values come in the order of the file, a bufferful at a time, and go to the columns that were asked for.
template <class T>
Matrix<T> decode_values(ByteSource& source, const NpyHeader& header, std::span<const Index> selected) {
  constexpr Index unused = -1;
  std::vector<Index> place(static_cast<std::size_t>(header.cols), unused);
  for (std::size_t j = 0; j < selected.size(); ++j)
    place[static_cast<std::size_t>(selected[j])] = static_cast<Index>(j);

  Matrix<T> values(header.rows, static_cast<Index>(selected.size()));
  const Decoder decode = decoder_of(header);
  const Index at_once = std::min(header.rows * header.cols, Index{1} << 15);
  std::vector<char> bytes(static_cast<std::size_t>(at_once * header.width));
  std::vector<double> decoded(static_cast<std::size_t>(at_once));
  Index row = 0;
  Index column = 0;
  for (Index left = header.rows * header.cols; left > 0;) {
    const auto count = static_cast<std::size_t>(std::min(left, at_once));
    const auto piece = std::span(bytes).first(count * static_cast<std::size_t>(header.width));
    source.read(piece);
    decode(piece, header.swapped, std::span(decoded).first(count));
    for (std::size_t i = 0; i < count; ++i) {
      const Index to = place[static_cast<std::size_t>(column)];
      if (to != unused) values(row, to) = narrowed<T>(decoded[i], row, column, source.name());
      Index& inner = header.fortran_order ? row : column;
      if (++inner < (header.fortran_order ? header.rows : header.cols)) continue;
      inner = 0;
      ++(header.fortran_order ? column : row);
    }
    left -= static_cast<Index>(count);
  }
  return values;
}

template <class T>
NpyValues read_values(ByteSource& source, const NpyHeader& header, std::span<const Index> selected) {
  NpyValues result;
  if (!lies_so_in_the_file<T>(header, selected)) {
    result.table.values = decode_values<T>(source, header, selected);
    return result;
  }
  auto values = Matrix<T>::for_overwrite(header.rows, header.cols);
  const std::span to(values.data(), static_cast<std::size_t>(values.size()));
  result.finite = read_straight(source, source.size() - source.remaining(), to);
  result.table.values = std::move(values);
  return result;
}

}  // namespace

NpyValues read_npy_values(ByteSource& source, const NpyHeader& header, std::span<const Index> selected, bool single) {
  if (single || (header.kind == 'f' && header.width < 8)) return read_values<float>(source, header, selected);
  return read_values<double>(source, header, selected);
}

Table read_npy(ByteSource& source, const ReadOptions& options) {
  const NpyHeader header = read_npy_header(source);
  const ReadOptions all;
  std::vector<Index> selected =
      select_columns({.header = {}, .count = header.cols}, options.transpose ? all : options, source.name()).columns;
  NpyValues found = read_npy_values(source, header, selected, options.single);
  Table table = std::move(found.table);
  if (options.transpose) {
    turn(table);
    selected = keep_columns(table, options, source.name());
  }
  const auto place = [&](Index row, Index column) {
    column = selected[static_cast<std::size_t>(column)];
    if (options.transpose) std::swap(row, column);
    return text("row {} column {}", row + 1, column + 1);
  };
  if (!found.finite) settle_nonfinite(table, options.drop_nonfinite, source.name(), {": ", place});
  return table;
}

}  // namespace codimap

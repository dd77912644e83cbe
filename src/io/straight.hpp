// Values that lie in a file as they do in memory.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <span>
#include <type_traits>

#include "base/parallel.hpp"
#include "io/byte_source.hpp"
#include "io/nonfinite.hpp"

namespace codimap {

/// The values from byte `begin` of the file on, by all threads. Returns whether all are finite: they are looked at
/// while they are in the cache.
template <class T>
bool read_straight(const ByteSource& source, std::uint64_t begin, std::span<T> to) {
  // Two large pages, so that threads hardly wait for the same one, in pieces that stay in the cache.
  constexpr Index values_a_range = (Index{1} << 22) / static_cast<Index>(sizeof(T));
  constexpr Index values_a_piece = (Index{1} << 18) / static_cast<Index>(sizeof(T));
  std::atomic<bool> finite = true;
  parallel_for({}, std::ssize(to), values_a_range, [&](Index first, Index last) {
    for (Index next = first; next < last; next += values_a_piece) {
      const auto piece =
          to.subspan(static_cast<std::size_t>(next), static_cast<std::size_t>(std::min(values_a_piece, last - next)));
      source.read_at(begin + static_cast<std::uint64_t>(next) * sizeof(T),
                     {reinterpret_cast<char*>(piece.data()), piece.size_bytes()});  // NOLINT: the file is bytes
      if constexpr (std::is_floating_point_v<T>)
        if (!all_finite(std::span<const T>(piece))) finite = false;
    }
  });
  return finite;
}

}  // namespace codimap

// Seven bits of a difference a byte, the lowest first; the eighth says that more follow. Differences of either sign are
// numbered 0, −1, 1, −2, …
#include "base/archive_indices.hpp"

#include <limits>

#include "codimap/matrix.hpp"

namespace codimap {
namespace {

constexpr unsigned bits_a_byte = 7;
constexpr std::uint8_t more_follow = 1U << bits_a_byte;

std::uint64_t number_of(std::int64_t difference) {
  return static_cast<std::uint64_t>(difference) << 1 ^ static_cast<std::uint64_t>(difference >> 63);
}

std::int64_t difference_of(std::uint64_t number) {
  return static_cast<std::int64_t>(number >> 1) ^ -static_cast<std::int64_t>(number & 1);
}

bool in_range(std::int64_t index) {
  return index >= std::numeric_limits<std::int32_t>::min() && index <= std::numeric_limits<std::int32_t>::max();
}

/// Calls take(index) for each. False where the bytes are no indices.
template <class Take>
bool each_of(std::span<const std::uint8_t> bytes, Take&& take) {
  constexpr unsigned most_shifted = 4 * bits_a_byte;  // differences of numbers of 32 bits have 34 with their sign
  std::int64_t index = 0;
  std::uint64_t number = 0;
  unsigned shift = 0;
  for (const std::uint8_t byte : bytes) {
    number |= std::uint64_t{byte & (more_follow - 1U)} << shift;
    if ((byte & more_follow) != 0) {
      shift += bits_a_byte;
      if (shift > most_shifted) return false;
      continue;
    }
    index += difference_of(number);
    if (!in_range(index)) return false;
    take(index);
    number = shift = 0;
  }
  return shift == 0;
}

}  // namespace

template <class T>
PackedIndices::PackedIndices(std::span<const T> indices) : size_(indices.size()) {
  bytes_.reserve(2 * size_);
  std::int64_t before = 0;
  for (const T index : indices) {
    std::uint64_t number = number_of(index - before);
    before = index;
    for (; number >= more_follow; number >>= bits_a_byte)
      bytes_.push_back(static_cast<std::uint8_t>(number | more_follow));
    bytes_.push_back(static_cast<std::uint8_t>(number));
  }
  bytes_.shrink_to_fit();
}

PackedIndices::PackedIndices(ArchiveReader& archive) : bytes_(archive.values<std::uint8_t>()) {
  if (!each_of(bytes_, [&](std::int64_t) { ++size_; })) archive.damaged();
}

void PackedIndices::save(ArchiveWriter& archive) const { archive.add(std::span<const std::uint8_t>(bytes_)); }

template <class T>
std::vector<T> PackedIndices::unpacked() const {
  std::vector<T> indices;
  indices.reserve(size_);
  (void)each_of(bytes_, [&](std::int64_t index) { indices.push_back(static_cast<T>(index)); });
  return indices;
}

template PackedIndices::PackedIndices(std::span<const Index>);
template PackedIndices::PackedIndices(std::span<const std::int32_t>);
template std::vector<Index> PackedIndices::unpacked() const;
template std::vector<std::int32_t> PackedIndices::unpacked() const;

}  // namespace codimap

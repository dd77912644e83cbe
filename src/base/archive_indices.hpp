// Indices in archives: of points, regions and the like, most of which are near to the one before.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/archive.hpp"

namespace codimap {

/// Indices as the differences of each from the one before, in as many bytes as these need.
class PackedIndices {
 public:
  PackedIndices() = default;
  /// T is Index or std::int32_t. All values are of 32 bits.
  template <class T>
  explicit PackedIndices(std::span<const T> indices);
  explicit PackedIndices(ArchiveReader& archive);

  void save(ArchiveWriter& archive) const;
  [[nodiscard]] std::size_t size() const { return size_; }
  template <class T>
  [[nodiscard]] std::vector<T> unpacked() const;

 private:
  std::size_t size_ = 0;
  std::vector<std::uint8_t> bytes_;
};

template <class T>
void add_indices(ArchiveWriter& archive, const std::vector<T>& indices) {
  PackedIndices(std::span<const T>(indices)).save(archive);
}

template <class T>
[[nodiscard]] std::vector<T> read_indices(ArchiveReader& archive) {
  return PackedIndices(archive).unpacked<T>();
}

}  // namespace codimap

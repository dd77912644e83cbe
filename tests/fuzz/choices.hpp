// Bytes as decisions: 0, and what comes after the last byte, stands for what a sound file has.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace codimap {

class Choices {
 public:
  explicit Choices(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}

  [[nodiscard]] unsigned byte() { return at_ < bytes_.size() ? bytes_[at_++] : 0; }
  [[nodiscard]] unsigned below(unsigned count) { return byte() % count; }
  template <class T, std::size_t count>
  [[nodiscard]] T among(const std::array<T, count>& list) {
    return list[below(count)];
  }

 private:
  std::span<const std::uint8_t> bytes_;
  std::size_t at_ = 0;
};

}  // namespace codimap

// A small binary archive: what a model is saved as.
//
// It is 8 bytes of magic, a version (u32), the length of the payload (u64), the payload, and a CRC-32 (u32) of all
// bytes before it. Everything is little-endian. The payload is whatever ArchiveWriter was given, in that order.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace codimap {

static_assert(std::endian::native == std::endian::little, "archives are written in the machine's own byte order");

class ArchiveWriter {
 public:
  ArchiveWriter();
  void add(std::uint64_t value) { append(&value, sizeof value); }
  void add(double value) { append(&value, sizeof value); }
  void add(std::string_view text);
  template <class T>
  void add(std::span<const T> values) {
    static_assert(std::is_trivially_copyable_v<T>);
    add(static_cast<std::uint64_t>(values.size()));
    append(values.data(), values.size_bytes());
  }
  /// The finished archive; `magic` has 8 bytes.
  [[nodiscard]] std::vector<std::byte> sealed(std::string_view magic, std::uint32_t version) &&;

 private:
  void append(const void* from, std::size_t bytes) {
    const auto* first = static_cast<const std::byte*>(from);
    bytes_.insert(bytes_.end(), first, first + bytes);
  }

  std::vector<std::byte> bytes_;  // begins with room for the header
};

/// Reads back in the order of writing. Every size is checked against the bytes that are left before it is believed.
class ArchiveReader {
 public:
  /// Opens an undamaged archive of that magic and version. `name` is the archive's, for messages. Both outlive the
  /// reader.
  ArchiveReader(std::span<const std::byte> archive, const std::string& name, std::string_view magic,
                std::uint32_t version);

  [[nodiscard]] std::uint64_t u64() { return value<std::uint64_t>(); }
  [[nodiscard]] double number() { return value<double>(); }
  [[nodiscard]] std::string text();
  template <class T>
  [[nodiscard]] std::vector<T> values() {
    static_assert(std::is_trivially_copyable_v<T>);
    std::vector<T> result(count(sizeof(T)));
    take(result.data(), result.size() * sizeof(T));
    return result;
  }
  /// A number of things of at least `bytes` each, which the rest of the payload has room for.
  [[nodiscard]] std::size_t count(std::size_t bytes);
  /// Refuses a payload that goes on after the last thing that was asked for.
  void finish() const;
  /// Ends reading with ErrorKind::bad_file: for values that are well-formed and make no sense.
  [[noreturn]] void damaged() const;

 private:
  template <class T>
  T value() {
    T result{};
    if (sizeof(T) > payload_.size() - position_) damaged();
    take(&result, sizeof(T));
    return result;
  }
  void take(void* to, std::size_t bytes) {
    if (bytes > 0) std::memcpy(to, payload_.data() + position_, bytes);
    position_ += bytes;
  }

  std::span<const std::byte> payload_;
  const std::string& name_;
  std::size_t position_ = 0;
};

}  // namespace codimap

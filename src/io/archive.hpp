// A small binary archive: what a model is saved as.
//
// A file is 8 bytes of magic, a version (u32), the length of the payload (u64), the payload, and a CRC-32 (u32) of all
// bytes before it. Everything is little-endian. The payload is whatever ArchiveWriter was given, in that order.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "codimap/io.hpp"

namespace codimap {

static_assert(std::endian::native == std::endian::little, "archives are written in the machine's own byte order");

class ArchiveWriter {
 public:
  void add(std::uint64_t value) { append(&value, sizeof value); }
  void add(double value) { append(&value, sizeof value); }
  void add(std::string_view text);
  template <class T>
  void add(std::span<const T> values) {
    static_assert(std::is_trivially_copyable_v<T>);
    add(static_cast<std::uint64_t>(values.size()));
    append(values.data(), values.size_bytes());
  }
  [[nodiscard]] const std::string& payload() const { return payload_; }

 private:
  void append(const void* from, std::size_t bytes) { payload_.append(static_cast<const char*>(from), bytes); }

  std::string payload_;
};

/// Reads back in the order of writing. Every size is checked against the bytes that are left before it is believed.
class ArchiveReader {
 public:
  /// `name` is the file's, for messages. Both outlive the reader.
  ArchiveReader(std::string_view payload, const std::string& name) : payload_(payload), name_(name) {}

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

  std::string_view payload_;
  const std::string& name_;
  std::size_t position_ = 0;
};

/// `magic` has 8 bytes.
void write_archive(OutputFile& out, std::string_view magic, std::uint32_t version, std::string_view payload);

/// The payload of an undamaged archive of that magic and version.
[[nodiscard]] std::string read_archive(const std::filesystem::path& path, std::string_view magic,
                                       std::uint32_t version);

}  // namespace codimap

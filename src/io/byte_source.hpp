// The bytes of a file or of standard input, inflated where they are gzip.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace codimap {

/// A plain file is read piece by piece. Pipes and gzip are read to their end at once, so that size() is known before
/// anything is believed that the bytes say about themselves.
class ByteSource {
 public:
  /// With `max_memory`, what is no file is refused when the program would hold more bytes than that.
  explicit ByteSource(const std::filesystem::path& path, std::optional<std::size_t> max_memory = {});
  ByteSource(const ByteSource&) = delete;
  ByteSource& operator=(const ByteSource&) = delete;
  ~ByteSource();

  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] bool gzip() const { return gzip_; }
  /// Of all bytes, after inflating.
  [[nodiscard]] std::uint64_t size() const { return size_; }
  /// Of those that are left to read.
  [[nodiscard]] std::uint64_t remaining() const { return size_ - position_; }
  [[nodiscard]] bool begins_with(std::string_view magic) const { return head_.starts_with(magic); }
  /// Fills `to`, which may not ask for more than remaining().
  void read(std::span<char> to);
  /// Fills `to` with the bytes from `offset` on, which may not reach beyond size(), wherever reading stands. For any
  /// number of threads at once.
  void read_at(std::uint64_t offset, std::span<char> to) const;
  [[nodiscard]] std::string read_rest();

 private:
  void read_file(std::uint64_t offset, std::span<char> to) const;
  [[nodiscard]] std::string read_to_end(std::size_t expected, std::optional<std::size_t> max_memory);

  std::string name_;
  int file_ = -1;
  std::string head_;    // the first few bytes
  std::string memory_;  // everything, unless the file is plain
  bool plain_ = false;
  bool gzip_ = false;
  std::uint64_t size_ = 0;
  std::uint64_t position_ = 0;
};

}  // namespace codimap

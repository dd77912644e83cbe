#include "base/archive.hpp"

#include <algorithm>
#include <array>

#include "base/fail.hpp"

namespace codimap {

namespace {

constexpr std::size_t magic_bytes = 8;
constexpr std::size_t header_bytes = magic_bytes + sizeof(std::uint32_t) + sizeof(std::uint64_t);
constexpr std::size_t checksum_bytes = sizeof(std::uint32_t);

constexpr std::size_t slices = 8;  // bytes that the checksum takes in at a time
using ChecksumTables = std::array<std::array<std::uint32_t, 256>, slices>;

/// What a byte adds to the CRC-32, and what it adds when up to seven zero bytes follow it.
constexpr ChecksumTables checksum_tables = [] {
  constexpr std::uint32_t reversed_polynomial = 0xEDB88320;
  ChecksumTables tables{};
  for (std::uint32_t byte = 0; byte < 256; ++byte) {
    std::uint32_t sum = byte;
    for (int bit = 0; bit < 8; ++bit) sum = (sum & 1) != 0 ? sum >> 1 ^ reversed_polynomial : sum >> 1;
    tables[0][byte] = sum;
  }
  for (std::size_t slice = 1; slice < slices; ++slice)
    for (std::size_t byte = 0; byte < 256; ++byte) {
      const std::uint32_t before = tables[slice - 1][byte];
      tables[slice][byte] = before >> 8 ^ tables[0][before & 255];
    }
  return tables;
}();

/// CRC-32 as gzip and PNG have it.
std::uint32_t checksum(std::span<const std::byte> bytes) {
  const auto& table = checksum_tables;
  std::uint32_t sum = ~std::uint32_t{0};
  for (; bytes.size() >= slices; bytes = bytes.subspan(slices)) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes.data(), sizeof word);
    word ^= sum;
    sum = 0;
    for (std::size_t i = 0; i < slices; ++i) sum ^= table[slices - 1 - i][word >> (8 * i) & 255];
  }
  for (const std::byte byte : bytes) sum = sum >> 8 ^ table[0][(sum ^ static_cast<std::uint32_t>(byte)) & 255];
  return ~sum;
}

template <class T>
T value_at(std::span<const std::byte> bytes, std::size_t offset) {
  T value{};
  std::memcpy(&value, bytes.data() + offset, sizeof(T));
  return value;
}

/// The payload of an undamaged archive.
std::span<const std::byte> payload_of(std::span<const std::byte> archive, const std::string& name,
                                      std::string_view magic, std::uint32_t version) {
  if (archive.size() < magic.size() || std::memcmp(archive.data(), magic.data(), magic.size()) != 0)
    fail(ErrorKind::bad_file, "{}: is not a codimap model", name);
  if (archive.size() < header_bytes + checksum_bytes)
    fail(ErrorKind::bad_file, "{}: the model breaks off at byte {}; copy or save it again", name, archive.size());
  // The version goes before the checksum, so that a model of the future is called that and not damaged.
  const auto found = value_at<std::uint32_t>(archive, magic_bytes);
  if (found != version)
    fail(ErrorKind::bad_file, "{}: is a model of version {}; this program reads version {}, so fit the model again",
         name, found, version);
  const auto length = value_at<std::uint64_t>(archive, magic_bytes + sizeof(std::uint32_t));
  const std::size_t held = archive.size() - header_bytes - checksum_bytes;
  if (length != held)
    fail(ErrorKind::bad_file, "{}: the model declares {} bytes and holds {}; copy or save it again", name, length,
         held);
  const std::size_t covered = archive.size() - checksum_bytes;
  if (checksum(archive.first(covered)) != value_at<std::uint32_t>(archive, covered))
    fail(ErrorKind::bad_file, "{}: the model is damaged: a byte has changed since it was saved; copy or save it again",
         name);
  return archive.subspan(header_bytes, length);
}

}  // namespace

ArchiveWriter::ArchiveWriter() : bytes_(header_bytes) {}

void ArchiveWriter::add(std::string_view text) {
  add(static_cast<std::uint64_t>(text.size()));
  append(text.data(), text.size());
}

std::vector<std::byte> ArchiveWriter::sealed(std::string_view magic, std::uint32_t version) && {
  const std::uint64_t length = bytes_.size() - header_bytes;
  std::memcpy(bytes_.data(), magic.data(), magic_bytes);
  std::memcpy(bytes_.data() + magic_bytes, &version, sizeof version);
  std::memcpy(bytes_.data() + magic_bytes + sizeof version, &length, sizeof length);
  const std::uint32_t sum = checksum(bytes_);
  append(&sum, sizeof sum);
  return std::move(bytes_);
}

ArchiveReader::ArchiveReader(std::span<const std::byte> archive, const std::string& name, std::string_view magic,
                             std::uint32_t version)
    : payload_(payload_of(archive, name, magic, version)), name_(name) {}

std::string ArchiveReader::text() {
  std::string result(count(1), '\0');
  take(result.data(), result.size());
  return result;
}

std::size_t ArchiveReader::count(std::size_t bytes) {
  const std::uint64_t things = u64();
  if (things > (payload_.size() - position_) / bytes) damaged();
  return things;
}

void ArchiveReader::finish() const {
  if (position_ != payload_.size()) damaged();
}

void ArchiveReader::damaged() const {
  fail(ErrorKind::bad_file, "{}: the model is damaged at byte {}; save it again", name_, header_bytes + position_);
}

}  // namespace codimap

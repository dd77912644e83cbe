// A small binary archive: what a model is saved as.
#include "io/archive.hpp"

#include <zlib.h>

#include "base/fail.hpp"
#include "io/byte_source.hpp"

namespace codimap {

namespace {

constexpr std::size_t magic_bytes = 8;
constexpr std::size_t header_bytes = magic_bytes + sizeof(std::uint32_t) + sizeof(std::uint64_t);
constexpr std::size_t checksum_bytes = sizeof(std::uint32_t);

std::uint32_t checksum(std::uint32_t before, std::string_view bytes) {
  const auto* data = reinterpret_cast<const Bytef*>(bytes.data());  // NOLINT: zlib counts in unsigned bytes
  return static_cast<std::uint32_t>(crc32_z(before, data, bytes.size()));
}

template <class T>
std::string bytes_of(T value) {
  std::string bytes(sizeof(T), '\0');
  std::memcpy(bytes.data(), &value, sizeof(T));
  return bytes;
}

template <class T>
T value_at(std::string_view bytes, std::size_t offset) {
  T value{};
  std::memcpy(&value, bytes.data() + offset, sizeof(T));
  return value;
}

}  // namespace

void ArchiveWriter::add(std::string_view text) {
  add(static_cast<std::uint64_t>(text.size()));
  append(text.data(), text.size());
}

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

void write_archive(OutputFile& out, std::string_view magic, std::uint32_t version, std::string_view payload) {
  const std::string header =
      std::string(magic) + bytes_of(version) + bytes_of(static_cast<std::uint64_t>(payload.size()));
  out.write(header);
  out.write(payload);
  out.write(bytes_of(checksum(checksum(0, header), payload)));
}

std::string read_archive(const std::filesystem::path& path, std::string_view magic, std::uint32_t version) {
  ByteSource source(path);
  if (!source.begins_with(magic)) fail(ErrorKind::bad_file, "{}: is not a codimap model", source.name());
  std::string bytes = source.read_rest();
  if (bytes.size() < header_bytes + checksum_bytes) {
    fail(ErrorKind::bad_file, "{}: the model breaks off at byte {}; copy or save it again", source.name(),
         bytes.size());
  }
  // The version goes before the checksum, so that a model of the future is called that and not damaged.
  const auto found = value_at<std::uint32_t>(bytes, magic_bytes);
  if (found != version) {
    fail(ErrorKind::bad_file, "{}: is a model of version {}; this program reads version {}, so fit the model again",
         source.name(), found, version);
  }
  const auto length = value_at<std::uint64_t>(bytes, magic_bytes + sizeof(std::uint32_t));
  const std::size_t held = bytes.size() - header_bytes - checksum_bytes;
  if (length != held) {
    fail(ErrorKind::bad_file, "{}: the model declares {} bytes and holds {}; copy or save it again", source.name(),
         length, held);
  }
  const std::size_t covered = bytes.size() - checksum_bytes;
  if (checksum(0, std::string_view(bytes).substr(0, covered)) != value_at<std::uint32_t>(bytes, covered)) {
    fail(ErrorKind::bad_file, "{}: the model is damaged: a byte has changed since it was saved; copy or save it again",
         source.name());
  }
  bytes.resize(covered);
  bytes.erase(0, header_bytes);
  return bytes;
}

}  // namespace codimap

// The bytes of a file or of standard input.
#include "io/byte_source.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <vector>

#include "base/fail.hpp"
#include "base/process_size.hpp"
#include "codimap/matrix.hpp"
#include "io/gzip.hpp"
#include "io/wording.hpp"

namespace codimap {

namespace {

constexpr std::size_t head_bytes = 8;
constexpr std::size_t megabyte = 1'000'000;
constexpr std::size_t cache_line = 64;
constexpr std::size_t piece = std::size_t{1} << 17;  // stays in the cache

bool is_amd() {
#ifdef __x86_64__
  return __builtin_cpu_is("amd") != 0;
#else
  return false;
#endif
}

/// On AMD's processors the system copies bytes to where they go at half its speed if they get a little further into a
/// cache line than they were, by 1 to 15 bytes. So do FCS files, whose numbers begin anywhere.
bool is_slow_copy(std::uint64_t offset, const char* to) {
  if (!is_amd()) return false;
  const auto further = (reinterpret_cast<std::uintptr_t>(to) - offset) % cache_line;  // NOLINT: an address is asked for
  return further > 0 && further < 16;
}

int open_input(const std::filesystem::path& path, const std::string& name) {
  if (path == "-") return STDIN_FILENO;
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file >= 0) return file;
  if (errno == ENOENT) fail(ErrorKind::missing_file, "{}: no such file", name);
  fail(ErrorKind::missing_file, "{}: cannot be opened: {}", name, reason(errno));
}

// Reads until `to` is full or the file ends; says how much came.
std::size_t read_fully(int file, std::span<char> to, const std::string& name) {
  std::size_t done = 0;
  while (done < to.size()) {
    const ssize_t got = ::read(file, to.data() + done, to.size() - done);
    if (got == 0) break;
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) fail(ErrorKind::failed_io, "{}: reading failed: {}", name, reason(errno));
    done += static_cast<std::size_t>(got);
  }
  return done;
}

}  // namespace

ByteSource::ByteSource(const std::filesystem::path& path, std::optional<std::size_t> max_memory)
    : name_(input_name(path)), file_(open_input(path, name_)) {
  try {
    struct stat status {};
    if (::fstat(file_, &status) != 0) fail(ErrorKind::failed_io, "{}: reading failed: {}", name_, reason(errno));
    if (S_ISDIR(status.st_mode)) fail(ErrorKind::missing_file, "{}: is a directory, not a file", name_);
    head_.resize(head_bytes);
    head_.resize(read_fully(file_, head_, name_));
    gzip_ = is_gzip(head_);
    // Standard input may have been read from before, and files of the kernel claim a size of 0.
    plain_ = S_ISREG(status.st_mode) && !gzip_ && file_ != STDIN_FILENO && status.st_size > 0;
    if (plain_) {
      size_ = static_cast<std::uint64_t>(status.st_size);
      if (::lseek(file_, 0, SEEK_SET) < 0) fail(ErrorKind::failed_io, "{}: reading failed: {}", name_, reason(errno));
      return;
    }
    const bool plain = S_ISREG(status.st_mode) && file_ != STDIN_FILENO;
    memory_ = read_to_end(static_cast<std::size_t>(status.st_size), plain ? std::nullopt : max_memory);
    if (gzip_) {
      memory_ = inflate_gzip(memory_, name_);
      head_ = memory_.substr(0, head_bytes);
    }
    size_ = memory_.size();
  } catch (...) {
    if (file_ != STDIN_FILENO) ::close(file_);
    throw;
  }
}

ByteSource::~ByteSource() {
  if (file_ != STDIN_FILENO) ::close(file_);
}

std::string ByteSource::read_to_end(std::size_t expected, std::optional<std::size_t> max_memory) {
  constexpr std::size_t unknown = std::size_t{1} << 16;
  const std::size_t least = expected == 0 ? unknown : expected + 1;  // one more, so that the end is met
  std::string bytes = head_;
  for (;;) {
    const std::size_t before = bytes.size();
    const std::size_t grown = std::max(2 * before, least);
    const double held = process_bytes + static_cast<double>(before + grown);  // both, while one becomes the other
    if (max_memory && held > static_cast<double>(*max_memory)) {
      fail(ErrorKind::out_of_memory,
           "{}: {} MB have come and it goes on, more than the limit of {} MB has room for; raise it, or save the input "
           "to a file, which takes less",
           name_, before / megabyte, *max_memory / megabyte);
    }
    bytes.resize(grown);
    const std::size_t got = read_fully(file_, std::span(bytes).subspan(before), name_);
    if (before + got < bytes.size()) {
      bytes.resize(before + got);
      return bytes;
    }
  }
}

void ByteSource::read(std::span<char> to) {
  if (plain_) {
    if (read_fully(file_, to, name_) < to.size()) {
      fail(ErrorKind::failed_io, "{}: became shorter while it was read", name_);
    }
  } else {
    std::copy_n(memory_.begin() + static_cast<std::ptrdiff_t>(position_), to.size(), to.begin());
  }
  position_ += to.size();
}

void ByteSource::read_at(std::uint64_t offset, std::span<char> to) const {
  if (!plain_) {
    std::copy_n(memory_.begin() + static_cast<std::ptrdiff_t>(offset), to.size(), to.begin());
  } else if (to.size() >= piece && is_slow_copy(offset, to.data())) {
    // A buffer that begins where the bytes do within a line.
    std::vector<char, UnsetAllocator<char>> buffer(piece + cache_line);
    char* const from = buffer.data() + offset % cache_line;
    for (std::size_t done = 0; done < to.size(); done += piece) {
      const std::span<char> part = to.subspan(done, std::min(piece, to.size() - done));
      read_file(offset + done, {from, part.size()});
      std::copy_n(from, part.size(), part.data());
    }
  } else {
    read_file(offset, to);
  }
}

void ByteSource::read_file(std::uint64_t offset, std::span<char> to) const {
  for (std::size_t done = 0; done < to.size();) {
    const ssize_t got = ::pread(file_, to.data() + done, to.size() - done, static_cast<off_t>(offset + done));
    if (got == 0) fail(ErrorKind::failed_io, "{}: became shorter while it was read", name_);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) fail(ErrorKind::failed_io, "{}: reading failed: {}", name_, reason(errno));
    done += static_cast<std::size_t>(got);
  }
}

std::string ByteSource::read_rest() {
  if (!plain_ && position_ == 0) {
    position_ = size_;
    return std::move(memory_);
  }
  std::string bytes(remaining(), '\0');
  read(bytes);
  return bytes;
}

}  // namespace codimap

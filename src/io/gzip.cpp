// gzip, both ways, with zlib.
#include "io/gzip.hpp"

#include <zlib.h>

#include <algorithm>
#include <new>
#include <vector>

#include "base/fail.hpp"

namespace codimap {

namespace {

constexpr int gzip_window = 15 + 16;  // zlib's way to say: the largest window, with a gzip header
constexpr std::size_t piece = std::size_t{1} << 18;
constexpr std::size_t least_room = std::size_t{1} << 12;

Bytef* zlib_bytes(const char* bytes) {
  // zlib's interface is older than const; it only reads its input.
  return const_cast<Bytef*>(reinterpret_cast<const Bytef*>(bytes));  // NOLINT
}

class Inflater {
 public:
  Inflater(std::string_view compressed, const std::string& name, const InflateLimits& limits)
      : compressed_(compressed), name_(name), limits_(limits) {
    if (inflateInit2(&stream_, gzip_window) != Z_OK) throw std::bad_alloc();
  }
  Inflater(const Inflater&) = delete;
  Inflater& operator=(const Inflater&) = delete;
  ~Inflater() { inflateEnd(&stream_); }

  std::string run() {
    inflated_.reserve(promised());
    while (position_ < compressed_.size()) {
      const int status = step();
      if (status == Z_MEM_ERROR) throw std::bad_alloc();
      if (status != Z_OK && status != Z_STREAM_END && status != Z_BUF_ERROR) {
        fail(ErrorKind::bad_file, "{}: the gzip data are damaged at byte {} ({}); copy the file again", name_,
             position_, stream_.msg == nullptr ? "not gzip" : stream_.msg);
      }
      refuse_bomb();
      member_ended_ = status == Z_STREAM_END;
      if (member_ended_) {
        if (only_zeros_follow()) break;
        inflateReset(&stream_);
      }
    }
    if (!member_ended_) {
      fail(ErrorKind::bad_file, "{}: the gzip data break off at byte {}; the file is not complete, copy it again",
           name_, compressed_.size());
    }
    return std::move(inflated_);
  }

 private:
  int step() {
    const std::size_t available = std::min(compressed_.size() - position_, piece);
    stream_.next_in = zlib_bytes(compressed_.data() + position_);
    stream_.avail_in = static_cast<uInt>(available);
    int status = Z_OK;
    do {
      stream_.next_out = reinterpret_cast<Bytef*>(buffer_.data());  // NOLINT: zlib counts in unsigned bytes
      stream_.avail_out = static_cast<uInt>(buffer_.size());
      status = inflate(&stream_, Z_NO_FLUSH);
      inflated_.append(buffer_.data(), buffer_.size() - stream_.avail_out);
    } while (status == Z_OK && stream_.avail_out == 0);
    position_ += available - stream_.avail_in;
    return status;
  }

  // By the last four bytes, as far as the length of the file bears them out. Growing step by step holds all twice.
  [[nodiscard]] std::size_t promised() const {
    constexpr std::size_t most_ratio = 1032;  // of deflate
    std::size_t bytes = 0;
    for (std::size_t i = 1; i <= std::min<std::size_t>(4, compressed_.size()); ++i)
      bytes = bytes << 8 | static_cast<unsigned char>(compressed_[compressed_.size() - i]);
    const auto allowed = std::max<std::uint64_t>(limits_.bytes, limits_.ratio * compressed_.size());
    return std::min({bytes, most_ratio * compressed_.size(), static_cast<std::size_t>(allowed)});
  }

  void refuse_bomb() const {
    if (inflated_.size() > limits_.bytes && inflated_.size() / limits_.ratio >= position_) {
      fail(ErrorKind::bad_file,
           "{}: {} bytes of gzip data inflate to more than {} bytes, over {} times their size, which no table does; "
           "inflate the file with gunzip first if it is meant",
           name_, position_, inflated_.size(), limits_.ratio);
    }
  }

  [[nodiscard]] bool only_zeros_follow() const {
    return compressed_.find_first_not_of('\0', position_) == std::string_view::npos;
  }

  std::string_view compressed_;
  const std::string& name_;
  InflateLimits limits_;
  z_stream stream_{};
  std::vector<char> buffer_ = std::vector<char>(std::clamp(8 * compressed_.size(), least_room, piece));
  std::size_t position_ = 0;
  bool member_ended_ = false;
  std::string inflated_;
};

}  // namespace

bool is_gzip(std::string_view bytes) { return bytes.starts_with("\x1f\x8b"); }

std::string inflate_gzip(std::string_view compressed, const std::string& name, const InflateLimits& limits) {
  return Inflater(compressed, name, limits).run();
}

struct GzipWriter::Stream {
  z_stream z{};
  std::vector<char> buffer = std::vector<char>(piece);

  void deflate_into(const std::function<void(std::string_view)>& sink, int flush) {
    do {
      z.next_out = reinterpret_cast<Bytef*>(buffer.data());  // NOLINT: zlib counts in unsigned bytes
      z.avail_out = static_cast<uInt>(buffer.size());
      deflate(&z, flush);
      sink({buffer.data(), buffer.size() - z.avail_out});
    } while (z.avail_out == 0);
  }
};

GzipWriter::GzipWriter(std::function<void(std::string_view)> sink)
    : sink_(std::move(sink)), stream_(std::make_unique<Stream>()) {
  constexpr int memory_level = 8;  // zlib's own default
  // The digits of real numbers hardly compress: zlib's default takes five times as long to save another 3 %.
  if (deflateInit2(&stream_->z, Z_BEST_SPEED, Z_DEFLATED, gzip_window, memory_level, Z_DEFAULT_STRATEGY) != Z_OK) {
    throw std::bad_alloc();
  }
}

GzipWriter::~GzipWriter() { deflateEnd(&stream_->z); }

void GzipWriter::write(std::string_view bytes) {
  while (!bytes.empty()) {
    const std::string_view part = bytes.substr(0, piece);
    stream_->z.next_in = zlib_bytes(part.data());
    stream_->z.avail_in = static_cast<uInt>(part.size());
    stream_->deflate_into(sink_, Z_NO_FLUSH);
    bytes.remove_prefix(part.size());
  }
}

void GzipWriter::finish() { stream_->deflate_into(sink_, Z_FINISH); }

}  // namespace codimap

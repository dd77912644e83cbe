// gzip, both ways: all of zlib that the other files see, but for the archive's checksum.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace codimap {

/// By the first two bytes, whatever the name.
[[nodiscard]] bool is_gzip(std::string_view bytes);

/// What inflates beyond both is refused as a bomb: `bytes` in all, and `ratio` times its compressed size. Tables shrink
/// to a third, sparse ones to a thirtieth; the same bytes over and over, to a thousandth.
struct InflateLimits {
  std::uint64_t bytes = std::uint64_t{1} << 28;
  std::uint64_t ratio = 250;
};

/// All members of a gzip file, one after the other; zeros may follow the last.
[[nodiscard]] std::string inflate_gzip(std::string_view compressed, const std::string& name,
                                       const InflateLimits& limits = {});

/// Compresses what is written and hands it on to the sink, piece by piece. The same input gives the same bytes: no time
/// stamp is stored.
class GzipWriter {
 public:
  explicit GzipWriter(std::function<void(std::string_view)> sink);
  ~GzipWriter();
  GzipWriter(const GzipWriter&) = delete;
  GzipWriter& operator=(const GzipWriter&) = delete;

  void write(std::string_view bytes);
  void finish();

 private:
  struct Stream;
  std::function<void(std::string_view)> sink_;
  std::unique_ptr<Stream> stream_;
};

}  // namespace codimap

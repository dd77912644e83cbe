// LZF: runs of bytes as they are, and copies of what came before.
#include "io/hdf5/lzf.hpp"

#include <algorithm>

namespace codimap {

namespace {

// A reader of LZF alone: chunks come in compressed, go out inflated, and never the other way.
std::size_t filter_lzf(unsigned flags, std::size_t count, const unsigned* values, std::size_t bytes, std::size_t* size,
                       void** buffer) {
  constexpr std::size_t best_ratio = 264;  // three bytes stand for at most 264
  if ((flags & H5Z_FLAG_REVERSE) == 0 || count < 3 || values[2] == 0 || values[2] / best_ratio > bytes) return 0;
  const std::size_t chunk = values[2];
  auto* inflated = static_cast<unsigned char*>(H5allocate_memory(chunk, false));
  if (inflated == nullptr) return 0;
  const auto written = inflate_lzf({static_cast<const unsigned char*>(*buffer), bytes}, {inflated, chunk});
  if (!written) {
    H5free_memory(inflated);
    return 0;
  }
  H5free_memory(*buffer);
  *buffer = inflated;
  *size = chunk;
  return *written;
}

}  // namespace

std::optional<std::size_t> inflate_lzf(std::span<const unsigned char> from, std::span<unsigned char> to) {
  constexpr unsigned longest_run = 32;  // smaller controls are runs of so many bytes and one
  std::size_t in = 0;
  std::size_t out = 0;
  while (in < from.size()) {
    const unsigned control = from[in++];
    if (control < longest_run) {
      const std::size_t run = control + 1;
      if (run > from.size() - in || run > to.size() - out) return std::nullopt;
      std::copy_n(from.begin() + static_cast<std::ptrdiff_t>(in), run, to.begin() + static_cast<std::ptrdiff_t>(out));
      in += run;
      out += run;
      continue;
    }
    std::size_t length = control >> 5U;
    if (length == 7 && in < from.size()) length += from[in++];
    length += 2;
    if (in == from.size()) return std::nullopt;
    const std::size_t back = ((control & 0x1fU) << 8U) + from[in++] + 1;
    if (back > out || length > to.size() - out) return std::nullopt;
    // One by one: a copy may reach into what it writes, which repeats it.
    for (std::size_t i = 0; i < length; ++i, ++out) to[out] = to[out - back];
  }
  return out;
}

void register_lzf() {
  if (H5Zfilter_avail(lzf_filter) > 0) return;
  const H5Z_class2_t filter{H5Z_CLASS_T_VERS, lzf_filter, 0, 1, "lzf", nullptr, nullptr, filter_lzf};
  H5Zregister(&filter);
}

}  // namespace codimap

#include "codimap/column_tiles.hpp"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <vector>

#include "base/fail.hpp"
#include "io/npy/npy.hpp"
#include "io/wording.hpp"

namespace codimap {
namespace {

[[noreturn]] void fail_writing(const OutputFile& out) {
  fail(ErrorKind::failed_io, "{}: writing failed: {}", out.path().string(), reason(errno));
}

void write_at(const OutputFile& out, std::uint64_t at, const char* from, std::size_t size) {
  while (size > 0) {
    const ssize_t written = ::pwrite(out.descriptor(), from, size, static_cast<off_t>(at));
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) fail_writing(out);
    at += static_cast<std::uint64_t>(written);
    from += written;
    size -= static_cast<std::size_t>(written);
  }
}

}  // namespace

template <class T>
void ColumnTiles::write_as(Index first, MatrixView<double> tile) {
  std::vector<T> row(static_cast<std::size_t>(tile.cols()));
  for (Index i = 0; i < rows_; ++i) {
    std::ranges::transform(tile.row(i), row.begin(), [](double value) { return static_cast<T>(value); });
    const auto place = static_cast<std::uint64_t>(i * cols_ + first) * sizeof(T);
    write_at(out_, begin_ + place, reinterpret_cast<const char*>(row.data()), row.size() * sizeof(T));  // NOLINT: bytes
  }
}

void ColumnTiles::write(Index first, MatrixView<double> tile) {
  single_ ? write_as<float>(first, tile) : write_as<double>(first, tile);
}

ColumnTiles npy_tiles(OutputFile& out, Index rows, Index cols, bool single) {
  if (out.descriptor() < 0)
    fail(ErrorKind::bad_option, "{}: an .npy in tiles is written to a file, not to a pipe or a device",
         out.path().string());
  const std::string header = npy_header_bytes(rows, cols, single);
  out.write(header);
  const std::uint64_t values = static_cast<std::uint64_t>(rows * cols) * (single ? sizeof(float) : sizeof(double));
  if (::ftruncate(out.descriptor(), static_cast<off_t>(header.size() + values)) != 0) fail_writing(out);
  return {out, header.size(), rows, cols, single};
}

}  // namespace codimap

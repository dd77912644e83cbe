#include "io/hdf5/source.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

#include "base/fail.hpp"
#include "io/hdf5/driver.hpp"

namespace codimap {

namespace {

using Driver = Hdf5Driver<Hdf5Source>;

constexpr int driver_number = 510;
constexpr std::string_view heap_magic("GCOL\1\0\0\0", 8);
constexpr std::uint64_t header = 16;  // of a heap and of each of its objects, padded; their lengths are at 8
constexpr std::uint64_t least_heap = 4096;

std::uint64_t number_at(std::span<const char> bytes, std::uint64_t at, std::size_t width) {
  static_assert(std::endian::native == std::endian::little, "HDF5's numbers are in the order of this machine");
  std::uint64_t number = 0;
  std::memcpy(&number, bytes.data() + at, width);
  return number;
}

/// Bytes that an object takes, by its own words; 0 where they make no sense. Number 0 is the room that is left, with
/// its header; the others are padded.
std::uint64_t object_bytes(std::span<const char> heap, std::uint64_t at, std::size_t length_bytes) {
  const std::uint64_t left = heap.size() - at;
  if (left < header) return left;
  const std::uint64_t size = number_at(heap, at + 8, length_bytes);
  if (size > left) return 0;
  return number_at(heap, at, sizeof(std::uint16_t)) == 0 ? size : header + (size + 7) / 8 * 8;
}

bool is_sound_heap(std::span<const char> heap, std::size_t length_bytes) {
  for (std::uint64_t at = header; at < heap.size();) {
    const std::uint64_t size = object_bytes(heap, at, length_bytes);
    if (size == 0 || size > heap.size() - at) return false;
    at += size;
  }
  return true;
}

/// Lands in hdf5_reason.
[[noreturn]] void refuse_heap(std::uint64_t at) {
  const std::string words = text("the heap of texts at byte {} is broken", at);
  H5Epush2(H5E_DEFAULT, "", "", 0, H5E_ERR_CLS, H5E_HEAP, H5E_BADVALUE, "%s", words.c_str());
  fail(ErrorKind::bad_file, "{}", words);
}

}  // namespace

Hdf5Handle Hdf5Source::open() {
  const H5FD_class_t driver = Driver::for_reading("codimap_source", driver_number);
  driver_ = Hdf5Handle(H5FDregister(&driver));
  const Hdf5Handle access = Driver::access_list(driver_, this);
  Hdf5Handle file(H5Fopen(bytes_.name().c_str(), H5F_ACC_RDONLY, access.id()));
  if (!file) return file;
  const Hdf5Handle creation(H5Fget_create_plist(file.id()));
  std::size_t address_bytes = 0;
  H5Pget_sizes(creation.id(), &address_bytes, &length_bytes_);
  return file;
}

void Hdf5Source::read(std::uint64_t at, std::size_t size, char* to) const {
  const std::uint64_t there = at < bytes_.size() ? std::min<std::uint64_t>(size, bytes_.size() - at) : 0;
  if (there > 0) bytes_.read_at(at, {to, there});
  std::fill(to + there, to + size, '\0');
  if (size >= header && std::string_view(to, heap_magic.size()) == heap_magic) check_heap(at, {to, size});
}

// HDF5 reads the least that a heap may have first, and the rest of one that says it has more.
void Hdf5Source::check_heap(std::uint64_t at, std::span<const char> begin) const {
  if (length_bytes_ == 0 || length_bytes_ > sizeof(std::uint64_t)) return;  // nobody writes longer ones
  const std::uint64_t size = number_at(begin, 8, length_bytes_);
  if (size < least_heap || size > bytes_.size() - at) refuse_heap(at);
  std::vector<char> whole;
  if (size > begin.size()) {
    whole.resize(size);
    bytes_.read_at(at, whole);
    begin = whole;
  }
  if (!is_sound_heap(begin.first(size), length_bytes_)) refuse_heap(at);
}

}  // namespace codimap

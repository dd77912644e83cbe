// Changes to an HDF5 file, held in memory until HDF5 is done.
#include "io/hdf5/overlay.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "base/fail.hpp"
#include "io/hdf5/driver.hpp"
#include "io/wording.hpp"

namespace codimap {

namespace {

constexpr std::size_t page_bytes = std::size_t{1} << 16;

using Driver = Hdf5Driver<Hdf5Overlay>;

constexpr int driver_number = 511;

H5FD_class_t driver_class() {
  H5FD_class_t driver = Driver::for_reading("codimap_overlay", driver_number);
  driver.query = [](const H5FD_t*, unsigned long* features) {
    if (features != nullptr) {
      *features = H5FD_FEAT_AGGREGATE_METADATA | H5FD_FEAT_ACCUMULATE_METADATA | H5FD_FEAT_DATA_SIEVE |
                  H5FD_FEAT_AGGREGATE_SMALLDATA;
    }
    return herr_t{0};
  };
  driver.write = [](H5FD_t* file, H5FD_mem_t, hid_t, haddr_t at, std::size_t size, const void* from) {
    return Driver::guarded([&] { Driver::own(file)->bytes->write(at, size, static_cast<const char*>(from)); });
  };
  driver.truncate = [](H5FD_t* file, hid_t, hbool_t) {
    Driver::own(file)->bytes->resize(Driver::own(file)->end_of_allocation);
    return herr_t{0};
  };
  return driver;
}

}  // namespace

Hdf5Overlay::Hdf5Overlay(int descriptor, std::string name) : descriptor_(descriptor), name_(std::move(name)) {
  struct stat status {};
  if (::fstat(descriptor_, &status) != 0) fail(ErrorKind::failed_io, "{}: writing failed: {}", name_, reason(errno));
  size_ = static_cast<std::uint64_t>(status.st_size);
}

Hdf5Handle Hdf5Overlay::access_list() {
  const H5FD_class_t driver = driver_class();
  driver_ = Hdf5Handle(H5FDregister(&driver));
  return Driver::access_list(driver_, this);
}

void Hdf5Overlay::read_file(std::uint64_t at, std::size_t size, char* to) const {
  std::size_t done = 0;
  while (done < size) {
    const ssize_t got = ::pread(descriptor_, to + done, size - done, static_cast<off_t>(at + done));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) fail(ErrorKind::failed_io, "{}: reading failed: {}", name_, reason(errno));
    if (got == 0) break;
    done += static_cast<std::size_t>(got);
  }
  std::fill(to + done, to + size, '\0');
}

std::vector<char>& Hdf5Overlay::page(std::uint64_t number) {
  const auto [found, added] = pages_.try_emplace(number);
  if (added) {
    found->second.resize(page_bytes);
    read_file(number * page_bytes, page_bytes, found->second.data());
  }
  return found->second;
}

void Hdf5Overlay::read(std::uint64_t at, std::size_t size, char* to) {
  while (size > 0) {
    const std::size_t within = at % page_bytes;
    const std::size_t part = std::min(size, page_bytes - within);
    const auto found = pages_.find(at / page_bytes);
    if (found == pages_.end()) {
      read_file(at, part, to);
    } else {
      std::copy_n(found->second.data() + within, part, to);
    }
    at += part;
    to += part;
    size -= part;
  }
}

void Hdf5Overlay::write(std::uint64_t at, std::size_t size, const char* from) {
  while (size > 0) {
    const std::size_t within = at % page_bytes;
    const std::size_t part = std::min(size, page_bytes - within);
    std::copy_n(from, part, page(at / page_bytes).data() + within);
    at += part;
    from += part;
    size -= part;
    size_ = std::max(size_, at);
  }
}

void Hdf5Overlay::apply() {
  for (const auto& [number, bytes] : pages_) {
    const std::uint64_t start = number * page_bytes;
    const std::uint64_t end = std::min<std::uint64_t>(start + page_bytes, size_);
    for (std::uint64_t at = start; at < end;) {
      const ssize_t written = ::pwrite(descriptor_, bytes.data() + (at - start), end - at, static_cast<off_t>(at));
      if (written < 0 && errno == EINTR) continue;
      if (written < 0) fail(ErrorKind::failed_io, "{}: writing failed: {}", name_, reason(errno));
      at += static_cast<std::uint64_t>(written);
    }
  }
  if (::ftruncate(descriptor_, static_cast<off_t>(size_)) != 0) {
    fail(ErrorKind::failed_io, "{}: writing failed: {}", name_, reason(errno));
  }
}

}  // namespace codimap

// Changes to an HDF5 file, held in memory until HDF5 is done.
#include "io/hdf5/overlay.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#if __has_include(<H5FDdevelop.h>)
#include <H5FDdevelop.h>
#endif

#include "base/fail.hpp"
#include "io/wording.hpp"

namespace codimap {

namespace {

constexpr std::size_t page_bytes = std::size_t{1} << 16;

/// A file as HDF5 knows it: what is common to all drivers must come first.
struct DriverFile {
  H5FD_t common{};
  Hdf5Overlay* overlay = nullptr;
  haddr_t end_of_allocation = 0;
};

DriverFile* own(H5FD_t* file) { return reinterpret_cast<DriverFile*>(file); }                    // NOLINT
const DriverFile* own(const H5FD_t* file) { return reinterpret_cast<const DriverFile*>(file); }  // NOLINT

// No exception may pass through HDF5's frames.
template <class Work>
herr_t guarded(Work&& work) {
  try {
    work();
    return 0;
  } catch (...) {
    return -1;
  }
}

H5FD_t* open_file(const char*, unsigned, hid_t access, haddr_t) {
  const auto* overlay = static_cast<Hdf5Overlay* const*>(H5Pget_driver_info(access));
  if (overlay == nullptr) return nullptr;
  auto* file = new (std::nothrow) DriverFile{.overlay = *overlay};
  return file == nullptr ? nullptr : &file->common;
}

herr_t close_file(H5FD_t* file) {
  delete own(file);
  return 0;
}

herr_t say_features(const H5FD_t*, unsigned long* flags) {
  if (flags != nullptr) {
    *flags = H5FD_FEAT_AGGREGATE_METADATA | H5FD_FEAT_ACCUMULATE_METADATA | H5FD_FEAT_DATA_SIEVE |
             H5FD_FEAT_AGGREGATE_SMALLDATA;
  }
  return 0;
}

H5FD_class_t driver_class() {
  H5FD_class_t driver{};
#ifdef H5FD_CLASS_VERSION
  driver.version = H5FD_CLASS_VERSION;
  driver.value = static_cast<H5FD_class_value_t>(511);  // of those that anyone may use
#endif
  driver.name = "codimap_overlay";
  driver.maxaddr = haddr_t{1} << 62;
  driver.fc_degree = H5F_CLOSE_WEAK;
  driver.fapl_size = sizeof(Hdf5Overlay*);
  driver.open = open_file;
  driver.close = close_file;
  driver.query = say_features;
  driver.get_eoa = [](const H5FD_t* file, H5FD_mem_t) { return own(file)->end_of_allocation; };
  driver.set_eoa = [](H5FD_t* file, H5FD_mem_t, haddr_t at) {
    own(file)->end_of_allocation = at;
    return herr_t{0};
  };
  driver.get_eof = [](const H5FD_t* file, H5FD_mem_t) { return haddr_t{own(file)->overlay->size()}; };
  driver.read = [](H5FD_t* file, H5FD_mem_t, hid_t, haddr_t at, std::size_t size, void* to) {
    return guarded([&] { own(file)->overlay->read(at, size, static_cast<char*>(to)); });
  };
  driver.write = [](H5FD_t* file, H5FD_mem_t, hid_t, haddr_t at, std::size_t size, const void* from) {
    return guarded([&] { own(file)->overlay->write(at, size, static_cast<const char*>(from)); });
  };
  driver.truncate = [](H5FD_t* file, hid_t, hbool_t) {
    own(file)->overlay->resize(own(file)->end_of_allocation);
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
  Hdf5Handle access(H5Pcreate(H5P_FILE_ACCESS));
  Hdf5Overlay* self = this;
  H5Pset_driver(access.id(), driver_.id(), static_cast<const void*>(&self));
  return access;
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

// What the file drivers for HDF5 have in common.
#pragma once

#include <hdf5.h>

#include <new>

#if __has_include(<H5FDdevelop.h>)
#include <H5FDdevelop.h>
#endif

#include "base/fail.hpp"
#include "io/hdf5/hdf5.hpp"

namespace codimap {

/// A driver that asks a `Bytes` for everything: size() and read(at, size, to).
template <class Bytes>
class Hdf5Driver {
 public:
  /// As HDF5 knows a file: what is common to all drivers must come first.
  struct File {
    H5FD_t common{};
    Bytes* bytes = nullptr;
    haddr_t end_of_allocation = 0;
  };
  static File* own(H5FD_t* file) { return reinterpret_cast<File*>(file); }                    // NOLINT
  static const File* own(const H5FD_t* file) { return reinterpret_cast<const File*>(file); }  // NOLINT

  /// No exception may pass through HDF5's frames.
  template <class Work>
  static herr_t guarded(Work&& work) {
    try {
      work();
      return 0;
    } catch (...) {
      return -1;
    }
  }

  /// For reading. `number` is one of those that anyone may use.
  static H5FD_class_t for_reading(const char* name, [[maybe_unused]] int number) {
    H5FD_class_t driver{};
#ifdef H5FD_CLASS_VERSION
    driver.version = H5FD_CLASS_VERSION;
    driver.value = static_cast<H5FD_class_value_t>(number);
#endif
    driver.name = name;
    driver.maxaddr = haddr_t{1} << 62;
    driver.fc_degree = H5F_CLOSE_WEAK;
    driver.fapl_size = sizeof(Bytes*);
    driver.open = open;
    driver.close = close;
    // No small pieces are gathered for metadata: in broken files HDF5 looks for them where it has none.
    driver.query = [](const H5FD_t*, unsigned long* features) {
      if (features != nullptr) *features = H5FD_FEAT_DATA_SIEVE;
      return herr_t{0};
    };
    driver.get_eoa = [](const H5FD_t* file, H5FD_mem_t) { return own(file)->end_of_allocation; };
    driver.set_eoa = [](H5FD_t* file, H5FD_mem_t, haddr_t at) {
      own(file)->end_of_allocation = at;
      return herr_t{0};
    };
    driver.get_eof = [](const H5FD_t* file, H5FD_mem_t) { return haddr_t{own(file)->bytes->size()}; };
    driver.read = [](H5FD_t* file, H5FD_mem_t, hid_t, haddr_t at, std::size_t size, void* to) {
      return guarded([&] { own(file)->bytes->read(at, size, static_cast<char*>(to)); });
    };
    driver.write = [](H5FD_t*, H5FD_mem_t, hid_t, haddr_t, std::size_t, const void*) { return herr_t{-1}; };
    return driver;
  }

  /// For H5Fopen, whatever name that is given.
  static Hdf5Handle access_list(const Hdf5Handle& driver, Bytes* bytes) {
    Hdf5Handle access(H5Pcreate(H5P_FILE_ACCESS));
    // Without it HDF5 would open whatever file has that name by itself.
    if (H5Pset_driver(access.id(), driver.id(), static_cast<const void*>(&bytes)) < 0)
      fail(ErrorKind::out_of_memory, "HDF5 takes no file driver: {}", hdf5_reason());
    return access;
  }

 private:
  static H5FD_t* open(const char*, unsigned, hid_t access, haddr_t) {
    const auto* bytes = static_cast<Bytes* const*>(H5Pget_driver_info(access));
    if (bytes == nullptr) return nullptr;
    auto* file = new (std::nothrow) File{.bytes = *bytes};
    return file == nullptr ? nullptr : &file->common;
  }

  static herr_t close(H5FD_t* file) {
    delete own(file);
    return 0;
  }
};

}  // namespace codimap

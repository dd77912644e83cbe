// HDF5 reads the bytes of a ByteSource, and no text before it has been looked at.
//
// Texts of any length lie in global heaps. The HDF5 library believes what a heap says of the length of each of its
// texts: a broken one makes it copy what is not there, or go round in circles.
#pragma once

#include <cstdint>

#include "io/hdf5/hdf5.hpp"

namespace codimap {

class Hdf5Source {
 public:
  /// The bytes stay the caller's and outlive the file that is opened.
  explicit Hdf5Source(const ByteSource& bytes) : bytes_(bytes) {}
  Hdf5Source(const Hdf5Source&) = delete;
  Hdf5Source& operator=(const Hdf5Source&) = delete;

  /// Opens the file for reading; none where HDF5 cannot.
  [[nodiscard]] Hdf5Handle open();

  /// What HDF5 calls, through a file driver. The file reads as 0 past its end.
  void read(std::uint64_t at, std::size_t size, char* to) const;
  [[nodiscard]] std::uint64_t size() const { return bytes_.size(); }

 private:
  /// `begin` holds the first bytes of the heap, at least its header.
  void check_heap(std::uint64_t at, std::span<const char> begin) const;

  const ByteSource& bytes_;
  Hdf5Handle driver_;
  std::size_t length_bytes_ = 0;  // of each length in the file, once that is known
};

}  // namespace codimap

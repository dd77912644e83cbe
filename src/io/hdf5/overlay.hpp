// Changes to an HDF5 file, held in memory until HDF5 is done. After a write that fails HDF5 cannot be trusted any more,
// not even to end the process in peace; so it never sees one.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "io/hdf5/hdf5.hpp"

namespace codimap {

class Hdf5Overlay {
 public:
  /// Over the file that `descriptor` reads and writes, which stays the caller's. `name` is for messages.
  Hdf5Overlay(int descriptor, std::string name);

  /// For H5Fopen, whatever name that is given.
  [[nodiscard]] Hdf5Handle access_list();
  /// Writes the changes to the file.
  void apply();

  /// What HDF5 calls, through a file driver. The file reads as 0 past its end.
  void read(std::uint64_t at, std::size_t size, char* to);
  void write(std::uint64_t at, std::size_t size, const char* from);
  [[nodiscard]] std::uint64_t size() const { return size_; }
  void resize(std::uint64_t size) { size_ = size; }

 private:
  [[nodiscard]] std::vector<char>& page(std::uint64_t number);
  void read_file(std::uint64_t at, std::size_t size, char* to) const;

  int descriptor_;
  std::string name_;
  std::uint64_t size_ = 0;
  std::map<std::uint64_t, std::vector<char>> pages_;  // those that were written to
  Hdf5Handle driver_;
};

}  // namespace codimap

// The HDF5 library crashes on some broken files and goes round in circles on others. A run then ends as over any file
// that is broken.
#pragma once

#include <array>
#include <csignal>
#include <optional>
#include <string>

#include "codimap/io.hpp"

namespace codimap::program {

/// While one lives, a crash ends the program with one sentence about the file, its unfinished outputs removed, and so
/// does far more processor time than a file of that size takes. It does nothing for an input that is not HDF5. One at a
/// time, on the thread that reads.
class Hdf5Guard {
 public:
  explicit Hdf5Guard(const std::string& input, std::optional<FileFormat> format = {});
  Hdf5Guard(const Hdf5Guard&) = delete;
  Hdf5Guard& operator=(const Hdf5Guard&) = delete;
  ~Hdf5Guard();

  static constexpr std::array crashes{SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};

 private:
  bool armed_;
  stack_t stack_before_{};
  std::array<struct sigaction, crashes.size()> actions_before_{};
};

}  // namespace codimap::program

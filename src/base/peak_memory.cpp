// The peak of this program alone: getrusage's goes on from that of the process which started it.

#include <sys/resource.h>

#include <fstream>
#include <limits>
#include <string>

#include "codimap/execution.hpp"

namespace codimap {

std::size_t peak_memory_bytes() {
  std::ifstream status("/proc/self/status");
  for (std::string word; status >> word; status.ignore(std::numeric_limits<std::streamsize>::max(), '\n')) {
    std::size_t kibibytes = 0;
    if (word == "VmHWM:" && status >> kibibytes) return kibibytes * 1024;
  }
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<std::size_t>(usage.ru_maxrss) * 1024;
}

}  // namespace codimap

#include "base/system.hpp"

#if defined(__aarch64__) && defined(__linux__)
#include <asm/hwcap.h>
#include <sys/auxv.h>
#endif

#if __has_include(<unistd.h>)
#include <pthread.h>
#include <sys/mman.h>
#include <sys/resource.h>
#endif
#ifdef __linux__
#include <sched.h>
#endif

#include <algorithm>
#include <cmath>
#include <fstream>
#include <limits>
#include <memory>
#include <string>
#include <thread>

#include "codimap/execution.hpp"

namespace codimap {
namespace {

constexpr int no_quota = std::numeric_limits<int>::max();

int processors_for(double quota, double period) {
  return quota > 0 && period > 0 ? static_cast<int>(std::ceil(quota / period)) : no_quota;
}

/// The quota of a cgroup, in processors: cpu.max of version 2, cpu.cfs_quota_us of version 1.
int quota_of(const std::string& folder) {
  double quota = 0;
  double period = 0;
  if (std::ifstream(folder + "/cpu.max") >> quota >> period) return processors_for(quota, period);
  std::ifstream(folder + "/cpu.cfs_quota_us") >> quota;
  std::ifstream(folder + "/cpu.cfs_period_us") >> period;
  return processors_for(quota, period);
}

/// The smallest quota among the cgroups that this process is in and those above them.
int cgroup_quota() {
  int least = no_quota;
  std::ifstream groups("/proc/self/cgroup");
  for (std::string line; std::getline(groups, line);) {
    const std::size_t first = line.find(':');
    const std::size_t second = line.find(':', first + 1);
    if (second == std::string::npos) continue;
    const std::string controllers = line.substr(first + 1, second - first - 1);
    if (!controllers.empty() && controllers.find("cpu") == std::string::npos) continue;
    const std::string root = "/sys/fs/cgroup" + (controllers.empty() ? "" : "/" + controllers);
    std::string path = line.substr(second + 1);
    for (; !path.empty(); path.resize(path.rfind('/'))) least = std::min(least, quota_of(root + path));
    least = std::min(least, quota_of(root));
  }
  return least;
}

int processors_of_affinity() {
#ifdef __linux__
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof set, &set) == 0) return CPU_COUNT(&set);
#endif
  return static_cast<int>(std::thread::hardware_concurrency());
}

}  // namespace

int usable_processors() {
  static const int quota = cgroup_quota();
  return std::max(1, std::min(processors_of_affinity(), quota));
}

void after_fork_in_child([[maybe_unused]] void (*reset)()) {
#if __has_include(<unistd.h>)
  pthread_atfork(nullptr, nullptr, reset);
#endif
}

void prefer_large_pages([[maybe_unused]] void* memory, [[maybe_unused]] std::size_t bytes) noexcept {
#ifdef MADV_HUGEPAGE
  constexpr std::size_t page = 4096;
  constexpr std::size_t worthwhile = std::size_t{1} << 22;
  if (bytes < worthwhile) return;
  if (void* begin = std::align(page, page, memory, bytes)) ::madvise(begin, bytes / page * page, MADV_HUGEPAGE);
#endif
}

// The peak of this program alone: getrusage's goes on from that of the process which started it.
std::size_t peak_memory_bytes() {
  std::ifstream status("/proc/self/status");
  for (std::string word; status >> word; status.ignore(std::numeric_limits<std::streamsize>::max(), '\n')) {
    std::size_t kibibytes = 0;
    if (word == "VmHWM:" && status >> kibibytes) return kibibytes * 1024;
  }
#if __has_include(<unistd.h>)
#ifdef __APPLE__
  constexpr std::size_t unit = 1;  // of ru_maxrss
#else
  constexpr std::size_t unit = 1024;
#endif
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<std::size_t>(usage.ru_maxrss) * unit;
#else
  return 0;
#endif
}

bool has_dot_products() {
#if defined(__aarch64__) && defined(__linux__)
  return (getauxval(AT_HWCAP) & HWCAP_ASIMDDP) != 0;
#else
  return false;
#endif
}

}  // namespace codimap

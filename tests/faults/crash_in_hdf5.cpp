// A library to preload: HDF5 crashes as soon as it opens a file, in the way that CODIMAP_CRASH names.
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <string_view>
#include <utility>

namespace {

// Many gigabytes deep. What comes after the call keeps a compiler from making a loop of it.
int overflow_stack(int deeper) {
  volatile char frame[4096];
  frame[0] = static_cast<char>(deeper);
  return deeper == 0 ? 0 : overflow_stack(deeper - 1) + frame[0];
}

}  // namespace

extern "C" std::int64_t H5Fopen(const char* /*name*/, unsigned /*flags*/, std::int64_t /*access*/) {
  const char* named = std::getenv("CODIMAP_CRASH");
  const std::string_view how = named == nullptr ? "" : named;
  if (how == "stack") return overflow_stack(std::numeric_limits<int>::max());
  if (how == "abort") std::abort();
  if (how == "segv") *reinterpret_cast<volatile int*>(std::uintptr_t{8}) = 1;
  for (const auto& [name, signal] : {std::pair{"bus", SIGBUS}, {"fpe", SIGFPE}, {"ill", SIGILL}})
    if (how == name) std::raise(signal);
  return -1;
}

// How the work is run. The number of threads, the limit of memory and the rest change not a bit of the answer; another
// instruction set rounds differently in the last digits.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string_view>

namespace codimap {

struct Progress {
  std::string_view stage;
  /// Share of the stage that is done, in [0, 1]; negative where it cannot be known (an iteration).
  double done = -1;
};

/// What the loops that dominate the time are built for.
enum class Instructions {
  baseline,   // any x86-64 processor, or any other architecture
  x86_64_v3,  // AVX2 and FMA
  x86_64_v4,  // AVX-512
};

struct Execution {
  /// 0 takes every core.
  int threads = 0;
  /// Unset: the widest that this processor has. One that it has not is an error.
  std::optional<Instructions> instructions{};
  /// Called now and then while work goes on, from one thread at a time.
  std::function<void(const Progress&)> progress{};
  /// Asked now and then, from any thread; true ends the work with ErrorKind::cancelled.
  std::function<bool()> cancelled{};
  /// Bytes. Work whose forecast lies above is refused before it starts.
  std::optional<std::size_t> max_memory{};
};

/// The most memory that this process has held so far.
[[nodiscard]] std::size_t peak_memory_bytes();

}  // namespace codimap

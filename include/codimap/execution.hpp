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
  /// Share of the stage that is done, in [0, 1]: of its loops, or where their number cannot be known beforehand, by the
  /// time that was forecast for it. Negative where there is no forecast either.
  double done = -1;
  /// Which of how many stages it is, from 1 on; 0 of work that has no stages. Each connected component goes through
  /// the same ones.
  int stage_number = 0;
  int stage_count = 0;
  /// Share of all the work that is done, by its forecast. It never decreases, and is 1 at the end of a fit; negative
  /// where it is not known.
  double whole = -1;
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
  /// Called when a stage goes over into another, which has this name; from one thread.
  std::function<void(std::string_view)> next_stage{};
  /// Bytes. Work whose forecast lies above is refused before it starts.
  std::optional<std::size_t> max_memory{};
  /// Columns of a dense kernel that are held at a time. Fewer take less memory and evaluate the kernel more often; a
  /// fit takes as many as max_memory lets it.
  int columns_at_a_time = 256;
};

/// The most memory that this process has held so far.
[[nodiscard]] std::size_t peak_memory_bytes();

}  // namespace codimap

// How the work is run. Nothing here changes a single bit of the answer.
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

struct Execution {
  /// 0 takes every core.
  int threads = 0;
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

// Ways out of a long job. A signal ends the program at once, its unfinished outputs removed, except where it is put
// off.
#pragma once

#include <chrono>

namespace codimap::program {

/// Takes over SIGINT and SIGTERM, and turns SIGPIPE into a failed write.
void handle_signals();

/// While one lives, the first signal is only noted. A second one ends the program all the same, and so does the first
/// once it was put off for as long as `at_most`; 0 is without end.
class PutOffSignals {
 public:
  explicit PutOffSignals(std::chrono::microseconds at_most);
  PutOffSignals(const PutOffSignals&) = delete;
  PutOffSignals& operator=(const PutOffSignals&) = delete;
  ~PutOffSignals();
};

/// The signal noted so far; 0 for none.
[[nodiscard]] int noted_signal();

}  // namespace codimap::program

// What the program says: lines and a progress line on stderr, text on stdout.
#pragma once

#include <chrono>
#include <string>
#include <string_view>

#include "codimap/execution.hpp"

namespace codimap::program {

/// One line on stderr, made printable.
void say(std::string_view line);

/// Text on stdout; a stdout that takes no more is ErrorKind::failed_io.
void print(std::string_view text);

/// One line on a terminal, drawn over itself while work goes on and erased at the end. Silent in a pipe.
class ProgressLine {
 public:
  explicit ProgressLine(bool quiet);
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;
  ~ProgressLine();

  [[nodiscard]] bool shown() const { return shown_; }
  void draw(const Progress& progress);

 private:
  using Clock = std::chrono::steady_clock;

  void redraw(const std::string& line);

  bool shown_;
  std::size_t width_ = 0;  // of the line on the terminal now
  std::string stage_;
  Clock::time_point began_;
  Clock::time_point drawn_;
};

}  // namespace codimap::program

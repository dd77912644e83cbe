// What the program says: lines and a progress line on stderr, text on stdout.
#include "terminal.hpp"

#include <unistd.h>

#include <cerrno>
#include <cmath>
#include <cstdio>
#include <cstring>

#include "words.hpp"

namespace codimap::program {
namespace {

std::string time_left(std::chrono::duration<double> spent, double done) {
  const auto seconds = static_cast<long>(std::ceil(spent.count() * (1 - done) / done));
  if (seconds < 120) return words(seconds, " s left");
  return seconds < 7200 ? words(seconds / 60, " min left") : words(seconds / 3600, " h left");
}

}  // namespace

void say(std::string_view line) {
  const std::string text = printable(line) + "\n";
  std::fwrite(text.data(), 1, text.size(), stderr);
}

void print(std::string_view text) {
  const std::size_t written = std::fwrite(text.data(), 1, text.size(), stdout);
  if (written != text.size() || std::fflush(stdout) != 0) {
    refuse(ErrorKind::failed_io, "standard output: writing failed (", std::strerror(errno), ")");
  }
}

ProgressLine::ProgressLine(bool quiet) : shown_(!quiet && isatty(STDERR_FILENO) == 1) {}

ProgressLine::~ProgressLine() {
  if (width_ > 0) {
    redraw("");
    std::fputc('\r', stderr);
  }
}

void ProgressLine::draw(const Progress& progress) {
  const auto now = Clock::now();
  if (progress.stage != stage_) {
    // The time left is that of the whole where it is known, else of the stage.
    if (progress.whole < 0 || stage_.empty()) began_ = now;
    stage_ = progress.stage;
  } else if (now - drawn_ < std::chrono::milliseconds(100)) {
    return;
  }
  drawn_ = now;
  std::string line = stage_;
  if (progress.stage_count > 0) line += words(" (", progress.stage_number, " of ", progress.stage_count, ")");
  if (progress.done >= 0) line += words(' ', std::floor(100 * progress.done), " %");
  // A forecast from the first instants is a guess.
  const std::chrono::duration<double> spent = now - began_;
  const double done = progress.whole >= 0 ? progress.whole : progress.done;
  if (done > 0.02 && spent.count() > 0.5) line += ", " + time_left(spent, done);
  redraw(line);
}

void ProgressLine::redraw(const std::string& line) {
  const std::string text = '\r' + printable(line) + std::string(width_ > line.size() ? width_ - line.size() : 0, ' ');
  std::fwrite(text.data(), 1, text.size(), stderr);
  width_ = line.size();
}

}  // namespace codimap::program

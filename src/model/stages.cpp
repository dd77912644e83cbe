#include "model/stages.hpp"

#include <algorithm>
#include <chrono>
#include <memory>
#include <string>

namespace codimap {
namespace {

double seconds_now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace

Stages::Timer::Timer(Stages& stages, std::string_view name) : stages_(stages) { begin(name); }

Stages::Timer::~Timer() { report(); }

void Stages::Timer::begin(std::string_view name) {
  name_ = name;
  start_ = seconds_now();
  stages_.course_.begin(name);
  if (stages_.run_.progress) stages_.run_.progress(stages_.course_.at(-1, 0));
}

void Stages::Timer::next(std::string_view name) {
  report();
  begin(name);
}

double Stages::Timer::seconds() const { return seconds_now() - start_; }

void Stages::Timer::report() const {
  const double seconds = this->seconds();
  // Each connected component has the same stages: they count as one.
  const auto before = std::ranges::find(stages_.reports_, name_, &StageReport::name);
  if (before == stages_.reports_.end()) {
    stages_.reports_.push_back({.name = std::string(name_), .seconds = seconds, .peak_bytes = peak_memory_bytes()});
  } else {
    before->seconds += seconds;
    before->peak_bytes = peak_memory_bytes();
  }
}

Execution Stages::within(Timer& timer, int passes) {
  Execution inner = run_;
  inner.next_stage = [&timer](std::string_view name) { timer.next(name); };
  if (!run_.progress) return inner;
  struct Position {
    int pass = 0;
    double done = 0;
  };
  // A loop that is less far than the last report is the next one.
  inner.progress = [this, &timer, passes, at = std::make_shared<Position>()](const Progress& loop) {
    if (loop.done < at->done) ++at->pass;
    at->done = loop.done;
    const double done = passes == 0 ? -1 : std::min(1.0, (at->pass + loop.done) / passes);
    run_.progress(course_.at(done, timer.seconds()));
  };
  return inner;
}

}  // namespace codimap

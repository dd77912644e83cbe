#include "model/course.hpp"

#include <algorithm>

namespace codimap {
namespace {

double seconds_of(const std::vector<StageForecast>& stages, std::size_t begin, std::size_t end) {
  double sum = 0;
  for (std::size_t s = begin; s < end; ++s) sum += stages[s].seconds;
  return sum;
}

/// Nine tenths are done in the time that was expected; work that takes longer nears its end ever more slowly.
double done_after(double seconds, double expected) {
  const double share = seconds / std::max(expected, 1e-6);
  return share < 1 ? 0.9 * share : 1 - 0.1 / share;
}

}  // namespace

Course::Course(std::vector<StageForecast> expected) : expected_(std::move(expected)) {
  const auto components = std::ranges::find(expected_, "components", &StageForecast::name);
  first_of_part_ = static_cast<std::size_t>(components - expected_.begin()) + (components != expected_.end() ? 1 : 0);
}

void Course::begin(std::string_view stage) {
  stage_ = stage;
  done_ = 0;
  const auto found = std::ranges::find(expected_, stage, &StageForecast::name);
  if (found != expected_.end()) current_ = static_cast<std::size_t>(found - expected_.begin());
}

void Course::take_part(double begin, double end) {
  part_begin_ = begin;
  part_end_ = end;
}

double Course::whole_at(double done) const {
  const double all = seconds_of(expected_, 0, expected_.size());
  double spent = seconds_of(expected_, 0, current_) + done * expected_[current_].seconds;
  if (current_ >= first_of_part_) {
    const double before = seconds_of(expected_, 0, first_of_part_);
    spent = before + part_begin_ * (all - before) + (part_end_ - part_begin_) * (spent - before);
  }
  return std::min(1.0, spent / std::max(all, 1e-6));
}

Progress Course::at(double done, double seconds) {
  if (expected_.empty()) return {.stage = stage_, .done = done};
  // A stage that was not expected has no time of its own.
  const bool known = expected_[current_].name == stage_;
  if (done < 0 && known) done = done_after(seconds, (part_end_ - part_begin_) * expected_[current_].seconds);
  done_ = std::max(done_, done);
  if (known) whole_ = std::max(whole_, whole_at(done_));
  return {.stage = stage_,
          .done = done_,
          .stage_number = static_cast<int>(current_) + 1,
          .stage_count = static_cast<int>(expected_.size()),
          .whole = whole_};
}

Progress Course::at_end() {
  const int count = static_cast<int>(expected_.size());
  return {.stage = stage_, .done = 1, .stage_number = count, .stage_count = count, .whole = count > 0 ? 1.0 : -1.0};
}

}  // namespace codimap

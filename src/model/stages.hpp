// The stages of a run: their names for the progress line, their times and memory for the report.
#pragma once

#include <string_view>
#include <utility>
#include <vector>

#include "codimap/model.hpp"
#include "model/course.hpp"

namespace codimap {

class Stages {
 public:
  /// `expected`: the forecast that progress is reported by.
  Stages(const Execution& run, std::vector<StageReport>& reports, std::vector<StageForecast> expected = {})
      : run_(run), between_(run), reports_(reports), course_(std::move(expected)) {
    between_.progress = {};
  }

  /// Calls work(execution) as the stage `name`, which consists of about `passes` loops of equal length; 0 where their
  /// number cannot be known.
  template <class Work>
  auto run(std::string_view name, int passes, Work&& work) {
    Timer timer(*this, name);
    return std::forward<Work>(work)(within(timer, passes));
  }

  /// For what is done between stages, which takes little and reports nothing.
  [[nodiscard]] const Execution& run() const { return between_; }
  /// Reports that all is done.
  void finish() {
    if (run_.progress) run_.progress(course_.at_end());
  }
  [[nodiscard]] Course& course() { return course_; }

 private:
  /// Reports the stage when it ends.
  class Timer {
   public:
    Timer(Stages& stages, std::string_view name);
    Timer(const Timer&) = delete;
    Timer& operator=(const Timer&) = delete;
    ~Timer();

    [[nodiscard]] double seconds() const;
    /// Reports the stage so far and goes on as the next.
    void next(std::string_view name);

   private:
    void begin(std::string_view name);
    void report() const;

    Stages& stages_;
    std::string_view name_;
    double start_;
  };

  [[nodiscard]] Execution within(Timer& timer, int passes);

  const Execution& run_;
  Execution between_;
  std::vector<StageReport>& reports_;
  Course course_;
};

}  // namespace codimap

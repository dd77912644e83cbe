// The stages of a run: their names for the progress line, their times and memory for the report.
#pragma once

#include <string_view>
#include <utility>
#include <vector>

#include "codimap/model.hpp"

namespace codimap {

class Stages {
 public:
  Stages(const Execution& run, std::vector<StageReport>& reports) : run_(run), reports_(reports) {}

  /// Calls work(execution) as the stage `name`, which consists of about `passes` loops of equal length; 0 where their
  /// number cannot be known.
  template <class Work>
  auto run(std::string_view name, int passes, Work&& work) {
    Timer timer(*this, name);
    return std::forward<Work>(work)(within(timer, passes));
  }

  [[nodiscard]] const Execution& run() const { return run_; }

 private:
  /// Reports the stage when it ends.
  class Timer {
   public:
    Timer(Stages& stages, std::string_view name);
    Timer(const Timer&) = delete;
    Timer& operator=(const Timer&) = delete;
    ~Timer();

    [[nodiscard]] std::string_view name() const { return name_; }
    /// Reports the stage so far and goes on as the next.
    void next(std::string_view name);

   private:
    void report() const;

    Stages& stages_;
    std::string_view name_;
    double start_;
  };

  [[nodiscard]] Execution within(Timer& timer, int passes) const;

  const Execution& run_;
  std::vector<StageReport>& reports_;
};

}  // namespace codimap

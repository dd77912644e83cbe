// How far a fit is, by the seconds that were forecast for its stages.
#pragma once

#include <string_view>
#include <vector>

#include "codimap/model.hpp"

namespace codimap {

class Course {
 public:
  /// Without a forecast nothing is known of the whole.
  explicit Course(std::vector<StageForecast> expected);

  void begin(std::string_view stage);
  /// From now on work is for a connected component: that of the points from `begin` to `end`, as shares of all.
  void take_part(double begin, double end);
  /// In the stage that began: `done` is the share of its loops, negative where that is not known, and `seconds` what
  /// it has taken so far.
  [[nodiscard]] Progress at(double done, double seconds);
  [[nodiscard]] Progress at_end();

 private:
  [[nodiscard]] double whole_at(double done) const;

  std::vector<StageForecast> expected_;
  std::size_t first_of_part_;  // stages from here on are gone through by each component
  std::string_view stage_;
  std::size_t current_ = 0;  // of the stages expected
  double done_ = 0;
  double whole_ = 0;
  double part_begin_ = 0;
  double part_end_ = 1;
};

}  // namespace codimap

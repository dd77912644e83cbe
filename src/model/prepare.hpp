// What is done to points before the kernel sees them.
#pragma once

#include <variant>
#include <vector>

#include "codimap/model.hpp"

namespace codimap {

/// PrepareOptions with what they learned from the points of a fit.
struct Preparation {
  PrepareOptions options;
  std::vector<double> mean;   // of the columns, where they are standardised
  std::vector<double> scale;  // 1/standard deviation; 0 for a constant column

  [[nodiscard]] bool changes_nothing() const { return !options.arcsinh && !options.log1p && !options.standardize; }
};

/// Learns what standardising needs.
[[nodiscard]] Preparation learn_preparation(Points points, const PrepareOptions& options);

/// The points prepared, in the precision they come in.
[[nodiscard]] std::variant<Matrix<float>, Matrix<double>> prepare(Points points, const Preparation& preparation);

}  // namespace codimap

// Spillover: the light of a dye that detectors of other dyes see, and taking it out again.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "io/fcs/layout.hpp"

namespace codimap {

struct FcsSpillover {
  std::string keyword;          // where the file has it
  std::vector<Index> channels;  // the detectors
  Matrix<double> matrix;        // row: a dye; column: the share of its light that a detector sees
};

/// By $SPILLOVER, SPILL or SPILLOVER, the first of them that the file has. Unset where it has none.
[[nodiscard]] std::optional<FcsSpillover> fcs_spillover(const FcsLayout& layout);

/// As fcs_spillover, but refused where the file has none or only one in another form.
[[nodiscard]] FcsSpillover required_fcs_spillover(const FcsLayout& layout);

/// The inverse, by which rows of detectors are multiplied from the right to get rows of dyes.
[[nodiscard]] Matrix<double> fcs_compensation(const FcsSpillover& spillover, const std::string& name);

}  // namespace codimap

// The scale that the values of an FCS file are stored on: amplification that $PnE and $PnG tell of.
#pragma once

#include <span>
#include <vector>

#include "io/fcs/layout.hpp"

namespace codimap {

/// value = first_decade · 10^(decades · stored / range) if there are decades, else stored / gain.
struct FcsScale {
  double decades = 0;
  double first_decade = 1;
  double range = 1;
  double gain = 1;

  [[nodiscard]] bool is_logarithmic() const { return decades > 0; }
  [[nodiscard]] bool is_plain() const { return decades == 0 && gain == 1; }
  [[nodiscard]] double undone(double stored) const;
};

/// Logarithms of floating-point values contradict the standard and are refused, as is what is no number.
[[nodiscard]] FcsScale fcs_scale(const FcsLayout& layout, Index channel);

/// Those of `channels` that are integers stored on a logarithmic scale. Nothing is refused: values can be read as they
/// are.
[[nodiscard]] std::vector<Index> fcs_logarithmic(const FcsLayout& layout, std::span<const Index> channels);

}  // namespace codimap

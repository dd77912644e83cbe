#include "embedding/choose_components.hpp"

#include <algorithm>

#include "codimap/map.hpp"

namespace codimap {

Index choose_components(std::span<const double> eigenvalues, std::span<const double> residuals) {
  constexpr std::size_t fewest = 2;
  std::size_t chosen = std::min(eigenvalues.size(), static_cast<std::size_t>(default_components));
  double widest = 0;
  for (std::size_t count = fewest; count < eigenvalues.size(); ++count) {
    const double gap = eigenvalues[count - 1] - eigenvalues[count];
    const double doubt = residuals.empty() ? 0 : residuals[count - 1] + residuals[count];
    if (gap <= doubt || gap <= widest) continue;
    widest = gap;
    chosen = count;
  }
  return static_cast<Index>(chosen);
}

}  // namespace codimap

#include "embedding/refine_operator.hpp"

#include <algorithm>
#include <cmath>

namespace codimap {

RefineOperator products_of(const DiffusionAffinity& affinity, const Execution& run) {
  RefineOperator products{.multiply = [&](MatrixView<double> block, const Kernel::RowConsumer& consume) {
    affinity.multiply_rows(block, consume, run);
  }};
  if (!affinity.fits_float()) return products;
  products.walk_float = [&](MatrixView<float> block, const Kernel::FloatRowConsumer& consume) {
    affinity.walk_rows(block, consume, run);
  };
  const std::span<const double> degree = affinity.kernel().degree();
  const double largest = *std::ranges::max_element(degree);
  for (const double value : degree) products.scale.push_back(std::sqrt(value / largest));
  return products;
}

}  // namespace codimap

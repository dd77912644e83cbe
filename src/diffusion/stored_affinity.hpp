// Affinities as they are stored.
#pragma once

#include <algorithm>
#include <limits>

namespace codimap {

/// Rounded to T. What is positive stays so, however small: an outlier that underflows would fall out of its component.
template <class T>
[[nodiscard]] T stored_affinity(double affinity) {
  return affinity > 0 ? std::max(static_cast<T>(affinity), std::numeric_limits<T>::min()) : T{0};
}

}  // namespace codimap

#include "diffusion/far_points.hpp"

#include <limits>

#include "base/fail.hpp"

namespace codimap {

template <class T>
std::optional<Index> too_far(MatrixView<T> rows) {
  // Two rows of this length, in opposite directions, are a quarter of the largest number apart.
  constexpr double longest = static_cast<double>(std::numeric_limits<T>::max()) / 16;
  for (Index i = 0; i < rows.rows(); ++i) {
    double squared = 0;
    for (const T value : rows.row(i)) squared += static_cast<double>(value) * static_cast<double>(value);
    if (!(squared <= longest)) return i;
  }
  return std::nullopt;
}

template <class T>
void refuse_too_far(MatrixView<T> rows) {
  if (const auto row = too_far(rows)) {
    fail(ErrorKind::bad_data,
         "new point {} lies so far from those of the model that distances to them overflow; check its units", *row + 1);
  }
}

template std::optional<Index> too_far(MatrixView<float>);
template std::optional<Index> too_far(MatrixView<double>);
template void refuse_too_far(MatrixView<float>);
template void refuse_too_far(MatrixView<double>);

}  // namespace codimap

#include "linalg/chebyshev.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "base/parallel.hpp"
#include "linalg/dense.hpp"
#include "linalg/krylov_space.hpp"
#include "linalg/tall.hpp"

namespace codimap {
namespace {

/// Where the polynomial variable of `value` lies: 1 at the upper end of the interval.
double argument(double value, Interval damped) {
  return (2 * value - damped.high - damped.low) / (damped.high - damped.low);
}

}  // namespace

template <class T>
void filter(const RowwiseOperatorOn<T>& multiply, Matrix<T>& block, Interval damped, Index degree) {
  const double half_width = (damped.high - damped.low) / 2;
  const T centre = static_cast<T>((damped.high + damped.low) / 2);
  const Index width = block.cols();
  auto next = Matrix<T>::for_overwrite(block.rows(), width);
  // Divided by its value at 1 from step to step, the recurrence T_{k+1} = 2xT_k − T_{k−1} can not overflow.
  const double first_ratio = half_width / (1 - (damped.high + damped.low) / 2);
  double ratio = first_ratio;
  multiply(block, [&](Index begin, Index end, const T* image) {
    const T scale = static_cast<T>(ratio / half_width);
    const T* from = block.row(begin).data();
    T* to = next.row(begin).data();
    for (Index e = 0; e < (end - begin) * width; ++e) to[e] = scale * (image[e] - centre * from[e]);
  });
  for (Index step = 2; step <= degree; ++step) {
    const double next_ratio = 1 / (2 / first_ratio - ratio);
    multiply(next, [&](Index begin, Index end, const T* image) {
      const T scale = static_cast<T>(2 * next_ratio / half_width);
      const T before = static_cast<T>(ratio * next_ratio);
      const T* now = next.row(begin).data();
      T* to = block.row(begin).data();
      for (Index e = 0; e < (end - begin) * width; ++e) to[e] = scale * (image[e] - centre * now[e]) - before * to[e];
    });
    std::swap(block, next);
    ratio = next_ratio;
  }
  block = std::move(next);
}

template void filter(const RowwiseOperatorOn<float>&, Matrix<float>&, Interval, Index);
template void filter(const RowwiseOperatorOn<double>&, Matrix<double>&, Interval, Index);

double filter_gain(double value, Interval damped, Index degree) {
  return std::cosh(static_cast<double>(degree) * std::acosh(std::max(1.0, argument(value, damped))));
}

Index degree_for_gain(double value, Interval damped, double gain, Index most) {
  const double growth = std::acosh(std::max(1.0, argument(value, damped)));
  if (growth * static_cast<double>(most) <= std::acosh(gain)) return most;
  return static_cast<Index>(std::ceil(std::acosh(gain) / growth));
}

double value_of_gain(double gain, Interval damped, Index degree) {
  const double at = std::cosh(std::acosh(gain) / static_cast<double>(degree));
  return (at * (damped.high - damped.low) + damped.high + damped.low) / 2;
}

double damped_below(double value, double low, double gain, Index degree) {
  const double at = std::cosh(std::acosh(gain) / static_cast<double>(degree));
  return (2 * value + (at - 1) * low) / (at + 1);
}

double spectrum_floor(const RowwiseOperator& multiply, Index size, std::uint64_t seed, const Execution& run) {
  constexpr Index steps = 7;
  Matrix<double> basis(size, std::min(steps, size));
  Matrix<double> projected(basis.cols(), basis.cols());
  Matrix<double> direction = orthonormalise(RandomColumns(seed, size).draw(1, run), 0, run).columns;
  auto image = Matrix<double>::for_overwrite(size, 1);
  double coupling = 0;
  for (Index k = 0; k < basis.cols(); ++k) {
    copy_columns(direction, basis, k, run);
    multiply(direction, [&](Index begin, Index end, const double* rows) {
      std::copy(rows, rows + (end - begin), image.row(begin).data());
    });
    const TallView space = first_columns(basis, k + 1);
    const Matrix<double> onto = dot(space, image, run);
    for (Index j = 0; j <= k; ++j) projected(k, j) = onto(j, 0);
    subtract_product(image, space, onto, run);
    Orthonormal next = orthonormalise(image, 1e-12, run);
    coupling = next.columns.cols() == 0 ? 0 : next.factor(0, 0);
    if (coupling == 0) break;
    direction = std::move(next.columns);
  }
  return std::max(-1.0, symmetric_eigen(projected).values.back() - std::abs(coupling));
}

}  // namespace codimap

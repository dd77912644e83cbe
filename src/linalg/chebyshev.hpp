// Chebyshev polynomials of a symmetric operator: they hold down one interval of its spectrum and raise what lies above.
#pragma once

#include <cstdint>
#include <functional>
#include <span>

#include "codimap/execution.hpp"
#include "codimap/matrix.hpp"

namespace codimap {

/// A·block for a symmetric A, handed out by ranges of rows, each of which is the consumer's to overwrite; called from
/// many threads.
template <class T>
using RowwiseOperatorOn =
    std::function<void(MatrixView<T> block, const std::function<void(Index begin, Index end, T* rows)>&)>;
using RowwiseOperator = RowwiseOperatorOn<double>;

/// Part of a spectrum.
struct Interval {
  double low = -1;
  double high = 1;
};

/// p(A)·block in place, for the polynomial of this degree that is at most 1 in magnitude on `damped` and grows fastest
/// above it, divided by its value at 1, where the spectrum ends. One product a degree. In float32 it can not bring a
/// residual much below 1e-6.
template <class T>
void filter(const RowwiseOperatorOn<T>& multiply, Matrix<T>& block, Interval damped, Index degree);

/// How much this polynomial raises `value`, above the interval, over anything in it.
[[nodiscard]] double filter_gain(double value, Interval damped, Index degree);

/// The degree that raises `value` by `gain`, at most `most`.
[[nodiscard]] Index degree_for_gain(double value, Interval damped, double gain, Index most);

/// The value above the interval that this polynomial raises by `gain`.
[[nodiscard]] double value_of_gain(double gain, Interval damped, Index degree);

/// The upper end of the interval from `low` on beside which this polynomial raises `value` by `gain`.
[[nodiscard]] double damped_below(double value, double low, double gain, Index degree);

/// A bound below the spectrum of an operator of norm 1: of a few Lanczos steps the lowest value, less what the next
/// step would couple to it.
[[nodiscard]] double spectrum_floor(const RowwiseOperator& multiply, Index size, std::uint64_t seed,
                                    const Execution& run);

}  // namespace codimap

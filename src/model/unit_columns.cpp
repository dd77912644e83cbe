#include "model/unit_columns.hpp"

#include <cmath>
#include <numeric>
#include <vector>

#include "base/parallel.hpp"

namespace codimap {
namespace {

/// Of the columns of some rows: Σ q·φ², and the entry of largest magnitude, the first where several are equal.
struct ColumnExtent {
  std::vector<double> square;
  std::vector<double> largest;

  void add(std::size_t c, double more, double value) {
    square[c] += more;
    if (std::abs(value) > std::abs(largest[c])) largest[c] = value;
  }
};

ColumnExtent column_extent(MatrixView<double> vectors, std::span<const double> degree, const Execution& run) {
  constexpr Index rows_a_range = 4096;
  const std::vector<double> zeros(static_cast<std::size_t>(vectors.cols()));
  std::vector<ColumnExtent> parts(static_cast<std::size_t>((vectors.rows() + rows_a_range - 1) / rows_a_range),
                                  {zeros, zeros});
  parallel_for(run, vectors.rows(), rows_a_range, [&](Index begin, Index end) {
    ColumnExtent& part = parts[begin / rows_a_range];
    for (Index i = begin; i < end; ++i)
      for (std::size_t c = 0; c < zeros.size(); ++c) {
        const double value = vectors.row(i)[c];
        part.add(c, degree[i] * value * value, value);
      }
  });
  ColumnExtent whole{zeros, zeros};
  for (const ColumnExtent& part : parts)
    for (std::size_t c = 0; c < zeros.size(); ++c) whole.add(c, part.square[c], part.largest[c]);
  return whole;
}

}  // namespace

void unit_factors(MatrixView<double> vectors, std::span<const double> degree, Matrix<double>& factors,
                  const Execution& run) {
  const double total = std::accumulate(degree.begin(), degree.end(), 0.0);
  const auto [square, largest] = column_extent(vectors, degree, run);
  for (std::size_t c = 0; c < square.size(); ++c)
    factors(0, static_cast<Index>(c)) = std::copysign(std::sqrt(total / square[c]), largest[c]);
}

}  // namespace codimap

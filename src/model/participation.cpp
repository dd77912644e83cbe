#include "model/participation.hpp"

#include "base/parallel.hpp"

namespace codimap {

std::vector<double> participation_of(MatrixView<double> columns, const Execution& run) {
  constexpr Index rows_a_range = 4096;
  const Index ranges = (columns.rows() + rows_a_range - 1) / rows_a_range;
  Matrix<double> squares(ranges, columns.cols());
  Matrix<double> fourths(ranges, columns.cols());
  parallel_for(run, columns.rows(), rows_a_range, [&](Index begin, Index end) {
    const Index range = begin / rows_a_range;
    for (Index i = begin; i < end; ++i)
      for (Index c = 0; c < columns.cols(); ++c) {
        const double square = columns(i, c) * columns(i, c);
        squares(range, c) += square;
        fourths(range, c) += square * square;
      }
  });
  std::vector<double> participation;
  for (Index c = 0; c < columns.cols(); ++c) {
    double square = 0;
    double fourth = 0;
    for (Index range = 0; range < ranges; ++range) {
      square += squares(range, c);
      fourth += fourths(range, c);
    }
    participation.push_back(fourth > 0 ? square / fourth * square : 0);
  }
  return participation;
}

}  // namespace codimap

// What a model consists of.
#pragma once

#include <memory>
#include <vector>

#include "base/parallel.hpp"
#include "codimap/model.hpp"
#include "model/prepare.hpp"

namespace codimap {

struct Model::State {
  Options options;  // with everything that was chosen filled in
  Index points = 0;
  Preparation preparation;
  /// The kernel that new points are joined to; none for a model of a graph.
  std::shared_ptr<const PointKernel> kernel;
  std::vector<Index> region_of;  // of the kernel's points
  Index regions = 0;
  Extension extension;          // to φ of any norm and sign
  std::vector<double> factors;  // of its columns, to λᵗφ
  Result result;
};

/// Training points and new ones are scaled alike, to the last bit.
inline void multiply_columns(Matrix<double>& matrix, std::span<const double> factors, const Execution& run) {
  parallel_for(run, matrix.rows(), 4096, [&](Index begin, Index end) {
    for (Index i = begin; i < end; ++i)
      for (Index c = 0; c < matrix.cols(); ++c) matrix(i, c) *= factors[c];
  });
}

}  // namespace codimap

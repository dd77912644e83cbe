#include "refinement/subspace.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <type_traits>

#include "base/parallel.hpp"
#include "base/random.hpp"
#include "refinement/laplacian.hpp"

namespace codimap {

template <class T>
void multiply(const Levels& levels, Index l, const Matrix<T>& x, Matrix<T>& kx, const Execution& run) {
  const NodeLevel& level = levels[l];
  const Index width = x.cols();
  if (kx.rows() != x.rows() || kx.cols() != width) kx = Matrix<T>::for_overwrite(x.rows(), width);
  if (width == 0) return;
  with_laplacian_rows(level, x.view(), run, [&](const auto& row) {
    parallel_for(run, x.rows(), block_rows_a_range(width), [&](Index begin, Index end) {
      std::optional<FlushToZero> flush;
      if constexpr (std::is_same_v<T, float>) flush.emplace();
      for (Index i = begin; i < end; ++i) row(i, kx.row(i).data());
    });
  });
  // A dense kernel has no rows, and is multiplied in float64.
  if constexpr (std::is_same_v<T, double>)
    if (level.rows.empty())
      levels.kernel->multiply_rows(
          x, {},
          [&](Index begin, Index end, const double* rows) {
            for (Index i = begin; i < end; ++i, rows += width)
              for (Index c = 0; c < width; ++c) kx(i, c) = level.degree[i] * x(i, c) - rows[c];
          },
          run);
}

template <class T>
void centre(const NodeLevel& level, Matrix<T>& block, const Execution& run) {
  const Index width = block.cols();
  if (width == 0) return;
  const std::vector<double> sums = sums_over_rows(block.rows(), width, run, [&](Index i, double* to) {
    const double degree = level.degree[i];
    const T* from = block.row(i).data();
    for (Index c = 0; c < width; ++c) to[c] += degree * static_cast<double>(from[c]);
  });
  std::vector<T> mean;
  for (const double sum : sums) mean.push_back(static_cast<T>(sum / level.total_degree));
  parallel_for(run, block.rows(), block_rows_a_range(width), [&](Index begin, Index end) {
    for (Index i = begin; i < end; ++i) {
      T* row = block.row(i).data();
      for (Index c = 0; c < width; ++c) row[c] -= mean[static_cast<std::size_t>(c)];
    }
  });
}

template <class T>
void project_out(const NodeLevel& level, const Matrix<T>& x, Matrix<T>& w, const Execution& run) {
  if (x.cols() == 0) return;
  const Matrix<double> common = gram<T>({&x}, {&w}, level.degree, false, run);
  Matrix<double> coefficients(x.cols() + w.cols(), w.cols());
  for (Index i = 0; i < x.cols(); ++i)
    for (Index c = 0; c < w.cols(); ++c) coefficients(i, c) = -common(i, c);
  for (Index c = 0; c < w.cols(); ++c) coefficients(x.cols() + c, c) = 1;
  combine<T>({&x, &w}, coefficients, {&w}, run);
}

template <class T>
void fill_residuals(const NodeLevel& level, const Subspace<T>& space, std::uint64_t seed, Matrix<float>& to,
                    const Execution& run) {
  const Index m = space.x.cols();
  const Index width = to.cols();
  const std::vector<T> values(space.values.begin(), space.values.end());
  parallel_for(run, to.rows(), block_rows_a_range(width), [&](Index begin, Index end) {
    for (Index i = begin; i < end; ++i) {
      const auto degree = static_cast<T>(level.degree[i]);
      const T* x = space.x.data() + i * m;
      const T* kx = space.kx.data() + i * m;
      float* row = to.row(i).data();
      for (Index c = 0; c < m; ++c)
        row[c] = static_cast<float>(kx[c] - values[static_cast<std::size_t>(c)] * degree * x[c]);
      const float root = std::sqrt(static_cast<float>(degree));
      for (Index c = m; c < width; c += 8) {
        const auto eight = random_eight(seed + static_cast<std::uint64_t>(c), RandomStream::test_vectors,
                                        static_cast<std::uint64_t>(i));
        for (Index q = c; q < std::min(c + 8, width); ++q) row[q] = root * eight[static_cast<std::size_t>(q - c)];
      }
    }
  });
}

template <class T>
std::vector<double> residual_norms(const NodeLevel& level, const Subspace<T>& space, const Execution& run) {
  const Index width = space.x.cols();
  std::vector<double> norms = sums_over_rows(space.x.rows(), width, run, [&](Index i, double* sums) {
    const double degree = level.degree[i];
    for (Index c = 0; c < width; ++c) {
      const double residual = static_cast<double>(space.kx(i, c)) -
                              space.values[static_cast<std::size_t>(c)] * degree * static_cast<double>(space.x(i, c));
      sums[c] += residual * residual / degree;
    }
  });
  for (double& norm : norms) norm = std::sqrt(norm);
  return norms;
}

template void multiply(const Levels&, Index, const Matrix<float>&, Matrix<float>&, const Execution&);
template void multiply(const Levels&, Index, const Matrix<double>&, Matrix<double>&, const Execution&);
template void centre(const NodeLevel&, Matrix<float>&, const Execution&);
template void centre(const NodeLevel&, Matrix<double>&, const Execution&);
template void project_out(const NodeLevel&, const Matrix<float>&, Matrix<float>&, const Execution&);
template void project_out(const NodeLevel&, const Matrix<double>&, Matrix<double>&, const Execution&);
template void fill_residuals(const NodeLevel&, const Subspace<float>&, std::uint64_t, Matrix<float>&, const Execution&);
template void fill_residuals(const NodeLevel&, const Subspace<double>&, std::uint64_t, Matrix<float>&,
                             const Execution&);
template std::vector<double> residual_norms(const NodeLevel&, const Subspace<float>&, const Execution&);
template std::vector<double> residual_norms(const NodeLevel&, const Subspace<double>&, const Execution&);

}  // namespace codimap

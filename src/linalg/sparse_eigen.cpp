#include "linalg/sparse_eigen.hpp"

#include <algorithm>
#include <memory>

#include "base/parallel.hpp"
#include "codimap/error.hpp"
#include "linalg/dense.hpp"
#include "linalg/eigen_map.hpp"
#include "linalg/sparse.hpp"
#include "linalg/tall.hpp"
// After eigen_map.hpp, which sets how Eigen is to compute.
#include <Eigen/Cholesky>
#include <Eigen/SparseCholesky>

namespace codimap {
namespace {

constexpr Index dense_size = 128;              // below, the dense solver is as fast
constexpr double factor_work_for_a_row = 1e5;  // multiplications: beyond, the plain Krylov space costs less
constexpr double few_digits = 1e-4;
constexpr double widest_shift = 0.1;
constexpr double narrowest_shift = 1e-6;
constexpr Index columns_a_range = 4;

using Columns = Eigen::SparseMatrix<double, Eigen::ColMajor, Index>;
using Cholesky = Eigen::SimplicialLDLT<Columns, Eigen::Lower, Eigen::AMDOrdering<Index>>;

/// The columns of solve(columns), in ranges that do not depend on the number of threads.
template <class Solve>
Matrix<double> by_columns(MatrixView<double> block, const Execution& run, const Solve& solve) {
  auto result = Matrix<double>::for_overwrite(block.rows(), block.cols());
  parallel_for(run, block.cols(), columns_a_range, [&](Index begin, Index end) {
    const Eigen::MatrixXd columns = map_of(block).middleCols(begin, end - begin);
    map_of(result).middleCols(begin, end - begin) = solve(columns);
  });
  return result;
}

/// θ − a, factored for one θ after another.
class ShiftedMatrix : private Cholesky {
 public:
  explicit ShiftedMatrix(const SparseRows& a) : matrix_(a.rows(), a.rows()) {
    std::vector<Eigen::Triplet<double, Index>> entries;
    for (Index i = 0; i < a.rows(); ++i) {
      entries.emplace_back(i, i, 0.0);
      const auto row = row_of(a, i);
      for (Index e = 0; e < row.count; ++e)
        if (row.columns[e] <= i) entries.emplace_back(i, row.columns[e], -row.values[e]);
    }
    matrix_.setFromTriplets(entries.begin(), entries.end());
    analyzePattern(matrix_);
  }
  /// Multiplications that factoring takes, which is known from the pattern.
  [[nodiscard]] double work() const { return m_nonZerosPerCol.cast<double>().squaredNorm(); }
  /// Whether factoring would fill most of a triangle: then it is done much faster without indices.
  [[nodiscard]] bool fills() const { return 4 * m_nonZerosPerCol.sum() > matrix_.rows() * matrix_.rows(); }
  void factor(double theta) {
    setShift(theta);
    factorize(matrix_);
  }
  /// Eigenvalues of a above θ, by Sylvester's law of inertia; all of them where θ is one.
  [[nodiscard]] Index above() const {
    return info() == Eigen::Success ? (vectorD().array() < 0).count() : m_diag.size();
  }
  /// (θ − a)⁻¹·scale·block. Each column on its own, so that the bits do not depend on how columns are shared out.
  [[nodiscard]] Matrix<double> solve(MatrixView<double> block, double scale, const Execution& run) const {
    return by_columns(block, run, [&](const Eigen::MatrixXd& columns) -> Eigen::MatrixXd {
      return scale * Cholesky::solve(columns);
    });
  }

 private:
  Columns matrix_;  // −a, the lower triangle
};

/// A δ like 1 − λ of the last eigenvalue that is wanted: the spectrum of (1 + δ − a)⁻¹ then shows those before it apart
/// from one another and from the rest, and a larger condition would only cost digits.
double shift_for(ShiftedMatrix& matrix, Index wanted) {
  double shift = widest_shift;
  for (; shift > narrowest_shift; shift /= 10) {
    matrix.factor(1 - shift);
    if (matrix.above() <= wanted) break;
  }
  return shift;
}

/// Eigenpairs of a within the span of orthonormal columns that is invariant under it.
EigenPairs pairs_within(const SparseRows& a, const Matrix<double>& span, const Execution& run) {
  EigenPairs small = symmetric_eigen(transposed_product(span, product(a, span, run), {}, run));
  return {.values = std::move(small.values), .vectors = product(span, small.vectors, run)};
}

/// (1 + shift − a)⁻¹·shift by a factor without indices, in the precision of T.
template <class T>
SymmetricOperator dense_resolvent(const SparseRows& a, double shift, const Execution& run) {
  using Full = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic>;
  const Matrix<double> full = to_dense(a);
  Full shifted = -map_of(full).template cast<T>();
  shifted.diagonal().array() += static_cast<T>(1 + shift);
  return [shift, run, factor = Eigen::LLT<Full>(shifted)](MatrixView<double> block) {
    return by_columns(block, run, [&](const Eigen::MatrixXd& columns) -> Eigen::MatrixXd {
      return shift * factor.solve(columns.template cast<T>()).template cast<double>();
    });
  };
}

/// The same by the factor of `matrix`, which is of a.
SymmetricOperator sparse_resolvent(ShiftedMatrix& matrix, double shift, const Execution& run) {
  matrix.factor(1 + shift);
  return [&matrix, shift, run](MatrixView<double> block) { return matrix.solve(block, shift, run); };
}

/// Whether its factor would fill, most likely: to find out takes longer than that factor.
bool nearly_full(const SparseRows& a) {
  const double square = static_cast<double>(a.rows()) * static_cast<double>(a.rows());
  return 8 * static_cast<double>(a.values.size()) > square && square / 3 <= factor_work_for_a_row;
}

}  // namespace

EigenPairs largest_eigenpairs(const SparseRows& a, Index count, MatrixView<double> known, const LanczosOptions& options,
                              const Execution& run) {
  LanczosOptions cheap_products = options;
  cheap_products.dense_size = dense_size;
  // Of norm 1; its products carry the rounding of a matrix of condition 1/δ.
  const auto by_resolvent = [&](const SymmetricOperator& multiply, double shift) {
    cheap_products.tolerance = std::max(options.tolerance, 1e-14 / shift);
    return pairs_within(a, largest_eigenpairs(multiply, a.rows(), count, known, cheap_products, run).vectors, run);
  };
  if (a.rows() > dense_size && 3 * count <= a.rows() - known.cols()) {
    // Where few digits are asked for, to look for a better shift takes longer than it saves, and so do doubles.
    const bool few = options.tolerance >= few_digits;
    if (few && nearly_full(a)) return by_resolvent(dense_resolvent<float>(a, widest_shift, run), widest_shift);
    ShiftedMatrix matrix(a);
    if (matrix.work() <= factor_work_for_a_row * static_cast<double>(a.rows())) {
      if (few && matrix.fills()) return by_resolvent(dense_resolvent<float>(a, widest_shift, run), widest_shift);
      const double shift = shift_for(matrix, count + known.cols());
      return by_resolvent(
          matrix.fills() ? dense_resolvent<double>(a, shift, run) : sparse_resolvent(matrix, shift, run), shift);
    }
  }
  const auto multiply = [&](MatrixView<double> block) { return product(a, block, run); };
  return largest_eigenpairs(multiply, a.rows(), count, known, cheap_products, run);
}

}  // namespace codimap

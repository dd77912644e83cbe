// The eigensolver against LAPACK and closed forms, multiplicities above all.
#include "linalg/block_lanczos.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numbers>

#include "codimap/error.hpp"
#include "linalg/dense.hpp"
#include "linalg/sparse.hpp"
#include "unit/linalg/random_matrix.hpp"

extern "C" void dsyev_(const char* job, const char* triangle, const int* n, double* a, const int* lda, double* w,
                       double* work, const int* work_size, int* info);

namespace codimap::test {
namespace {

using Edges = std::vector<std::pair<Index, Index>>;

/// Q^-½·G·Q^-½ of an unweighted graph; its largest eigenvalue is 1.
SparseRows affinity_of(Index nodes, const Edges& edges) {
  std::vector<std::map<Index, double>> rows(static_cast<std::size_t>(nodes));
  for (const auto& [a, b] : edges) rows[static_cast<std::size_t>(a)][b] = rows[static_cast<std::size_t>(b)][a] = 1;
  SparseRows result{.cols = nodes, .offsets = {0}, .columns = {}, .values = {}};
  for (const auto& row : rows) {
    for (const auto& [column, weight] : row) {
      const auto degrees = row.size() * rows[static_cast<std::size_t>(column)].size();
      result.columns.push_back(static_cast<std::int32_t>(column));
      result.values.push_back(weight / std::sqrt(static_cast<double>(degrees)));
    }
    result.offsets.push_back(static_cast<Index>(result.columns.size()));
  }
  return result;
}

SparseRows hypercube(int bits) {
  Edges edges;
  for (Index node = 0; node < Index{1} << bits; ++node)
    for (int bit = 0; bit < bits; ++bit) edges.emplace_back(node, node ^ (Index{1} << bit));
  return affinity_of(Index{1} << bits, edges);
}

SparseRows path(Index nodes) {
  Edges edges;
  for (Index i = 0; i + 1 < nodes; ++i) edges.emplace_back(i, i + 1);
  return affinity_of(nodes, edges);
}

/// Gaussian affinities between points of a rolled-up strip, in several equal parts that do not see each other.
Matrix<double> rolls(Index points, Index parts) {
  const auto uniform = [&](Index i) { return random_uniform(3, RandomStream::sample, static_cast<std::uint64_t>(i)); };
  Matrix<double> position(points, 4);
  const Index part_points = points / parts;
  for (Index i = 0; i < points; ++i) {
    const double angle = 1.5 * std::numbers::pi * (1 + 2 * uniform(2 * (i % part_points)));
    position(i, 0) = angle * std::cos(angle);
    position(i, 1) = 21 * uniform(2 * (i % part_points) + 1);
    position(i, 2) = angle * std::sin(angle);
    position(i, 3) = 1e4 * static_cast<double>(i / part_points);
  }
  Matrix<double> affinity(points, points);
  std::vector<double> degree(static_cast<std::size_t>(points));
  for (Index i = 0; i < points; ++i)
    for (Index j = 0; j < points; ++j) {
      double square = 0;
      for (Index c = 0; c < 4; ++c) square += std::pow(position(i, c) - position(j, c), 2);
      affinity(i, j) = std::exp(-square / 25);
      degree[static_cast<std::size_t>(i)] += affinity(i, j);
    }
  for (Index i = 0; i < points; ++i)
    for (Index j = 0; j < points; ++j)
      affinity(i, j) /= std::sqrt(degree[static_cast<std::size_t>(i)] * degree[static_cast<std::size_t>(j)]);
  return affinity;
}

std::vector<double> lapack_eigenvalues(Matrix<double> matrix) {
  const int n = static_cast<int>(matrix.rows());
  const int work_size = 64 * n;
  int info = 0;
  std::vector<double> values(static_cast<std::size_t>(n));
  std::vector<double> work(static_cast<std::size_t>(work_size));
  dsyev_("N", "U", &n, matrix.data(), &n, values.data(), work.data(), &work_size, &info);
  EXPECT_EQ(info, 0);
  return {values.rbegin(), values.rend()};
}

template <class Operand>
EigenPairs solve(const Operand& matrix, Index size, Index count, MatrixView<double> known = {}, int threads = 1,
                 const LanczosOptions& options = {}) {
  const Execution run = with_threads(threads);
  const SymmetricOperator multiply = [&](MatrixView<double> block) { return product(matrix, block, run); };
  return largest_eigenpairs(multiply, size, count, known, options, run);
}

template <class Operand>
void expect_pairs(const Operand& matrix, const EigenPairs& pairs, const std::vector<double>& expected) {
  ASSERT_GE(expected.size(), pairs.values.size());
  Matrix<double> residual = product(matrix, pairs.vectors);
  for (std::size_t j = 0; j < pairs.values.size(); ++j) {
    EXPECT_NEAR(pairs.values[j], expected[j], 1e-9) << "pair " << j;
    double square = 0;
    for (Index i = 0; i < residual.rows(); ++i) {
      const auto column = static_cast<Index>(j);
      square += std::pow(residual(i, column) - pairs.values[j] * pairs.vectors(i, column), 2);
    }
    EXPECT_LE(std::sqrt(square), 1e-10) << "pair " << j;
  }
  EXPECT_LT(distance_from_orthonormal(pairs.vectors), 1e-9);
}

std::vector<double> repeated(const std::vector<std::pair<double, std::size_t>>& levels) {
  std::vector<double> values;
  for (const auto& [value, copies] : levels) values.insert(values.end(), copies, value);
  return values;
}

TEST(BlockLanczos, FindsBothCopiesOnACycle) {
  for (const Index nodes : {20, 1500}) {
    Edges edges;
    for (Index i = 0; i < nodes; ++i) edges.emplace_back(i, (i + 1) % nodes);
    // Three chords from each node: the spectrum of a circulant graph, but less crowded at 1 than that of the cycle.
    if (nodes > 20)
      for (Index i = 0; i < nodes; ++i)
        for (const Index step : {31, 177, 420}) edges.emplace_back(i, (i + step) % nodes);
    std::vector<double> expected;
    for (Index k = 0; k < nodes; ++k) {
      const double angle = 2 * std::numbers::pi * static_cast<double>(k) / static_cast<double>(nodes);
      double value = std::cos(angle);
      if (nodes > 20) value = (value + std::cos(31 * angle) + std::cos(177 * angle) + std::cos(420 * angle)) / 4;
      expected.push_back(value);
    }
    std::ranges::sort(expected, std::greater{});
    const auto matrix = affinity_of(nodes, edges);
    expect_pairs(matrix, solve(matrix, nodes, 7), expected);
  }
}

TEST(BlockLanczos, FindsAllCopiesOnAHypercube) {
  const auto matrix = hypercube(11);
  const auto expected = repeated({{1, 1}, {9.0 / 11, 11}, {7.0 / 11, 55}, {5.0 / 11, 165}});
  for (const Index count : {3, 12, 15, 70}) expect_pairs(matrix, solve(matrix, 2048, count), expected);
}

TEST(BlockLanczos, IsNotTrappedInTheInvariantSubspaceOfACompleteGraph) {
  const Index nodes = 1100;
  Matrix<double> matrix(nodes, nodes);
  std::fill_n(matrix.data(), matrix.size(), 1 / static_cast<double>(nodes));
  expect_pairs(matrix, solve(matrix, nodes, 5), {1, 0, 0, 0, 0});
}

TEST(BlockLanczos, TellsEqualPartsApart) {
  const auto matrix = rolls(1500, 5);
  const auto expected = lapack_eigenvalues(matrix);
  EXPECT_NEAR(expected[4], 1, 1e-12);
  expect_pairs(matrix, solve(matrix, 1500, 12), expected);
}

TEST(BlockLanczos, AgreesWithLapackOnARoll) {
  const auto matrix = rolls(1200, 1);
  expect_pairs(matrix, solve(matrix, 1200, 32), lapack_eigenvalues(matrix));
}

TEST(BlockLanczos, StaysOrthogonalToWhatIsKnown) {
  for (const Index points : {300, 1200}) {
    const auto matrix = rolls(points, 1);
    const auto all = solve(matrix, points, 8);
    Matrix<double> known(points, 3);
    for (Index i = 0; i < points; ++i)
      for (Index j = 0; j < 3; ++j) known(i, j) = all.vectors(i, j);
    const auto rest = solve(matrix, points, 5, known);
    expect_pairs(matrix, rest, {all.values.begin() + 3, all.values.end()});
    EXPECT_LT(largest_difference(transposed_product(known, rest.vectors), Matrix<double>(3, 5)), 1e-8);
  }
}

TEST(BlockLanczos, GivesAllPairsOfASmallMatrix) {
  const auto matrix = hypercube(4);
  expect_pairs(matrix, solve(matrix, 16, 16), repeated({{1, 1}, {0.5, 4}, {0, 6}, {-0.5, 4}, {-1, 1}}));
  EXPECT_EQ(solve(matrix, 16, 0).vectors.rows(), 16);
}

TEST(BlockLanczos, GivesUpWithTheResidualsWhereTheSpectrumCrowds) {
  const auto matrix = path(3000);
  try {
    (void)solve(matrix, 3000, 10, {}, 1, {.tolerance = 1e-10, .max_products = 60, .seed = 0});
    FAIL() << "60 products cannot tell the eigenvalues of a path of 3000 nodes apart";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::not_converged);
    const std::string message = error.what();
    EXPECT_NE(message.find("of 10 eigenvectors"), std::string::npos) << message;
    EXPECT_NE(message.find("the residuals are"), std::string::npos) << message;
  }
}

TEST(BlockLanczos, StopsWhenAsked) {
  const auto matrix = hypercube(11);
  int asked = 0;
  Execution run = with_threads(1);
  run.cancelled = [&] { return ++asked > 50; };
  const SymmetricOperator multiply = [&](MatrixView<double> block) { return product(matrix, block); };
  try {
    (void)largest_eigenpairs(multiply, 2048, 12, {}, {}, run);
    FAIL() << "was asked to stop";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::cancelled);
  }
}

TEST(BlockLanczos, HasTheSameBytesForAnyNumberOfThreads) {
  const auto matrix = hypercube(13);
  const auto one = solve(matrix, 8192, 3, {}, 1);
  for (const int threads : {2, 8}) {
    const auto many = solve(matrix, 8192, 3, {}, threads);
    EXPECT_EQ(many.values, one.values);
    EXPECT_TRUE(same_bytes(many.vectors, one.vectors));
  }
}

}  // namespace
}  // namespace codimap::test

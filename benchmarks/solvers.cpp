// Eigensolvers at equal residual: solvers POINTS.npy RESIDUAL THREADS WALK. Each finds 32 eigenvectors of the walk on
// the neighbour graph of the points beside the trivial one; a line of JSON says how long it took behind the kernel. A
// goes to WALK-offsets.npy, -columns.npy and -values.npy, and the degrees to WALK-degree.npy, for solvers elsewhere.
#include <Spectra/SymEigsSolver.h>

#include <Eigen/Core>
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <exception>
#include <fstream>
#include <functional>
#include <numeric>
#include <stdexcept>
#include <string>

#include "codimap/codimap.hpp"
#include "embedding/point_map.hpp"
#include "embedding/refined_map.hpp"
#include "embedding/trivial.hpp"
#include "linalg/block_lanczos.hpp"

namespace {

using codimap::Index;
using codimap::Matrix;
using codimap::MatrixView;

constexpr Index components = 32;
constexpr Index krylov_vectors = 82;  // 2.5 for each that is wanted
constexpr std::uint64_t seed = 1;
constexpr double repeat_below = 5;  // seconds

/// What every solver is given.
struct Problem {
  const codimap::Kernel& kernel;
  double residual;
  codimap::Execution run;
};

/// Values and the vectors φ, without the trivial pair or with it.
struct Pairs {
  std::vector<double> values;
  Matrix<double> vectors;
};

template <class T>
void write_npy(const std::string& path, const std::vector<T>& values, const char* type) {
  std::string header = std::string("{'descr': '") + type + "', 'fortran_order': False, 'shape': (" +
                       std::to_string(values.size()) + ",), }";
  header.resize((header.size() + 10) / 64 * 64 + 64 - 10, ' ');
  header.back() = '\n';
  std::ofstream file(path, std::ios::binary);
  file.write("\x93NUMPY\x01\x00", 8)
      .put(static_cast<char>(header.size() & 255))
      .put(static_cast<char>(header.size() >> 8));
  file << header;
  file.write(reinterpret_cast<const char*>(values.data()), static_cast<std::streamsize>(values.size() * sizeof(T)));
  if (!file) throw std::runtime_error(path + " could not be written");
}

/// Rows of A are its columns, which a kernel hands out.
void write_walk(const Problem& problem, const std::string& name) {
  const auto degree = problem.kernel.degree();
  const Index size = problem.kernel.size();
  codimap::SparseRows walk{.cols = size, .offsets = {0}, .columns = {}, .values = {}};
  for (Index first = 0; first < size; first += 4096) {
    std::vector<Index> selected(static_cast<std::size_t>(std::min<Index>(4096, size - first)));
    std::iota(selected.begin(), selected.end(), first);
    const auto block = std::get<codimap::SparseRows>(problem.kernel.columns(selected, problem.run));
    std::vector<std::vector<std::pair<Index, double>>> rows(selected.size());
    for (Index i = 0; i < block.rows(); ++i)
      for (Index at = block.offsets[i]; at < block.offsets[i + 1]; ++at)
        rows[block.columns[at]].emplace_back(
            i, block.values[at] / std::sqrt(degree[i] * degree[first + block.columns[at]]));
    for (const auto& row : rows) {
      for (const auto& [column, value] : row) {
        walk.columns.push_back(static_cast<std::int32_t>(column));
        walk.values.push_back(value);
      }
      walk.offsets.push_back(static_cast<Index>(walk.values.size()));
    }
  }
  write_npy(name + "-offsets.npy", walk.offsets, "<i8");
  write_npy(name + "-columns.npy", walk.columns, "<i4");
  write_npy(name + "-values.npy", walk.values, "<f8");
  write_npy(name + "-degree.npy", std::vector(degree.begin(), degree.end()), "<f8");
}

/// φ = Q^-½ψ.
Pairs of_walk(const Problem& problem, std::vector<double> values, Matrix<double> vectors) {
  for (Index i = 0; i < vectors.rows(); ++i)
    for (double& value : vectors.row(i)) value /= std::sqrt(problem.kernel.degree()[i]);
  return {std::move(values), std::move(vectors)};
}

Matrix<double> trivial_of(const Problem& problem) {
  const auto degree = problem.kernel.degree();
  return codimap::trivial_vectors(std::vector<Index>(degree.size()), degree);
}

/// As a fit does it, with its defaults.
Pairs by_codimap(const Problem& problem) {
  const codimap::Kernel& kernel = problem.kernel;
  const codimap::DiffusionAffinity affinity(kernel);
  const Index regions = std::max(std::min<Index>(500, kernel.size() / 4), 4 * components);
  const codimap::Coherence rho = codimap::coherence(affinity, 1, seed, problem.run);
  const codimap::Components one{.component_of = std::vector<Index>(static_cast<std::size_t>(kernel.size())),
                                .sizes = {kernel.size()}};
  const codimap::Partition partition = codimap::nearest_centroid(
      affinity, rho, codimap::sample_centroids(rho.values, regions, seed, problem.run), one, 1, problem.run);
  codimap::PointMap refined = codimap::refined_map(kernel, {partition.region_of, partition.regions, {}}, components,
                                                   {.residual = problem.residual}, seed, problem.run);
  return {std::move(refined.eigenvalues), std::move(refined.vectors)};
}

Pairs by_block_lanczos(const Problem& problem) {
  const codimap::DiffusionAffinity affinity(problem.kernel);
  const auto multiply = [&](MatrixView<double> block) { return affinity.multiply(block, problem.run); };
  codimap::EigenPairs found =
      codimap::largest_eigenpairs(multiply, problem.kernel.size(), components, trivial_of(problem),
                                  {.tolerance = problem.residual, .seed = seed}, problem.run);
  return of_walk(problem, std::move(found.values), std::move(found.vectors));
}

/// A as Spectra asks for it.
struct SpectraWalk {
  using Scalar = double;
  const Problem& problem;
  codimap::DiffusionAffinity affinity{problem.kernel};

  [[nodiscard]] Eigen::Index rows() const { return problem.kernel.size(); }
  [[nodiscard]] Eigen::Index cols() const { return rows(); }
  void perform_op(const double* x, double* y) const {
    affinity.multiply_rows(
        MatrixView<double>(x, rows(), 1),
        [&](Index begin, Index end, const double* values) { std::copy_n(values, end - begin, y + begin); },
        problem.run);
  }
};

/// The trivial pair is the first that it finds. Its tolerance is relative to eigenvalues, which are at most 1.
Pairs by_spectra(const Problem& problem) {
  SpectraWalk walk{problem};
  Spectra::SymEigsSolver<SpectraWalk> solver(walk, components + 1, krylov_vectors);
  solver.init();
  solver.compute(Spectra::SortRule::LargestAlge, 10000, problem.residual);
  if (solver.info() != Spectra::CompInfo::Successful) throw std::runtime_error("did not converge in 10000 restarts");
  const Eigen::VectorXd values = solver.eigenvalues();
  Matrix<double> vectors(problem.kernel.size(), components + 1);
  Eigen::Map<Eigen::Matrix<double, -1, -1, Eigen::RowMajor>>(vectors.data(), vectors.rows(), vectors.cols()) =
      solver.eigenvectors();
  return of_walk(problem, {values.begin(), values.end()}, std::move(vectors));
}

/// The trace tells whether the pairs are the leading ones, since no others have a larger; it leaves the trivial one
/// out.
void measure(const char* name, const Problem& problem, const std::function<Pairs(const Problem&)>& solve,
             bool repeat = false) try {
  std::vector<double> seconds;
  const std::clock_t used = std::clock();
  Pairs found;
  do {
    const auto start = std::chrono::steady_clock::now();
    found = solve(problem);
    seconds.push_back(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
  } while ((repeat || seconds.front() < repeat_below) && seconds.size() < 3);
  const double cpu = static_cast<double>(std::clock() - used) / CLOCKS_PER_SEC / static_cast<double>(seconds.size());
  std::ranges::sort(seconds);
  const auto residuals =
      codimap::residuals_of(codimap::DiffusionAffinity(problem.kernel), found.values, found.vectors, problem.run);
  const double trace = std::accumulate(found.values.end() - components, found.values.end(), 0.0);
  std::printf(
      "{\"name\": \"%s\", \"seconds\": %.6f, \"cpu\": %.6f, \"runs\": %zu, \"residual\": %.6e, \"trace\": %.12f}\n",
      name, seconds[seconds.size() / 2], cpu, seconds.size(), std::ranges::max(residuals), trace);
  std::fflush(stdout);
} catch (const std::exception& error) {
  std::printf("{\"name\": \"%s\", \"failed\": \"%s\"}\n", name, error.what());
}

std::vector<Index> largest_component(const codimap::Components& parts) {
  std::vector<Index> points;
  for (std::size_t i = 0; i < parts.component_of.size(); ++i)
    if (parts.component_of[i] == 0) points.push_back(static_cast<Index>(i));
  return points;
}

}  // namespace

int main(int count, char** arguments) try {
  if (count != 5) throw std::runtime_error("usage: solvers POINTS.npy RESIDUAL THREADS WALK");
  const codimap::Execution run{.threads = std::atoi(arguments[3])};
  const codimap::Table table = codimap::read_table(arguments[1]);
  const auto order = codimap::locality_order(table.points(), run);
  std::shared_ptr<const codimap::Kernel> kernel = codimap::point_kernel(table.points(), {.neighbors = 30}, run, order);
  const codimap::Components parts = codimap::connected_components(*kernel, run);
  if (parts.sizes.size() > 1) kernel = kernel->restricted_to(largest_component(parts), run);
  const Problem problem{.kernel = *kernel, .residual = std::strtod(arguments[2], nullptr), .run = run};
  std::printf("{\"points\": %ld, \"components\": %zu}\n", static_cast<long>(kernel->size()), parts.sizes.size());
  write_walk(problem, arguments[4]);
  measure("codimap", problem, by_codimap, true);
  measure("codimap, block Lanczos", problem, by_block_lanczos);
  measure("Spectra SymEigsSolver", problem, by_spectra);
} catch (const std::exception& error) {
  std::fprintf(stderr, "solvers: %s\n", error.what());
  return 1;
}

// From coordinates of regions to coordinates of points.

#include <algorithm>
#include <atomic>
#include <cmath>
#include <numeric>

#include "base/fail.hpp"
#include "base/parallel.hpp"
#include "codimap/map.hpp"
#include "linalg/sparse.hpp"
#include "simd/loops.hpp"

namespace codimap {

Extension interpolation_of(const CompressedKernel& compressed, const SpectralMap& map, Interpolation interpolation) {
  Extension extension;
  extension.interpolation = interpolation;
  extension.region_weight.assign(compressed.degree.size(), 1);
  extension.coordinates = map.vectors;
  for (Index j = 0; j < map.vectors.rows(); ++j)
    for (Index c = 0; c < map.vectors.cols(); ++c)
      extension.coordinates(j, c) /=
          interpolation == Interpolation::point_to_region ? map.eigenvalues[c] : compressed.degree[j];
  return extension;
}

namespace {

constexpr Index rows_a_range = 512;

/// Rows of the regions' coordinates, each times the region's weight; the divisor is one more column.
Matrix<double> weighted_coordinates(const Extension& extension) {
  const Index components = extension.coordinates.cols();
  Matrix<double> weighted(extension.coordinates.rows(), components + 1);
  for (Index j = 0; j < weighted.rows(); ++j) {
    for (Index c = 0; c < components; ++c) weighted(j, c) = extension.region_weight[j] * extension.coordinates(j, c);
    weighted(j, components) = extension.region_weight[j];
  }
  return weighted;
}

/// A row without the regions of components that the point has less affinity to; of equal ones the first counts.
class OneComponent {
 public:
  explicit OneComponent(const Extension& extension) : extension_(extension) {
    const auto& component_of = extension.component_of;
    if (!component_of.empty()) sums_.resize(static_cast<std::size_t>(*std::ranges::max_element(component_of)) + 1);
  }

  /// The component; leaves `row` with what belongs to it.
  Index keep(SparseRow<double>& row) {
    if (sums_.empty()) return 0;
    std::ranges::fill(sums_, 0.0);
    for (Index e = 0; e < row.count; ++e)
      sums_[component(row.columns[e])] += row.values[e] * extension_.region_weight[row.columns[e]];
    const Index largest = std::ranges::max_element(sums_) - sums_.begin();
    columns_.clear();
    values_.clear();
    for (Index e = 0; e < row.count; ++e)
      if (component(row.columns[e]) == largest) {
        columns_.push_back(row.columns[e]);
        values_.push_back(row.values[e]);
      }
    row = {columns_.data(), values_.data(), static_cast<Index>(columns_.size())};
    return largest;
  }

 private:
  [[nodiscard]] Index component(Index region) const { return extension_.component_of[region]; }

  const Extension& extension_;
  std::vector<double> sums_;
  std::vector<std::int32_t> columns_;
  std::vector<double> values_;
};

}  // namespace

Matrix<double> extend(const PointRegionAffinity& affinity, const Extension& extension, const Execution& run) {
  const Matrix<double> weighted = weighted_coordinates(extension);
  const Index components = extension.coordinates.cols();
  const auto* sparse = std::get_if<SparseRows>(&affinity);
  const Loops<double>& loop = loops<double>(run);
  const auto* full = std::get_if<Matrix<double>>(&affinity);
  const Index rows = sparse ? sparse->rows() : full->rows();
  // A full row is a sparse one with every column: summed alike wherever it stands, so that a training point gets the
  // same bits when it comes again in other company.
  std::vector<std::int32_t> every_region(sparse ? 0 : extension.region_weight.size());
  std::iota(every_region.begin(), every_region.end(), 0);

  auto result = Matrix<double>::for_overwrite(rows, components);
  std::atomic<Index> unreached = 0;
  parallel_for(run, rows, rows_a_range, [&](Index begin, Index end) {
    std::vector<double> row_sums(static_cast<std::size_t>(components) + 1);
    OneComponent one_component(extension);
    for (Index i = begin; i < end; ++i) {
      SparseRow<double> row =
          sparse ? row_of(*sparse, i)
                 : SparseRow<double>{every_region.data(), full->row(i).data(), static_cast<Index>(every_region.size())};
      const Index component = one_component.keep(row);
      loop.multiply_row(row.columns, row.values, row.count, nullptr, weighted.data(), weighted.cols(), row_sums.data());
      const double* sums = row_sums.data();
      if (!(sums[components] > 0)) ++unreached;
      const double divisor = extension.interpolation == Interpolation::point_to_region ? sums[components] : 1;
      const double root =
          extension.total_degree.empty() ? 1 : std::sqrt(sums[components] / extension.total_degree[component]);
      for (Index c = 0; c < components; ++c) result(i, c) = sums[c] / divisor * root;
      if (extension.factors.size() == 0) continue;
      for (Index c = 0; c < components; ++c) result(i, c) *= extension.factors(component, c);
    }
  });
  if (unreached > 0)
    fail(ErrorKind::bad_data, "{} of {} points have no affinity to any landmark; take more landmarks or a dense kernel",
         unreached.load(), rows);
  return result;
}

}  // namespace codimap

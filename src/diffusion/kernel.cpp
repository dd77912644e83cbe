// What any kernel can do by means of the rest of its interface.

#include "codimap/kernel.hpp"

#include <algorithm>

#include "base/parallel.hpp"
#include "diffusion/part_kernel.hpp"
#include "linalg/sparse.hpp"

namespace codimap {
namespace {

/// The region of largest sum in a row, the lower one where two are equal; no_region for an empty row.
Index strongest_region(const PointRegionAffinity& affinity, Index i) {
  if (const auto* full = std::get_if<Matrix<double>>(&affinity)) {
    const auto row = full->row(i);
    const auto largest = std::max_element(row.begin(), row.end());
    return *largest > 0 ? largest - row.begin() : no_region;
  }
  const auto row = row_of(std::get<SparseRows>(affinity), i);
  return row.count == 0 ? no_region : row.columns[std::max_element(row.values, row.values + row.count) - row.values];
}

}  // namespace

DenseOrSparse Kernel::multiply_sparse(const SparseRows& block, const Execution& run) const {
  return multiply(to_dense(block), run);
}

Matrix<double> Kernel::multiply(MatrixView<double> block, const Execution& run) const {
  auto result = Matrix<double>::for_overwrite(size(), block.cols());
  const auto keep = [&](Index begin, Index end, const double* rows) {
    std::copy_n(rows, (end - begin) * block.cols(), result.row(begin).data());
  };
  multiply_rows(block, {}, keep, run);
  return result;
}

std::shared_ptr<const Kernel> Kernel::restricted_to(std::span<const Index> points, const Execution& run) const {
  // A disconnected kernel has few affinities other than zero.
  const SparseRows columns = to_sparse(this->columns(points, run));
  SparseRows part{.cols = static_cast<Index>(points.size()), .offsets = {0}, .columns = {}, .values = {}};
  for (const Index i : points) {
    const auto row = row_of(columns, i);
    part.columns.insert(part.columns.end(), row.columns, row.columns + row.count);
    part.values.insert(part.values.end(), row.values, row.values + row.count);
    part.offsets.push_back(static_cast<Index>(part.columns.size()));
  }
  return std::make_shared<PartKernel<double>>(std::move(part), Copies(), run);
}

Index Kernel::spread_regions(std::span<Index> region_of, Index regions, const Execution& run) const {
  Index left = std::count(region_of.begin(), region_of.end(), no_region);
  for (Index before = left + 1; left > 0 && left < before;) {
    const PointRegionAffinity sums = region_sums(region_of, regions, run);
    parallel_for(run, size(), rows_at_a_time, [&](Index begin, Index end) {
      for (Index i = begin; i < end; ++i)
        if (region_of[i] == no_region) region_of[i] = strongest_region(sums, i);
    });
    before = left;
    left = std::count(region_of.begin(), region_of.end(), no_region);
  }
  return left;
}

}  // namespace codimap

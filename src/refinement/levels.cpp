#include "refinement/levels.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <type_traits>
#include <utility>

#include "base/parallel.hpp"
#include "linalg/dense.hpp"
#include "linalg/sparse.hpp"

namespace codimap {
namespace {

constexpr Index rows_a_range = 4096;
constexpr Index coarsest_nodes = 128;   // solved densely: that many, or
constexpr Index coarsest_a_column = 4;  // so many for each column of the block
constexpr Index most_dense_nodes = 2048;
constexpr double least_shrinkage = 0.9;  // a level with more of the nodes of the one before is not worth its cycle
constexpr double twice_ratio = 3;
// Degrees beyond these leave no room in float32 for what sums and ratios need.
constexpr double least_degree_in_float = 1e-25;
constexpr double largest_degree_in_float = 1e25;

/// f(rows) where there are any.
template <class F>
void on_rows(const NodeLevel& level, const F& f) {
  std::visit(
      [&](const auto& rows) {
        if constexpr (!std::is_same_v<std::decay_t<decltype(rows)>, std::monostate>) f(rows);
      },
      level.rows.rows);
}

template <class A>
std::vector<double> leaving_weights(const SparseView<A>& a, const Execution& run) {
  std::vector<double> leaving(static_cast<std::size_t>(a.rows()));
  parallel_for(run, a.rows(), rows_a_range, [&](Index begin, Index end) {
    for (Index i = begin; i < end; ++i) {
      const auto row = row_of(a, i);
      double sum = 0;
      for (Index e = 0; e < row.count; ++e) sum += row.columns[e] == i ? 0 : static_cast<double>(row.values[e]);
      leaving[static_cast<std::size_t>(i)] = sum;
    }
  });
  return leaving;
}

void finish(NodeLevel& level, const Execution& run) {
  on_rows(level, [&](const auto& rows) { level.leaving = leaving_weights(rows, run); });
  if (level.rows.empty()) level.leaving = level.degree;
  level.inverse_leaving.resize(level.leaving.size());
  parallel_for(run, level.size(), rows_a_range, [&](Index begin, Index end) {
    for (Index i = begin; i < end; ++i)
      level.inverse_leaving[i] = level.leaving[i] > 0 ? static_cast<float>(1 / level.leaving[i]) : 0.0F;
  });
  level.total_degree = std::accumulate(level.degree.begin(), level.degree.end(), 0.0);
}

/// Lists the nodes of each region, and gives the next level its degrees.
void set_members(NodeLevel& level) {
  const Aggregates& regions = level.regions;
  level.offsets.assign(static_cast<std::size_t>(regions.count) + 1, 0);
  for (const std::int32_t r : regions.region_of) ++level.offsets[r + 1];
  for (Index r = 0; r < regions.count; ++r) level.offsets[r + 1] += level.offsets[r];
  level.members.resize(regions.region_of.size());
  std::vector<Index> next(level.offsets.begin(), level.offsets.end() - 1);
  for (std::size_t i = 0; i < level.members.size(); ++i)
    level.members[next[regions.region_of[i]]++] = static_cast<std::int32_t>(i);
}

std::vector<double> region_degrees(const NodeLevel& level, const Execution& run) {
  std::vector<double> degree(static_cast<std::size_t>(level.regions.count));
  parallel_for(run, level.regions.count, rows_a_range, [&](Index begin, Index end) {
    for (Index r = begin; r < end; ++r)
      for (Index p = level.offsets[r]; p < level.offsets[r + 1]; ++p) degree[r] += level.degree[level.members[p]];
  });
  return degree;
}

void add_row(const PointRegionAffinity& affinity, Index i, std::span<double> sums) {
  if (const auto* full = std::get_if<Matrix<double>>(&affinity)) {
    for (Index c = 0; c < full->cols(); ++c) sums[c] += (*full)(i, c);
    return;
  }
  const auto row = row_of(std::get<SparseRows>(affinity), i);
  for (Index e = 0; e < row.count; ++e) sums[row.columns[e]] += row.values[e];
}

/// Weights between regions, without those inside one.
template <class A>
SparseRows weights_between_regions(const SparseView<A>& a, const NodeLevel& level, const Execution& run) {
  constexpr Index few_ranges = 16;
  const auto fill = [&](Index begin, Index end, SparseRows& part) {
    RowSums sums(level.regions.count);
    for (Index r = begin; r < end; ++r) {
      for (Index p = level.offsets[r]; p < level.offsets[r + 1]; ++p) {
        const auto row = row_of(a, level.members[p]);
        for (Index e = 0; e < row.count; ++e) {
          const std::int32_t other = level.regions.region_of[row.columns[e]];
          if (other != r) sums.add(other, static_cast<double>(row.values[e]));
        }
      }
      sums.flush(part);
    }
  };
  return sparse_rows(level.regions.count, level.regions.count, run, fill, few_ranges);
}

class Builder {
 public:
  Builder(const Kernel& kernel, const KnownRegions& regions, Index columns, const Execution& run)
      : run_(run), coarsest_(std::max(coarsest_nodes, coarsest_a_column * columns)) {
    result_.kernel = &kernel;
    kernel.stored_rows().empty() ? add_levels_of_regions(kernel, regions) : add_finest(kernel);
  }

  Levels build() {
    last_twice_ = result_.levels.back().size();
    while (result_.levels.back().size() > coarsest_ && add_coarser()) {
    }
    if (result_.levels.back().size() <= std::max(coarsest_, most_dense_nodes)) solve_coarsest();
    return std::move(result_);
  }

 private:
  /// Copies of a point are one node, as they have one row.
  void add_finest(const Kernel& kernel) {
    NodeLevel level;
    level.rows = kernel.stored_rows();
    on_rows(level, [&](const auto& rows) {
      const std::span<const Index> row_of_point = level.rows.row_of;
      std::vector<double> copies(static_cast<std::size_t>(rows.rows()), 1);
      if (row_of_point.empty()) {
        level.degree.assign(kernel.degree().begin(), kernel.degree().end());
      } else {
        std::ranges::fill(copies, 0);
        level.degree.assign(copies.size(), 0);
        for (std::size_t i = 0; i < row_of_point.size(); ++i) {
          copies[row_of_point[i]] += 1;
          level.degree[row_of_point[i]] += kernel.degree()[i];
        }
      }
      const auto [least, largest] = std::ranges::minmax(level.degree);
      const bool fits = least > least_degree_in_float && largest < largest_degree_in_float;
      if (!row_of_point.empty() || !fits) own_scaled_rows(rows, copies, fits ? 1 : 1 / largest, level);
    });
    finish(level, run_);
    result_.levels.push_back(std::move(level));
  }

  /// Rows times the copies at both ends and times a factor.
  template <class A>
  void own_scaled_rows(const SparseView<A>& rows, const std::vector<double>& copies, double factor,
                       NodeLevel& level) const {
    level.own_rows = std::make_unique<SparseRows>();
    SparseRows& own = *level.own_rows;
    own.cols = rows.cols();
    own.offsets.resize(static_cast<std::size_t>(rows.rows()) + 1);
    own.columns.resize(static_cast<std::size_t>(rows.entries()));
    own.values.resize(own.columns.size());
    parallel_for(run_, rows.rows(), rows_a_range, [&](Index begin, Index end) {
      for (Index u = begin; u < end; ++u) {
        own.offsets[u + 1] = rows.end(u);
        for (Index e = rows.begin(u); e < rows.end(u); ++e) {
          own.columns[e] = rows.column(e);
          own.values[e] = static_cast<double>(rows.value(e)) * factor * copies[u] * copies[rows.column(e)];
        }
      }
    });
    for (double& degree : level.degree) degree *= factor;
    level.rows.rows = SparseView(own);
  }

  /// A kernel that would have to evaluate its rows, and the walk between known regions, K_c = CᵀGC.
  void add_levels_of_regions(const Kernel& kernel, const KnownRegions& regions) {
    NodeLevel level;
    level.degree.assign(kernel.degree().begin(), kernel.degree().end());
    finish(level, run_);
    level.regions.count = regions.count;
    for (const Index r : regions.region_of) level.regions.region_of.push_back(static_cast<std::int32_t>(r));
    set_members(level);
    SparseRows weights = weights_between(regions.affinity, level);
    NodeLevel next;
    next.degree = region_degrees(level, run_);
    next.own_rows = std::make_unique<SparseRows>(std::move(weights));
    next.rows.rows = SparseView(*next.own_rows);
    next.solved_twice = true;
    finish(next, run_);
    result_.levels.push_back(std::move(level));
    result_.levels.push_back(std::move(next));
  }

  /// Cᵀ·B, as symmetric as rounding left it not to be, without its diagonal.
  [[nodiscard]] SparseRows weights_between(const PointRegionAffinity& affinity, const NodeLevel& level) const {
    const Index count = level.regions.count;
    Matrix<double> sums(count, count);
    parallel_for(run_, count, 8, [&](Index begin, Index end) {
      for (Index r = begin; r < end; ++r)
        for (Index p = level.offsets[r]; p < level.offsets[r + 1]; ++p)
          add_row(affinity, level.members[p], sums.row(r));
    });
    return sparse_rows(count, count, run_, [&](Index begin, Index end, SparseRows& part) {
      for (Index r = begin; r < end; ++r) {
        for (Index c = 0; c < count; ++c)
          if (c != r && sums(r, c) + sums(c, r) > 0) {
            part.columns.push_back(static_cast<std::int32_t>(c));
            part.values.push_back(0.5 * (sums(r, c) + sums(c, r)));
          }
        part.offsets.push_back(std::ssize(part.columns));
      }
    });
  }

  /// Returns whether there was a level worth adding.
  bool add_coarser() {
    NodeLevel& level = result_.levels.back();
    NodeLevel next;
    on_rows(level, [&](const auto& rows) {
      level.regions = aggregate(rows, level.degree, level.leaving, run_);
      if (!is_worth(level)) return;
      set_members(level);
      next.own_rows = std::make_unique<SparseRows>(weights_between_regions(rows, level, run_));
    });
    if (!next.own_rows) {
      level.regions = {};
      return false;
    }
    next.degree = region_degrees(level, run_);
    next.rows.rows = SparseView(*next.own_rows);
    finish(next, run_);
    next.solved_twice = static_cast<double>(next.size()) * twice_ratio <= static_cast<double>(last_twice_);
    if (next.solved_twice) last_twice_ = next.size();
    result_.levels.push_back(std::move(next));
    return true;
  }

  /// Whether aggregation left fewer nodes, but more than vectors that are to be told apart on them.
  [[nodiscard]] bool is_worth(const NodeLevel& level) const {
    const auto left = static_cast<double>(level.regions.count);
    if (left > least_shrinkage * static_cast<double>(level.size())) return false;
    return 2 * level.regions.count > coarsest_ / coarsest_a_column;
  }

  void solve_coarsest() {
    const NodeLevel& level = result_.levels.back();
    const Index n = level.size();
    Matrix<double> negative(n, n);  // −D^-½·K·D^-½, whose eigenvalues descend
    on_rows(level, [&](const auto& rows) {
      for (Index i = 0; i < n; ++i) {
        const auto row = row_of(rows, i);
        for (Index e = 0; e < row.count; ++e)
          if (row.columns[e] != i)
            negative(i, row.columns[e]) =
                static_cast<double>(row.values[e]) / std::sqrt(level.degree[i] * level.degree[row.columns[e]]);
        negative(i, i) = -level.leaving[i] / level.degree[i];
      }
    });
    const EigenPairs pairs = symmetric_eigen(negative);
    result_.vectors = Matrix<double>::for_overwrite(n, n - 1);
    constexpr double least_value = 1e-18;
    for (Index c = 0; c + 1 < n; ++c) result_.values.push_back(std::max(-pairs.values[c + 1], least_value));
    for (Index i = 0; i < n; ++i)
      for (Index c = 0; c + 1 < n; ++c) result_.vectors(i, c) = pairs.vectors(i, c + 1) / std::sqrt(level.degree[i]);
  }

  const Execution& run_;
  Index coarsest_;
  Index last_twice_ = 0;
  Levels result_;
};

}  // namespace

Levels levels_of(const Kernel& kernel, const KnownRegions& regions, Index columns, const Execution& run) {
  return Builder(kernel, regions, columns, run).build();
}

}  // namespace codimap

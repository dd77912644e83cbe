#include "model/joined_map.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/fail.hpp"
#include "model/state.hpp"

namespace codimap {
namespace {

/// The points of each component, ascending.
std::vector<std::vector<Index>> members_of(const Components& parts) {
  std::vector<std::vector<Index>> members(parts.sizes.size());
  for (std::size_t c = 0; c < members.size(); ++c) members[c].reserve(static_cast<std::size_t>(parts.sizes[c]));
  for (std::size_t i = 0; i < parts.component_of.size(); ++i)
    members[parts.component_of[i]].push_back(static_cast<Index>(i));
  return members;
}

/// The order of some of the points, by their rank among themselves.
Order order_among(std::span<const Index> members, const Order& order) {
  std::vector<Index> by_given(members.size());
  std::iota(by_given.begin(), by_given.end(), Index{0});
  std::ranges::sort(by_given, {}, [&](Index i) { return order.given(members[i]); });
  std::vector<Index> rank(members.size());
  for (std::size_t r = 0; r < by_given.size(); ++r) rank[by_given[r]] = static_cast<Index>(r);
  return Order(std::move(rank));
}

/// Its share of the regions, but enough for its components.
Index regions_of_part(const Options& options, Index size, Index all) {
  if (!options.regions.regions) return 0;
  const double share =
      static_cast<double>(*options.regions.regions) * static_cast<double>(size) / static_cast<double>(all);
  const Index least = 4 * expected_components(options.map);
  return std::min(size, std::max(static_cast<Index>(std::ceil(share)), std::min(least, *options.regions.regions)));
}

class Joiner {
 public:
  Joiner(const Components& parts, Index columns) : columns_(columns) {
    const auto size = static_cast<Index>(parts.component_of.size());
    PartMap& all = joined_.map;
    all.embedding = Matrix<double>(size, columns);
    all.region_of.assign(static_cast<std::size_t>(size), no_region);
    all.extension.factors = Matrix<double>(static_cast<Index>(parts.sizes.size()), columns);
  }

  void add(PartMap part, std::span<const Index> members, Index component) {
    PartMap& all = joined_.map;
    const Index offset = all.regions;
    const Index partition_offset = all.partition.regions;
    const Index filled = part.embedding.cols();
    all.partition.region_of.resize(part.partition.regions > 0 ? all.region_of.size() : 0);
    for (std::size_t i = 0; i < members.size(); ++i) {
      std::ranges::copy(part.embedding.row(static_cast<Index>(i)), all.embedding.row(members[i]).begin());
      all.region_of[members[i]] = offset + part.region_of[i];
      if (part.partition.regions > 0)
        all.partition.region_of[members[i]] = partition_offset + part.partition.region_of[i];
    }
    for (const Index centroid : part.partition.centroids) all.partition.centroids.push_back(members[centroid]);
    all.partition.regions += part.partition.regions;
    all.partition.reached_later += part.partition.reached_later;
    if (component == 0) all.time = part.time;
    all.coherence_error = std::max(all.coherence_error, part.coherence_error);

    all.regions += part.regions;
    all.extension.interpolation = part.extension.interpolation;
    const auto& weight = part.extension.region_weight;
    all.extension.region_weight.insert(all.extension.region_weight.end(), weight.begin(), weight.end());
    all.extension.component_of.insert(all.extension.component_of.end(), weight.size(), component);
    std::copy_n(part.extension.factors.data(), filled, all.extension.factors.row(component).data());
    coordinates_.push_back(std::move(part.extension.coordinates));
    layouts_.push_back(std::move(part.layout));
    members_.push_back(members);
    if (component == 0)
      all.spectrum = std::move(part.spectrum);
    else if (members.size() > 1)
      joined_.other_spectra.push_back(std::move(part.spectrum));
  }

  [[nodiscard]] Index columns() const { return columns_; }

  JoinedMap finish() {
    Matrix<double>& all = joined_.map.extension.coordinates;
    all = Matrix<double>(joined_.map.regions, columns_);
    Index row = 0;
    for (const Matrix<double>& part : coordinates_)
      for (Index j = 0; j < part.rows(); ++j, ++row) std::ranges::copy(part.row(j), all.row(row).begin());
    if (layouts_.front().points.size() > 0) join_layouts();
    return std::move(joined_);
  }

 private:
  void join_layouts() {
    set_side_by_side(layouts_);
    const Index dimensions = layouts_.front().points.cols();
    Layout& all = joined_.map.layout;
    all.points = Matrix<double>::for_overwrite(joined_.map.embedding.rows(), dimensions);
    all.anchors = Matrix<double>::for_overwrite(joined_.map.regions, dimensions);
    double* next = all.anchors.data();
    for (std::size_t c = 0; c < layouts_.size(); ++c) {
      const auto& [points, anchors] = layouts_[c];
      for (Index i = 0; i < points.rows(); ++i)
        std::ranges::copy(points.row(i), all.points.row(members_[c][i]).begin());
      next = std::copy_n(anchors.data(), anchors.size(), next);
    }
  }

  Index columns_;
  JoinedMap joined_;
  std::vector<Matrix<double>> coordinates_;  // of the regions of each part
  std::vector<Layout> layouts_;
  std::vector<std::span<const Index>> members_;  // the points of each part
};

Matrix<double> rows_of(const Matrix<double>& matrix, std::span<const Index> rows) {
  auto result = Matrix<double>::for_overwrite(static_cast<Index>(rows.size()), matrix.cols());
  for (std::size_t i = 0; i < rows.size(); ++i)
    std::ranges::copy(matrix.row(rows[i]), result.row(static_cast<Index>(i)).begin());
  return result;
}

/// A point by itself has nowhere to go: its coordinates are 0.
PartMap isolated_point(const PartMap& like) {
  PartMap part;
  part.embedding = Matrix<double>(1, 0);
  part.region_of = {0};
  part.regions = 1;
  part.extension.interpolation = like.extension.interpolation;
  part.extension.region_weight = {1};
  part.extension.coordinates = Matrix<double>(1, 0);
  part.extension.factors = Matrix<double>(1, 0);
  part.layout.points = part.layout.anchors = Matrix<double>(1, like.layout.points.cols());
  if (like.partition.regions > 0) {
    part.partition.region_of = part.partition.centroids = {0};
    part.partition.regions = 1;
  }
  return part;
}

}  // namespace

JoinedMap map_parts(const Kernel& kernel, const Components& parts, const Matrix<double>* points, Options options,
                    const Order& order, Stages& stages) {
  const std::optional<Index> components = options.map.components;
  const PartComponents of_largest = components == by_eigengap
                                        ? PartComponents{1, std::min(spectrum_for_gap, parts.sizes.front() - 1) - 1}
                                        : PartComponents{components};
  if (parts.sizes.size() == 1) {
    const Index regions = options.regions.regions.value_or(0);
    return {map_part(kernel, points, options, of_largest, regions, order, stages), {}};
  }
  if (parts.sizes.front() == 1)
    fail(ErrorKind::bad_data, "no point has an affinity to any other, so there is nothing to embed");
  if (components && *components >= parts.sizes.front())
    fail(ErrorKind::bad_data,
         "components must be less than the number of points in the largest of {} connected components ({}); got {}",
         parts.sizes.size(), parts.sizes.front(), *components);

  const std::vector<std::vector<Index>> members = members_of(parts);
  std::optional<Joiner> joiner;
  std::optional<PartMap> alone;
  const auto all = static_cast<double>(kernel.size());
  for (std::size_t c = 0, before = 0; c < members.size(); before += members[c++].size()) {
    const auto component = static_cast<Index>(c);
    const Index size = parts.sizes[c];
    stages.course().take_part(static_cast<double>(before) / all, static_cast<double>(before + members[c].size()) / all);
    if (size == 1) {
      joiner->add(*alone, members[c], component);
      continue;
    }
    const auto part_kernel =
        stages.run("components", 0, [&](const Execution& run) { return kernel.restricted_to(members[c], run); });
    // What is asked of the largest may be more than another has.
    const PartComponents asked = c == 0 ? of_largest : PartComponents{0, std::min(size - 1, joiner->columns())};
    const std::optional<Matrix<double>> part_points =
        points ? std::optional(rows_of(*points, members[c])) : std::nullopt;
    PartMap part = map_part(*part_kernel, part_points ? &*part_points : nullptr, options, asked,
                            regions_of_part(options, size, kernel.size()), order_among(members[c], order), stages);
    if (!joiner) {
      joiner.emplace(parts, part.embedding.cols());
      alone = isolated_point(part);
      // What the largest chose holds for all.
      options.map.components = part.embedding.cols();
      options.map.time = part.time;
    }
    joiner->add(std::move(part), members[c], component);
  }
  return joiner->finish();
}

}  // namespace codimap

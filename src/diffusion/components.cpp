// Connected components, numbered by size.

#include <algorithm>
#include <numeric>

#include "base/parallel.hpp"
#include "codimap/kernel.hpp"

namespace codimap {

/// Through row reductions alone, so that any kernel will do. Hooks trees of points onto the smallest root among their
/// neighbours and shortens them, until nothing changes: in a few rounds even where the graph is long, since a tree's
/// height halves in each.
std::vector<Index> Kernel::component_roots(const Execution& run) const {
  std::vector<Index> parent(static_cast<std::size_t>(size()));
  std::iota(parent.begin(), parent.end(), Index{0});
  for (;;) {
    const std::vector<Index> before = parent;
    const std::vector<Index> nearest_root = row_minimum(parent, run);
    for (Index i = 0; i < size(); ++i) {
      Index& root = parent[before[i]];
      root = std::min(root, nearest_root[i]);
      parent[i] = std::min(parent[i], nearest_root[i]);
    }
    for (Index i = 0; i < size(); ++i)
      while (parent[i] != parent[parent[i]]) parent[i] = parent[parent[i]];
    if (parent == before) return parent;
  }
}

Components connected_components(const Kernel& kernel, const Execution& run) {
  const std::vector<Index> root_of = kernel.component_roots(run);
  std::vector<Index> size_of(root_of.size());
  for (const Index root : root_of) ++size_of[root];
  std::vector<Index> order;
  for (Index i = 0; i < kernel.size(); ++i)
    if (size_of[i] > 0) order.push_back(i);
  std::stable_sort(order.begin(), order.end(), [&](Index a, Index b) { return size_of[a] > size_of[b]; });

  Components components;
  std::vector<Index> number(root_of.size());
  for (std::size_t c = 0; c < order.size(); ++c) {
    number[order[c]] = static_cast<Index>(c);
    components.sizes.push_back(size_of[order[c]]);
  }
  components.component_of.resize(root_of.size());
  parallel_for(run, kernel.size(), 4096, [&](Index begin, Index end) {
    for (Index i = begin; i < end; ++i) components.component_of[i] = number[root_of[i]];
  });
  return components;
}

}  // namespace codimap

// Connected components through row reductions alone, so that any kernel will do.

#include <algorithm>
#include <numeric>

#include "codimap/kernel.hpp"

namespace codimap {
namespace {

/// Hooks trees of points onto the smallest root among their neighbours and shortens them, until nothing changes: in a
/// few rounds even where the graph is long, since a tree's height halves in each.
std::vector<Index> roots(const Kernel& kernel, const Execution& run) {
  std::vector<Index> parent(static_cast<std::size_t>(kernel.size()));
  std::iota(parent.begin(), parent.end(), Index{0});
  for (;;) {
    const std::vector<Index> before = parent;
    const std::vector<Index> nearest_root = kernel.row_minimum(parent, run);
    for (Index i = 0; i < kernel.size(); ++i) {
      Index& root = parent[before[i]];
      root = std::min(root, nearest_root[i]);
      parent[i] = std::min(parent[i], nearest_root[i]);
    }
    for (Index i = 0; i < kernel.size(); ++i)
      while (parent[i] != parent[parent[i]]) parent[i] = parent[parent[i]];
    if (parent == before) return parent;
  }
}

}  // namespace

Components connected_components(const Kernel& kernel, const Execution& run) {
  const std::vector<Index> root_of = roots(kernel, run);
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
  for (const Index root : root_of) components.component_of.push_back(number[root]);
  return components;
}

}  // namespace codimap

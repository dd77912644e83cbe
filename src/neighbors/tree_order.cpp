#include "neighbors/tree_order.hpp"

#include <algorithm>
#include <numeric>

#include "base/parallel.hpp"

namespace codimap {
namespace {

constexpr Index spread_sample = 256;  // points that tell in which direction the others spread

struct Node {
  Index begin;
  Index end;
};

/// The coordinate with the widest range among a sample of a node's points.
template <class T>
Index widest_coordinate(MatrixView<T> points, std::span<const Index> node) {
  const auto size = static_cast<Index>(node.size());
  const Index sampled = std::min(size, spread_sample);
  Index widest = 0;
  T largest = -1;
  for (Index k = 0; k < points.cols(); ++k) {
    T low = points(node[0], k);
    T high = low;
    for (Index s = 1; s < sampled; ++s) {
      const T value = points(node[s * size / sampled], k);
      low = std::min(low, value);
      high = std::max(high, value);
    }
    if (high - low <= largest) continue;
    largest = high - low;
    widest = k;
  }
  return widest;
}

/// Moves the lower half of a node's points, along its widest coordinate, to its front. Ties go by index, which leaves
/// one answer however the halves were found.
template <class T>
void halve(MatrixView<T> points, std::span<Index> node, Index middle) {
  const Index k = widest_coordinate(points, node);
  std::vector<std::pair<T, Index>> keys;
  keys.reserve(node.size());
  for (const Index i : node) keys.emplace_back(points(i, k), i);
  std::nth_element(keys.begin(), keys.begin() + middle, keys.end());
  for (std::size_t i = 0; i < node.size(); ++i) node[i] = keys[i].second;
}

}  // namespace

std::vector<Index> tree_order(Points points, Index leaf, const Execution& run) {
  std::vector<Index> order(static_cast<std::size_t>(points.rows()));
  std::iota(order.begin(), order.end(), Index{0});
  points.visit([&](const auto& view) {
    std::vector<Node> level{{0, points.rows()}};
    while (!level.empty()) {
      std::vector<Node> next(2 * level.size());
      parallel_for(run, static_cast<Index>(level.size()), 1, [&](Index n, Index) {
        const auto [begin, end] = level[n];
        const Index leaves = (end - begin + leaf - 1) / leaf;
        const Index middle = leaves / 2 * leaf;
        if (leaves > 1) halve(view, std::span(order).subspan(begin, end - begin), middle);
        if (leaves > 2) next[2 * n] = {begin, begin + middle};
        if (leaves > 2) next[2 * n + 1] = {begin + middle, end};
      });
      std::erase_if(next, [leaf](const Node& node) { return node.end - node.begin <= leaf; });
      level = std::move(next);
    }
  });
  return order;
}

}  // namespace codimap

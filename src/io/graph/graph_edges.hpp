// From edges, as files list them, to a symmetric graph.
#pragma once

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "codimap/matrix.hpp"

namespace codimap {

struct Edge {
  std::int32_t source = 0;
  std::int32_t target = 0;
  double weight = 1;

  [[nodiscard]] std::pair<std::int32_t, std::int32_t> pair() const {
    return {std::min(source, target), std::max(source, target)};
  }
};

/// Edges of one direction add up, in their order; a pair given in both directions gets the mean of the two. `name` is
/// the file's, for messages.
[[nodiscard]] Graph graph_of_edges(std::vector<Edge> edges, std::size_t nodes, const std::string& name);

}  // namespace codimap

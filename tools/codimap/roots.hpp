// Where a process begins: the points that --root speaks of.
#pragma once

#include <vector>

#include "embed.hpp"

namespace codimap::program {

/// What one --root says before there is a map: a point, or a group of which the map tells the point furthest out.
struct RootChoice {
  std::vector<Index> points;
  bool is_group = false;
};

/// NAME, ROW, COLUMN=VALUE or max:COLUMN, each looked up in what was read. For before the work.
[[nodiscard]] std::vector<RootChoice> read_roots(const EmbedArguments& asked, const EmbedInput& input);

/// A row for each choice. Of a group it is the point furthest out along the coordinate whose mean over the group
/// differs most from that over all points, in standard deviations.
[[nodiscard]] std::vector<Index> choose_roots(const std::vector<RootChoice>& choices, const Result& result);

}  // namespace codimap::program

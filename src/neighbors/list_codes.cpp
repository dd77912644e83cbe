#include "neighbors/list_codes.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/parallel.hpp"

namespace codimap {
namespace {

/// Codes reach to the furthest point by its largest coordinate, but for a few that are much further than the others:
/// for their sake all steps would be coarse.
template <class T>
T box_of(std::vector<T> reach) {
  if (reach.empty()) return 0;
  const auto place = static_cast<std::ptrdiff_t>(reach.size() / 32);
  std::ranges::nth_element(reach, reach.begin() + place, std::greater<>());
  const T far = 4 * reach[static_cast<std::size_t>(place)];
  T box = 0;
  for (const T r : reach) box = r <= far ? std::max(box, r) : box;
  return box;
}

template <class T>
T steps_a_unit(T box, int largest) {
  const T scale = static_cast<T>(largest) / box;
  return std::isfinite(scale) && scale > 0 ? scale : T{1};
}

template <class T>
void encode_list(MatrixView<T> points, const PointLists<T>& lists, Index list, const NearLoops<T>& loops,
                 ListCodes<T>& codes) {
  const Index cols = points.cols();
  const T* centre = lists.centre(list).data();
  const auto members = lists.members(list);
  std::vector<T> reach;
  for (const std::int32_t member : members)
    reach.push_back(loops.largest_difference(points.row(member).data(), centre, cols));
  const T box = box_of(reach);
  codes.scale[list] = steps_a_unit(box, largest_code(cols));
  std::vector<std::int8_t> code(static_cast<std::size_t>((cols + 15) / 16 * 16));
  for (Index i = 0; i < lists.size(list); ++i) {
    const Index strip = codes.strips[list] + i / code_strip;
    std::int32_t& start = codes.starts[strip * code_strip + i % code_strip];
    if (reach[i] > box) {
      start = always_near;
      ++codes.outside_box[list];
      continue;
    }
    const Rounded rounded = loops.round_to_codes(points.row(members[i]).data(), centre, codes.scale[list],
                                                 largest_code(cols), cols, code.data());
    start = -(rounded.norm / 2);
    codes.rounding[list] = std::max(codes.rounding[list], rounding_length(rounded, cols));
    std::uint32_t* words = codes.words.data() + strip * code_strip * codes.a_point + i % code_strip;
    for (Index c = 0; c < cols; ++c)
      words[c / code_word * code_strip] |= static_cast<std::uint32_t>(code[c] + code_offset) << (c % code_word * 8);
  }
}

}  // namespace

template <class T>
ListCodes<T> encode_lists(MatrixView<T> points, const PointLists<T>& lists, const Execution& run) {
  ListCodes<T> codes{.a_point = code_words(points.cols())};
  codes.strips.assign(1, 0);
  for (Index list = 0; list < lists.count(); ++list)
    codes.strips.push_back(codes.strips.back() + (lists.size(list) + code_strip - 1) / code_strip);
  codes.words.resize(static_cast<std::size_t>(codes.strips.back() * code_strip * codes.a_point));
  codes.starts.resize(static_cast<std::size_t>(codes.strips.back() * code_strip), never_near);
  codes.scale.resize(static_cast<std::size_t>(lists.count()));
  codes.rounding.resize(static_cast<std::size_t>(lists.count()));
  codes.outside_box.resize(static_cast<std::size_t>(lists.count()));
  const NearLoops<T>& loops = near_loops<T>(run);
  parallel_for(run, lists.count(), 1, [&](Index list, Index) { encode_list(points, lists, list, loops, codes); });
  return codes;
}

// A rounding in each difference, which its square doubles, and one in each sum.
double relative_slack(Index columns) {
  return static_cast<double>(columns + 8) * static_cast<double>(std::numeric_limits<float>::epsilon());
}

double rounding_length(const Rounded& rounded, Index columns) {
  constexpr double lost_in_a_column = 4e-5;  // of a step: two roundings of up to 127 steps in float32
  return std::sqrt(static_cast<double>(rounded.error) * (1 + relative_slack(columns))) +
         lost_in_a_column * std::sqrt(static_cast<double>(columns));
}

template <class T>
std::int32_t least_sum(const Rounded& query, double limit, T scale, double point_rounding, Index columns) {
  const double slack = relative_slack(columns);
  const double steps = static_cast<double>(scale);
  const double vanished = static_cast<double>(columns) * static_cast<double>(std::numeric_limits<T>::min());
  // The box is convex: from the query by way of its nearest point in there it is further than straight on.
  const double in_box =
      (limit * (1 + slack) + vanished) * steps * steps - static_cast<double>(query.outside) * (1 - slack);
  const double apart = std::sqrt(std::max(0.0, in_box)) + point_rounding + rounding_length(query, columns);
  const double sum = (static_cast<double>(query.norm) - apart * apart) / 2 + code_offset * double{1} * query.sum - 1;
  return static_cast<std::int32_t>(std::floor(std::max(sum, -static_cast<double>(largest_sum))));
}

template ListCodes<float> encode_lists(MatrixView<float>, const PointLists<float>&, const Execution&);
template ListCodes<double> encode_lists(MatrixView<double>, const PointLists<double>&, const Execution&);
template std::int32_t least_sum(const Rounded&, double, float, double, Index);
template std::int32_t least_sum(const Rounded&, double, double, double, Index);

}  // namespace codimap

#include "neighbors/reaches.hpp"

#include <algorithm>
#include <cmath>

#include "base/parallel.hpp"

namespace codimap {
namespace {

/// Beyond so many times the median square a point reaches further than queries are asked for.
constexpr double usual = 4;

double usual_square_of(std::vector<double> squares) {
  if (squares.empty()) return 0;
  const auto middle = squares.begin() + static_cast<std::ptrdiff_t>(squares.size() / 2);
  std::ranges::nth_element(squares, middle);
  const double median = *middle;
  return std::min(usual * median, *std::ranges::max_element(squares));
}

}  // namespace

template <class T>
std::int32_t Reaches<T>::least_sum(const ListCodes<T>& codes, Index list, const Rounded& query, Index columns) const {
  // Starts count on queries whose roundings are no longer than those of the points.
  const double longer = std::max(0.0, rounding_length(query, columns) - codes.rounding[list]);
  const double squared = (2 * longest[list] + longer) * longer;
  const double outside = static_cast<double>(query.outside) * (1 - relative_slack(columns));
  const double sum =
      (static_cast<double>(query.norm) - squared + outside) / 2 + code_offset * double{1} * query.sum - 2;
  return static_cast<std::int32_t>(
      std::floor(std::clamp(sum, -static_cast<double>(largest_sum), static_cast<double>(largest_sum))));
}

template <class T>
Reaches<T> make_reaches(const PointLists<T>& lists, const ListCodes<T>& codes, std::span<const double> squared_radius,
                        const Execution& run) {
  Reaches<T> result{.squared_radius = squared_radius, .starts = codes.starts};
  result.usual_square.resize(static_cast<std::size_t>(lists.count()));
  result.longest.resize(result.usual_square.size());
  parallel_for(run, lists.count(), 1, [&](Index list, Index) {
    std::vector<double> squares;
    std::int32_t* start = result.starts.data() + codes.strips[list] * code_strip;
    for (const std::int32_t member : lists.members(list)) {
      squares.push_back(squared_radius[member]);
      const double steps = std::sqrt(squared_radius[member]) * static_cast<double>(codes.scale[list]);
      const double apart = steps * (1 + 1e-6) + 2 * codes.rounding[list];
      result.longest[list] = std::max(result.longest[list], apart);
      const double raised = static_cast<double>(*start) + apart * apart / 2;
      *start = raised > static_cast<double>(largest_sum) ? always_near : static_cast<std::int32_t>(std::ceil(raised));
      ++start;
    }
    result.usual_square[list] = usual_square_of(std::move(squares));
  });
  return result;
}

template struct Reaches<float>;
template struct Reaches<double>;
template Reaches<float> make_reaches(const PointLists<float>&, const ListCodes<float>&, std::span<const double>,
                                     const Execution&);
template Reaches<double> make_reaches(const PointLists<double>&, const ListCodes<double>&, std::span<const double>,
                                      const Execution&);

}  // namespace codimap

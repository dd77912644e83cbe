#include "neighbors/reaches.hpp"

#include <algorithm>
#include <cmath>

#include "base/parallel.hpp"

namespace codimap {
namespace {

/// Squares beyond so many times the median are left out.
constexpr double usual = 4;

double largest_square_of(std::vector<double> squares, bool all) {
  if (squares.empty()) return 0;
  const double largest = *std::ranges::max_element(squares);
  const auto middle = squares.begin() + static_cast<std::ptrdiff_t>(squares.size() / 2);
  std::ranges::nth_element(squares, middle);
  return all ? largest : std::min(usual * *middle, largest);
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
                        bool all, const Execution& run) {
  Reaches<T> result{.squared_radius = squared_radius, .starts = codes.starts};
  result.largest_square.resize(static_cast<std::size_t>(lists.count()));
  result.longest.resize(result.largest_square.size());
  parallel_for(run, lists.count(), 1, [&](Index list, Index) {
    std::vector<double> squares;
    std::int32_t* start = result.starts.data() + codes.strips[list] * code_strip;
    for (const std::int32_t member : lists.members(list)) {
      squares.push_back(squared_radius[member]);
      const double steps = std::sqrt(squared_radius[member]) * static_cast<double>(codes.scale[list]);
      const double apart = steps * (1 + 1e-6) + 2 * codes.rounding[list];
      result.longest[list] = std::max(result.longest[list], apart);
      const double raised = static_cast<double>(*start) + apart * apart / 2;
      *start = raised < static_cast<double>(largest_sum) ? static_cast<std::int32_t>(std::ceil(raised)) : always_near;
      ++start;
    }
    result.largest_square[list] = largest_square_of(std::move(squares), all);
  });
  return result;
}

template struct Reaches<float>;
template struct Reaches<double>;
template Reaches<float> make_reaches(const PointLists<float>&, const ListCodes<float>&, std::span<const double>, bool,
                                     const Execution&);
template Reaches<double> make_reaches(const PointLists<double>&, const ListCodes<double>&, std::span<const double>,
                                      bool, const Execution&);

}  // namespace codimap

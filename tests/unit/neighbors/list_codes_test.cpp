// Codes hide no point that lies within the limit of a query, whatever the data: against distances in double.
#include "neighbors/list_codes.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "neighbors/reaches.hpp"
#include "neighbors/strips.hpp"
#include "unit/neighbors/random_points.hpp"

namespace codimap::test {
namespace {

constexpr Index list_size = 100;

/// Every list_size points that follow one another are a list around their mean.
template <class T>
PointLists<T> lists_in_order(const Matrix<T>& points) {
  std::vector<std::int32_t> list_of;
  for (Index i = 0; i < points.rows(); ++i) list_of.push_back(static_cast<std::int32_t>(i / list_size));
  const Index count = list_of.back() + 1;
  PointLists<T> lists{.centres = {.coarse = {}, .offsets = {}, .fine = Matrix<T>(count, points.cols())},
                      .lists = group_by(list_of, count)};
  for (Index i = 0; i < points.rows(); ++i)
    for (Index c = 0; c < points.cols(); ++c)
      lists.centres.fine(list_of[i], c) += points(i, c) / static_cast<T>(lists.size(list_of[i]));
  return lists;
}

struct Passed {
  Index within = 0;
  Index marked = 0;
};

/// Meets all lists with a few of the points and with points between them. Each query has as its limit the distance to
/// some point, by the loops, and each list must show at least that one and those that are nearer.
template <class T>
Passed expect_none_hidden(const Matrix<T>& points) {
  const PointLists<T> lists = lists_in_order(points);
  const ListCodes<T> codes = encode_lists(points.view(), lists, {});
  const NearLoops<T>& loops = near_loops<T>({});
  const Index cols = points.cols();
  std::vector<double> squared_radius;
  for (Index i = 0; i < points.rows(); ++i)
    squared_radius.push_back(squared_distance_in_double(points.view().row(i), points.view().row(i / 2)));
  const Reaches<T> reaches = make_reaches(lists, codes, squared_radius, true, {});
  std::vector<std::int8_t> code(static_cast<std::size_t>((cols + 15) / 16 * 16));
  std::vector<T> query(static_cast<std::size_t>(cols));
  Passed passed;
  for (Index q = 0; q < 40; ++q) {
    const auto a = points.view().row(q * 37 % points.rows());
    const auto b = points.view().row(q * 59 % points.rows());
    for (Index c = 0; c < cols; ++c) query[c] = q % 2 == 0 ? a[c] : (a[c] + b[c]) / 2;
    for (Index list = 0; list < lists.count(); ++list) {
      const auto members = lists.members(list);
      std::vector<T> apart(members.size());
      loops.distances_to(query.data(), points.data(), members.data(), lists.size(list), cols, apart.data());
      const T limit = apart[static_cast<std::size_t>(q) % apart.size()];
      const Rounded rounded = loops.round_to_codes(query.data(), lists.centre(list).data(), codes.scale[list],
                                                   largest_code(cols), cols, code.data());
      const std::int32_t least = least_sum(rounded, limit, codes.scale[list], codes.rounding[list], cols);
      const std::int32_t least_reached = reaches.least_sum(codes, list, rounded, cols);
      for (Index i = 0; i < lists.size(list); ++i) {
        const CodeList own = codes.of(list);
        const std::uint32_t* words = own.words + i / code_strip * code_strip * own.a_point + i % code_strip;
        std::int32_t products = 0;
        for (Index c = 0; c < cols; ++c)
          products +=
              static_cast<std::int32_t>(words[c / code_word * code_strip] >> (c % code_word * 8) & 0xff) * code[c];
        const bool marked = own.starts[i] + products >= least;
        passed.marked += marked;
        passed.within += apart[i] <= limit;
        if (apart[i] <= limit) {
          EXPECT_TRUE(marked);
        }
        const double squared = squared_distance_in_double(std::span<const T>(query), points.view().row(members[i]));
        if (squared <= squared_radius[members[i]]) {
          EXPECT_GE(reaches.of(codes, list).starts[i] + products, least_reached);
        }
      }
    }
  }
  return passed;
}

template <class T>
class ListCodesTest : public testing::Test {};
using Precisions = testing::Types<float, double>;
TYPED_TEST_SUITE(ListCodesTest, Precisions);

TYPED_TEST(ListCodesTest, HideNoneOfNormalPointsButMostOfThoseThatAreFurther) {
  const Passed passed = expect_none_hidden(normal_points<TypeParam>(500, 50, 1));
  EXPECT_LT(static_cast<double>(passed.marked), 1.3 * static_cast<double>(passed.within));
}

TYPED_TEST(ListCodesTest, HideNoneOnACoarseGrid) {
  expect_none_hidden(lattice_points<TypeParam>(500, 30, 2));
  Matrix<TypeParam> halves = lattice_points<TypeParam>(500, 30, 2);  // whose roundings are all of the same size
  for (Index i = 0; i < halves.size(); ++i) halves.data()[i] = (halves.data()[i] + TypeParam(0.5)) / 127;
  halves(0, 0) = 1;
  expect_none_hidden(halves);
}

TYPED_TEST(ListCodesTest, HideNoneBesideAnExtremeOutlierAndStayFine) {
  Matrix<TypeParam> points = normal_points<TypeParam>(500, 20, 3);
  for (Index c = 0; c < 20; ++c) points(250, c) = TypeParam(40);
  const Passed passed = expect_none_hidden(points);
  EXPECT_LT(static_cast<double>(passed.marked), 1.5 * static_cast<double>(passed.within));
  points(250, 3) = TypeParam(1e15);
  expect_none_hidden(points);
}

TYPED_TEST(ListCodesTest, HideNoneInThousandsOfColumns) {
  expect_none_hidden(normal_points<TypeParam>(200, 5'000, 4));
  expect_none_hidden(normal_points<TypeParam>(120, 14'000, 5));
}

TYPED_TEST(ListCodesTest, HideNoneWhereAllPointsAreAlikeOrTiny) {
  Matrix<TypeParam> points(150, 9);
  expect_none_hidden(points);
  points = normal_points<TypeParam>(150, 9, 6);
  for (Index i = 0; i < points.size(); ++i) points.data()[i] *= TypeParam(1e-30);
  expect_none_hidden(points);
}

}  // namespace
}  // namespace codimap::test

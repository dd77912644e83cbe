// New points among those of a kernel, against looking at every pair.
#include "neighbors/new_point_search.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "neighbors/strips.hpp"
#include "unit/errors.hpp"
#include "unit/neighbors/random_points.hpp"

namespace codimap::test {
namespace {

constexpr Index k = 12;

struct Shares {
  double nearest = 0;  // of the true neighbours
  double reached = 0;  // of the points that truly have a query within their radius
};

struct Known {
  Matrix<float> points;
  std::vector<double> squared_radius;
  std::optional<LearnedLists<float>> lists;

  explicit Known(Matrix<float> given, double wanted_recall = usual_recall) : points(std::move(given)) {
    auto [nearest, found] = neighbors_among(points.view(), k, wanted_recall, {});
    lists = std::move(found);
    for (Index i = 0; i < points.rows(); ++i) squared_radius.push_back(nearest.squared_distance[i * k + k - 1]);
  }
};

/// What is found is also right: points of increasing distance, and none that does not reach.
Shares found_shares(const Known& known, const Matrix<float>& queries) {
  const NewPointSearch<float> search(known.lists);
  const auto [nearest, reached] = search.find(queries.view(), known.points.view(), k, known.squared_radius, {});
  const Neighbors exact = nearest_neighbors(queries.view(), known.points.view(), k, {});
  Shares shares;
  double reaching = 0;
  for (Index q = 0; q < queries.rows(); ++q) {
    for (Index j = 0; j < k; ++j)
      shares.nearest += nearest.squared_distance[q * k + j] <= exact.squared_distance[q * k + k - 1];
    std::vector<std::int32_t> expected;
    for (Index i = 0; i < known.points.rows(); ++i)
      if (squared_distance_in_double(queries.view().row(q), known.points.view().row(i)) <= known.squared_radius[i])
        expected.push_back(static_cast<std::int32_t>(i));
    EXPECT_TRUE(std::ranges::includes(expected, reached[q]));
    shares.reached += static_cast<double>(reached[q].size());
    reaching += static_cast<double>(expected.size());
  }
  shares.nearest /= static_cast<double>(queries.rows() * k);
  shares.reached /= reaching;
  return shares;
}

TEST(NewPointSearch, FindsNearlyAllNeighborsAndNearlyAllPointsThatReach) {
  const Shares shares = found_shares(Known(blobs_of(24'000, 12, 20, 0.3F)), blobs_of(400, 12, 20, 0.3F, 77));
  EXPECT_GE(shares.nearest, 0.985);
  EXPECT_GE(shares.reached, 0.985);
}

TEST(NewPointSearch, FindsThemBesideOutliersThatReachFar) {
  Matrix<float> points = blobs_of(24'000, 12, 20, 0.3F);
  for (Index i = 0; i < points.rows(); i += 300)
    for (float& value : points.row(i)) value *= 3;
  const Shares shares = found_shares(Known(std::move(points)), blobs_of(400, 12, 20, 0.3F, 77));
  EXPECT_GE(shares.nearest, 0.985);
  EXPECT_GE(shares.reached, 0.97);
}

TEST(NewPointSearch, FindsAllInFewColumnsAndAmongFewPoints) {
  for (const auto& [rows, cols] : {std::pair<Index, Index>{24'000, 3}, {1'500, 12}}) {
    const Shares shares = found_shares(Known(normal_points<float>(rows, cols, 1)), normal_points<float>(300, cols, 2));
    EXPECT_EQ(shares.nearest, 1);
    EXPECT_EQ(shares.reached, 1);
  }
}

TEST(NewPointSearch, FindsAllWhereTheSearchAmongThePointsWasExact) {
  Matrix<float> points = blobs_of(21'000, 8, 20, 0.3F);
  for (Index i = 0; i < points.rows(); i += 300)
    for (float& value : points.row(i)) value *= 3;
  const Shares shares = found_shares(Known(std::move(points), 1), blobs_of(300, 8, 20, 0.3F, 77));
  EXPECT_EQ(shares.nearest, 1);
  EXPECT_EQ(shares.reached, 1);
}

TEST(NewPointSearch, FindsEveryPointWhereItIs) {
  const Known known(blobs_of(24'000, 12, 20, 0.3F));
  const NewPointSearch<float> search(known.lists);
  const auto [nearest, reached] = search.find(known.points.view(), known.points.view(), k, known.squared_radius, {});
  for (Index i = 0; i < known.points.rows(); ++i) {
    ASSERT_EQ(nearest.squared_distance[i * k], 0);
    ASSERT_EQ(nearest.index[i * k], i);
  }
}

TEST(NewPointSearch, GivesTheSameBytesForAnyNumberOfThreadsAndOfQueriesAtATime) {
  const Known known(blobs_of(24'000, 12, 20, 0.3F));
  const Matrix<float> queries = blobs_of(500, 12, 20, 0.3F, 77);
  const NewPointSearch<float> search(known.lists);
  const auto one = search.find(queries.view(), known.points.view(), k, known.squared_radius, threads(1));
  for (const int count : {2, 8}) {
    const auto many = search.find(queries.view(), known.points.view(), k, known.squared_radius, threads(count));
    EXPECT_EQ(many.nearest.index, one.nearest.index);
    EXPECT_EQ(many.nearest.squared_distance, one.nearest.squared_distance);
    EXPECT_EQ(many.reached_from, one.reached_from);
  }
  for (const Index q : {Index{0}, Index{77}, Index{499}}) {
    const MatrixView<float> alone(queries.view().row(q).data(), 1, queries.cols());
    const auto single = search.find(alone, known.points.view(), k, known.squared_radius, threads(1));
    EXPECT_TRUE(std::ranges::equal(single.nearest.index, std::span(one.nearest.index).subspan(q * k, k)));
    EXPECT_EQ(single.reached_from[0], one.reached_from[q]);
  }
}

class SavedLists : public testing::Test {
 protected:
  static std::vector<std::byte> saved(const LearnedLists<float>& some) {
    ArchiveWriter archive;
    add_lists(archive, some);
    return std::move(archive).sealed(magic, 1);
  }
  std::vector<std::byte> saved() const { return saved(lists); }
  LearnedLists<float> read(const std::vector<std::byte>& bytes, Index points = 6'000) const {
    ArchiveReader archive(bytes, name, magic, 1);
    LearnedLists<float> result = read_lists<float>(archive, points, 8);
    archive.finish();
    return result;
  }
  static constexpr std::string_view magic = "CODIMAPT";
  const std::string name = "model";
  LearnedLists<float> lists = join_by_lists(normal_points<float>(6'000, 8, 3).view(), k, usual_recall, {}).second;
};

TEST_F(SavedLists, AreReadBackAsTheyWere) {
  const LearnedLists<float> loaded = read(saved());
  EXPECT_EQ(loaded.lists.lists.members, lists.lists.lists.members);
  EXPECT_EQ(loaded.lists.lists.offsets, lists.lists.lists.offsets);
  EXPECT_EQ(loaded.probing.reach, lists.probing.reach);
  EXPECT_EQ(loaded.probing.lists_around, lists.probing.lists_around);
  EXPECT_EQ(loaded.k, k);
  EXPECT_EQ(saved(loaded), saved());
}

TEST_F(SavedLists, AreRefusedWhereTheyDoNotFit) {
  expect_error(ErrorKind::bad_file, "model", [&] { (void)read(saved(), 5'999); });
  lists.lists.lists.members[4] = lists.lists.lists.members[5];
  expect_error(ErrorKind::bad_file, "model", [&] { (void)read(saved()); });
  lists.lists.lists.members[4] = 6'000;
  expect_error(ErrorKind::bad_file, "model", [&] { (void)read(saved()); });
}

TEST_F(SavedLists, AreRefusedWithAReachThatIsNoNumber) {
  lists.probing.reach = std::numeric_limits<double>::quiet_NaN();
  expect_error(ErrorKind::bad_file, "model", [&] { (void)read(saved()); });
}

}  // namespace
}  // namespace codimap::test

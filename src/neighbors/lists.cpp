#include "neighbors/lists.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "base/parallel.hpp"
#include "base/random.hpp"
#include "neighbors/search.hpp"
#include "neighbors/strips.hpp"
#include "simd/near_loops.hpp"

namespace codimap {
namespace {

constexpr Index sample_a_list = 32;  // points that the centres are learned from
constexpr int lloyd_steps = 6;

/// With the rows that the loops read beyond the last.
template <class T>
Matrix<T> selected_rows(MatrixView<T> matrix, std::span<const std::int32_t> selected) {
  Matrix<T> result(static_cast<Index>(selected.size()) + rows_read_beyond, matrix.cols());
  for (std::size_t i = 0; i < selected.size(); ++i)
    std::copy_n(matrix.row(selected[i]).data(), matrix.cols(), result.row(static_cast<Index>(i)).data());
  return result;
}

/// nearest_of[i] = the nearest of the first `count` centres to points.row(rows[i]).
template <class T>
void find_nearest(MatrixView<T> points, std::span<const std::int32_t> rows, const Matrix<T>& centres, Index count,
                  const NearLoops<T>& loops, std::span<std::int32_t> nearest_of) {
  std::vector<T> strip(static_cast<std::size_t>(lanes<T> * points.cols()));
  std::array<std::int32_t, lanes<T>> nearest;
  for (std::size_t first = 0; first < rows.size(); first += lanes<T>) {
    const std::size_t size = std::min<std::size_t>(lanes<T>, rows.size() - first);
    pack_strip(
        points, static_cast<Index>(size), [&](Index lane) { return rows[first + lane]; }, strip.data());
    loops.find_nearest(centres.data(), count, strip.data(), points.cols(), nearest.data());
    std::copy_n(nearest.begin(), size, nearest_of.begin() + static_cast<std::ptrdiff_t>(first));
  }
}

template <class T>
void move_to_means(MatrixView<T> points, std::span<const std::int32_t> rows, std::span<const std::int32_t> centre_of,
                   Index count, Matrix<T>& centres) {
  Matrix<double> sums(count, points.cols());
  std::vector<Index> sizes(static_cast<std::size_t>(count));
  for (std::size_t i = 0; i < rows.size(); ++i) {
    ++sizes[centre_of[i]];
    const auto row = points.row(rows[i]);
    const auto sum = sums.row(centre_of[i]);
    for (std::size_t c = 0; c < row.size(); ++c) sum[c] += static_cast<double>(row[c]);
  }
  for (Index j = 0; j < count; ++j)  // one that lost all its points stays where it is
    for (Index c = 0; sizes[j] > 0 && c < points.cols(); ++c)
      centres(j, c) = static_cast<T>(sums(j, c) / static_cast<double>(sizes[j]));
}

/// k-means of the points `rows`, which are in no order, so that the first of them will do as seeds. Returns the
/// nearest centre of each.
template <class T>
std::vector<std::int32_t> learn_centres(MatrixView<T> points, std::span<const std::int32_t> rows, Index count,
                                        const Execution& run, Matrix<T>& centres) {
  const NearLoops<T>& loops = near_loops<T>(run);
  centres = selected_rows(points, rows.first(static_cast<std::size_t>(count)));
  std::vector<std::int32_t> centre_of(rows.size());
  for (int step = 0; step <= lloyd_steps; ++step) {
    if (step > 0) move_to_means(points, rows, centre_of, count, centres);
    parallel_for(run, static_cast<Index>(rows.size()), 1024, [&](Index begin, Index end) {
      find_nearest(points, rows.subspan(begin, end - begin), centres, count, loops,
                   std::span(centre_of).subspan(begin, end - begin));
    });
  }
  return centre_of;
}

/// One row drawn from each of `count` equal stretches of all rows, in an order that has nothing to do with theirs.
std::vector<std::int32_t> drawn_rows(Index rows, Index count) {
  std::vector<std::pair<std::uint64_t, std::int32_t>> drawn;
  for (Index i = 0; i < count; ++i) {
    const auto counter = static_cast<std::uint64_t>(i);
    const double place = (static_cast<double>(i) + random_uniform(0, RandomStream::sample, counter)) *
                         static_cast<double>(rows) / static_cast<double>(count);
    drawn.emplace_back(random_bits(1, RandomStream::sample, counter), static_cast<std::int32_t>(place));
  }
  std::ranges::sort(drawn);
  std::vector<std::int32_t> result;
  for (const auto& [key, row] : drawn) result.push_back(row);
  return result;
}

/// Two levels: coarse centres of a sample, then as many fine ones for each of them as its share of the sample.
template <class T>
Centres<T> learn_two_levels(MatrixView<T> points, Index lists, const Execution& run) {
  const std::vector<std::int32_t> sample = drawn_rows(points.rows(), std::min(points.rows(), lists * sample_a_list));
  Centres<T> result;
  const auto count =
      std::clamp<Index>(std::llround(std::sqrt(static_cast<double>(usual_near_groups * lists))), 1, lists);
  Matrix<T> coarse;
  const std::vector<std::int32_t> group_of = learn_centres(points, sample, count, run, coarse);
  result.coarse = Matrix<T>(count, points.cols());
  std::copy_n(coarse.data(), result.coarse.size(), result.coarse.data());
  const Groups groups = group_by(group_of, count);

  std::vector<Matrix<T>> fine(static_cast<std::size_t>(count));
  std::vector<Index> counts(fine.size());
  Execution alone = run;
  alone.threads = 1;
  alone.progress = {};
  parallel_for(run, count, 1, [&](Index group, Index) {
    std::vector<std::int32_t> rows;
    for (const std::int32_t member : groups.of(group)) rows.push_back(sample[member]);
    if (rows.empty()) return;
    counts[group] = std::max<Index>(1, static_cast<Index>(rows.size()) * lists / static_cast<Index>(sample.size()));
    learn_centres(points, std::span<const std::int32_t>(rows), counts[group], alone, fine[group]);
  });
  result.offsets.assign(1, 0);
  for (const Index members : counts) result.offsets.push_back(result.offsets.back() + members);
  result.fine = Matrix<T>(result.offsets.back(), points.cols());
  for (Index group = 0; group < count; ++group)
    std::copy_n(fine[group].data(), counts[group] * points.cols(), result.fine.row(result.offsets[group]).data());
  return result;
}

/// With the rows that the loops read beyond the last.
template <class T>
Matrix<T> padded(const Matrix<T>& matrix) {
  Matrix<T> result(matrix.rows() + rows_read_beyond, matrix.cols());
  std::copy_n(matrix.data(), matrix.size(), result.data());
  return result;
}

}  // namespace

Groups group_by(std::span<const std::int32_t> group_of, Index groups) {
  Groups result{.offsets = std::vector<Index>(static_cast<std::size_t>(groups) + 1),
                .members = std::vector<std::int32_t>(group_of.size())};
  for (const std::int32_t group : group_of) ++result.offsets[group + 1];
  std::partial_sum(result.offsets.begin(), result.offsets.end(), result.offsets.begin());
  std::vector<Index> next(result.offsets.begin(), result.offsets.end() - 1);
  for (std::size_t i = 0; i < group_of.size(); ++i) result.members[next[group_of[i]]++] = static_cast<std::int32_t>(i);
  return result;
}

template <class T>
std::vector<std::int32_t> lists_of(MatrixView<T> points, const Centres<T>& centres, const Execution& run,
                                   Index near_groups) {
  const NearLoops<T>& loops = near_loops<T>(run);
  const Index count = centres.coarse.rows();
  const Matrix<T> coarse = padded(centres.coarse);
  std::vector<std::int32_t> all(static_cast<std::size_t>(points.rows()));
  std::iota(all.begin(), all.end(), 0);
  std::vector<std::int32_t> group_of(all.size());
  parallel_for(run, points.rows(), 1024, [&](Index begin, Index end) {
    find_nearest(points, std::span<const std::int32_t>(all).subspan(begin, end - begin), coarse, count, loops,
                 std::span(group_of).subspan(begin, end - begin));
  });
  const Neighbors around =
      nearest_neighbors(centres.coarse.view(), centres.coarse.view(), std::min(near_groups, count), run);
  const Groups groups = group_by(group_of, count);
  std::vector<std::int32_t> list_of(all.size());
  parallel_for(run, count, 1, [&](Index group, Index) {
    std::vector<std::int32_t> lists;
    for (Index j = 0; j < around.k; ++j) {
      const std::int32_t other = around.index[group * around.k + j];
      for (Index list = centres.offsets[other]; list < centres.offsets[other + 1]; ++list)
        lists.push_back(static_cast<std::int32_t>(list));
    }
    const Matrix<T> near = selected_rows(centres.fine.view(), lists);
    const auto members = groups.of(group);
    std::vector<std::int32_t> nearest(members.size());
    find_nearest(points, members, near, static_cast<Index>(lists.size()), loops, std::span(nearest));
    for (std::size_t i = 0; i < members.size(); ++i) list_of[members[i]] = lists[nearest[i]];
  });
  return list_of;
}

template <class T>
PointLists<T> make_lists(MatrixView<T> points, Index list_size, bool all_centres, const Execution& run) {
  const Index lists = std::max<Index>(1, points.rows() / list_size);
  Centres<T> centres = learn_two_levels(points, lists, run);
  const Index near_groups = all_centres ? centres.coarse.rows() : usual_near_groups;
  Groups members = group_by(lists_of(points, centres, run, near_groups), centres.fine.rows());
  return {.centres = std::move(centres), .lists = std::move(members)};
}

template std::vector<std::int32_t> lists_of(MatrixView<float>, const Centres<float>&, const Execution&, Index);
template std::vector<std::int32_t> lists_of(MatrixView<double>, const Centres<double>&, const Execution&, Index);
template PointLists<float> make_lists(MatrixView<float>, Index, bool, const Execution&);
template PointLists<double> make_lists(MatrixView<double>, Index, bool, const Execution&);

}  // namespace codimap

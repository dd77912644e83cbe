#include "refinement/aggregate.hpp"

#include <algorithm>
#include <bit>

#include "base/parallel.hpp"
#include "base/random.hpp"
#include "linalg/sparse.hpp"

namespace codimap {
namespace {

constexpr Index rows_a_range = 4096;

// An edge is strong from a quarter of the best coupling of either end on; strength is the square of the coupling.
constexpr double strong_share = 0.25 * 0.25;
// Nodes that the walk leaves 10⁻⁴ times as often as the median node have eigenvectors of their own.
constexpr double hardly_left = 1e-4;
constexpr Index most_alone = 4;  // one node in so many
constexpr Index sampled = 4096;  // nodes for the median

/// Nodes that the walk hardly ever leaves.
std::vector<std::uint8_t> nodes_alone(std::span<const double> degree, std::span<const double> leaving) {
  const Index n = std::ssize(degree);
  const auto share = [&](Index i) { return leaving[i] / degree[i]; };
  std::vector<double> sample;
  const Index step = std::max<Index>(1, n / sampled);
  for (Index i = 0; i < n; i += step) sample.push_back(share(i));
  const auto middle = sample.begin() + std::ssize(sample) / 2;
  std::ranges::nth_element(sample, middle);
  double limit = hardly_left * *middle;

  std::vector<double> low;
  for (Index i = 0; i < n; ++i)
    if (share(i) < limit) low.push_back(share(i));
  if (std::ssize(low) > n / most_alone) {
    std::ranges::nth_element(low, low.begin() + n / most_alone);
    limit = low[static_cast<std::size_t>(n / most_alone)];
  }
  std::vector<std::uint8_t> alone(static_cast<std::size_t>(n));
  for (Index i = 0; i < n; ++i) alone[i] = share(i) < limit ? 1 : 0;
  return alone;
}

template <class A>
class Aggregation {
 public:
  Aggregation(const SparseView<A>& a, std::span<const double> degree, std::span<const double> leaving,
              const Execution& run)
      : a_(a),
        run_(run),
        alone_(nodes_alone(degree, leaving)),
        inverse_leaving_(leaving.size()),
        best_(leaving.size()),
        key_(leaving.size()) {
    parallel_for(run_, a.rows(), rows_a_range, [&](Index begin, Index end) {
      for (Index i = begin; i < end; ++i) inverse_leaving_[i] = leaving[i] > 0 ? 1 / leaving[i] : 0;
    });
    parallel_for(run_, a.rows(), rows_a_range, [&](Index begin, Index end) {
      for (Index i = begin; i < end; ++i)
        if (!alone_[i])
          for_each_edge(i, [&](std::int32_t, double strength) { best_[i] = std::max(best_[i], strength); });
    });
    parallel_for(run_, a.rows(), rows_a_range, [&](Index begin, Index end) {
      for (Index i = begin; i < end; ++i) key_[i] = key_of(i);
    });
  }

  Aggregates run() {
    choose_seeds();
    const std::vector<std::int32_t> seed_of = nearest_seeds();
    const Index n = a_.rows();
    Aggregates result{.region_of = std::vector<std::int32_t>(static_cast<std::size_t>(n)), .count = 0};
    for (Index i = 0; i < n; ++i)
      if (seed_of[i] == i) result.region_of[i] = static_cast<std::int32_t>(result.count++);
    // A region has the number of its seed; that of a seed is not written again.
    parallel_for(run_, n, rows_a_range, [&](Index begin, Index end) {
      for (Index i = begin; i < end; ++i)
        if (seed_of[i] != i) result.region_of[i] = result.region_of[seed_of[i]];
    });
    return result;
  }

 private:
  enum State : std::uint8_t { undecided, seed, covered };

  /// visit(j, strength): a²/(l_i·l_j), which has no unit.
  template <class Visit>
  void for_each_edge(Index i, const Visit& visit) const {
    const auto row = row_of(a_, i);
    for (Index e = 0; e < row.count; ++e) {
      const std::int32_t j = row.columns[e];
      if (j == i || alone_[j]) continue;
      const auto value = static_cast<double>(row.values[e]);
      visit(j, (value * inverse_leaving_[i]) * (value * inverse_leaving_[j]));
    }
  }

  [[nodiscard]] bool is_strong(Index i, Index j, double strength) const {
    return strength > 0 && strength >= strong_share * std::min(best_[i], best_[j]);
  }

  /// Seeds are taken by descending key: nodes with many strong edges first (in powers of two), then by chance.
  [[nodiscard]] std::uint64_t key_of(Index i) const {
    std::uint64_t strong = 1;
    if (!alone_[i])
      for_each_edge(i, [&](std::int32_t j, double strength) { strong += is_strong(i, j, strength) ? 1 : 0; });
    const std::uint64_t chance = random_bits(0, RandomStream::aggregation, static_cast<std::uint64_t>(i)) >> 8;
    return (static_cast<std::uint64_t>(std::bit_width(strong)) << 56) | chance;
  }

  /// Rounds: a node whose key is above those of all undecided strong neighbours becomes a seed and covers them.
  void choose_seeds() {
    state_.assign(best_.size(), undecided);
    std::vector<std::int32_t> left;
    for (Index i = 0; i < a_.rows(); ++i) {
      if (alone_[i] || best_[i] == 0)
        state_[i] = seed;
      else
        left.push_back(static_cast<std::int32_t>(i));
    }
    std::vector<State> next = state_;
    while (!left.empty()) {
      over(left, [&](Index i) { next[i] = leads(i) ? seed : undecided; });
      over(left, [&](Index i) { state_[i] = next[i]; });
      over(left, [&](Index i) {
        if (state_[i] == undecided && touches_seed(i)) next[i] = covered;
      });
      over(left, [&](Index i) { state_[i] = next[i]; });
      std::erase_if(left, [&](std::int32_t i) { return state_[i] != undecided; });
    }
  }

  template <class Body>
  void over(const std::vector<std::int32_t>& nodes, const Body& body) const {
    parallel_for(run_, std::ssize(nodes), 2048, [&](Index begin, Index end) {
      for (Index p = begin; p < end; ++p) body(Index{nodes[p]});
    });
  }

  [[nodiscard]] bool precedes(Index j, Index i) const { return key_[j] > key_[i] || (key_[j] == key_[i] && j > i); }

  [[nodiscard]] bool leads(Index i) const {
    bool first = true;
    for_each_edge(i, [&](std::int32_t j, double strength) {
      if (first && state_[j] == undecided && precedes(j, i) && is_strong(i, j, strength)) first = false;
    });
    return first;
  }

  [[nodiscard]] bool touches_seed(Index i) const {
    bool touches = false;
    for_each_edge(i, [&](std::int32_t j, double strength) {
      touches = touches || (state_[j] == seed && is_strong(i, j, strength));
    });
    return touches;
  }

  /// Of each node the seed with the strongest edge to it; a seed has itself.
  [[nodiscard]] std::vector<std::int32_t> nearest_seeds() const {
    std::vector<std::int32_t> nearest(best_.size());
    parallel_for(run_, a_.rows(), rows_a_range, [&](Index begin, Index end) {
      for (Index i = begin; i < end; ++i) {
        nearest[i] = static_cast<std::int32_t>(i);
        if (state_[i] == seed) continue;
        double strongest = 0;
        for_each_edge(i, [&](std::int32_t j, double strength) {
          if (state_[j] != seed || strength < strongest) return;
          if (strength == strongest && !precedes(j, nearest[i])) return;
          strongest = strength;
          nearest[i] = j;
        });
      }
    });
    return nearest;
  }

  SparseView<A> a_;
  const Execution& run_;
  std::vector<std::uint8_t> alone_;
  std::vector<double> inverse_leaving_;
  std::vector<double> best_;  // strength among the edges of each node
  std::vector<std::uint64_t> key_;
  std::vector<State> state_;
};

}  // namespace

template <class A>
Aggregates aggregate(const SparseView<A>& a, std::span<const double> degree, std::span<const double> leaving,
                     const Execution& run) {
  return Aggregation<A>(a, degree, leaving, run).run();
}

template Aggregates aggregate(const SparseView<float>&, std::span<const double>, std::span<const double>,
                              const Execution&);
template Aggregates aggregate(const SparseView<double>&, std::span<const double>, std::span<const double>,
                              const Execution&);

}  // namespace codimap

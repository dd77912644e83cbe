// Unrolls a Swiss roll with the installed library: the first diffusion coordinate must follow the angle along the roll,
// which no coordinate of the points does.
#include <algorithm>
#include <cmath>
#include <codimap/codimap.hpp>
#include <cstdio>
#include <numeric>
#include <vector>

namespace {

std::vector<double> ranks(const std::vector<double>& values) {
  std::vector<std::size_t> order(values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return values[a] < values[b]; });
  std::vector<double> rank(values.size());
  for (std::size_t i = 0; i < order.size(); ++i) rank[order[i]] = static_cast<double>(i);
  return rank;
}

/// Spearman's: ranks are permutations of 0 … n − 1, so their mean and variance are known.
double rank_correlation(const std::vector<double>& a, const std::vector<double>& b) {
  const auto n = static_cast<double>(a.size());
  const auto ra = ranks(a), rb = ranks(b);
  double sum = 0;
  for (std::size_t i = 0; i < ra.size(); ++i) sum += (ra[i] - (n - 1) / 2) * (rb[i] - (n - 1) / 2);
  return sum * 12 / (n * (n * n - 1));
}

}  // namespace

int main() {
  const auto roll = codimap::generate(codimap::Shape::swiss_roll, {.points = 1000});
  const auto model = codimap::fit(
      roll, {.kernel = {.kind = codimap::KernelKind::gaussian, .epsilon = 5}, .regions = {.regions = 150}});
  const auto& embedding = model.result().embedding;

  std::vector<double> angle, first, x;
  for (codimap::Index i = 0; i < roll.rows(); ++i) {
    angle.push_back(std::hypot(roll(i, 0), roll(i, 2)));
    first.push_back(embedding(i, 0));
    x.push_back(roll(i, 0));
  }
  const double followed = std::abs(rank_correlation(first, angle));
  const double before = std::abs(rank_correlation(x, angle));
  std::printf("codimap %s: rank correlation with the angle %.4f, of x %.4f\n", CODIMAP_VERSION, followed, before);
  return followed > 0.98 && before < 0.5 ? 0 : 1;
}

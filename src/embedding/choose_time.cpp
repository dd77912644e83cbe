#include "embedding/choose_time.hpp"

#include <cmath>
#include <limits>

#include "base/fail.hpp"

namespace codimap {
namespace {

/// −Σ p·log p of weights that need not sum to 1; a weight of 0 adds nothing.
double entropy_of(std::span<const double> weights) {
  double total = 0;
  double sum = 0;
  for (const double weight : weights) {
    total += weight;
    if (weight > 0) sum += weight * std::log(weight);
  }
  return std::log(total) - sum / total;
}

/// Σ of squared distances of values at 0, 1, 2, … from their least-squares line. At least 2 of them.
double line_error(std::span<const double> values) {
  const auto count = static_cast<double>(values.size());
  const double middle = (count - 1) / 2;
  double mean = 0;
  for (const double value : values) mean += value / count;
  double position_squares = 0;
  double products = 0;
  double squares = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double position = static_cast<double>(i) - middle;
    position_squares += position * position;
    products += position * (values[i] - mean);
    squares += (values[i] - mean) * (values[i] - mean);
  }
  return squares - products * products / position_squares;
}

}  // namespace

std::vector<double> spectral_entropy(std::span<const double> eigenvalues, Index most_time) {
  std::vector<double> powers(eigenvalues.size() + 1, 1);
  std::vector<double> entropy;
  for (Index t = 1; t <= most_time; ++t) {
    for (std::size_t c = 0; c < eigenvalues.size(); ++c) powers[c + 1] *= std::abs(eigenvalues[c]);
    entropy.push_back(entropy_of(powers));
  }
  return entropy;
}

Index choose_time(std::span<const double> eigenvalues) {
  constexpr Index most_time = 100;
  constexpr double rounding = 1e-12;
  const std::vector<double> entropy = spectral_entropy(eigenvalues, most_time);
  if (entropy.front() - entropy.back() <= rounding) return 1;
  const std::span<const double> all(entropy);
  Index knee = 1;
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t t = 2; t < all.size(); ++t) {  // the entropy at t is all[t − 1], and on both lines
    const double error = line_error(all.first(t)) + line_error(all.subspan(t - 1));
    if (error >= least) continue;
    least = error;
    knee = static_cast<Index>(t);
  }
  return knee;
}

std::vector<double> multiscale_weights(std::span<const double> eigenvalues) {
  std::vector<double> weights;
  for (const double eigenvalue : eigenvalues) {
    if (eigenvalue >= 1)
      fail(ErrorKind::bad_data,
           "component {} has the eigenvalue 1, as it has where the points fall into several connected components, and "
           "the "
           "sum of its powers over all times is infinite; take a finite time, or more neighbors or a larger epsilon",
           weights.size() + 1);
    weights.push_back(eigenvalue / (1 - eigenvalue));
  }
  return weights;
}

}  // namespace codimap

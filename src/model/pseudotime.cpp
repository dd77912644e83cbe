#include "codimap/pseudotime.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include "base/fail.hpp"
#include "base/parallel.hpp"

namespace codimap {
namespace {

/// Points as far as a distance needs them.
struct Places {
  const Matrix<double>& embedding;
  std::vector<double> trivial;          // √π with π of the component; empty where coordinates are those of the walk
  std::span<const Index> component_of;  // empty where there is one
};

Places places_of(const Model& model) {
  const Result& result = model.result();
  Places places{result.embedding, {}, result.component_of};
  if (model.options().map.eigenvectors == Eigenvectors::walk) return places;
  std::vector<double> share(result.component_sizes.size());
  const auto component = [&](std::size_t i) { return result.component_of.empty() ? 0 : result.component_of[i]; };
  for (std::size_t i = 0; i < result.stationary.size(); ++i) share[component(i)] += result.stationary[i];
  for (std::size_t i = 0; i < result.stationary.size(); ++i)
    places.trivial.push_back(std::sqrt(result.stationary[i] / share[component(i)]));
  return places;
}

Index component(const Places& places, Index point) {
  return places.component_of.empty() ? 0 : places.component_of[static_cast<std::size_t>(point)];
}

/// The least eigenvalue that counts. scanpy takes the leading vectors of the whole graph, in which each component has
/// one of eigenvalue 1, and not as many of each component.
double least_eigenvalue(const Model& model) {
  const Result& result = model.result();
  if (model.options().map.eigenvectors == Eigenvectors::walk || result.other_spectra.empty()) return -1;
  std::vector<double> all = result.eigenvalues;
  for (const Spectrum& other : result.other_spectra)
    all.insert(all.end(), other.eigenvalues.begin(), other.eigenvalues.end());
  std::ranges::sort(all, std::greater());
  const std::size_t taken = result.eigenvalues.size() + 1;
  const std::size_t trivial = result.component_sizes.size();
  return trivial < taken ? all[taken - trivial - 1] : 1;
}

/// Distances from points of one component.
class Component {
 public:
  Component(const Model& model, Index number) : number_(number) {
    const Result& result = model.result();
    const std::size_t other = static_cast<std::size_t>(number) - 1;
    const bool known = number == 0 || other < result.other_spectra.size();
    const std::vector<double> none;
    const std::vector<double>& eigenvalues =
        number == 0 ? result.eigenvalues : (known ? result.other_spectra[other].eigenvalues : none);
    const double least = least_eigenvalue(model);
    for (const double eigenvalue : eigenvalues)
      weights_.push_back(eigenvalue < least ? 0 : weight(eigenvalue, model.options().map));
  }

  [[nodiscard]] Index number() const { return number_; }

  [[nodiscard]] double square(const Places& from, Index root, const Places& to, Index point) const {
    double sum = 0;
    for (std::size_t c = 0; c < weights_.size(); ++c) {
      const auto column = static_cast<Index>(c);
      const double difference = weights_[c] * (to.embedding(point, column) - from.embedding(root, column));
      sum += difference * difference;
    }
    if (from.trivial.empty()) return sum;
    const double trivial = to.trivial[static_cast<std::size_t>(point)] - from.trivial[static_cast<std::size_t>(root)];
    return sum + trivial * trivial;
  }

 private:
  /// From a coordinate λᵗφ to φ·λ/(1 − λ).
  static double weight(double eigenvalue, const MapOptions& map) {
    if (map.multiscale) return 1;
    if (eigenvalue == 0) return 0;
    constexpr double single_one = 0.9994;  // from here on scanpy takes an eigenvalue in float32 for 1
    const double untimed = std::pow(eigenvalue, -*map.time);
    if (map.eigenvectors == Eigenvectors::symmetric && eigenvalue >= single_one) return untimed;
    constexpr double nearest_to_one = 1 - 0x1p-40;
    return untimed * eigenvalue / (1 - std::min(eigenvalue, nearest_to_one));
  }

  Index number_;
  std::vector<double> weights_;
};

std::vector<double> distances_from(const Model& model, std::span<const Index> roots, const Places& to) {
  const Places from = places_of(model);
  const Index size = to.embedding.rows();
  std::vector<double> nearest(static_cast<std::size_t>(size), std::numeric_limits<double>::infinity());
  for (const Index root : roots) {
    const Component around(model, component(from, root));
    parallel_for({}, size, 4096, [&](Index begin, Index end) {
      for (Index i = begin; i < end; ++i)
        if (component(to, i) == around.number()) nearest[i] = std::min(nearest[i], around.square(from, root, to, i));
    });
  }
  for (double& value : nearest)
    value = std::isfinite(value) ? std::sqrt(value) : std::numeric_limits<double>::quiet_NaN();
  return nearest;
}

void check_roots(const Model& model, std::span<const Index> roots) {
  if (roots.empty()) fail(ErrorKind::bad_option, "pseudotime needs a root: a point where the process begins");
  for (const Index root : roots)
    if (root < 0 || root >= model.points())
      fail(ErrorKind::bad_option, "a root must be a row between 0 and {}; got {}", model.points() - 1, root);
}

double largest_of(std::span<const double> distances) {
  double largest = 0;
  for (const double distance : distances)
    if (distance > largest) largest = distance;
  return largest;
}

void divide(std::vector<double>& distances, double by) {
  for (double& distance : distances) distance /= by > 0 ? by : 1;
}

}  // namespace

std::vector<double> pseudotime(const Model& model, std::span<const Index> roots) {
  check_roots(model, roots);
  std::vector<double> distances = distances_from(model, roots, places_of(model));
  divide(distances, largest_of(distances));
  return distances;
}

std::vector<double> pseudotime(const Model& model, std::span<const Index> roots, const NewPoints& placed) {
  check_roots(model, roots);
  const double largest = largest_of(distances_from(model, roots, places_of(model)));
  std::vector<double> distances = distances_from(model, roots, {placed.embedding, placed.trivial, placed.component_of});
  divide(distances, largest);
  return distances;
}

}  // namespace codimap

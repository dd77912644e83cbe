// A kernel of one's own: affinity by the angle between two points as seen from the origin. A run that takes too long
// can be stopped from outside, and a bad option comes back as an error with a kind.
#include <algorithm>
#include <atomic>
#include <cmath>
#include <codimap/codimap.hpp>
#include <cstdio>
#include <numeric>
#include <span>

double angular_affinity(std::span<const double> x, std::span<const double> y) {
  const double xy = std::inner_product(x.begin(), x.end(), y.begin(), 0.0);
  const double xx = std::inner_product(x.begin(), x.end(), x.begin(), 0.0);
  const double yy = std::inner_product(y.begin(), y.end(), y.begin(), 0.0);
  const double angle = std::acos(std::clamp(xy / std::sqrt(xx * yy), -1.0, 1.0));
  return std::exp(-angle * angle / 0.1);
}

int main() try {
  const auto sphere = codimap::generate(codimap::Shape::sphere, {.points = 1500});
  std::atomic<bool> stop = false;  // another thread or a signal handler may set it

  codimap::Options options;
  options.kernel = {.kind = codimap::KernelKind::function, .function = angular_affinity};
  options.map.components = 8;
  const auto model = codimap::fit(sphere, options, {.cancelled = [&] { return stop.load(); }});

  std::puts("eigenvalues, three alike and then five, as the spherical harmonics have it:");
  for (const double eigenvalue : model.result().eigenvalues) std::printf("  %.4f\n", eigenvalue);
} catch (const codimap::Error& error) {
  std::fprintf(stderr, "own_kernel: %s%s\n", error.what(),
               error.kind() == codimap::ErrorKind::bad_option ? " (an option)" : "");
  return 1;
}

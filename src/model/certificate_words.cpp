// What is known of a map, in the words of the report.

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/fail.hpp"
#include "codimap/model.hpp"

namespace codimap {
namespace {

/// Components [first, last) of which the same can be said.
struct Run {
  Index first = 0;
  Index last = 0;
  bool bounded = false;
  bool group = false;  // determined only together
  double angle = 0;    // the largest, bound or estimate
};

double angle_of(const std::vector<double>& angles, Index i) {
  return i < std::ssize(angles) ? angles[static_cast<std::size_t>(i)] : -1;
}

std::vector<Run> runs_of(const Certificate& certificate) {
  std::vector<Run> runs;
  const auto count = static_cast<Index>(certificate.angles.size());
  for (Index i = 0; i < count;) {
    Index end = i + 1;
    while (end < count && certificate.group_of[static_cast<std::size_t>(end)] == i) ++end;
    const double angle = certificate.angles[static_cast<std::size_t>(i)];
    const bool bounded = angle < std::numbers::pi / 2;
    Run run{i, end, bounded, end - i > 1, bounded ? angle : 0};
    if (!bounded)
      for (Index j = i; j < end; ++j) run.angle = std::max(run.angle, angle_of(certificate.estimated_angles, j));
    const bool same = !runs.empty() && !run.group && !runs.back().group && runs.back().bounded == bounded;
    if (same) {
      runs.back().last = end;
      runs.back().angle = std::max(runs.back().angle, run.angle);
    } else {
      runs.push_back(run);
    }
    i = end;
  }
  return runs;
}

double one_digit_up(double value) {
  value = std::max(value, 1e-9);
  const double unit = std::pow(10, std::floor(std::log10(value)));
  return std::ceil(value / unit * (1 - 1e-12)) * unit;
}

std::string degrees(double radians) { return text("{:g}°", one_digit_up(radians * 180 / std::numbers::pi)); }

std::string range(const Run& run) {
  return run.last - run.first == 1 ? text("{}", run.first + 1) : text("{}–{}", run.first + 1, run.last);
}

std::string said(const Run& run) {
  const bool one = run.last - run.first == 1;
  const std::string_view together = run.last - run.first == 2 ? "pair" : "group";
  if (run.group && run.bounded) return text("{} are known as a {}, within {}", range(run), together, degrees(run.angle));
  if (run.bounded) return text("{} {} within {} of exact", range(run), one ? "is" : "are", degrees(run.angle));
  const bool estimated = run.angle > 0 && run.angle < std::numbers::pi / 2;
  const std::string estimate = estimated ? ", estimated within " + degrees(run.angle) : "";
  const std::string as_group = run.group ? text(" a {},", together) : "";
  return text("{} {}{} without a bound{}", range(run), one ? "is" : "are", as_group, estimate);
}

/// Of a map that was not refined: what holds of any vectors.
std::string of_residuals(const std::vector<double>& residuals) {
  if (residuals.empty()) return {};
  return text(
      "every eigenvalue is within {:g} of an exact one; how near the coordinates are to exact ones is not known",
      one_digit_up(*std::ranges::max_element(residuals)));
}

}  // namespace

std::string certificate_in_words(const Spectrum& spectrum) {
  if (spectrum.certificate.angles.empty()) return of_residuals(spectrum.residuals);
  std::string sentence;
  for (const Run& run : runs_of(spectrum.certificate)) {
    if (sentence.empty())
      sentence = (run.last - run.first == 1 ? "component " : "components ") + said(run);
    else
      sentence += "; " + said(run);
  }
  return sentence;
}

// A new point gets the mean over its neighbours divided by λ, and no mean over neighbours is larger, in the mean over
// all points, than what it is taken of. So an error of the map reaches new points at most 1/λ times as large.
std::string new_points_in_words(const Spectrum& spectrum) {
  double largest = 0;
  bool bounded = true;
  for (const Run& run : runs_of(spectrum.certificate)) {
    if (run.angle >= std::numbers::pi / 2) return {};  // which says nothing
    bounded = bounded && run.bounded;
    for (Index i = run.first; i < run.last; ++i)
      if (const double value = std::abs(spectrum.eigenvalues[static_cast<std::size_t>(i)]); value > 0)
        largest = std::max(largest, 2 * std::sin(run.angle / 2) / value);
  }
  if (!(largest > 0)) return {};
  return text(
      "new points that are spread like those of the model come {}within {:g} of where the exact map would put them, in "
      "units of each coordinate's spread (root mean square)",
      bounded ? "" : "by estimate ", one_digit_up(largest));
}

}  // namespace codimap

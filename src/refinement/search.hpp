// Filtered random vectors, which show eigenvectors that a subspace has nothing of.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "linalg/chebyshev.hpp"
#include "refinement/levels.hpp"

namespace codimap {

class MissedSearch {
 public:
  /// `degree`: products that may be spent on one search.
  MissedSearch(const Levels& levels, Index degree, std::uint64_t seed, const Execution& run)
      : levels_(levels), degree_(degree), seed_(seed), run_(run) {}

  /// Whether a search would tell anything of pairs of these values, 1 − λ ascending, guards included.
  [[nodiscard]] bool pays(std::span<const double> values) const;

  /// Fills the last `columns` columns of a block of the finest level with random vectors, filtered until an eigenvector
  /// above searched_above() that has only its chance share of them stands out.
  template <class T>
  void fill(Matrix<T>& block, Index columns, std::span<const double> values);

  /// 1 before any search.
  [[nodiscard]] double searched_above() const { return searched_above_; }
  /// The last guards are the least known: what they hide may lie above them.
  [[nodiscard]] static double last_sure(std::span<const double> values);

 private:
  /// A filter, and what it shows all eigenvalues above.
  struct Filter {
    Interval damped;
    Index degree = 0;
    double shown_above = 1;
  };
  [[nodiscard]] Filter filter_for(std::span<const double> values, double low) const;
  [[nodiscard]] double stand_out() const;

  const Levels& levels_;
  Index degree_;
  std::uint64_t seed_;
  const Execution& run_;
  std::optional<double> floor_{};  // of the spectrum
  double searched_above_ = 1;
  std::uint64_t searches_ = 0;
};

}  // namespace codimap

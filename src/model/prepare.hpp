// What is done to points before the kernel sees them.
#pragma once

#include <utility>
#include <variant>

#include "codimap/model.hpp"
#include "linalg/principal_components.hpp"
#include "model/any_points.hpp"

namespace codimap {

/// Principal components that options in force keep; none where the columns stay.
[[nodiscard]] inline std::optional<Index> components_kept(const PrepareOptions& options) {
  return options.pca == no_pca ? std::nullopt : options.pca;
}

/// PrepareOptions with what they learned from the points of a fit.
struct Preparation {
  PrepareOptions options;
  Index columns = 0;        // of the points as they are given; 0 for a graph
  ColumnMoments moments;    // where columns are standardised or there are principal components
  Matrix<double> loadings;  // of the principal components, one a column
};

/// Dense points in the precision they came in: borrowed where nothing was to be done.
class Prepared {
 public:
  explicit Prepared(Points borrowed) : points_(borrowed) {}
  template <class T>
  explicit Prepared(Matrix<T> owned) : owned_(std::move(owned)), points_(std::get<Matrix<T>>(owned_)) {}
  Prepared(const Prepared&) = delete;  // the points of a copy would be those of the original
  Prepared(Prepared&&) = default;
  Prepared& operator=(const Prepared&) = delete;
  Prepared& operator=(Prepared&&) = default;
  ~Prepared() = default;
  [[nodiscard]] Points points() const { return points_; }

 private:
  std::variant<Matrix<float>, Matrix<double>> owned_;
  Points points_;
};

/// Sparse points become dense, whatever the options.
[[nodiscard]] inline bool needs_preparation(const AnyPoints& points, const PrepareOptions& options) {
  return is_sparse(points) || options.arcsinh || options.log1p || options.standardize || components_kept(options);
}

/// The options with PrepareOptions::pca filled in: a number of components or `no_pca`.
[[nodiscard]] PrepareOptions prepare_in_force(const Options& options, Index rows, Index cols);

/// Of components that nobody asked for, nobody expects the last digits.
[[nodiscard]] inline const PrincipalAccuracy& accuracy_of(const PrepareOptions& asked) {
  return asked.pca ? exact_components : rough_components;
}

/// Whether the options can be taken for so many points and columns. For before the work.
void check_preparation(const PrepareOptions& options, Index rows, Index cols);

/// Learns from the points, of which the options in force say what, and prepares them.
[[nodiscard]] std::pair<Preparation, Prepared> learn_preparation(const AnyPoints& points, const PrepareOptions& options,
                                                                 const PrincipalAccuracy& accuracy,
                                                                 const Execution& run);

/// Prepares further points in the same way.
[[nodiscard]] Prepared prepare(const AnyPoints& points, const Preparation& preparation, const Execution& run);

}  // namespace codimap

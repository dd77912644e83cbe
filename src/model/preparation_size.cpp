// What preparing points takes: the copies it makes, and what principal components need beside them.
#include <algorithm>

#include "model/forecast.hpp"
#include "model/prepare.hpp"

namespace codimap {
namespace {

// Multiplications that take as long: fitted to runs on two cores.
constexpr double of_a_pass = 60;       // over one value
constexpr double of_a_function = 400;  // arcsinh or log1p of one value
constexpr double of_an_entry = 10;     // of a sparse matrix, whose products wait for memory
constexpr double usual_passes = 150;   // of the Lanczos method, over all points

constexpr double most_lines = 16 << 20;  // bytes of rows or columns that are made dense at a time
constexpr double lanczos_block = 16;

struct Sides {
  double rows;
  double cols;
  double smaller;
};

double principal_bytes(const Sides& s, double kept, bool small, bool sparse) {
  const double lines_bytes = std::min(most_lines, 8 * s.rows * s.cols);
  if (small) return 24 * s.smaller * s.smaller + (sparse ? 3 : 2) * lines_bytes;
  const double basis = 8 * s.cols * (2 * kept + 16 * lanczos_block);
  // Of a product with so many vectors: sparse rows add to several sums, dense ones are made a few at a time.
  const auto product_bytes = [&](double vectors) {
    const double sum = 8 * s.cols * vectors;
    return sparse ? std::clamp(128.0 * (1 << 20), 2 * sum, 32 * sum) : 1.5 * lines_bytes;
  };
  // The basis, its images, and both again while it is restarted; at the end the basis and the residuals of what it
  // gave.
  return std::max(4.2 * basis + product_bytes(lanczos_block), 2 * basis + product_bytes(kept));
}

double principal_work(const Sides& s, double entries, double kept, bool small, double passes) {
  const double loadings = small ? s.rows * s.cols * s.smaller / 2 + 10 * s.smaller * s.smaller * s.smaller
                                : passes * 2 * lanczos_block * of_an_entry * entries;
  return loadings + kept * entries;
}

}  // namespace

FitSize size_of(const AnyPoints& points, const PrepareOptions& options, const PrincipalAccuracy& accuracy) {
  const Index rows = rows_of(points);
  const Index cols = cols_of(points);
  const bool sparse = is_sparse(points);
  const auto value = static_cast<double>(value_bytes(points));
  const auto entries = static_cast<double>(entries_of(points));
  const Sides sides{static_cast<double>(rows), static_cast<double>(cols), static_cast<double>(std::min(rows, cols))};
  const int functions = (options.arcsinh ? 1 : 0) + (options.log1p ? 1 : 0);

  const std::optional<Index> components = components_kept(options);
  FitSize size{.points = rows, .features = components.value_or(cols), .value_bytes = value_bytes(points)};
  PreparationSize& preparation = size.preparation;
  preparation.given = entries * (value + (sparse ? sizeof(std::int32_t) : 0)) + (sparse ? 8 * sides.rows : 0);
  preparation.needed = needs_preparation(points, options);
  if (!preparation.needed) return size;
  preparation.held = sides.rows * static_cast<double>(size.features) * value;
  preparation.multiplications = entries * (of_a_function * functions + of_a_pass);
  // A function of dense points is the prepared copy itself, unless that is of principal components.
  if (functions > 0 && (sparse || components)) preparation.beside += entries * value;
  if (components) {
    const auto kept = static_cast<double>(*components);
    const bool small = forms_covariance(rows, cols, *components, accuracy);
    // A space of twice the components from the start, and their residuals; or many such spaces.
    const double passes = accuracy.tolerance > exact_components.tolerance ? 3 * kept / lanczos_block : usual_passes;
    preparation.held += 8 * sides.cols * kept;
    preparation.beside += principal_bytes(sides, kept, small, sparse);
    preparation.multiplications += principal_work(sides, entries, kept, small, passes);
  } else if (sparse) {
    preparation.multiplications += of_a_pass * sides.rows * sides.cols;
  }
  return size;
}

}  // namespace codimap

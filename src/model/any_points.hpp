// Points of any kind, dense or sparse, in one type.
#pragma once

#include "codimap/execution.hpp"
#include "linalg/centred_matrix.hpp"

namespace codimap {

[[nodiscard]] AnyPoints any_points(Points points);
[[nodiscard]] AnyPoints any_points(const SparsePoints& points);

[[nodiscard]] Index rows_of(const AnyPoints& points);
[[nodiscard]] Index cols_of(const AnyPoints& points);
/// Bytes of one value.
[[nodiscard]] Index value_bytes(const AnyPoints& points);
/// Values that are stored.
[[nodiscard]] Index entries_of(const AnyPoints& points);
[[nodiscard]] inline bool is_sparse(const AnyPoints& points) { return points.index() >= 2; }

/// Rows [begin, end).
[[nodiscard]] AnyPoints row_range(const AnyPoints& points, Index begin, Index end);

/// NaN and infinities end with ErrorKind::bad_data.
void check_finite(const AnyPoints& points, const Execution& run);

}  // namespace codimap

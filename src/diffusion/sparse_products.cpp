#include "diffusion/sparse_products.hpp"

#include <atomic>
#include <cstdint>

#include "base/parallel.hpp"

namespace codimap {
namespace {

constexpr Index rows_a_range = 4096;

/// Rows of a that have an entry in a column where the block has a row: those of the product that are not empty.
template <class T>
std::vector<std::uint8_t> reached_rows(const SparseView<T>& a, const Copies& copies, const SparseRows& block,
                                       const Execution& run) {
  std::vector<std::uint8_t> reached(static_cast<std::size_t>(a.rows()));
  parallel_for(run, block.rows(), rows_a_range, [&](Index begin, Index end) {
    for (Index i = begin; i < end; ++i) {
      if (block.offsets[i] == block.offsets[i + 1]) continue;
      const auto row = row_of(a, copies.row_of(i));  // by symmetry its columns are the rows that have it
      for (Index e = 0; e < row.count; ++e)
        std::atomic_ref(reached[row.columns[e]]).store(1, std::memory_order_relaxed);
    }
  });
  return reached;
}

}  // namespace

template <class T>
SparseRows sparse_product(const SparseView<T>& rows, const Copies& copies, const SparseRows& block,
                          const Execution& run) {
  const std::vector<std::uint8_t> reached = reached_rows(rows, copies, block, run);
  const auto add_row = [&](Index u, RowSums& sums) {
    const auto row = row_of(rows, u);
    for (Index e = 0; e < row.count; ++e)
      copies.for_each(row.columns[e], [&](Index y) {
        const auto other = row_of(block, y);
        for (Index p = 0; p < other.count; ++p)
          sums.add(other.columns[p], static_cast<double>(row.values[e]) * other.values[p]);
      });
  };
  return sparse_rows(rows.rows(), block.cols, run, [&](Index begin, Index end, SparseRows& part) {
    RowSums sums(block.cols);
    for (Index u = begin; u < end; ++u) {
      if (reached[u]) add_row(u, sums);
      sums.flush(part);
    }
  });
}

template SparseRows sparse_product(const SparseView<float>&, const Copies&, const SparseRows&, const Execution&);
template SparseRows sparse_product(const SparseView<double>&, const Copies&, const SparseRows&, const Execution&);

}  // namespace codimap

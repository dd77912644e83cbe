// Matrices in archives.
#pragma once

#include <algorithm>

#include "base/archive.hpp"
#include "codimap/matrix.hpp"

namespace codimap {

template <class T>
void add_matrix(ArchiveWriter& archive, MatrixView<T> matrix) {
  archive.add(static_cast<std::uint64_t>(matrix.rows()));
  archive.add(static_cast<std::uint64_t>(matrix.cols()));
  archive.add(std::span<const T>(matrix.data(), static_cast<std::size_t>(matrix.size())));
}

template <class T>
[[nodiscard]] Matrix<T> read_matrix(ArchiveReader& archive) {
  const std::uint64_t rows = archive.u64();
  const std::uint64_t cols = archive.u64();
  const std::vector<T> values = archive.values<T>();
  // Divided rather than multiplied: the product of two damaged numbers could overflow.
  const bool fits = rows == 0 || cols == 0 ? values.empty() : values.size() / rows == cols && values.size() % rows == 0;
  if (!fits || rows > (std::uint64_t{1} << 40) || cols > (std::uint64_t{1} << 40)) archive.damaged();
  Matrix<T> matrix(static_cast<Index>(rows), static_cast<Index>(cols));
  std::copy(values.begin(), values.end(), matrix.data());
  return matrix;
}

}  // namespace codimap

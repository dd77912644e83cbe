// Symmetric matrices in archives.
#include "diffusion/saved_graph.hpp"

#include <gtest/gtest.h>

#include <string>

#include "unit/errors.hpp"

namespace codimap {
namespace {

// 1 2 0
// 2 0 3
// 0 3 4
const SparseMatrix<double> small{
    .cols = 3, .offsets = {0, 2, 4, 6}, .columns = {0, 1, 0, 2, 1, 2}, .values = {1, 2, 2, 3, 3, 4}};

const std::string name = "model";

SparseMatrix<double> read(ArchiveWriter archive, Index size) {
  constexpr std::string_view magic = "CODIMAPT";
  const std::vector<std::byte> bytes = std::move(archive).sealed(magic, 1);
  ArchiveReader reader(bytes, name, magic, 1);
  SparseMatrix<double> result = read_symmetric<double>(reader, size);
  reader.finish();
  return result;
}

ArchiveWriter half(const std::vector<std::int32_t>& counts, const std::vector<std::int32_t>& columns) {
  ArchiveWriter archive;
  archive.add(std::span<const std::int32_t>(counts));
  archive.add(std::span<const std::int32_t>(columns));
  archive.add(std::span<const double>(std::vector<double>(columns.size(), 1)));
  return archive;
}

TEST(SavedGraph, IsReadBackWithBothHalves) {
  ArchiveWriter archive;
  add_symmetric(archive, small);
  const SparseMatrix<double> loaded = read(archive, 3);
  EXPECT_EQ(loaded.cols, 3);
  EXPECT_EQ(loaded.offsets, small.offsets);
  EXPECT_EQ(loaded.columns, small.columns);
  EXPECT_EQ(loaded.values, small.values);
}

TEST(SavedGraph, IsRefusedWhereItIsNone) {
  EXPECT_EQ(read(half({1, 1}, {1, 1}), 2).columns, (std::vector<std::int32_t>{1, 0, 1}));
  for (const ArchiveWriter& broken :
       {half({1, 1, 0}, {1, 1}), half({1, 1}, {1, 0}), half({1, 1}, {1, 2}), half({2, 0}, {1, 1}), half({1, 2}, {1, 1}),
        half({1, 0}, {1, 1}), half({-1, 1}, {1, 1}), half({2, 0}, {1, -1})})
    expect_error(ErrorKind::bad_file, "model", [&] { (void)read(broken, 2); });
}

}  // namespace
}  // namespace codimap

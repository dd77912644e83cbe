// Copies of h5ad files with an embedding added.
#include <gtest/gtest.h>

#include <cmath>

#include "io/h5ad/h5ad.hpp"
#include "unit/io/hdf5_maker.hpp"
#include "unit/io/scratch.hpp"

namespace codimap {
namespace {

class H5adCopy : public Scratch {
 protected:
  H5adCopy() {
    Hdf5Maker maker(name());
    maker.array<double>("X", {3, 2}, {1, 2, 3, 4, 5, 6});
    maker.frame("obs", {"a", "b", "c"});
    maker.array<double>("obsm/X_codimap", {3, 1}, {7, 8, 9});
    maker.array<double>("uns/codimap", {1}, {7});
  }
  [[nodiscard]] std::string name() const { return path("cells.h5ad").string(); }
  [[nodiscard]] std::string copy() const { return path("copy.h5ad").string(); }
  void write(const H5adAdditions& added, bool single = false) const {
    OutputFile out(copy(), OutputFile::Existing::refuse);
    write_h5ad(out, name(), added, single);
    out.commit();
  }
  [[nodiscard]] std::vector<double> values(const std::string& key) const {
    ByteSource source(copy());
    const Hdf5File file(source);
    const H5adMatrix stored = find_matrix(file, key);
    const auto& dense = std::get<Hdf5Dataset>(stored);
    std::vector<double> result(static_cast<std::size_t>(dense.rows() * dense.cols()));
    dense.read<double>(result);
    return result;
  }
};

Matrix<double> three_by_two() {
  Matrix<double> matrix(3, 2);
  for (Index i = 0; i < 6; ++i) matrix.data()[i] = static_cast<double>(i) / 3;
  return matrix;
}

TEST_F(H5adCopy, HoldsTheInputAndTheEmbedding) {
  const Matrix<double> embedding = three_by_two();
  write({.embedding = embedding, .eigenvalues = {0.9, 0.8}, .residuals = {1e-3, 2e-3}, .options = "{}"});
  EXPECT_EQ(values("X"), (std::vector<double>{1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(values("obsm/X_codimap"), std::vector<double>(embedding.data(), embedding.data() + 6));
  EXPECT_EQ(values("uns/codimap/eigenvalues"), (std::vector<double>{0.9, 0.8}));
  EXPECT_EQ(values("uns/codimap/residuals"), (std::vector<double>{1e-3, 2e-3}));
  EXPECT_EQ(read_table(copy()).row_names, (std::vector<std::string>{"a", "b", "c"}));
  EXPECT_EQ(files_in_folder(), 2);
}

TEST_F(H5adCopy, SaysWhatItIsInTheWordsOfAnndata) {
  const Matrix<double> embedding = three_by_two();
  write({.embedding = embedding}, true);
  ByteSource source(copy());
  const Hdf5File file(source);
  const Hdf5Handle made = file.find("obsm/X_codimap");
  EXPECT_EQ(text_attribute(made, "encoding-type", "made"), "array");
  EXPECT_EQ(text_attribute(made, "encoding-version", "made"), "0.2.0");
  EXPECT_EQ(Hdf5Dataset(file, made, "obsm/X_codimap").type_words(), "float32");
  EXPECT_EQ(text_attribute(file.find("uns/codimap"), "encoding-type", "made"), "dict");
  EXPECT_EQ(text_attribute(file.find("uns/codimap/version"), "encoding-type", "made"), "string");
}

TEST_F(H5adCopy, HasNaNWhereRowsWereLeftOut) {
  const Matrix<double> all = three_by_two();
  const MatrixView<double> two(all.data(), 2, 2);
  write({.embedding = two, .kept_rows = {0, 2}});
  const std::vector<double> found = values("obsm/X_codimap");
  ASSERT_EQ(found.size(), 6);
  EXPECT_EQ(found[0], 0);
  EXPECT_TRUE(std::isnan(found[2]) && std::isnan(found[3]));
  EXPECT_EQ(found[5], 1);
}

TEST_F(H5adCopy, HoldsTheDiffmapInFloat32) {
  const Matrix<double> embedding = three_by_two();
  write({.embedding = embedding, .diffmap = three_by_two(), .diffmap_evals = {1, 0.5}});
  EXPECT_EQ(values("obsm/X_diffmap")[1], static_cast<double>(static_cast<float>(1. / 3)));
  EXPECT_EQ(values("uns/diffmap_evals"), (std::vector<double>{1, 0.5}));
}

TEST_F(H5adCopy, IsOnlyMadeOfAnH5adOfAsManyRows) {
  const Matrix<double> embedding(2, 1);
  expect_error(ErrorKind::bad_data, {"copy.h5ad: obs names 3 observations", "needs 2"},
               [&] { write({.embedding = embedding}); });
  EXPECT_EQ(files_in_folder(), 1);
  expect_error(ErrorKind::bad_option, {"adds to an h5ad", "t.csv is not"},
               [&] { check_h5ad_input(file("t.csv", "1,2\n")); });
  expect_error(ErrorKind::bad_option, {"standard input"}, [&] { check_h5ad_input("-"); });
}

}  // namespace
}  // namespace codimap

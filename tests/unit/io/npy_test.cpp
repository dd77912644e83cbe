// NPY files: what is read, and what is refused before it is believed.
#include "io/npy/npy.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <limits>

#include "unit/io/scratch.hpp"

namespace codimap {
namespace {

template <class T>
std::string bytes_of(std::initializer_list<T> values) {
  std::string bytes;
  for (const T value : values) {
    std::string one(sizeof(T), '\0');
    std::memcpy(one.data(), &value, sizeof(T));
    bytes += one;
  }
  return bytes;
}

std::string npy(const std::string& dict, const std::string& data, char version = 1) {
  std::string bytes = std::string(npy_magic) + version + '\0' + static_cast<char>(dict.size()) + '\0';
  if (version > 1) bytes += std::string(2, '\0');
  return bytes + dict + data;
}

std::string dict(const std::string& type, const std::string& shape, bool fortran = false) {
  return "{'descr': '" + type + "', 'fortran_order': " + (fortran ? "True" : "False") + ", 'shape': " + shape + ", }\n";
}

class Npy : public Scratch {
 protected:
  Table read(const std::string& bytes, const ReadOptions& options = {}) {
    return read_table(file("points.npy", bytes), options);
  }
  std::vector<double> values(const std::string& bytes, const ReadOptions& options = {}) {
    std::vector<double> result;
    const Table table = read(bytes, options);
    table.points().visit([&](const auto& matrix) { result.assign(matrix.data(), matrix.data() + matrix.size()); });
    return result;
  }
  void expect_refusal(const std::string& bytes, const std::vector<std::string>& words) {
    expect_error(ErrorKind::bad_file, words, [&] { static_cast<void>(read(bytes)); });
  }
};

const std::vector<double> one_to_four = {1, 2, 3, 4};

TEST_F(Npy, ReadsEveryVersion) {
  for (const char version : {'\1', '\2', '\3'}) {
    EXPECT_EQ(values(npy(dict("<f8", "(2, 2)"), bytes_of({1., 2., 3., 4.}), version)), one_to_four);
  }
  expect_refusal(npy(dict("<f8", "(1,)"), bytes_of({1.}), 4), {"NPY version 4.0"});
}

TEST_F(Npy, ReadsNumbersOfEveryType) {  // fault 17
  const std::string shape = "(2, 2)";
  EXPECT_EQ(values(npy(dict("<f4", shape), bytes_of({1.F, 2.F, 3.F, 4.F}))), one_to_four);
  EXPECT_EQ(values(npy(dict("|i1", shape), bytes_of<std::int8_t>({1, 2, 3, 4}))), one_to_four);
  EXPECT_EQ(values(npy(dict("<i2", "(1,)"), bytes_of<std::int16_t>({-300}))), std::vector<double>{-300});
  EXPECT_EQ(values(npy(dict("<i4", "(1,)"), bytes_of<std::int32_t>({-70000}))), std::vector<double>{-70000});
  EXPECT_EQ(values(npy(dict("<i8", "(1,)"), bytes_of<std::int64_t>({-5000000000}))), std::vector<double>{-5e9});
  EXPECT_EQ(values(npy(dict("|u1", "(1,)"), bytes_of<std::uint8_t>({200}))), std::vector<double>{200});
  EXPECT_EQ(values(npy(dict("<u2", "(1,)"), bytes_of<std::uint16_t>({60000}))), std::vector<double>{60000});
  EXPECT_EQ(values(npy(dict("<u4", "(1,)"), bytes_of<std::uint32_t>({4000000000}))), std::vector<double>{4e9});
  EXPECT_EQ(values(npy(dict("<u8", "(1,)"), bytes_of<std::uint64_t>({1ULL << 63}))), std::vector<double>{0x1p63});
  EXPECT_EQ(values(npy(dict("|b1", "(2,)"), bytes_of<char>({0, 1}))), (std::vector<double>{0, 1}));
}

TEST_F(Npy, ReadsHalfPrecision) {  // fault 17
  // 1, −2, the largest, the smallest normal, the smallest denormal.
  const auto halves = bytes_of<std::uint16_t>({0x3c00, 0xc000, 0x7bff, 0x0400, 0x0001});
  EXPECT_EQ(values(npy(dict("<f2", "(5,)"), halves)), (std::vector<double>{1, -2, 65504, 0x1p-14, 0x1p-24}));
  expect_error(ErrorKind::bad_data, {"points.npy: row 1 column 1: 2 values are empty, NaN or infinite"}, [&] {
    static_cast<void>(read(npy(dict("<f2", "(2,)"), bytes_of<std::uint16_t>({0x7c00, 0x7e00}))));
  });
}

TEST_F(Npy, ReadsBigEndianAndFortranOrder) {  // fault 17
  EXPECT_EQ(values(npy(dict(">i2", "(2,)"), std::string("\1\0\xff\xfe", 4))), (std::vector<double>{256, -2}));
  EXPECT_EQ(values(npy(dict(">f4", "(1,)"), std::string("\x3f\xc0\0\0", 4))), std::vector<double>{1.5});
  EXPECT_EQ(values(npy(dict("<f8", "(3, 2)", true), bytes_of({1., 2., 3., 4., 5., 6.}))),
            (std::vector<double>{1, 4, 2, 5, 3, 6}));
}

TEST_F(Npy, ComesInItsOwnPrecisionUnlessFloatIsAskedFor) {
  const std::string wide = npy(dict("<f8", "(1,)"), bytes_of({1.5}));
  EXPECT_TRUE(std::holds_alternative<Matrix<double>>(read(wide).values));
  EXPECT_TRUE(std::holds_alternative<Matrix<float>>(read(wide, {.single = true}).values));
  EXPECT_TRUE(std::holds_alternative<Matrix<float>>(read(npy(dict("<f4", "(1,)"), bytes_of({1.F}))).values));
  expect_error(ErrorKind::bad_file, {"row 1 column 1", "out of range of float"},
               [&] { static_cast<void>(read(npy(dict("<f8", "(1,)"), bytes_of({1e39})), {.single = true})); });
}

TEST_F(Npy, SelectsColumnsByNumber) {
  const std::string bytes = npy(dict("<f8", "(2, 3)"), bytes_of({1., 2., 3., 4., 5., 6.}));
  EXPECT_EQ(values(bytes, {.columns = {"3", "1"}}), (std::vector<double>{3, 1, 6, 4}));
  EXPECT_EQ(values(bytes, {.exclude = {"2"}}), (std::vector<double>{1, 3, 4, 6}));
  expect_error(ErrorKind::bad_option, {"no column '4'", "1 to 3"},
               [&] { static_cast<void>(read(bytes, {.columns = {"4"}})); });
}

TEST_F(Npy, RefusesOrDropsRowsThatAreNotFinite) {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  const std::string bytes = npy(dict("<f8", "(3, 2)"), bytes_of({1., 2., nan, 3., 4., 5.}));
  expect_error(ErrorKind::bad_data, {"points.npy: row 2 column 1: 1 value is", "--drop-nonfinite"},
               [&] { static_cast<void>(read(bytes)); });
  const Table table = read(bytes, {.drop_nonfinite = true});
  EXPECT_EQ(table.kept_rows, (std::vector<Index>{0, 2}));
  EXPECT_EQ(values(bytes, {.drop_nonfinite = true}), (std::vector<double>{1, 2, 4, 5}));
}

TEST_F(Npy, RefusesAHeaderThatDeclaresMoreThanTheFileHolds) {  // faults 13 and 14
  expect_refusal(npy(dict("<f8", "(1000000000, 16)"), "12345678"), {"points.npy: declares", "128000000000 bytes", "8"});
  expect_refusal(npy(dict("<f8", "(65536, 65536)"), ""), {"declares 65536 × 65536 values", "holds 0"});
  std::string long_header = npy("", "", 2);
  long_header.replace(8, 4, "\xff\xff\xff\x7f");
  expect_refusal(long_header, {"bytes of NPY header should follow", "not complete"});
}

TEST_F(Npy, RefusesShapesThatOverflowOrAreNegative) {  // fault 15
  expect_refusal(npy(dict("<f8", "(4294967296, 4294967296)"), ""), {"overflows 64 bits"});
  expect_refusal(npy(dict("|u1", "(3037000500, 3037000500)"), ""), {"overflows 64 bits"});
  expect_refusal(npy(dict("<f8", "(99999999999999999999, 1)"), ""), {"overflows 64 bits"});
  expect_refusal(npy(dict("<f8", "(-1, 8)"), "12345678"), {"negative size -1"});
}

TEST_F(Npy, RefusesObjectsRecordsAndOtherTypes) {  // fault 16
  expect_refusal(npy(dict("|O", "(1,)"), "cos\nsystem\n"), {"Python objects", "never unpickled"});
  expect_refusal(npy("{'descr': [('a', '<f8')], 'fortran_order': False, 'shape': (1,), }", "12345678"),
                 {"several fields"});
  for (const char* type : {"<c16", "<U4", "<M8[ns]", "<f16", "|S8", "f8", "", "<f3"}) {
    expect_refusal(npy(dict(type, "(1,)"), std::string(16, '\0')), {"of type"});
  }
}

TEST_F(Npy, RefusesTruncatedData) {  // fault 17
  const std::string whole = npy(dict("<f8", "(2, 2)"), bytes_of({1., 2., 3., 4.}));
  for (std::size_t length = 0; length < whole.size(); ++length) {
    EXPECT_THROW(static_cast<void>(read(whole.substr(0, length))), Error) << length;
  }
  expect_refusal(whole.substr(0, whole.size() - 1), {"32 bytes, and holds 31"});
}

TEST_F(Npy, RefusesDamagedHeadersAndOtherDimensions) {
  for (const char* broken :
       {"", "{", "{'descr'", "{'descr': '<f8'}", "{'descr': '<f8', 'fortran_order': 1, 'shape': (1,)}",
        "{'evil': __import__('os')}", "{'descr': '<f8', 'fortran_order': False, 'shape': (1 2)}"}) {
    expect_refusal(npy(broken, "12345678"), {"the NPY header is damaged"});
  }
  expect_refusal(npy(dict("<f8", "(1, 1, 1)"), "12345678"), {"3 dimensions"});
  expect_refusal(npy(dict("<f8", "()"), "12345678"), {"0 dimensions"});
  expect_refusal(npy(dict("<f8", "(0, 3)"), ""), {"0 × 3", "at least one row"});
  expect_refusal("1,2\n3,4\n", {"is not an NPY file"});
}

TEST_F(Npy, IsKnownByItsBytesWhateverTheName) {
  EXPECT_EQ(read_table(file("points.dat", npy(dict("<f8", "(2, 2)"), bytes_of({1., 2., 3., 4.})))).rows(), 2);
}

}  // namespace
}  // namespace codimap

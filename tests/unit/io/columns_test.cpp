// Choosing columns.
#include "io/columns.hpp"

#include <gtest/gtest.h>

#include "unit/io/scratch.hpp"

namespace codimap {
namespace {

using Chosen = std::vector<Index>;

const Columns markers{.header = {"id", "CD4", "CD8", "Time", "CD45"}, .count = 5, .row_names = false};

Chosen chosen(const Columns& table, const ReadOptions& options) {
  return select_columns(table, options, "cells.csv").columns;
}

TEST(Columns, AreAllReadByDefault) { EXPECT_EQ(chosen(markers, {}), (Chosen{0, 1, 2, 3, 4})); }

TEST(Columns, AreTakenByNameNumberAndGlobInTheOrderAskedFor) {
  EXPECT_EQ(chosen(markers, {.columns = {"Time", "2", "CD*"}}), (Chosen{3, 1, 2, 4}));
  EXPECT_EQ(chosen(markers, {.columns = {"CD?"}}), (Chosen{1, 2}));
}

TEST(Columns, AreExcludedInTheSameWays) {
  EXPECT_EQ(chosen(markers, {.exclude = {"1", "CD?", "Time"}}), Chosen{4});
  EXPECT_EQ(chosen(markers, {.columns = {"CD*"}, .exclude = {"CD45"}}), (Chosen{1, 2}));
}

TEST(Columns, MayBeLeftOutIfTheyAreThere) {
  EXPECT_EQ(chosen(markers, {.exclude_if_there = {markers.header[1], "no such column"}}), (Chosen{0, 2, 3, 4}));
  EXPECT_EQ(chosen({.header = {}, .count = 2}, {.exclude_if_there = {"1"}}), (Chosen{0, 1}));
}

TEST(Columns, PreferANameToANumber) {
  const Columns numbered{.header = {"2", "1"}, .count = 2};
  EXPECT_EQ(chosen(numbered, {.columns = {"1"}}), Chosen{1});
}

TEST(Columns, KeepRowNamesApartUnlessTheyAreAskedFor) {
  Columns named = markers;
  named.row_names = true;
  EXPECT_EQ(chosen(named, {}), (Chosen{1, 2, 3, 4}));
  EXPECT_TRUE(select_columns(named, {.columns = {"*"}}, "").row_names);
  EXPECT_EQ(chosen(named, {.columns = {"*"}}), (Chosen{1, 2, 3, 4}));
  EXPECT_FALSE(select_columns(named, {.columns = {"id"}}, "").row_names);
  EXPECT_FALSE(select_columns(named, {.exclude = {"id"}}, "").row_names);
}

TEST(Columns, ThatDoNotExistAreRefusedWithWhatThereIs) {
  expect_error(ErrorKind::bad_option, {"cells.csv: has no column 'CD5'", "'id', 'CD4', 'CD8'"},
               [] { static_cast<void>(chosen(markers, {.columns = {"CD5"}})); });
  expect_error(ErrorKind::bad_option, {"no column '6'"},
               [] { static_cast<void>(chosen(markers, {.exclude = {"6"}})); });
  expect_error(ErrorKind::bad_option, {"no column 'X*'"},
               [] { static_cast<void>(chosen(markers, {.columns = {"X*"}})); });
  Columns wide{.header = std::vector<std::string>(12, "x"), .count = 12};
  expect_error(ErrorKind::bad_option, {"and 2 more"}, [&] { static_cast<void>(chosen(wide, {.columns = {"y"}})); });
  expect_error(ErrorKind::bad_option, {"only the numbers 1 to 3"},
               [] { static_cast<void>(chosen({.header = {}, .count = 3}, {.columns = {"0"}})); });
}

TEST(Columns, MayNotAllBeExcluded) {
  expect_error(ErrorKind::bad_option, {"no column of numbers is left"},
               [] { static_cast<void>(chosen(markers, {.exclude = {"*"}})); });
}

TEST(Columns, MatchGlobs) {
  EXPECT_TRUE(matches_glob("CD45RA", "CD*RA"));
  EXPECT_TRUE(matches_glob("abcabd", "*ab?"));
  EXPECT_TRUE(matches_glob("", "*"));
  EXPECT_TRUE(matches_glob("x", "x**"));
  EXPECT_FALSE(matches_glob("CD45RA", "CD*RO"));
  EXPECT_FALSE(matches_glob("x", "x?"));
}

}  // namespace
}  // namespace codimap

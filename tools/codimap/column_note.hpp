// Which columns a model was made from, and how they were read. The program keeps it as JSON in the note of a model, so
// that transform can make the same choice again.
#pragma once

#include <string>
#include <vector>

#include "codimap/io.hpp"

namespace codimap::program {

struct ColumnNote {
  bool named = false;                // columns are names of a header, all that were used
  std::vector<std::string> columns;  // otherwise as asked for, by number
  std::vector<std::string> exclude;
  bool compensate = false;
  bool linearize = false;
  std::string key;           // of an h5ad; empty: another format
  std::vector<Index> roots;  // of the pseudotime, rows of points; empty: none
  std::string row_names;     // their fingerprint; empty where there are none
};

/// A short text that differs between lists of names, also in another order; empty for none.
[[nodiscard]] std::string fingerprint(const std::vector<std::string>& names);

[[nodiscard]] std::string column_note(const Table& table, const ReadOptions& reading, const std::vector<Index>& roots);

/// A note that is not the program's says nothing of columns.
[[nodiscard]] ColumnNote read_column_note(const std::string& note);

}  // namespace codimap::program

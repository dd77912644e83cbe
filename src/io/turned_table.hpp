// Tables that are in memory already: turned, and down to the columns that are asked for.
#pragma once

#include <string>
#include <vector>

#include "codimap/io.hpp"

namespace codimap {

/// Columns become rows, with their names.
void turn(Table& table);

/// Keeps the columns that the options ask for, by the table's own names; says which they are.
std::vector<Index> keep_columns(Table& table, const ReadOptions& options, const std::string& name);

/// Brings the columns, whose names are all different, into the order of these names.
void keep_named_columns(Table& table, const std::vector<std::string>& names);

}  // namespace codimap

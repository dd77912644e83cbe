// Text tables of nothing but numbers, which most large ones are.
#pragma once

#include <optional>

#include "codimap/io.hpp"
#include "io/byte_source.hpp"

namespace codimap {

/// Reads the text piece by piece, in parallel and without keeping it. None for a table that has anything about it that
/// is not plain: quotes or words among the numbers, names of rows, empty cells or lines, rows of different length,
/// blanks as separators. Such a table, and whatever is wrong with it, is for read_text_table.
[[nodiscard]] std::optional<Table> read_plain_text(const ByteSource& source, std::optional<FileFormat> format,
                                                   const ReadOptions& options);

/// Whether the beginning of the text is such a table, so that the rest probably is.
[[nodiscard]] bool begins_plain(const ByteSource& source, std::optional<FileFormat> format, const ReadOptions& options);

}  // namespace codimap

// Tables of numbers in text files.
#pragma once

#include "io/byte_source.hpp"
#include "io/text/layout.hpp"

namespace codimap {

[[nodiscard]] Table read_text_table(const TextRows& text, const ReadOptions& options);

}  // namespace codimap

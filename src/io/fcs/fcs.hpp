// FCS, the file of flow and mass cytometers: the list mode of versions 2.0 to 3.2, first data set.
#pragma once

#include <string_view>

#include "codimap/io.hpp"
#include "io/byte_source.hpp"

namespace codimap {

inline constexpr std::string_view fcs_magic = "FCS";

/// Columns are channels, by the names people gave them ($PnS), else by those of the detectors ($PnN), which select a
/// column as well. Without a choice of columns, those that describe the run and not the cell are left out, and a note
/// says so.
[[nodiscard]] Table read_fcs(ByteSource& source, const ReadOptions& options);

[[nodiscard]] FileSummary describe_fcs(ByteSource& source);

}  // namespace codimap

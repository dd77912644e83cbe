// The names of the channels of an FCS file, and what the names tell of them.
#pragma once

#include "io/columns.hpp"
#include "io/fcs/layout.hpp"

namespace codimap {

/// What a channel is for, as far as habits of naming tell.
enum class FcsRole {
  marker,  // of the cell, or unknown
  run,     // of the run or the finding of cells: time, length of the event, DNA, beads. Only used on request
  aside,   // seldom wanted in a map: viability, barcodes, the shape of the pulse
};

/// Sets the names of a channel. Whatever is not UTF-8 is taken for Latin-1.
void name_fcs_channel(const FcsText& text, Index channel, FcsChannel& to);

[[nodiscard]] FcsRole fcs_role(const FcsChannel& channel);

/// What there is to choose from.
[[nodiscard]] Columns fcs_columns(const FcsLayout& layout);

/// The names of channels, one after the other: all of them, since people must be able to tell what was used.
[[nodiscard]] std::string fcs_names(const FcsLayout& layout, std::span<const Index> channels);

/// Those of `among` that have a role.
[[nodiscard]] std::vector<Index> fcs_channels_of(const FcsLayout& layout, std::span<const Index> among, FcsRole role);

}  // namespace codimap

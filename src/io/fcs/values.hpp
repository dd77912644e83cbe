// The events of an FCS file as numbers.
#pragma once

#include <span>

#include "codimap/io.hpp"
#include "io/fcs/layout.hpp"
#include "io/fcs/scale.hpp"

namespace codimap {

/// What is done to the values after decoding. Without any of it, float32 comes as it is stored.
struct FcsCorrection {
  std::vector<FcsScale> scales;    // one a channel of the file, or none at all
  std::vector<Index> compensated;  // channels
  Matrix<double> compensation;     // of those channels, dyes as columns
  [[nodiscard]] bool empty() const { return scales.empty() && compensated.empty(); }
};

struct FcsValues {
  Table table;          // with values alone
  bool finite = false;  // all of them
};

/// The selected channels: as float where all of them are stored so or `single` asks for it, else as double.
[[nodiscard]] FcsValues read_fcs_values(const ByteSource& source, FcsLayout& layout, std::span<const Index> selected,
                                        const FcsCorrection& correction, bool single);

/// Values of `bytes` characters, or parted by blanks, commas and line ends: the decoded doubles of all channels, event
/// by event, in this machine's order, with the layout changed to that. Without $TOT it counts the events.
[[nodiscard]] std::string decode_fcs_ascii(const ByteSource& source, FcsLayout& layout);

}  // namespace codimap

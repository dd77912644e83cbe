// How the DATA segment of an FCS file is laid out: channels, widths, masks, byte order, and where it lies.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "io/fcs/text.hpp"

namespace codimap {

enum class FcsKind { integer, single_float, double_float, ascii };

/// Which byte of a value comes first. `mixed` goes by FcsChannel::shifts.
enum class FcsOrder { little, big, mixed };

struct FcsChannel {
  std::string name;      // $PnS, else detector
  std::string detector;  // $PnN, else P and its number
  FcsKind kind = FcsKind::integer;
  FcsOrder order = FcsOrder::little;
  Index offset = 0;  // within an event
  Index bytes = 0;   // characters of ASCII; 0 where delimiters part the values
  /// The bits of an integer that count: the least power of two that is not below $PnR has one bit more.
  std::uint64_t mask = ~std::uint64_t{0};
  std::array<int, 8> shifts{};  // how far left each byte goes, in the order of the file
};

struct FcsLayout {
  FcsText text;
  std::vector<FcsChannel> channels{};
  Index event_bytes = 0;  // 0: delimiters part the values
  Index events = 0;       // unknown, and 0 here, where delimiters part the values and there is no $TOT
  FcsSegment data{};
};

/// Whatever the file declares has been checked against the bytes that are there.
[[nodiscard]] FcsLayout read_fcs_layout(const ByteSource& source);

/// Of a layout with all but `events` and `data`, which this finds.
void find_fcs_data(FcsLayout& layout, std::uint64_t file_bytes);

/// "channel 3 ('CD4')", counted from 1.
[[nodiscard]] std::string fcs_channel_words(const FcsLayout& layout, Index channel);

}  // namespace codimap

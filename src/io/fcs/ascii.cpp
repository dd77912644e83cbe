// FCS data written as ASCII digits.
#include <cstring>

#include "base/fail.hpp"
#include "io/fcs/values.hpp"
#include "io/number.hpp"
#include "io/wording.hpp"

namespace codimap {

namespace {

constexpr std::string_view delimiters = " ,\t\r\n";

class Digits {
 public:
  Digits(const ByteSource& source, const FcsLayout& layout) : layout_(layout) {
    bytes_.resize(layout.data.last - layout.data.begin + 1);
    source.read_at(layout.data.begin, bytes_);
  }

  /// The next value of a channel, or nothing at the end of values that delimiters part.
  bool next(const FcsChannel& channel, double& value) {
    std::string_view digits;
    if (channel.bytes > 0) {
      digits = std::string_view(bytes_).substr(at_, static_cast<std::size_t>(channel.bytes));
      at_ += digits.size();
    } else {
      at_ = bytes_.find_first_not_of(delimiters, at_);
      if (at_ == std::string::npos) return false;
      const std::size_t end = std::min(bytes_.find_first_of(delimiters, at_), bytes_.size());
      digits = std::string_view(bytes_).substr(at_, end - at_);
      at_ = end;
    }
    const Number number = parse_number(digits);
    if (number.kind != NumberKind::finite) {
      fail(ErrorKind::bad_file, "{}: byte {}: {} is not a number; $DATATYPE A promises digits", layout_.text.name,
           layout_.data.begin + at_ - digits.size(), shown(digits));
    }
    value = number.value;
    return true;
  }

 private:
  const FcsLayout& layout_;
  std::string bytes_;
  std::size_t at_ = 0;
};

// Neither fewer nor more values than $TOT says; without it, whole events.
void settle_count(FcsLayout& layout, Index values) {
  const auto channels = static_cast<Index>(layout.channels.size());
  const bool whole = values > 0 && values % channels == 0;
  if (!whole || (layout.events > 0 && layout.events != values / channels)) {
    fail(ErrorKind::bad_file, "{}: the DATA segment holds {} numbers for {} channels{}; the file is damaged",
         layout.text.name, values, channels, layout.events > 0 ? text(" of {} events", layout.events) : "");
  }
  layout.events = values / channels;
}

}  // namespace

std::string decode_fcs_ascii(const ByteSource& source, FcsLayout& layout) {
  Digits digits(source, layout);
  const bool delimited = layout.event_bytes == 0;
  std::string decoded;
  Index count = 0;
  for (bool more = true; more && (delimited || count < layout.events * static_cast<Index>(layout.channels.size()));) {
    for (const FcsChannel& channel : layout.channels) {
      double value = 0;
      more = more && digits.next(channel, value);
      if (!more) break;
      decoded.append(reinterpret_cast<const char*>(&value), sizeof value);  // NOLINT: as doubles lie in memory
      ++count;
    }
  }
  settle_count(layout, count);
  layout.event_bytes = 0;
  for (FcsChannel& channel : layout.channels) {
    channel.kind = FcsKind::double_float;
    channel.bytes = sizeof(double);
    channel.offset = layout.event_bytes;
    layout.event_bytes += channel.bytes;
  }
  return decoded;
}

}  // namespace codimap

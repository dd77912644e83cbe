// Where the DATA segment of an FCS file lies, and how many events it holds.
//
// HEADER and TEXT both give its first and last byte, and writers get either wrong: zeros in HEADER beyond 99,999,999
// bytes are meant so, others count the byte after the last one, leave the end at the beginning, or keep offsets from
// before an edit. $TOT and the widths say how long it must be, so an offset is believed as far as it agrees with them.
#include <algorithm>

#include "base/fail.hpp"
#include "io/fcs/layout.hpp"

namespace codimap {

namespace {

/// How well a segment agrees with its length, the best first.
enum class Fit { exact, one_more, no_end, padded, none };

std::uint64_t length_of(const FcsSegment& segment) {
  return segment.last > segment.begin ? segment.last - segment.begin + 1 : 0;
}

bool overlaps(const FcsSegment& segment, std::uint64_t bytes, const FcsSegment& other) {
  return segment.begin <= other.last && other.begin < segment.begin + bytes;
}

Fit fit_of(const FcsSegment& segment, std::uint64_t needed, const FcsLayout& layout, std::uint64_t file_bytes) {
  if (segment.begin > file_bytes || needed > file_bytes - segment.begin) return Fit::none;
  if (overlaps(segment, needed, layout.text.text)) return Fit::none;
  const std::uint64_t length = length_of(segment);
  if (length == 0) return Fit::no_end;
  if (length == needed) return Fit::exact;
  if (length == needed + 1) return Fit::one_more;
  const bool padded = length > needed && length - needed < static_cast<std::uint64_t>(layout.event_bytes);
  return padded ? Fit::padded : Fit::none;
}

/// HEADER's first. Those without a beginning are left out, and so is TEXT's where it says the same.
std::vector<FcsSegment> candidates(const FcsText& text) {
  const FcsSegment in_text{static_cast<std::uint64_t>(text.count("$BEGINDATA").value_or(0)),
                           static_cast<std::uint64_t>(text.count("$ENDDATA").value_or(0))};
  std::vector<FcsSegment> found;
  if (text.data.begin > 0) found.push_back(text.data);
  const bool same = text.data.begin == in_text.begin && text.data.last == in_text.last;
  if (in_text.begin > 0 && !same) found.push_back(in_text);
  if (found.empty()) {
    fail(ErrorKind::bad_file, "{}: neither HEADER nor TEXT says where the data begin; the file holds none", text.name);
  }
  return found;
}

[[noreturn]] void refuse_length(const FcsLayout& layout, const FcsSegment& segment, std::uint64_t file_bytes) {
  const std::string& name = layout.text.name;
  const std::uint64_t available = file_bytes - std::min(file_bytes, segment.begin);
  // Divided rather than multiplied: $TOT may be anything.
  if (static_cast<std::uint64_t>(layout.events) > available / static_cast<std::uint64_t>(layout.event_bytes)) {
    fail(ErrorKind::bad_file,
         "{}: declares {} events of {} bytes from byte {} on, and holds {} bytes; the file is not complete", name,
         layout.events, layout.event_bytes, segment.begin, file_bytes);
  }
  fail(ErrorKind::bad_file,
       "{}: $TOT and $PnB declare {} events of {} bytes, and the DATA segment is bytes {} to {}; one of them is wrong, "
       "so "
       "save the file again",
       name, layout.events, layout.event_bytes, segment.begin, segment.last);
}

// Without $TOT, which FCS 2.0 does not ask for, the data tell: whole events, or those and one byte.
Index events_in(const FcsLayout& layout, const std::vector<FcsSegment>& found) {
  const auto event = static_cast<std::uint64_t>(layout.event_bytes);
  for (const std::uint64_t extra : {0U, 1U}) {
    for (const FcsSegment& segment : found) {
      const std::uint64_t length = length_of(segment);
      if (length >= event && length % event == extra % event) return static_cast<Index>(length / event);
    }
  }
  fail(ErrorKind::bad_file,
       "{}: has no $TOT, and the DATA segment, bytes {} to {}, is no whole number of events of {} bytes",
       layout.text.name, found[0].begin, found[0].last, event);
}

FcsSegment best_fit(const FcsLayout& layout, const std::vector<FcsSegment>& found, std::uint64_t file_bytes) {
  if (layout.events > static_cast<Index>(file_bytes) / layout.event_bytes) refuse_length(layout, found[0], file_bytes);
  const auto needed = static_cast<std::uint64_t>(layout.events * layout.event_bytes);
  const auto fit = [&](const FcsSegment& segment) { return fit_of(segment, needed, layout, file_bytes); };
  const FcsSegment best = *std::ranges::min_element(found, {}, fit);
  if (fit(best) == Fit::none) refuse_length(layout, best, file_bytes);
  for (const FcsSegment& other : found) {
    if (other.begin != best.begin && fit(other) == fit(best)) {
      fail(
          ErrorKind::bad_file,
          "{}: HEADER puts the data at byte {} and TEXT at byte {}, and both have the length of {} events; one of them "
          "is wrong, so save the file again",
          layout.text.name, best.begin, other.begin, layout.events);
    }
  }
  return {best.begin, best.begin + needed - 1};
}

}  // namespace

void find_fcs_data(FcsLayout& layout, std::uint64_t file_bytes) {
  const std::vector<FcsSegment> found = candidates(layout.text);
  const std::optional<Index> total = layout.text.count("$TOT");
  layout.events = total.value_or(0);
  if (total == 0) fail(ErrorKind::bad_file, "{}: $TOT is 0; the file holds no events", layout.text.name);
  if (layout.event_bytes == 0) {
    // How long values parted by delimiters are, nobody knows before: the end must be right.
    layout.data = found[0];
    if (length_of(found[0]) > 0 && found[0].last < file_bytes) return;
    fail(ErrorKind::bad_file,
         "{}: the DATA segment should be bytes {} to {} of a file that holds {}; it is not complete", layout.text.name,
         found[0].begin, found[0].last, file_bytes);
  }
  if (!total) layout.events = events_in(layout, found);
  layout.data = best_fit(layout, found, file_bytes);
}

}  // namespace codimap

// The HEADER of an FCS file and the keywords of its TEXT segments.
#include "io/fcs/text.hpp"

#include <algorithm>
#include <array>
#include <charconv>

#include "base/fail.hpp"
#include "io/fcs/fcs.hpp"
#include "io/wording.hpp"

namespace codimap {

namespace {

constexpr std::size_t header_bytes = 58;  // version, and six offsets of 8 characters from byte 10 on
constexpr std::size_t first_offset = 10;
constexpr std::size_t offset_width = 8;

std::string_view trimmed(std::string_view value) {
  constexpr std::string_view around(" \t\r\n\0", 5);
  const std::size_t begin = value.find_first_not_of(around);
  if (begin == std::string_view::npos) return {};
  return value.substr(begin, value.find_last_not_of(around) - begin + 1);
}

std::string capitals(std::string_view word) {
  std::string result(trimmed(word));
  std::ranges::transform(result, result.begin(),
                         [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; });
  return result;
}

bool is_count(std::string_view digits, Index& value) {
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  return error == std::errc() && end == digits.data() + digits.size() && value >= 0;
}

// A field of blanks is what some write for 0.
std::uint64_t header_offset(std::string_view header, std::size_t field, const std::string& name) {
  const std::size_t at = first_offset + field * offset_width;
  const std::string_view digits = trimmed(header.substr(at, offset_width));
  Index value = 0;
  if (!digits.empty() && !is_count(digits, value)) {
    fail(ErrorKind::bad_file, "{}: byte {}: {} is no offset; the HEADER of this FCS file is damaged", name, at,
         shown(digits));
  }
  return static_cast<std::uint64_t>(value);
}

std::string read_segment(const ByteSource& source, const FcsSegment& segment) {
  std::string bytes(segment.last - segment.begin + 1, '\0');
  source.read_at(segment.begin, bytes);
  return bytes;
}

bool is_within(const FcsSegment& segment, const ByteSource& source) {
  return segment.begin <= segment.last && segment.last < source.size();
}

// Required keywords stand in the TEXT segment, so a supplement that cannot be read costs nothing but what it holds.
void add_supplement(FcsText& text, const ByteSource& source, char delimiter) {
  const auto begin = static_cast<std::uint64_t>(text.count("$BEGINSTEXT").value_or(0));
  const auto last = static_cast<std::uint64_t>(text.count("$ENDSTEXT").value_or(0));
  // Some files give the TEXT segment itself here.
  if (begin == 0 || last <= begin || begin == text.text.begin) return;
  const FcsSegment supplement{begin, last};
  if (!is_within(supplement, source)) {
    fail(ErrorKind::bad_file,
         "{}: the supplemental TEXT should end at byte {}, and the file holds {}; it is incomplete", text.name, last,
         source.size());
  }
  const std::string bytes = read_segment(source, supplement);
  if (bytes.front() != delimiter) {
    text.notes.push_back(
        codimap::text("the supplemental TEXT at byte {} is not in the form of keywords and was not read", begin));
    return;
  }
  text.keywords.merge(parse_fcs_keywords(bytes, begin, text.name));
}

}  // namespace

std::optional<std::string_view> FcsText::find(std::string_view keyword) const {
  const auto found = keywords.find(keyword);
  if (found == keywords.end() || trimmed(found->second).empty()) return std::nullopt;
  return trimmed(found->second);
}

std::string_view FcsText::required(std::string_view keyword) const {
  const auto value = find(keyword);
  if (!value) fail(ErrorKind::bad_file, "{}: has no {}, which an FCS file cannot be read without", name, keyword);
  return *value;
}

std::optional<Index> FcsText::count(std::string_view keyword) const {
  const auto value = find(keyword);
  Index result = 0;
  if (!value) return std::nullopt;
  if (!is_count(*value, result)) {
    fail(ErrorKind::bad_file, "{}: {} is {}; it must be a whole number from 0 on", name, keyword, shown(*value));
  }
  return result;
}

std::string fcs_keyword(Index channel, char letter) { return text("$P{}{}", channel + 1, letter); }

FcsKeywords parse_fcs_keywords(std::string_view segment, std::uint64_t offset, const std::string& name) {
  FcsKeywords keywords;
  const char delimiter = segment.front();
  std::size_t at = 1;
  while (at < segment.size()) {
    const std::size_t key_end = segment.find(delimiter, at);
    const std::string key = capitals(segment.substr(at, key_end - at));
    if (key_end == std::string_view::npos) {
      if (key.empty()) break;  // blanks after the last delimiter
      fail(ErrorKind::bad_file, "{}: byte {}: the keyword {} has no value; the TEXT segment breaks off there", name,
           offset + at, shown(key));
    }
    std::string value;
    std::size_t end = key_end + 1;
    for (; end < segment.size(); ++end) {
      if (segment[end] == delimiter && (++end == segment.size() || segment[end] != delimiter)) break;
      value += segment[end];
    }
    const auto [place, added] = keywords.emplace(key, value);
    if (!added && key.starts_with('$') && trimmed(place->second) != trimmed(value)) {
      fail(ErrorKind::bad_file, "{}: byte {}: {} is {} here and {} before; the file contradicts itself", name,
           offset + at, key, shown(value), shown(place->second));
    }
    at = end;
  }
  return keywords;
}

FcsText read_fcs_text(const ByteSource& source) {
  const std::string& name = source.name();
  if (!source.begins_with(fcs_magic)) {
    fail(ErrorKind::bad_file, "{}: is not an FCS file; it does not begin as one does", name);
  }
  if (source.size() < header_bytes) {
    fail(ErrorKind::bad_file, "{}: has {} bytes, less than the HEADER of an FCS file; it is incomplete", name,
         source.size());
  }
  std::string header(header_bytes, '\0');
  source.read_at(0, header);
  constexpr std::array<std::string_view, 4> known = {"2.0", "3.0", "3.1", "3.2"};
  FcsText text{.name = name, .version = header.substr(fcs_magic.size(), 3)};
  if (std::ranges::find(known, text.version) == known.end()) {
    fail(ErrorKind::bad_file, "{}: is of FCS version {}; versions 2.0, 3.0, 3.1 and 3.2 are read", name,
         shown(text.version));
  }
  text.text = {header_offset(header, 0, name), header_offset(header, 1, name)};
  text.data = {header_offset(header, 2, name), header_offset(header, 3, name)};
  if (text.text.begin < first_offset || !is_within(text.text, source)) {
    fail(ErrorKind::bad_file, "{}: the TEXT segment should be bytes {} to {} of a file that holds {}; it is damaged",
         name, text.text.begin, text.text.last, source.size());
  }
  const std::string segment = read_segment(source, text.text);
  text.keywords = parse_fcs_keywords(segment, text.text.begin, name);
  add_supplement(text, source, segment.front());
  return text;
}

}  // namespace codimap

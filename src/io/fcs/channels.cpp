// The names of the channels of an FCS file, and what the names tell of them.
#include "io/fcs/channels.hpp"

#include <algorithm>
#include <array>

#include "base/fail.hpp"

namespace codimap {

namespace {

// How many bytes follow the first one of a UTF-8 character; -1 for a byte that begins none.
int following(unsigned char first) {
  return first < 0x80 ? 0 : first < 0xc2 ? -1 : first < 0xe0 ? 1 : first < 0xf0 ? 2 : first < 0xf5 ? 3 : -1;
}

bool is_utf8(std::string_view bytes) {
  int left = 0;
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    if (left > 0 && (byte & 0xc0) == 0x80) {
      --left;
    } else if (left > 0 || (left = following(byte)) < 0) {
      return false;
    }
  }
  return left == 0;
}

std::string as_utf8(std::string_view bytes) {
  if (is_utf8(bytes)) return std::string(bytes);
  std::string result;
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0x80) result += static_cast<char>(0xc0 | byte >> 6);
    result += byte >= 0x80 ? static_cast<char>(0x80 | (byte & 0x3f)) : c;
  }
  return result;
}

bool is_letter(char c) { return c >= 'a' && c <= 'z'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

// The letters and digits between anything else, in small letters: "191Ir_DNA1" is 191ir and dna1.
std::vector<std::string> words_of(std::string_view name) {
  std::vector<std::string> words(1);
  for (const char c : name) {
    const char lower = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    if (is_letter(lower) || is_digit(lower)) {
      words.back() += lower;
    } else if (!words.back().empty()) {
      words.emplace_back();
    }
  }
  if (words.back().empty() && words.size() > 1) words.pop_back();
  return words;
}

// Without the number at its end: dna1 is dna.
std::string_view stem(std::string_view word) {
  while (!word.empty() && is_digit(word.back())) word.remove_suffix(1);
  return word;
}

template <std::size_t Count>
bool is_among(std::string_view word, const std::array<std::string_view, Count>& words) {
  return std::ranges::find(words, word) != words.end();
}

FcsRole role_of_name(std::string_view name) {
  constexpr std::array<std::string_view, 4> iridium = {"ir191", "ir193", "191ir", "193ir"};
  constexpr std::array<std::string_view, 5> seldom = {"cisplatin", "viability", "zombie", "barcode", "bc"};
  constexpr std::array<std::string_view, 4> pulse = {"center", "offset", "width", "residual"};
  const std::vector<std::string> words = words_of(name);
  std::string joined;
  for (const std::string& word : words) joined += word;
  const std::string_view first = stem(words[0]);
  // MACSQuant's HDR- channels hold time, counts and volume.
  if (first == "time" || first == "timestamp" || first == "hdr") return FcsRole::run;
  if (first.starts_with("event") || joined == "celllength" || joined.find("bead") != std::string::npos)
    return FcsRole::run;
  const bool aside = is_among(joined, pulse) || joined.starts_with("livedead");
  FcsRole role = aside ? FcsRole::aside : FcsRole::marker;
  for (const std::string& word : words) {
    const bool isotope = word.size() >= 5 && is_among(std::string_view(word).substr(0, 5), iridium);
    if (isotope || stem(word) == "dna") return FcsRole::run;
    const bool palladium = stem(word) == "pd" && word.size() == 5;  // pd102 to pd110 carry barcodes
    if (palladium || is_among(stem(word), seldom)) role = FcsRole::aside;
  }
  return role;
}

}  // namespace

void name_fcs_channel(const FcsText& text, Index channel, FcsChannel& to) {
  const auto detector = text.find(fcs_keyword(channel, 'N'));
  to.detector = detector ? as_utf8(*detector) : codimap::text("P{}", channel + 1);
  const auto name = text.find(fcs_keyword(channel, 'S'));
  to.name = name ? as_utf8(*name) : to.detector;
}

FcsRole fcs_role(const FcsChannel& channel) {
  const FcsRole by_name = role_of_name(channel.name);
  const FcsRole by_detector = role_of_name(channel.detector);
  if (by_name == FcsRole::run || by_detector == FcsRole::run) return FcsRole::run;
  return by_name == FcsRole::aside ? by_name : by_detector;
}

Columns fcs_columns(const FcsLayout& layout) {
  Columns columns{.count = static_cast<Index>(layout.channels.size())};
  for (const FcsChannel& channel : layout.channels) {
    columns.header.push_back(channel.name);
    columns.second_names.push_back(channel.detector);
    columns.on_request.push_back(fcs_role(channel) == FcsRole::run);
  }
  return columns;
}

std::string fcs_names(const FcsLayout& layout, std::span<const Index> channels) {
  std::string names;
  for (const Index channel : channels) {
    names += (names.empty() ? "" : ", ") + layout.channels[static_cast<std::size_t>(channel)].name;
  }
  return names;
}

std::vector<Index> fcs_channels_of(const FcsLayout& layout, std::span<const Index> among, FcsRole role) {
  std::vector<Index> found;
  std::ranges::copy_if(among, std::back_inserter(found), [&](Index channel) {
    return fcs_role(layout.channels[static_cast<std::size_t>(channel)]) == role;
  });
  return found;
}

}  // namespace codimap

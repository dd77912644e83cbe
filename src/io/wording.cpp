// Words that every reader and writer of files needs for its messages.
#include "io/wording.hpp"

#include <algorithm>
#include <system_error>

#include "base/fail.hpp"

namespace codimap {

namespace {

constexpr std::size_t longest_shown = 40;

bool is_control(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte < 0x20 || byte == 0x7f;
}

// The first byte of a UTF-8 character is not of the form 10xxxxxx; a cut anywhere else would leave half a character.
bool begins_character(char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }

}  // namespace

std::string input_name(const std::filesystem::path& path) { return path == "-" ? "standard input" : path.string(); }

std::string shown(std::string_view piece) {
  std::size_t end = std::min(piece.size(), longest_shown);
  while (end < piece.size() && end > 0 && !begins_character(piece[end])) --end;
  std::string words = "'";
  for (const char c : piece.substr(0, end)) {
    words += is_control(c) ? text("\\x{:02x}", static_cast<unsigned char>(c)) : std::string(1, c);
  }
  return words + (end < piece.size() ? "…'" : "'");
}

std::string first_few(std::span<const std::string> names, std::size_t most, bool quoted) {
  std::string words;
  for (const std::string& name : names.first(std::min(names.size(), most)))
    words += (words.empty() ? "" : ", ") + (quoted ? shown(name) : name);
  return names.size() > most ? words + text(" and {} more", names.size() - most) : words;
}

std::string reason(int error_number) { return std::generic_category().message(error_number); }

}  // namespace codimap

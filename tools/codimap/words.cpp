// Sentences for people: counts, lists and numbers put into words, and text of others' made safe to print.
#include "words.hpp"

#include <algorithm>

namespace codimap::program {
namespace {

bool is_control(std::string_view text, std::size_t at) {
  const auto byte = static_cast<unsigned char>(text[at]);
  // U+0080 to U+009F are control characters as well; in UTF-8 they follow 0xC2.
  const bool second_of_c1 = byte >= 0x80 && byte < 0xa0 && at > 0 && static_cast<unsigned char>(text[at - 1]) == 0xc2;
  return byte < 0x20 || byte == 0x7f || second_of_c1;
}

}  // namespace

std::string counted(Index count, std::string_view noun) { return words(count, ' ', noun, count == 1 ? "" : "s"); }

std::string first_few(std::span<const std::string> items, std::size_t most) {
  std::string list;
  const std::size_t shown = std::min(items.size(), most);
  for (std::size_t i = 0; i < shown; ++i) list += (i == 0 ? "" : ", ") + items[i];
  if (items.size() > shown) list += words(" and ", items.size() - shown, " more");
  return list;
}

std::string printable(std::string_view text) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string safe;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (is_control(text, i)) {
      const auto byte = static_cast<unsigned char>(text[i]);
      safe += {'\\', 'x', digits[byte / 16], digits[byte % 16]};
    } else {
      safe += text[i];
    }
  }
  return safe;
}

}  // namespace codimap::program

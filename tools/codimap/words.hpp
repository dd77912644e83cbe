// Sentences for people: counts, lists and numbers put into words, and text of others' made safe to print.
#pragma once

#include <span>
#include <sstream>
#include <string>
#include <string_view>

#include "codimap/error.hpp"
#include "codimap/matrix.hpp"

namespace codimap::program {

template <class... Parts>
std::string words(const Parts&... parts) {
  std::ostringstream out;
  (out << ... << parts);
  return out.str();
}

template <class... Parts>
[[noreturn]] void refuse(ErrorKind kind, const Parts&... parts) {
  throw Error(kind, words(parts...));
}

/// "1 point", "2 points".
[[nodiscard]] std::string counted(Index count, std::string_view noun);

/// The first few, then how many more: "a, b, c and 7 more".
[[nodiscard]] std::string first_few(std::span<const std::string> items, std::size_t most = 6);

/// Control characters as \xNN: names of files and labels come from others, and a terminal obeys what it is sent.
[[nodiscard]] std::string printable(std::string_view text);

}  // namespace codimap::program

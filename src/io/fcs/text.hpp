// The HEADER of an FCS file and the keywords of its TEXT segments. What they mean is decided elsewhere.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "codimap/matrix.hpp"
#include "io/byte_source.hpp"

namespace codimap {

/// Bytes of the file, first and last, as FCS counts them. An offset of 0 says that there is none.
struct FcsSegment {
  std::uint64_t begin = 0;
  std::uint64_t last = 0;
};

/// Keywords in capitals, since they are the same in any letters, and their values, as the file has them.
using FcsKeywords = std::map<std::string, std::string, std::less<>>;

struct FcsText {
  std::string name;     // of the file, for messages
  std::string version;  // "3.1"
  FcsSegment text{};
  FcsSegment data{};  // as the HEADER has it
  FcsKeywords keywords{};
  std::vector<std::string> notes{};  // for the user

  /// Without the blanks around it; unset where there is no such keyword or it is empty.
  [[nodiscard]] std::optional<std::string_view> find(std::string_view keyword) const;
  [[nodiscard]] std::string_view required(std::string_view keyword) const;
  /// A whole number from 0 on; anything else is refused.
  [[nodiscard]] std::optional<Index> count(std::string_view keyword) const;
};

/// "$P3N" for the third parameter, counted from 0 here.
[[nodiscard]] std::string fcs_keyword(Index channel, char letter);

/// A TEXT segment, its delimiter first. Keywords hold no delimiter, so a doubled one after a keyword is an empty value;
/// within a value it stands for itself. A keyword that is given twice with different values is refused.
[[nodiscard]] FcsKeywords parse_fcs_keywords(std::string_view segment, std::uint64_t offset, const std::string& name);

/// The HEADER, the TEXT segment and the supplemental one, each within the bytes that the file has.
[[nodiscard]] FcsText read_fcs_text(const ByteSource& source);

}  // namespace codimap

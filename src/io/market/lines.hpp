// The lines of a Matrix Market file and the words of a line.
#pragma once

#include <algorithm>
#include <array>
#include <string_view>

#include "codimap/matrix.hpp"

namespace codimap {

class MarketLines {
 public:
  /// `first` is the number of the first line of the text in its file.
  MarketLines(std::string_view text, Index first) : text_(text), number_(first - 1) {}

  [[nodiscard]] bool next_of_any_kind(std::string_view& line) {
    if (position_ >= text_.size()) return false;
    const std::size_t end = std::min(text_.find('\n', position_), text_.size());
    line = text_.substr(position_, end - position_);
    if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
    position_ = std::min(end + 1, text_.size());
    ++number_;
    return true;
  }
  /// Neither empty nor a comment.
  [[nodiscard]] bool next(std::string_view& line) {
    while (next_of_any_kind(line)) {
      std::size_t begin = 0;
      while (begin < line.size() && (line[begin] == ' ' || line[begin] == '\t')) ++begin;
      if (begin < line.size() && line[begin] != '%') return true;
    }
    return false;
  }
  /// Of the line that came last.
  [[nodiscard]] Index number() const { return number_; }
  /// Where the next one begins.
  [[nodiscard]] std::size_t position() const { return position_; }

 private:
  std::string_view text_;
  std::size_t position_ = 0;
  Index number_;
};

/// The first words of a line, `most` of them; count() is `most` where there may be more.
template <std::size_t most>
class MarketTokens {
 public:
  explicit MarketTokens(std::string_view line) {
    const auto is_blank = [](char c) { return c == ' ' || c == '\t'; };
    std::size_t at = 0;
    while (count_ < most) {
      while (at < line.size() && is_blank(line[at])) ++at;
      const std::size_t begin = at;
      while (at < line.size() && !is_blank(line[at])) ++at;
      if (begin == at) return;
      tokens_[count_++] = line.substr(begin, at - begin);
    }
  }
  [[nodiscard]] std::size_t count() const { return count_; }
  [[nodiscard]] std::string_view operator[](std::size_t i) const { return tokens_[i]; }

 private:
  std::array<std::string_view, most> tokens_;
  std::size_t count_ = 0;
};

}  // namespace codimap

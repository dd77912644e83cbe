// The scale that the values of an FCS file are stored on.
#include "io/fcs/scale.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "base/fail.hpp"
#include "io/number.hpp"
#include "io/wording.hpp"

namespace codimap {

namespace {

double positive(const FcsText& text, const std::string& keyword) {
  const std::string_view words = text.required(keyword);
  const Number number = parse_number(words);
  if (number.kind != NumberKind::finite || number.value <= 0) {
    fail(ErrorKind::bad_file, "{}: {} is {}; undoing amplification needs a number above 0", text.name, keyword,
         shown(words));
  }
  return number.value;
}

std::string_view before_comma(std::string_view words) {
  return words.substr(0, std::min(words.find(','), words.size()));
}

// "4,1": four decades, the first of which begins at 1. "4,0" cannot be meant as written; the standard reads it as 4,1.
void set_decades(const FcsText& text, const std::string& keyword, FcsScale& scale) {
  const std::string_view words = text.find(keyword).value_or("0,0");
  const std::string_view in_front = before_comma(words);
  const Number decades = parse_number(in_front);
  const Number first = parse_number(words.substr(std::min(in_front.size() + 1, words.size())));
  const bool numbers = decades.kind == NumberKind::finite && first.kind == NumberKind::finite;
  if (!numbers || decades.value < 0 || first.value < 0) {
    fail(ErrorKind::bad_file, "{}: {} is {}; it must be two numbers from 0 on, decades and where they begin", text.name,
         keyword, shown(words));
  }
  scale.decades = decades.value;
  scale.first_decade = first.value > 0 ? first.value : 1;
}

}  // namespace

double FcsScale::undone(double stored) const {
  return is_logarithmic() ? first_decade * std::pow(10.0, decades * stored / range) : stored / gain;
}

FcsScale fcs_scale(const FcsLayout& layout, Index channel) {
  const FcsKind kind = layout.channels[static_cast<std::size_t>(channel)].kind;
  FcsScale scale;
  set_decades(layout.text, fcs_keyword(channel, 'E'), scale);
  if (scale.is_logarithmic()) {
    if (kind == FcsKind::single_float || kind == FcsKind::double_float) {
      fail(ErrorKind::bad_file, "{}: {} holds floating-point numbers and {} calls them logarithms, which FCS rules out",
           layout.text.name, fcs_channel_words(layout, channel), fcs_keyword(channel, 'E'));
    }
    scale.range = positive(layout.text, fcs_keyword(channel, 'R'));
  } else if (layout.text.find(fcs_keyword(channel, 'G'))) {
    scale.gain = positive(layout.text, fcs_keyword(channel, 'G'));
  }
  return scale;
}

std::vector<Index> fcs_logarithmic(const FcsLayout& layout, std::span<const Index> channels) {
  std::vector<Index> found;
  std::ranges::copy_if(channels, std::back_inserter(found), [&](Index channel) {
    const FcsKind kind = layout.channels[static_cast<std::size_t>(channel)].kind;
    const bool integer = kind == FcsKind::integer || kind == FcsKind::ascii;
    const std::string_view amplification = layout.text.find(fcs_keyword(channel, 'E')).value_or("0,0");
    return integer && parse_number(before_comma(amplification)).value > 0;
  });
  return found;
}

}  // namespace codimap

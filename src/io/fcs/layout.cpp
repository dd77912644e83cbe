// How the events of an FCS file are laid out: channels, widths, masks and byte order.
#include "io/fcs/layout.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numeric>

#include "base/fail.hpp"
#include "io/fcs/channels.hpp"
#include "io/number.hpp"
#include "io/wording.hpp"

namespace codimap {

namespace {

// The significance of each byte in the order of the file, 1 for the least: 4,3,2,1 puts the most significant first.
std::vector<int> byte_order(const FcsText& text) {
  const std::string_view words = text.required("$BYTEORD");
  std::vector<int> order;
  for (std::string_view rest = words; !rest.empty() && order.size() <= 8;) {
    const std::size_t end = std::min(rest.find(','), rest.size());
    const std::string_view digits = without_blanks(rest.substr(0, end));
    int value = 0;
    const auto [stop, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    order.push_back(error == std::errc() && stop == digits.data() + digits.size() ? value : 0);
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  std::vector<int> sorted = order;
  std::ranges::sort(sorted);
  std::vector<int> all(order.size());
  std::iota(all.begin(), all.end(), 1);
  if (order.size() > 8 || sorted != all) {
    fail(ErrorKind::bad_file, "{}: $BYTEORD is {}; it must order bytes from 1 to at most 8, as 1,2,3,4 does", text.name,
         shown(words));
  }
  return order;
}

bool orders_words_of_two(const std::vector<int>& order) {
  return order.size() == 4 && order[1] - order[0] == order[3] - order[2] && std::abs(order[1] - order[0]) == 1;
}

// Ascending and descending orders hold for any width, whatever their length: writers give four numbers for all of them.
void set_order(FcsLayout& layout, Index channel, const std::vector<int>& order) {
  FcsChannel& to = layout.channels[static_cast<std::size_t>(channel)];
  if (to.bytes == 1 || std::ranges::is_sorted(order)) return;
  if (std::ranges::is_sorted(order, std::greater<>())) {
    to.order = FcsOrder::big;
  } else if (to.bytes == static_cast<Index>(order.size())) {
    to.order = FcsOrder::mixed;
    std::ranges::transform(order, to.shifts.begin(), [](int significance) { return 8 * (significance - 1); });
  } else if (to.bytes == 2 && orders_words_of_two(order)) {
    to.order = order[0] < order[1] ? FcsOrder::little : FcsOrder::big;
  } else {
    fail(ErrorKind::bad_file, "{}: $BYTEORD is {}, which does not say how the {} bytes of {} are ordered",
         layout.text.name, shown(layout.text.required("$BYTEORD")), to.bytes, fcs_channel_words(layout, channel));
  }
}

FcsKind kind_of(const FcsText& text, std::string_view type) {
  constexpr std::string_view letters = "IFDA";
  const std::size_t found = type.size() == 1 ? letters.find(type.front()) : std::string_view::npos;
  if (found == std::string_view::npos) {
    fail(ErrorKind::bad_file, "{}: $DATATYPE is {}; I, F, D and A are read", text.name, shown(type));
  }
  return static_cast<FcsKind>(found);
}

Index bytes_of(const FcsLayout& layout, Index channel) {
  constexpr Index longest_ascii = 64;
  const FcsKind kind = layout.channels[static_cast<std::size_t>(channel)].kind;
  const std::string keyword = fcs_keyword(channel, 'B');
  const std::string_view words = layout.text.required(keyword);
  if (kind == FcsKind::ascii && words == "*") return 0;
  const Index width = *layout.text.count(keyword);
  const bool fits = kind == FcsKind::integer        ? width % 8 == 0 && width >= 8 && width <= 64
                    : kind == FcsKind::single_float ? width == 32
                    : kind == FcsKind::double_float ? width == 64
                                                    : width >= 1 && width <= longest_ascii;
  if (!fits) {
    fail(ErrorKind::bad_file, "{}: {} has values of {} bits; {}", layout.text.name, fcs_channel_words(layout, channel),
         width,
         kind == FcsKind::integer ? "integers of whole bytes up to 64 bits are read, not those packed into bits"
         : kind == FcsKind::ascii ? "ASCII values of 1 to 64 characters are read"
                                  : "$DATATYPE F needs 32 and D needs 64");
  }
  return kind == FcsKind::ascii ? width : width / 8;
}

// A range of 0 or 1 would leave no bit; it is what some write for channels without a scale, so all bits count then.
std::uint64_t mask_of(const FcsLayout& layout, Index channel) {
  const std::string keyword = fcs_keyword(channel, 'R');
  const Number range = parse_number(layout.text.required(keyword));
  if (range.kind != NumberKind::finite || range.value < 0) {
    fail(ErrorKind::bad_file, "{}: {} is {}; the range of an integer must be a number from 0 on", layout.text.name,
         keyword, shown(layout.text.required(keyword)));
  }
  int bits = 0;
  while (bits < 64 && std::ldexp(1.0, bits) < range.value) ++bits;
  return bits == 0 || bits == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1;
}

void read_channel(FcsLayout& layout, Index channel, const std::vector<int>& order) {
  FcsChannel& to = layout.channels[static_cast<std::size_t>(channel)];
  // FCS 3.2 lets a channel have a type of its own.
  const auto own_type = layout.text.find(text("$P{}DATATYPE", channel + 1));
  const FcsKind usual = kind_of(layout.text, layout.text.required("$DATATYPE"));
  to.kind = own_type ? kind_of(layout.text, *own_type) : usual;
  if ((to.kind == FcsKind::ascii) != (usual == FcsKind::ascii)) {
    fail(ErrorKind::bad_file,
         "{}: {} is ASCII and others are not, or the other way round; only all of them or none can", layout.text.name,
         fcs_channel_words(layout, channel));
  }
  to.bytes = bytes_of(layout, channel);
  to.offset = layout.event_bytes;
  layout.event_bytes += to.bytes;
  if (to.kind == FcsKind::ascii) return;
  if (to.kind == FcsKind::integer) to.mask = mask_of(layout, channel);
  set_order(layout, channel, order);
}

void check_delimited(const FcsLayout& layout) {
  const auto delimited = [](const FcsChannel& channel) { return channel.bytes == 0; };
  if (std::ranges::any_of(layout.channels, delimited) && !std::ranges::all_of(layout.channels, delimited)) {
    fail(ErrorKind::bad_file, "{}: some channels have $PnB * and others have not; only all of them or none can",
         layout.text.name);
  }
}

}  // namespace

std::string fcs_channel_words(const FcsLayout& layout, Index channel) {
  return text("channel {} ({})", channel + 1, shown(layout.channels[static_cast<std::size_t>(channel)].name));
}

FcsLayout read_fcs_layout(const ByteSource& source) {
  FcsLayout layout{.text = read_fcs_text(source)};
  const FcsText& text = layout.text;
  const std::string_view mode = text.find("$MODE").value_or("L");
  if (mode != "L") {
    fail(ErrorKind::bad_file, "{}: $MODE is {}, a histogram; list mode, $MODE L, is read", text.name, shown(mode));
  }
  static_cast<void>(text.required("$PAR"));
  const Index count = *text.count("$PAR");
  // Every channel needs keywords of its own, so more channels than keywords are not there.
  if (count < 1 || count > static_cast<Index>(text.keywords.size())) {
    fail(ErrorKind::bad_file, "{}: $PAR declares {} channels in a file of {} keywords; it is damaged", text.name, count,
         text.keywords.size());
  }
  const bool ordered = kind_of(text, text.required("$DATATYPE")) != FcsKind::ascii;
  const std::vector<int> order = ordered ? byte_order(text) : std::vector<int>{1, 2, 3, 4};
  layout.channels.resize(static_cast<std::size_t>(count));
  for (Index i = 0; i < count; ++i) {
    name_fcs_channel(text, i, layout.channels[static_cast<std::size_t>(i)]);
    read_channel(layout, i, order);
  }
  check_delimited(layout);
  find_fcs_data(layout, source.size());
  return layout;
}

}  // namespace codimap

// The events of an FCS file as numbers.
#include "io/fcs_values.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <memory>

#include "base/fail.hpp"
#include "base/parallel.hpp"
#include "io/number.hpp"

namespace codimap {

namespace {

static_assert(std::endian::native == std::endian::little, "values are put together in the order of this machine");

/// Some events, one after the other as the file has them, and where their values of one channel go.
template <class T>
struct Strip {
  const FcsLayout& layout;
  Index channel;
  const char* from;  // the channel's value in the first of them
  Index first;       // which event that is
  Index events;
  T* to;
  Index stride;  // between values that go out

  [[noreturn]] void refuse(Index event, double value, std::string_view fault) const {
    fail(ErrorKind::bad_file, "{}: event {} {}: {} {}", layout.text.name, first + event + 1,
         fcs_channel_words(layout, channel), value, fault);
  }
  void put(Index event, double value) const {
    if (!fits<T>(value)) refuse(event, value, "is out of range of float; read it with --precision double");
    to[event * stride] = static_cast<T>(value);
  }
};

template <int Bytes, FcsOrder Order>
std::uint64_t load(const char* from, const FcsChannel& channel) {
  std::uint64_t bits = 0;
  if constexpr (Order == FcsOrder::mixed) {
    for (std::size_t i = 0; i < Bytes; ++i) {
      bits |= static_cast<std::uint64_t>(static_cast<unsigned char>(from[i])) << channel.shifts[i];
    }
  } else {
    std::memcpy(&bits, from, Bytes);
    if constexpr (Order == FcsOrder::big) bits = __builtin_bswap64(bits) >> (64 - 8 * Bytes);
  }
  return bits;
}

template <int Bytes, FcsOrder Order, class T>
void decode(const Strip<T>& strip) {
  constexpr std::uint64_t exact = std::uint64_t{1} << 53;  // whole numbers beyond are not all doubles
  const FcsChannel& channel = strip.layout.channels[static_cast<std::size_t>(strip.channel)];
  const Index event_bytes = strip.layout.event_bytes;
  for (Index i = 0; i < strip.events; ++i) {
    const std::uint64_t bits = load<Bytes, Order>(strip.from + i * event_bytes, channel);
    if (Bytes == 4 && channel.kind == FcsKind::single_float) {
      strip.to[i * strip.stride] = static_cast<T>(std::bit_cast<float>(static_cast<std::uint32_t>(bits)));
    } else if (Bytes == 8 && channel.kind == FcsKind::double_float) {
      strip.put(i, std::bit_cast<double>(bits));
    } else {
      const std::uint64_t value = bits & channel.mask;
      if (Bytes > 6 && value > exact) {
        strip.refuse(i, static_cast<double>(value), "is beyond 2^53, where whole numbers are no longer told apart");
      }
      strip.to[i * strip.stride] = static_cast<T>(value);
    }
  }
}

template <FcsOrder Order, class T>
void decode_width(const Strip<T>& strip) {
  using Decoder = void (*)(const Strip<T>&);
  constexpr std::array<Decoder, 8> by_width = {decode<1, Order, T>, decode<2, Order, T>, decode<3, Order, T>,
                                               decode<4, Order, T>, decode<5, Order, T>, decode<6, Order, T>,
                                               decode<7, Order, T>, decode<8, Order, T>};
  by_width.at(static_cast<std::size_t>(strip.layout.channels[static_cast<std::size_t>(strip.channel)].bytes - 1))(
      strip);
}

template <class T>
void decode_strip(const Strip<T>& strip) {
  switch (strip.layout.channels[static_cast<std::size_t>(strip.channel)].order) {
    case FcsOrder::little:
      return decode_width<FcsOrder::little>(strip);
    case FcsOrder::big:
      return decode_width<FcsOrder::big>(strip);
    case FcsOrder::mixed:
      return decode_width<FcsOrder::mixed>(strip);
  }
}

// All channels of one event, decoded. Dyes go back where the detectors were.
void correct(const FcsCorrection& correction, std::span<double> event, std::vector<double>& light) {
  for (std::size_t i = 0; i < correction.scales.size(); ++i) event[i] = correction.scales[i].undone(event[i]);
  const std::size_t n = correction.compensated.size();
  light.assign(n, 0);
  for (std::size_t i = 0; i < n; ++i) {
    const double seen = event[static_cast<std::size_t>(correction.compensated[i])];
    const auto row = correction.compensation.row(static_cast<Index>(i));
    for (std::size_t j = 0; j < n; ++j) light[j] += seen * row[j];
  }
  for (std::size_t i = 0; i < n; ++i) event[static_cast<std::size_t>(correction.compensated[i])] = light[i];
}

template <class T>
class EventReader {
 public:
  EventReader(const ByteSource& source, const FcsLayout& layout, std::string_view decoded,
              std::span<const Index> selected, const FcsCorrection& correction)
      : source_(source), layout_(layout), decoded_(decoded), selected_(selected), correction_(correction) {}

  Matrix<T> read() const {
    auto values = Matrix<T>::for_overwrite(layout_.events, static_cast<Index>(selected_.size()));
    constexpr Index at_once = Index{1} << 18;  // bytes that a core keeps near
    const Index grain = std::max<Index>(1, at_once / layout_.event_bytes);
    const bool as_stored = is_as_stored();
    parallel_for({}, layout_.events, grain, [&](Index begin, Index end) {
      const auto bytes = static_cast<std::size_t>((end - begin) * layout_.event_bytes);
      const auto offset = static_cast<std::uint64_t>(begin * layout_.event_bytes);
      if (as_stored) {
        auto* to = reinterpret_cast<char*>(values.row(begin).data());  // NOLINT: the file is bytes
        return source_.read_at(layout_.data.begin + offset, {to, bytes});
      }
      if (!decoded_.empty()) return take(decoded_.data() + offset, begin, end, values);
      const auto buffer = std::make_unique_for_overwrite<char[]>(bytes);  // NOLINT: a vector would clear it first
      source_.read_at(layout_.data.begin + offset, {buffer.get(), bytes});
      take(buffer.get(), begin, end, values);
    });
    return values;
  }

 private:
  // Every channel in the order of the file, as this machine's floats: the bytes are the matrix.
  [[nodiscard]] bool is_as_stored() const {
    if (!std::is_same_v<T, float> || !correction_.empty() || selected_.size() != layout_.channels.size()) return false;
    return std::ranges::is_sorted(selected_) && std::ranges::all_of(layout_.channels, [](const FcsChannel& channel) {
             return channel.kind == FcsKind::single_float && channel.order == FcsOrder::little;
           });
  }

  void take(const char* bytes, Index begin, Index end, Matrix<T>& values) const {
    if (!correction_.empty()) return take_corrected(bytes, begin, end, values);
    for (std::size_t j = 0; j < selected_.size(); ++j) {
      decode_strip(Strip<T>{layout_, selected_[j], bytes + channel(selected_[j]).offset, begin, end - begin,
                            values.row(begin).data() + j, values.cols()});
    }
  }

  void take_corrected(const char* bytes, Index begin, Index end, Matrix<T>& values) const {
    const auto channels = static_cast<Index>(layout_.channels.size());
    auto events = Matrix<double>::for_overwrite(end - begin, channels);
    for (Index i = 0; i < channels; ++i) {
      decode_strip(
          Strip<double>{layout_, i, bytes + channel(i).offset, begin, end - begin, events.data() + i, channels});
    }
    std::vector<double> light;
    for (Index i = 0; i < end - begin; ++i) {
      correct(correction_, events.row(i), light);
      for (std::size_t j = 0; j < selected_.size(); ++j) {
        const Strip<T> one{layout_, selected_[j], nullptr, begin + i, 1, values.row(begin + i).data() + j, 1};
        one.put(0, events(i, selected_[j]));
      }
    }
  }

  [[nodiscard]] const FcsChannel& channel(Index i) const { return layout_.channels[static_cast<std::size_t>(i)]; }

  const ByteSource& source_;
  const FcsLayout& layout_;
  std::string_view decoded_;  // empty: the source's bytes are decoded
  std::span<const Index> selected_;
  const FcsCorrection& correction_;
};

}  // namespace

Table read_fcs_values(const ByteSource& source, FcsLayout& layout, std::span<const Index> selected,
                      const FcsCorrection& correction, bool single) {
  const auto is_single = [&](Index i) {
    return layout.channels[static_cast<std::size_t>(i)].kind == FcsKind::single_float;
  };
  single = single || std::ranges::all_of(selected, is_single);
  std::string decoded;
  if (layout.channels[0].kind == FcsKind::ascii) decoded = decode_fcs_ascii(source, layout);
  Table table;
  if (single) {
    table.values = EventReader<float>(source, layout, decoded, selected, correction).read();
  } else {
    table.values = EventReader<double>(source, layout, decoded, selected, correction).read();
  }
  return table;
}

}  // namespace codimap

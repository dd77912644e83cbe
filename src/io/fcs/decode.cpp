// From the bytes of an FCS file to numbers.
#include "io/fcs/decode.hpp"

#include <array>
#include <bit>
#include <cstring>

namespace codimap {

namespace {

static_assert(std::endian::native == std::endian::little, "values are put together in the order of this machine");

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
void decode(const FcsStrip<T>& strip) {
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
void decode_width(const FcsStrip<T>& strip) {
  using Decoder = void (*)(const FcsStrip<T>&);
  constexpr std::array<Decoder, 8> by_width = {decode<1, Order, T>, decode<2, Order, T>, decode<3, Order, T>,
                                               decode<4, Order, T>, decode<5, Order, T>, decode<6, Order, T>,
                                               decode<7, Order, T>, decode<8, Order, T>};
  by_width.at(static_cast<std::size_t>(strip.layout.channels[static_cast<std::size_t>(strip.channel)].bytes - 1))(
      strip);
}

}  // namespace

template <class T>
void decode_fcs_strip(const FcsStrip<T>& strip) {
  switch (strip.layout.channels[static_cast<std::size_t>(strip.channel)].order) {
    case FcsOrder::little:
      return decode_width<FcsOrder::little>(strip);
    case FcsOrder::big:
      return decode_width<FcsOrder::big>(strip);
    case FcsOrder::mixed:
      return decode_width<FcsOrder::mixed>(strip);
  }
}

template void decode_fcs_strip(const FcsStrip<float>&);
template void decode_fcs_strip(const FcsStrip<double>&);

}  // namespace codimap

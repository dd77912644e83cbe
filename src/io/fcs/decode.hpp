// From the bytes of an FCS file to numbers: one channel of some events.
#pragma once

#include <string_view>

#include "base/fail.hpp"
#include "io/fcs/layout.hpp"
#include "io/number.hpp"

namespace codimap {

/// Some events, one after the other as the file has them, and where their values of one channel go.
template <class T>
struct FcsStrip {
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

/// For channels that are not ASCII; T is float or double.
template <class T>
void decode_fcs_strip(const FcsStrip<T>& strip);

}  // namespace codimap

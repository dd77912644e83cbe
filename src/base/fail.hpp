// Throwing an Error whose message is put together here, so that each call site reads as the sentence the user gets.
#pragma once

#include <fmt/core.h>

#include <string>
#include <utility>

#include "codimap/error.hpp"

namespace codimap {

template <class... Args>
std::string text(fmt::format_string<Args...> format, Args&&... args) {
  return fmt::format(format, std::forward<Args>(args)...);
}

template <class... Args>
[[noreturn]] void fail(ErrorKind kind, fmt::format_string<Args...> format, Args&&... args) {
  throw Error(kind, fmt::format(format, std::forward<Args>(args)...));
}

}  // namespace codimap

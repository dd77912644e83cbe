// How a saved model begins.
#pragma once

#include <string_view>

namespace codimap {

inline constexpr std::string_view magic = "CODIMAP\n";

}  // namespace codimap

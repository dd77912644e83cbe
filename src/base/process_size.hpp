// What a program that links this library takes before it holds any data.
#pragma once

namespace codimap {

/// Resident bytes of the program and the libraries behind it, half of them HDF5's.
inline constexpr double process_bytes = 13e6;

}  // namespace codimap

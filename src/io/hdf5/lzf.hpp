// LZF, the compression that h5py offers beside those that come with HDF5.
#pragma once

#include <hdf5.h>

#include <cstddef>
#include <optional>
#include <span>

namespace codimap {

inline constexpr H5Z_filter_t lzf_filter = 32000;  // as registered with The HDF Group

/// Bytes written to `to`; none where the data is damaged or `to` is too small.
[[nodiscard]] std::optional<std::size_t> inflate_lzf(std::span<const unsigned char> from, std::span<unsigned char> to);

/// Lets HDF5 read data sets that are compressed so, unless the program around us has seen to it.
void register_lzf();

}  // namespace codimap

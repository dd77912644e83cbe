// What a stored kernel begins with.
#pragma once

#include <cstdint>
#include <type_traits>

namespace codimap {

enum class KernelTag : std::uint64_t { dense_float = 1, dense_double, neighbors_float, neighbors_double };

template <class T>
inline constexpr auto dense_tag = std::is_same_v<T, float> ? KernelTag::dense_float : KernelTag::dense_double;
template <class T>
inline constexpr auto neighbors_tag =
    std::is_same_v<T, float> ? KernelTag::neighbors_float : KernelTag::neighbors_double;

}  // namespace codimap

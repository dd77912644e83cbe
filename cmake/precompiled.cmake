# What nearly every file includes, read by the compiler once for a target instead of once for each of its files. Files
# still include what they use: every preset but release builds without.
function(codimap_precompiled target)
  target_precompile_headers(
    ${target}
    PRIVATE
    <algorithm>
    <array>
    <cmath>
    <cstdint>
    <filesystem>
    <functional>
    <limits>
    <memory>
    <numeric>
    <optional>
    <span>
    <string>
    <string_view>
    <utility>
    <variant>
    <vector>
    ${ARGN})
  # g++ 12 forgets then which of it is the system's, and warns of what can not happen in std::string.
  if(NOT CMAKE_DISABLE_PRECOMPILE_HEADERS)
    target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-Wno-array-bounds -Wno-stringop-overflow>)
  endif()
endfunction()

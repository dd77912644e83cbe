// Which of the loops to take.
#include "simd/loops.hpp"

#include <type_traits>

#include "base/fail.hpp"
#include "simd/variants.hpp"

namespace codimap {
namespace {

LoopTables tables(Instructions instructions) {
#if defined(__x86_64__)
  if (instructions == Instructions::x86_64_v3) return v3_loops();
  if (instructions == Instructions::x86_64_v4) return v4_loops();
#endif
  (void)instructions;
  return baseline_loops();
}

}  // namespace

Instructions widest_instructions() {
#if defined(__x86_64__)
  // Just the extensions that CMakeLists.txt lets the compiler use.
  const bool v3 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
  if (v3 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq")) return Instructions::x86_64_v4;
  if (v3) return Instructions::x86_64_v3;
#endif
  return Instructions::baseline;
}

template <class T>
const Loops<T>& loops(const Execution& run) {
  const Instructions widest = widest_instructions();
  const Instructions wanted = run.instructions.value_or(widest);
  if (wanted > widest)
    fail(ErrorKind::bad_option, "this processor lacks the instructions of x86-64-v{}; leave the choice to codimap",
         wanted == Instructions::x86_64_v4 ? 4 : 3);
  const LoopTables found = tables(wanted);
  if constexpr (std::is_same_v<T, float>)
    return *found.of_float;
  else
    return *found.of_double;
}

template const Loops<float>& loops(const Execution&);
template const Loops<double>& loops(const Execution&);

}  // namespace codimap

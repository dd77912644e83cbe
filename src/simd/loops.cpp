// Which of the loops to take.
#include "simd/loops.hpp"

#include <type_traits>

#include "base/fail.hpp"
#include "base/system.hpp"
#include "simd/variants.hpp"

namespace codimap {

Instructions widest_instructions() {
#if defined(__x86_64__)
  // Just the extensions that CMakeLists.txt lets the compiler use.
  const bool v3 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
  if (v3 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq")) return Instructions::x86_64_v4;
  if (v3) return Instructions::x86_64_v3;
#endif
  return Instructions::baseline;
}

namespace {

LoopTables tables(Instructions instructions) {
#if defined(__x86_64__)
  if (instructions == Instructions::x86_64_v3) return v3_loops();
  if (instructions == Instructions::x86_64_v4) return v4_loops();
#endif
  (void)instructions;
  return baseline_loops();
}

Instructions wanted_instructions(const Execution& run) {
  const Instructions widest = widest_instructions();
  const Instructions wanted = run.instructions.value_or(widest);
  if (wanted > widest)
    fail(ErrorKind::bad_option, "this processor lacks the instructions of x86-64-v{}; leave the choice to codimap",
         wanted == Instructions::x86_64_v4 ? 4 : 3);
  return wanted;
}

}  // namespace

template <class T>
const Loops<T>& loops(const Execution& run) {
  if constexpr (std::is_same_v<T, float>)
    return *tables(wanted_instructions(run)).of_float;
  else
    return *tables(wanted_instructions(run)).of_double;
}

template <class T>
const NearLoops<T>& near_loops(const Execution& run) {
  if constexpr (std::is_same_v<T, float>)
    return *tables(wanted_instructions(run)).near_of_float;
  else
    return *tables(wanted_instructions(run)).near_of_double;
}

const CodeLoops& code_loops(const Execution& run) {
  const Instructions wanted = wanted_instructions(run);
#if defined(__x86_64__)
  // x86-64-v3 and v4 come with and without instructions for codes. They give the same sums.
  if (wanted == Instructions::x86_64_v4 && __builtin_cpu_supports("avx512vnni")) return avx512_vnni_code_loops();
  if (wanted >= Instructions::x86_64_v3)
    return __builtin_cpu_supports("avxvnni") ? avx_vnni_code_loops() : avx2_code_loops();
#elif defined(__aarch64__)
  if (has_dot_products()) return dotprod_code_loops();
#endif
  (void)wanted;
  return baseline_code_loops();
}

template const Loops<float>& loops(const Execution&);
template const Loops<double>& loops(const Execution&);
template const NearLoops<float>& near_loops(const Execution&);
template const NearLoops<double>& near_loops(const Execution&);

}  // namespace codimap

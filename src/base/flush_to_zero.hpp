// Numbers too small for the normal format become 0 while this lives, and cost no more time than others.
#pragma once

#if defined(__SSE2__)
#include <xmmintrin.h>
#elif defined(__aarch64__)
#include <cstdint>
#endif

namespace codimap {

class FlushToZero {
 public:
  FlushToZero() : before_(control()) { set_control(before_ | flush); }
  FlushToZero(const FlushToZero&) = delete;
  FlushToZero& operator=(const FlushToZero&) = delete;
  ~FlushToZero() { set_control(before_); }

 private:
#if defined(__SSE2__)
  using Control = unsigned;
  static constexpr Control flush = 0x8040;  // results, and operands
  static Control control() { return _mm_getcsr(); }
  static void set_control(Control value) { _mm_setcsr(value); }
#elif defined(__aarch64__)
  using Control = std::uint64_t;
  static constexpr Control flush = Control{1} << 24;
  static Control control() {
    Control value;
    __asm__ volatile("mrs %0, fpcr" : "=r"(value));
    return value;
  }
  static void set_control(Control value) { __asm__ volatile("msr fpcr, %0" : : "r"(value)); }
#else
  using Control = unsigned;
  static constexpr Control flush = 0;
  static Control control() { return 0; }
  static void set_control(Control) {}
#endif
  Control before_;
};

}  // namespace codimap

#include <gtest/gtest.h>

#include <memory>
#include <vector>

#include "codimap/execution.hpp"

namespace codimap {
namespace {

TEST(PeakMemory, RisesWithWhatIsHeldAndStaysWhenItIsGone) {
  constexpr std::size_t bytes = std::size_t{256} << 20;
  auto held = std::make_unique<std::vector<char>>(bytes, 'x');
  EXPECT_GT(peak_memory_bytes(), bytes);
  held.reset();
  EXPECT_GT(peak_memory_bytes(), bytes);
}

}  // namespace
}  // namespace codimap

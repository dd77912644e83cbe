// The temporary files that stand beside outputs in the making.
#include "io/unfinished_outputs.hpp"

#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <cstring>

#include "codimap/io.hpp"

namespace codimap {

namespace {

enum class SlotState { vacant, being_filled, ready };

struct Slot {
  std::atomic<SlotState> state = SlotState::vacant;
  std::array<char, 4096> path{};
};
static_assert(std::atomic<SlotState>::is_always_lock_free, "a signal handler may not wait for a lock");

std::array<Slot, 32> slots;

}  // namespace

int register_unfinished(const std::string& path) noexcept {
  if (path.size() >= slots[0].path.size()) return -1;
  for (std::size_t i = 0; i < slots.size(); ++i) {
    SlotState expected = SlotState::vacant;
    if (!slots[i].state.compare_exchange_strong(expected, SlotState::being_filled)) continue;
    std::memcpy(slots[i].path.data(), path.c_str(), path.size() + 1);
    slots[i].state.store(SlotState::ready);
    return static_cast<int>(i);
  }
  return -1;
}

void unregister_unfinished(int slot) noexcept {
  if (slot >= 0) slots[static_cast<std::size_t>(slot)].state.store(SlotState::vacant);
}

void remove_unfinished_outputs() noexcept {
  const int interrupted_error = errno;  // a handler leaves errno to the code it interrupted
  for (const Slot& slot : slots) {
    if (slot.state.load() == SlotState::ready) ::unlink(slot.path.data());
  }
  errno = interrupted_error;
}

}  // namespace codimap

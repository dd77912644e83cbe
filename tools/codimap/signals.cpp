// Ways out of a long job. A signal ends the program at once, its unfinished outputs removed, except where it is put
// off.
#include "signals.hpp"

#include <sys/time.h>
#include <unistd.h>

#include <atomic>
#include <csignal>

#include "codimap/io.hpp"

namespace codimap::program {
namespace {

// Any thread may run the handler, so these are atomics, which are safe there only without locks.
std::atomic<bool> put_off{false};
std::atomic<int> noted{0};
std::atomic<int> most_microseconds{0};
static_assert(std::atomic<int>::is_always_lock_free && std::atomic<bool>::is_always_lock_free);

extern "C" void on_signal(int signal) {
  if (put_off.load() && noted.exchange(signal) == 0) {
    // A system call and no more, as all that a handler may do.
    const itimerval once{.it_interval = {}, .it_value = {.tv_sec = 0, .tv_usec = most_microseconds.load()}};
    setitimer(ITIMER_REAL, &once, nullptr);
    return;
  }
  remove_unfinished_outputs();
  _exit(128 + signal);
}

extern "C" void on_alarm(int /*signal*/) {
  remove_unfinished_outputs();
  _exit(128 + noted.load());
}

void take_over(int signal) {
  struct sigaction action = {};
  sigaction(signal, nullptr, &action);
  // Whoever started the program with the signal ignored, such as nohup, meant it.
  if (action.sa_handler == SIG_IGN) return;
  action = {};
  action.sa_handler = on_signal;
  action.sa_flags = SA_RESTART;
  sigaction(signal, &action, nullptr);
}

}  // namespace

void handle_signals() {
  take_over(SIGINT);
  take_over(SIGTERM);
  std::signal(SIGALRM, on_alarm);
  std::signal(SIGPIPE, SIG_IGN);
}

PutOffSignals::PutOffSignals(std::chrono::microseconds at_most) {
  most_microseconds = static_cast<int>(at_most.count());
  put_off = true;
}

PutOffSignals::~PutOffSignals() { put_off = false; }

int noted_signal() { return noted.load(); }

}  // namespace codimap::program

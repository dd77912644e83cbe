// Crashes and endless loops of the HDF5 library, turned into one sentence and an exit code.
#include "hdf5_guard.hpp"

#include <sys/time.h>
#include <unistd.h>

#include <fstream>

#include "files.hpp"
#include "words.hpp"

namespace codimap::program {
namespace {

constexpr int bad_data_exit = 65;

// Handlers have no argument and may not allocate, so what they say lies ready.
std::string crash_words;
std::string circle_words;
// A stack that has overflowed has no room for a handler.
std::array<char, std::size_t{1} << 16> other_stack;

[[noreturn]] void end_with(const std::string& words) {
  remove_unfinished_outputs();
  [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, words.data(), words.size());
  _exit(bad_data_exit);
}

extern "C" void on_crash(int /*signal*/) { end_with(crash_words); }
extern "C" void on_circles(int /*signal*/) { end_with(circle_words); }

// What standard input, a pipe or gzip holds is known only to who reads it.
bool may_be_hdf5(const std::string& input, std::optional<FileFormat> format) {
  if (format) return format == FileFormat::h5ad;
  std::error_code none;
  if (input == "-" || !std::filesystem::is_regular_file(input, none)) return true;
  for (const char* ending : {".h5ad", ".h5", ".hdf5"})
    if (input.ends_with(ending)) return true;
  std::string head(8, '\0');
  std::ifstream(input, std::ios::binary).read(head.data(), std::ssize(head));
  return head == "\x89HDF\r\n\x1a\n" || head.starts_with("\x1f\x8b");
}

// Processor time, so that a slow disk or network does not count. Where 1 MB inflates to 1 GB, the most that gzip
// reaches, it takes seconds.
itimerval longest_time(const std::string& input) {
  std::error_code unknown;
  const auto bytes = std::filesystem::file_size(input, unknown);
  if (unknown) return {};
  constexpr long least_seconds = 10;
  constexpr long seconds_a_megabyte = 60;
  return {.it_interval = {},
          .it_value = {.tv_sec = least_seconds + seconds_a_megabyte * static_cast<long>(bytes >> 20U), .tv_usec = 0}};
}

}  // namespace

Hdf5Guard::Hdf5Guard(const std::string& input, std::optional<FileFormat> format) : armed_(may_be_hdf5(input, format)) {
  if (!armed_) return;
  const std::string name = "codimap: " + printable(input_name(input));
  const char* advice = "; check it with h5dump, or write it again with anndata\n";
  crash_words = name + ": is broken in a way that the HDF5 library crashes on" + advice;
  circle_words = name + ": is broken in a way that the HDF5 library finds no end of" + advice;

  const stack_t stack{.ss_sp = other_stack.data(), .ss_flags = 0, .ss_size = other_stack.size()};
  sigaltstack(&stack, &stack_before_);
  struct sigaction action = {};
  action.sa_handler = on_crash;
  action.sa_flags = SA_ONSTACK;
  for (std::size_t i = 0; i < crashes.size(); ++i) sigaction(crashes[i], &action, &actions_before_[i]);
  std::signal(SIGVTALRM, on_circles);
  const itimerval longest = longest_time(input);
  setitimer(ITIMER_VIRTUAL, &longest, nullptr);
}

Hdf5Guard::~Hdf5Guard() {
  if (!armed_) return;
  const itimerval none{};
  setitimer(ITIMER_VIRTUAL, &none, nullptr);
  for (std::size_t i = 0; i < crashes.size(); ++i) sigaction(crashes[i], &actions_before_[i], nullptr);
  sigaltstack(&stack_before_, nullptr);
}

}  // namespace codimap::program

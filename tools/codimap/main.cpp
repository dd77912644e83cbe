// The program: reads the command line, runs a command, and turns what went wrong into one line and an exit code.
#include <unistd.h>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <new>

#include "arguments.hpp"
#include "codimap/error.hpp"
#include "codimap/io.hpp"
#include "codimap/version.hpp"
#include "commands.hpp"
#include "signals.hpp"
#include "terminal.hpp"
#include "usage.hpp"
#include "words.hpp"

namespace codimap::program {
namespace {

constexpr int usage_exit = 2;
constexpr int out_of_memory_exit = 71;

// The numbers are those of sysexits.h, so that scripts can tell bad data from a full disk.
int exit_code(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::bad_option:
      return usage_exit;
    case ErrorKind::bad_data:
    case ErrorKind::bad_file:
      return 65;
    case ErrorKind::missing_file:
      return 66;
    case ErrorKind::not_converged:
      return 70;
    case ErrorKind::out_of_memory:
      return out_of_memory_exit;
    case ErrorKind::cannot_create:
      return 73;
    case ErrorKind::failed_io:
      return 74;
    case ErrorKind::cancelled:
      return 128 + noted_signal();
  }
  return 70;
}

constexpr const char* no_memory =
    "there is not enough memory; ask for fewer regions or neighbours, or embed fewer points";

// Memory may run out where a library has promised not to throw.
void end_without_memory() {
  try {
    if (const auto thrown = std::current_exception()) std::rethrow_exception(thrown);
  } catch (const std::bad_alloc&) {
    remove_unfinished_outputs();
    for (const char* part : {"codimap: ", no_memory, "\n"})
      if (::write(STDERR_FILENO, part, std::strlen(part)) < 0) break;
    ::_exit(out_of_memory_exit);
  } catch (...) {
  }
  std::signal(SIGABRT, SIG_DFL);  // a fault of ours, not one of a library that a guard would say it is
  std::abort();
}

int complain(const std::string& message, int code) {
  say("codimap: " + message);
  return code;
}

void add_commands(CLI::App& program) {
  program.formatter(compact_help());
  program.require_subcommand(1);
  program.set_help_flag("-h,--help", "Print this and exit");
  program.set_version_flag("--version", "codimap " CODIMAP_VERSION, "Print the version and exit");
  add_embed(program);
  add_transform(program);
  add_smooth(program);
  add_compare(program);
  add_generate(program);
  add_info(program);
  add_completion(program);
  add_help(program);
  for (auto* command : program.get_subcommands({}))
    command->set_help_all_flag("--help-all", "Print every option and exit")
        ->group(command->get_help_ptr()->get_group());
  program.footer(
      "Example: codimap embed cells.csv -o map.csv\n"
      "codimap help COMMAND says more about each.");
}

const CLI::App& asked_for(const CLI::App& program) {
  const auto parsed = program.get_subcommands();
  return parsed.empty() ? program : *parsed.front();
}

int run(int argc, char** argv) {
  CLI::App program("Compressed diffusion maps: the shape of a data set in a few coordinates", "codimap");
  add_commands(program);
  if (argc == 1) {
    print(help_of(program));
    return 0;
  }
  try {
    program.parse(argc, argv);
  } catch (const CLI::CallForHelp&) {
    print(help_of(asked_for(program)));
  } catch (const CLI::CallForAllHelp&) {
    print(help_of(asked_for(program), CLI::AppFormatMode::All));
  } catch (const CLI::CallForVersion& version) {
    print(words(version.what(), '\n'));
  } catch (const CLI::ParseError& error) {
    return complain(usage_fault(program, error), usage_exit);
  }
  return 0;
}

}  // namespace
}  // namespace codimap::program

int main(int argc, char** argv) {
  using namespace codimap::program;
  handle_signals();
  std::set_terminate(end_without_memory);
  try {
    return run(argc, argv);
  } catch (const codimap::Error& error) {
    return complain(error.what(), exit_code(error.kind()));
  } catch (const std::bad_alloc&) {
    return complain(no_memory, out_of_memory_exit);
  }
}

// codimap help: the help of the program or of one command.
#include <memory>

#include "arguments.hpp"
#include "commands.hpp"
#include "terminal.hpp"
#include "usage.hpp"

namespace codimap::program {
namespace {

void run_help(const CLI::App& program, const std::string& name) {
  if (name.empty()) return print(help_of(program));
  for (const auto* command : program.get_subcommands({})) {
    if (command->get_name() == name) return print(help_of(*command));
  }
  refuse(ErrorKind::bad_option, unknown_command(program, "COMMAND", name));
}

}  // namespace

void add_help(CLI::App& program) {
  auto* command = program.add_subcommand("help", "Say more about a command, as its --help does");
  const auto asked = std::make_shared<std::string>();
  command->add_option("COMMAND", *asked, "which; none: the list of all")
      ->type_name(CLI::detail::join(command_names(program), "|"));
  command->footer("Example: codimap help embed");
  command->callback([asked, &program] { run_help(program, *asked); });
}

}  // namespace codimap::program

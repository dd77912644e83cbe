// codimap completion: a shell's completions, made from the command line itself.
#include <functional>
#include <memory>

#include "arguments.hpp"
#include "commands.hpp"
#include "terminal.hpp"

namespace codimap::program {
namespace {

enum class Shell { bash, zsh, fish };

const Names<Shell> shells{{"bash", Shell::bash}, {"zsh", Shell::zsh}, {"fish", Shell::fish}};

/// What can be typed after a command, or as the value of one of its options.
struct Completions {
  std::string name;
  std::string help;
  std::vector<std::string> words;                                   // of the command itself, such as shapes
  std::vector<std::pair<const CLI::Option*, std::string>> options;  // with their words, split by blanks
};

// Of "K|dense|auto" the lower-case words stand for themselves.
std::string literal_words(const std::string& takes) {
  std::string literal;
  for (const auto& word : CLI::detail::split(takes, '|')) {
    const bool stands_for_itself =
        !word.empty() && word.find_first_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ") == std::string::npos;
    if (stands_for_itself) literal += (literal.empty() ? "" : " ") + word;
  }
  return literal;
}

Completions completions_of(const CLI::App& command) {
  Completions found{command.get_name(), command.get_description(), {}, {}};
  for (const auto* option : command.get_options()) {
    const std::string literal = !takes_value(option) ? "" : literal_words(option->get_type_name());
    if (option->get_positional()) {
      if (!literal.empty()) found.words.push_back(literal);
    } else {
      found.options.emplace_back(option, literal);
    }
  }
  return found;
}

std::string long_names(const Completions& command) {
  std::string names;
  for (const auto& [option, literal] : command.options) names += " --" + option->get_lnames().front();
  return names.substr(1);
}

std::string bash_completions(const std::vector<Completions>& commands) {
  std::string names;
  std::string cases;
  for (const auto& command : commands) {
    names += (names.empty() ? "" : " ") + command.name;
    cases += "    " + command.name + ")\n      case \"$previous\" in\n";
    for (const auto& [option, literal] : command.options) {
      if (!literal.empty()) {
        cases += words("        --", option->get_lnames().front(), ") choices=\"", literal, "\" ;;\n");
      }
    }
    cases += words("        *) choices=\"", long_names(command));
    for (const auto& literal : command.words) cases += " " + literal;
    cases += "\" ;;\n      esac ;;\n";
  }
  return words(R"(_codimap() {
  local current="${COMP_WORDS[COMP_CWORD]}" previous="${COMP_WORDS[COMP_CWORD-1]}" choices=""
  case "${COMP_WORDS[1]}" in
)",
               cases, "    *) choices=\"", names, R"( --help --version" ;;
  esac
  COMPREPLY=($(compgen -W "$choices" -- "$current"))
}
complete -o default -F _codimap codimap
)");
}

std::string zsh_completions(const std::vector<Completions>& commands) {
  return "#compdef codimap\nautoload -U +X bashcompinit && bashcompinit\n" + bash_completions(commands);
}

std::string fish_completions(const std::vector<Completions>& commands) {
  const auto quoted = [](const std::string& text) {
    return "'" + CLI::detail::find_and_replace(CLI::detail::find_and_replace(text, "\\", "\\\\"), "'", "\\'") + "'";
  };
  std::string script;
  for (const auto& command : commands) {
    script +=
        words("complete -c codimap -n __fish_use_subcommand -a ", command.name, " -d ", quoted(command.help), "\n");
    const std::string here = "complete -c codimap -n '__fish_seen_subcommand_from " + command.name + "'";
    for (const auto& literal : command.words) script += here + " -a " + quoted(literal) + "\n";
    for (const auto& [option, literal] : command.options) {
      script += here + " -l " + option->get_lnames().front();
      if (!option->get_snames().empty()) script += " -s " + option->get_snames().front();
      if (takes_value(option)) script += literal.empty() ? " -r" : " -xa " + quoted(literal);
      script += " -d " + quoted(option->get_description()) + "\n";
    }
  }
  return script;
}

void run_completion(const CLI::App& program, Shell shell) {
  std::vector<Completions> commands;
  for (const auto* command : program.get_subcommands({})) commands.push_back(completions_of(*command));
  switch (shell) {
    case Shell::bash:
      return print(bash_completions(commands));
    case Shell::zsh:
      return print(zsh_completions(commands));
    case Shell::fish:
      return print(fish_completions(commands));
  }
}

}  // namespace

void add_completion(CLI::App& program) {
  auto* command = program.add_subcommand("completion", "Print completions for a shell");
  const auto shell = std::make_shared<Shell>(Shell::bash);
  add_choice(*command, "SHELL", shells, *shell, "bash, zsh or fish")->required()->default_str("");
  command->footer("Example: codimap completion bash > ~/.local/share/bash-completion/completions/codimap");
  command->callback([shell, &program] { run_completion(program, *shell); });
}

}  // namespace codimap::program

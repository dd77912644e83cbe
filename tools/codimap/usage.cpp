// What is said of a command line that cannot be understood, with the nearest name where there is one.
#include "usage.hpp"

#include <algorithm>
#include <numeric>
#include <optional>

#include "words.hpp"

namespace codimap::program {
namespace {

/// Letters to insert, remove, replace or swap with the next one to make `one` of `other`.
std::size_t edits_between(const std::string& one, const std::string& other) {
  std::vector<std::size_t> before_last;
  std::vector<std::size_t> last(other.size() + 1);
  std::iota(last.begin(), last.end(), std::size_t{0});
  for (std::size_t i = 1; i <= one.size(); ++i) {
    std::vector<std::size_t> now(last.size(), i);
    for (std::size_t j = 1; j <= other.size(); ++j) {
      const bool same = one[i - 1] == other[j - 1];
      now[j] = std::min({last[j] + 1, now[j - 1] + 1, last[j - 1] + (same ? 0 : 1)});
      if (i > 1 && j > 1 && one[i - 1] == other[j - 2] && one[i - 2] == other[j - 1])
        now[j] = std::min(now[j], before_last[j - 2] + 1);
    }
    before_last = std::move(last);
    last = std::move(now);
  }
  return last.back();
}

/// The name that was probably meant: a third of its letters may be wrong, or missing at its end.
std::optional<std::string> nearest(const std::string& given, const std::vector<std::string>& names) {
  std::optional<std::string> found;
  std::size_t fewest = std::max<std::size_t>(1, given.size() / 3) + 1;
  for (const std::string& name : names) {
    const bool begins_so = given.size() >= 3 && name.starts_with(given);
    const std::size_t edits = begins_so ? 1 : edits_between(given, name);
    if (edits >= fewest) continue;
    fewest = edits;
    found = name;
  }
  return found;
}

std::string nearest_in_words(const std::string& given, const std::vector<std::string>& names) {
  const auto name = nearest(given, names);
  return name ? "; the nearest is " + *name : "";
}

std::vector<std::string> option_names(const CLI::App& command) {
  std::vector<std::string> names;
  for (const auto* option : command.get_options())
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  return names;
}

/// The first argument that looks like an option and is none.
std::optional<std::string> unknown_option(const CLI::App& command) {
  for (const std::string& given : command.remaining()) {
    if (given.size() > 1 && given.front() == '-') return given.substr(0, given.find('='));
  }
  return std::nullopt;
}

}  // namespace

std::vector<std::string> command_names(const CLI::App& program) {
  std::vector<std::string> names;
  for (const auto* command : program.get_subcommands({})) names.push_back(command->get_name());
  return names;
}

std::string unknown_command(const CLI::App& program, const std::string& what, const std::string& given) {
  const std::vector<std::string> names = command_names(program);
  return words(what, " must be one of ", first_few(names, names.size()), "; got ", given,
               nearest_in_words(given, names));
}

// CLI11 asks for a command even where a word that is none was given, and for what is missing where an option that
// brings it was misspelt.
std::string usage_fault(const CLI::App& program, const CLI::ParseError& error) {
  const auto parsed = program.get_subcommands();
  const CLI::App& command = parsed.empty() ? program : *parsed.front();
  const std::string name = parsed.empty() ? "codimap" : "codimap " + command.get_name();
  if (const auto option = unknown_option(command)) {
    return words(name, " has no option ", *option, nearest_in_words(*option, option_names(command)), "; ", name,
                 " --help shows those it has");
  }
  const auto given = program.remaining();
  if (parsed.empty() && !given.empty()) return unknown_command(program, "the first argument", given.front());
  return words(error.what(), "; ", name, " --help shows how");
}

}  // namespace codimap::program

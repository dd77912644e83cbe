// Options of a command line that say what they take: in --help, in errors and in completions.
#pragma once

#include <CLI/App.hpp>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "codimap/matrix.hpp"
#include "codimap/names.hpp"
#include "words.hpp"

namespace codimap::program {

template <class T>
[[nodiscard]] const std::string& name_of(const Names<T>& names, T value) {
  for (const auto& [name, named] : names) {
    if (named == value) return name;
  }
  refuse(ErrorKind::bad_option, "this version has no name for option value ", static_cast<int>(value));
}

/// Each reads the whole text or says false. Numbers are finite; counts are not negative.
[[nodiscard]] bool read_value(const std::string& text, double& value);
[[nodiscard]] bool read_value(const std::string& text, Index& value);
[[nodiscard]] bool read_value(const std::string& text, int& value);
[[nodiscard]] bool read_value(const std::string& text, std::uint64_t& value);
/// Bytes, with K, M, G or T for powers of 1024.
[[nodiscard]] bool read_bytes(const std::string& text, std::size_t& value);

/// What an option takes: `shown` stands for the value in --help, lower-case words in it for themselves; `said` says it
/// in the error for anything else.
struct Takes {
  std::string shown;
  std::string said;
};

[[nodiscard]] Takes value_of(const std::string& shown, double);
template <class Count>
[[nodiscard]] Takes value_of(const std::string& shown, Count) {
  return {shown, "a whole number from 0 on"};
}

/// Every option with a value is added here: `accept` says whether it could read the text.
CLI::Option* add_argument(CLI::App& command, const std::string& name, const Takes& takes, const std::string& help,
                          std::function<bool(const std::string&)> accept);

template <class T>
CLI::Option* add_value(CLI::App& command, const std::string& name, const std::string& shown, T& value,
                       const std::string& help) {
  const auto accept = [&value](const std::string& text) { return read_value(text, value); };
  return add_argument(command, name, value_of(shown, value), help, accept)->default_str(words(value));
}

/// An option that may stay unset, which is what `auto` says.
template <class T>
CLI::Option* add_value_or_auto(CLI::App& command, const std::string& name, const std::string& shown,
                               std::optional<T>& value, const std::string& help) {
  const auto accept = [&value](const std::string& text) {
    value.reset();
    return text == "auto" || read_value(text, value.emplace());
  };
  const Takes takes{shown + "|auto", value_of(shown, T{}).said + ", or auto"};
  return add_argument(command, name, takes, help, accept)->default_str("auto");
}

template <class T>
CLI::Option* add_choice(CLI::App& command, const std::string& name, const Names<T>& names,
                        std::function<void(T)> choose, const std::string& help) {
  Takes takes;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const std::string& word = names[i].first;
    takes.shown += (i == 0 ? "" : "|") + word;
    takes.said += (i == 0 ? "" : i + 1 < names.size() ? ", " : " or ") + word;
  }
  return add_argument(command, name, takes, help, [names, choose](const std::string& text) {
    for (const auto& [word, value] : names) {
      if (word == text) {
        choose(value);
        return true;
      }
    }
    return false;
  });
}

template <class T>
CLI::Option* add_choice(CLI::App& command, const std::string& name, const Names<T>& names, T& value,
                        const std::string& help) {
  const std::function<void(T)> choose = [&value](T chosen) { value = chosen; };
  return add_choice(command, name, names, choose, help)->default_str(name_of(names, value));
}

/// Whether an option is followed by a value, as flags are not.
[[nodiscard]] inline bool takes_value(const CLI::Option* option) { return option->get_items_expected_max() > 0; }

/// A --help that fits a screen: no blank lines between groups, defaults in brackets, and of the options only those that
/// most people need, given by their long names; none given stands for all. --help-all has every option.
[[nodiscard]] std::shared_ptr<CLI::FormatterBase> compact_help(std::vector<std::string> most_needed = {});

/// The help of a command, of most options or of all.
[[nodiscard]] std::string help_of(const CLI::App& command, CLI::AppFormatMode mode = CLI::AppFormatMode::Normal);

}  // namespace codimap::program

// Options of a command line that say what they take: in --help, in errors and in completions.
#include "arguments.hpp"

#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

namespace codimap::program {
namespace {

template <class T>
bool read_whole(const std::string& text, T& value) {
  const char* end = text.data() + text.size();
  const auto [stopped, error] = std::from_chars(text.data(), end, value);
  return error == std::errc{} && stopped == end;
}

class CompactHelp : public CLI::Formatter {
 public:
  explicit CompactHelp(std::vector<std::string> most_needed) : most_needed_(std::move(most_needed)) {
    column_width(44);
  }

  std::string make_help(const CLI::App* app, std::string name, CLI::AppFormatMode mode) const override {
    const std::string help = make_usage(app, name) + make_description(app) + make_positionals(app) +
                             make_option_groups(*app, mode) + make_subcommands(app, CLI::AppFormatMode::Normal);
    return CLI::detail::find_and_replace(help + make_footer(app), "\n\n", "\n");
  }

  std::string make_usage(const CLI::App* app, std::string name) const override {
    if (app->get_parent() == nullptr) return "Usage: " + name + " COMMAND\n";
    std::string usage = "Usage: " + app->get_parent()->get_name() + " " + name;
    for (const auto* option : app->get_options([](const CLI::Option* one) { return one->get_required(); })) {
      usage += " " + (option->get_positional() ? option->get_name()
                                               : "-" + option->get_snames().front() + make_option_opts(option));
    }
    return usage + " [OPTIONS]\n";
  }

  std::string make_positionals(const CLI::App* app) const override {
    std::string lines;
    for (const auto* option : app->get_options([](const CLI::Option* one) { return one->get_positional(); })) {
      lines += make_option(option, true);
    }
    return lines;
  }

  std::string make_group(std::string group, bool positional, std::vector<const CLI::Option*> options) const override {
    std::string lines = group + ":\n";
    for (const auto* option : options) lines += make_option(option, positional);
    return lines;
  }

  // A long name pushes its words aside, and takes a line of its own only where they would not fit beside it.
  std::string make_option(const CLI::Option* option, bool positional) const override {
    constexpr std::size_t widest = 110;
    const std::string name = "  " + make_option_name(option, positional) + make_option_opts(option);
    const std::string said = make_option_desc(option);
    if (name.size() < column_width_) return name + std::string(column_width_ - name.size(), ' ') + said + "\n";
    if (name.size() + 2 + said.size() <= widest) return name + "  " + said + "\n";
    return name + "\n" + std::string(column_width_, ' ') + said + "\n";
  }

  std::string make_option_opts(const CLI::Option* option) const override {
    return !takes_value(option) || option->get_positional() ? "" : " " + option->get_type_name();
  }

  std::string make_option_desc(const CLI::Option* option) const override {
    const std::string standard = option->get_default_str();
    return option->get_description() + (standard.empty() ? "" : " [" + standard + "]");
  }

 private:
  [[nodiscard]] bool shows(const CLI::Option* option, CLI::AppFormatMode mode) const {
    return most_needed_.empty() || mode == CLI::AppFormatMode::All ||
           std::ranges::find(most_needed_, "--" + option->get_lnames().front()) != most_needed_.end();
  }

  [[nodiscard]] std::string make_option_groups(const CLI::App& app, CLI::AppFormatMode mode) const {
    std::string lines;
    for (const std::string& group : app.get_groups()) {
      const auto options = app.get_options([&](const CLI::Option* one) {
        return one->get_group() == group && !group.empty() && one->nonpositional() && shows(one, mode);
      });
      if (!options.empty()) lines += make_group(group, false, options);
    }
    return lines;
  }

  std::vector<std::string> most_needed_;
};

}  // namespace

bool read_value(const std::string& text, double& value) { return read_whole(text, value) && std::isfinite(value); }

bool read_value(const std::string& text, Index& value) { return read_whole(text, value) && value >= 0; }

bool read_value(const std::string& text, int& value) { return read_whole(text, value) && value >= 0; }

bool read_value(const std::string& text, std::uint64_t& value) { return read_whole(text, value); }

bool read_bytes(const std::string& text, std::size_t& value) {
  constexpr std::string_view units = "KMGT";
  const std::size_t unit = text.empty() ? std::string_view::npos : units.find(text.back());
  const bool has_unit = unit != std::string_view::npos;
  double count = 0;
  if (!read_value(has_unit ? text.substr(0, text.size() - 1) : text, count)) return false;
  const double bytes = std::ldexp(count, has_unit ? 10 * (static_cast<int>(unit) + 1) : 0);
  if (bytes < 1 || bytes >= static_cast<double>(std::numeric_limits<std::int64_t>::max())) return false;
  value = static_cast<std::size_t>(bytes);
  return true;
}

Takes value_of(const std::string& shown, double) { return {shown, "a number"}; }

CLI::Option* add_argument(CLI::App& command, const std::string& name, const Takes& takes, const std::string& help,
                          std::function<bool(const std::string&)> accept) {
  // Of "-t,--threads" the long one.
  const auto read = [name = name.substr(name.rfind(',') + 1), said = takes.said, accept](const std::string& text) {
    if (!accept(text)) refuse(ErrorKind::bad_option, name, " takes ", said, "; got ", text.empty() ? "nothing" : text);
  };
  return command.add_option_function<std::string>(name, read, help)->type_name(takes.shown);
}

std::shared_ptr<CLI::FormatterBase> compact_help(std::vector<std::string> most_needed) {
  return std::make_shared<CompactHelp>(std::move(most_needed));
}

std::string help_of(const CLI::App& command, CLI::AppFormatMode mode) {
  // App::help would answer for the subcommand that was parsed.
  return command.get_formatter()->make_help(&command, command.get_name(), mode);
}

}  // namespace codimap::program

// What is said of a command line that cannot be understood, with the nearest name where there is one.
#pragma once

#include <CLI/App.hpp>
#include <string>
#include <vector>

namespace codimap::program {

[[nodiscard]] std::vector<std::string> command_names(const CLI::App& program);

/// "the first argument must be one of embed, …; got embd; the nearest is embed", for what = "the first argument".
[[nodiscard]] std::string unknown_command(const CLI::App& program, const std::string& what, const std::string& given);

/// A sentence for an error of CLI11, which has parsed as far as it could.
[[nodiscard]] std::string usage_fault(const CLI::App& program, const CLI::ParseError& error);

}  // namespace codimap::program

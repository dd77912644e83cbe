// Words that every reader and writer of files needs for its messages.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>

namespace codimap {

/// What messages call a file that is read; "-" is standard input.
[[nodiscard]] std::string input_name(const std::filesystem::path& path);

/// A piece of a file as a message may show it: in quotes, control characters spelled out so that none reaches a
/// terminal, and cut after forty bytes.
[[nodiscard]] std::string shown(std::string_view piece);

/// The first of some names, and how many more there are: "a, b and 3 more". `quoted` shows each as `shown` does.
[[nodiscard]] std::string first_few(std::span<const std::string> names, std::size_t most, bool quoted);

/// The system's words for errno.
[[nodiscard]] std::string reason(int error_number);

}  // namespace codimap

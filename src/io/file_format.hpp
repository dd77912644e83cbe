// The format of a file, by its name and its first bytes.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "codimap/io.hpp"
#include "io/byte_source.hpp"

namespace codimap {

/// The ending in small letters, one that compression adds included: ".csv.gz".
[[nodiscard]] std::string file_ending(const std::filesystem::path& path);

/// As asked for, else NPY if the bytes begin so, else by the ending. Unset: text whose first row has to decide.
[[nodiscard]] std::optional<FileFormat> file_format(const std::filesystem::path& path, const ByteSource& source,
                                                    const ReadOptions& options);

}  // namespace codimap

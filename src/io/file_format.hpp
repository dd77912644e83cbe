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

/// "-", or the name that shells give it, whatever that is a link to.
[[nodiscard]] inline bool names_standard_output(const std::filesystem::path& path) {
  return path == "-" || path == "/dev/stdout";
}

/// As asked for, else NPY, FCS, Matrix Market or h5ad if the bytes begin so, else by the ending. Unset: text whose
/// first row has to decide.
[[nodiscard]] std::optional<FileFormat> file_format(const std::filesystem::path& path, const ByteSource& source,
                                                    const ReadOptions& options);

/// Refuses options.key, for a file that is no h5ad.
void refuse_key(const ByteSource& source, const ReadOptions& options);

}  // namespace codimap

// What the rest of io asks of h5ad files. In a build without HDF5 each is refused in a sentence.
#pragma once

#include <string_view>

#include "codimap/io.hpp"
#include "io/byte_source.hpp"

namespace codimap {

inline constexpr std::string_view hdf5_magic = "\x89HDF\r\n\x1a\n";

/// The matrix under options.key, else obsm/X_pca or X by the rule of ReadOptions::key.
[[nodiscard]] Table read_h5ad(ByteSource& source, const ReadOptions& options);

/// The graph under options.key, or obsp/connectivities; with options.distances, obsp/distances.
[[nodiscard]] NamedGraph read_h5ad_graph(ByteSource& source, const ReadOptions& options);

[[nodiscard]] FileSummary describe_h5ad(ByteSource& source);

/// What reading holds at its peak.
[[nodiscard]] double h5ad_bytes(ByteSource& source, const ReadOptions& options, bool graph);

}  // namespace codimap

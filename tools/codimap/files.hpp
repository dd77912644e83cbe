// Files in and out: what the reading commands share, and outputs that are opened before any work.
#pragma once

#include <CLI/App.hpp>
#include <string>
#include <vector>

#include "codimap/io.hpp"

namespace codimap::program {

void add_input(CLI::App& command, std::string& path, const std::string& help);
void add_inputs(CLI::App& command, std::vector<std::string>& paths, const std::string& help);
void add_format_option(CLI::App& command, ReadOptions& reading);
void add_transpose_option(CLI::App& command, ReadOptions& reading);
/// --columns and --exclude.
void add_column_options(CLI::App& command, ReadOptions& reading);
void add_key_option(CLI::App& command, ReadOptions& reading);
CLI::Option* add_output_option(CLI::App& command, std::string& path, const std::string& help);

/// Refuses to overwrite an input, under any of its names, and two outputs under one name.
void keep_apart(const std::vector<std::string>& inputs, const std::vector<std::string>& outputs);

[[nodiscard]] OutputFile open_output(const std::string& path, bool force);

/// c1 … cD, and the names of the points, or with `numbered` the 1-based rows they stand in where they have none.
[[nodiscard]] EmbeddingLabels embedding_labels(const Table& table, Index components, bool numbered);

/// prefix1, prefix2, …
[[nodiscard]] std::vector<std::string> numbered_names(const std::string& prefix, Index count);

/// "cells.csv: 2000 points, 4 columns used: a, b, c, d"; of an h5ad with the matrix, "cells.h5ad: obsm/X_pca: 2000 …".
[[nodiscard]] std::string what_was_read(const std::string& path, const Table& table);
/// "net.txt: a graph of 20 nodes and 45 edges".
[[nodiscard]] std::string what_was_read(const std::string& path, const NamedGraph& named);

/// The notes of a table, a line each, on stderr.
void say_notes(const Table& table);

/// A path as people know it.
[[nodiscard]] std::string input_name(const std::string& path);
[[nodiscard]] std::string output_name(const std::string& path);

}  // namespace codimap::program

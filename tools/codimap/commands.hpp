// The commands. Each adds itself to the command line and runs when it was the one asked for.
#pragma once

#include <CLI/App.hpp>

namespace codimap::program {

void add_embed(CLI::App& program);
void add_transform(CLI::App& program);
void add_smooth(CLI::App& program);
void add_compare(CLI::App& program);
void add_generate(CLI::App& program);
void add_info(CLI::App& program);
void add_completion(CLI::App& program);
void add_help(CLI::App& program);  // after the others, whose names it takes

}  // namespace codimap::program

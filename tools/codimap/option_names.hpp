// The words of the command line for the library's choices, and for those that only the program has.
#pragma once

#include "arguments.hpp"
#include "codimap/io.hpp"
#include "codimap/names.hpp"

namespace codimap::program {

using namespace names;  // NOLINT: they are the program's own words as well

inline const Names<FileFormat> file_formats{
    {"csv", FileFormat::csv}, {"tsv", FileFormat::tsv},   {"npy", FileFormat::npy},    {"fcs", FileFormat::fcs},
    {"mtx", FileFormat::mtx}, {"h5ad", FileFormat::h5ad}, {"edges", FileFormat::edges}};

inline const Names<bool> switches{{"on", true}, {"off", false}};

inline const Names<Instructions> instruction_sets{
    {"x86-64", Instructions::baseline}, {"x86-64-v3", Instructions::x86_64_v3}, {"x86-64-v4", Instructions::x86_64_v4}};

}  // namespace codimap::program

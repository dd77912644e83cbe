// What the fuzz targets share: bytes as a file, and what may come of reading it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>

#include "codimap/error.hpp"
#include "codimap/io.hpp"

/// What libFuzzer and run_corpus.cpp call; every target defines it.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace codimap {

/// The path of a temporary file that holds these bytes, until the next call.
[[nodiscard]] std::filesystem::path file_of(std::span<const std::uint8_t> bytes);

/// Options that the last byte decides, so that the files of a corpus stay what they are.
[[nodiscard]] ReadOptions options_of(std::span<const std::uint8_t> bytes);

/// Ends the process, as a crash does, unless it is so.
void must_hold(bool so, const char* what);

/// Ends the process over a table or a graph that breaks what its header promises.
void must_be_whole(const Table& table);
void must_be_whole(const NamedGraph& named);

/// Ends the process over an error that bytes cannot be the cause of.
void must_be_about_bytes(const Error& error);

/// An Error is an answer. Any other exception ends the process.
template <class Read>
void read_or_refuse(const Read& read) {
  try {
    read();
  } catch (const Error& error) {
    must_be_about_bytes(error);
  }
}

}  // namespace codimap

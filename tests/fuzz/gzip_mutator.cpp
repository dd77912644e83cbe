// Lets libFuzzer change what is inside of gzip as well as gzip itself, which a checksum would keep it from.
#include <cstring>
#include <random>
#include <string>

#include "codimap/error.hpp"
#include "io/gzip.hpp"

extern "C" {
std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t most);
std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t most, unsigned seed);
}

std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t most, unsigned seed) {
  using namespace codimap;
  if (std::minstd_rand(seed)() % 2 == 0) return LLVMFuzzerMutate(data, size, most);
  std::string inside;
  try {
    inside = inflate_gzip({reinterpret_cast<const char*>(data), size}, "fuzz");
  } catch (const Error&) {
    return LLVMFuzzerMutate(data, size, most);
  }
  const std::size_t before = inside.size();
  inside.resize(before + most);
  inside.resize(LLVMFuzzerMutate(reinterpret_cast<std::uint8_t*>(inside.data()), before, inside.size()));
  std::string compressed;
  GzipWriter writer([&](std::string_view piece) { compressed += piece; });
  writer.write(inside);
  writer.finish();
  if (compressed.size() > most) return LLVMFuzzerMutate(data, size, most);
  std::memcpy(data, compressed.data(), compressed.size());
  return compressed.size();
}

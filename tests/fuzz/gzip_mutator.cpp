// Lets libFuzzer change what is inside of gzip as well as gzip itself, which a checksum would keep it from.
#include <zlib.h>

#include <algorithm>
#include <cstring>
#include <random>
#include <string>

#include "codimap/error.hpp"
#include "io/gzip.hpp"

namespace {

constexpr std::size_t time_at = 4;

std::string little_endian(std::uint32_t number, std::size_t bytes) {
  std::string text;
  for (std::size_t i = 0; i < bytes; ++i) text += static_cast<char>(number >> 8U * i);
  return text;
}

/// One block that is not compressed: deflating would take longer than all the rest.
std::string stored_gzip(const std::string& inside, char time) {
  const std::string header{'\x1f', '\x8b', 8, 0, time, 0, 0, 0, 0, 3};
  constexpr char last_and_stored = 1;
  const auto size = static_cast<std::uint32_t>(inside.size());
  const auto checksum = static_cast<std::uint32_t>(crc32_z(0, reinterpret_cast<const Bytef*>(inside.data()), size));
  return header + last_and_stored + little_endian(size, 2) + little_endian(~size, 2) + inside +
         little_endian(checksum, 4) + little_endian(size, 4);
}

}  // namespace

extern "C" {
std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t most);
std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t most, unsigned seed);
}

std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t most, unsigned seed) {
  using namespace codimap;
  if (std::minstd_rand(seed)() % 2 == 0) return LLVMFuzzerMutate(data, size, most);
  constexpr std::size_t longest_block = 0xffff;
  std::string inside;
  try {
    inside = inflate_gzip({reinterpret_cast<const char*>(data), size}, "fuzz");
  } catch (const Error&) {
    return LLVMFuzzerMutate(data, size, most);
  }
  const std::size_t before = inside.size();
  if (before >= longest_block) return LLVMFuzzerMutate(data, size, most);
  inside.resize(std::min(before + most, longest_block));
  inside.resize(LLVMFuzzerMutate(reinterpret_cast<std::uint8_t*>(inside.data()), before, inside.size()));
  const std::string compressed = stored_gzip(inside, static_cast<char>(data[time_at]));
  if (compressed.size() > most) return LLVMFuzzerMutate(data, size, most);
  std::memcpy(data, compressed.data(), compressed.size());
  return compressed.size();
}

// Vectors of the width that the including file is compiled for. Local to that file, as loops_body.hpp says.
#pragma once

#include <cstdint>

#include "codimap/matrix.hpp"

namespace codimap {
namespace {

#if defined(CODIMAP_VECTOR_BYTES)  // the tests', so that every width runs on every processor
constexpr int vector_bytes = CODIMAP_VECTOR_BYTES;
#elif defined(__AVX512F__)
constexpr int vector_bytes = 64;
#elif defined(__AVX2__)
constexpr int vector_bytes = 32;
#else
constexpr int vector_bytes = 16;
#endif

template <class T>
struct Vector {
  static constexpr int width = vector_bytes / static_cast<int>(sizeof(T));
  static constexpr int a_strip = 64 / vector_bytes;
  // Rows of a tile that are summed in registers at a time: with the strip's vectors they fill the register file.
  static constexpr int rows = vector_bytes == 64 ? 16 : vector_bytes == 32 ? 6 : 3;
  using type __attribute__((vector_size(vector_bytes), may_alias, aligned(sizeof(T)))) = T;
};

template <class T>
using Lanes = typename Vector<T>::type;

template <class T>
inline Lanes<T> load(const T* from) {
  return *reinterpret_cast<const Lanes<T>*>(from);
}

template <class T>
inline void store(T* to, Lanes<T> value) {
  *reinterpret_cast<Lanes<T>*>(to) = value;
}

using DoubleLanes = Lanes<double>;

template <class T>
inline DoubleLanes load_as_double(const T* from) {
  constexpr int width = Vector<double>::width;
  using Narrow __attribute__((vector_size(width * sizeof(T)), may_alias, aligned(sizeof(T)))) = T;
  return __builtin_convertvector(*reinterpret_cast<const Narrow*>(from), DoubleLanes);
}

}  // namespace
}  // namespace codimap

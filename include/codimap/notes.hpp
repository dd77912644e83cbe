// What a user should know of a map, in the same words in C++, Python and the program.
#pragma once

#include <string>
#include <vector>

#include "codimap/model.hpp"

namespace codimap {

/// What a note is about.
enum class NoteKind {
  connections,  // how many connected components there are
  isolated,     // points that are connected to no other
  outlying,     // points far from all others
  recall,       // the share of neighbours that was found
  preparation,  // principal components in place of columns
  few_points,   // coordinates that are about a few points only
  reached_later,
  coherence,
  eigengap,
  certificate,  // how near the map is to the exact one
  new_points,   // how near new points come
};

/// A sentence without its full stop. It names no option, since options are called otherwise in Python.
struct Note {
  NoteKind kind;
  std::string sentence;
  /// Points that it is about, counted from 0: to be named, or numbered, as those who read it know them.
  std::vector<Index> points{};
};

/// What there is to say of a model that was fitted or loaded, in the order of NoteKind.
[[nodiscard]] std::vector<Note> notes(const Model& model);

}  // namespace codimap

#include "codimap/notes.hpp"

#include <algorithm>
#include <cmath>

#include "base/fail.hpp"

namespace codimap {
namespace {

/// "1 point", "2 points".
std::string counted(Index count, std::string_view noun) { return text("{} {}{}", count, noun, count == 1 ? "" : "s"); }

std::string listed(const std::vector<Index>& numbers, std::size_t most) {
  std::string list;
  for (std::size_t i = 0; i < std::min(numbers.size(), most); ++i) list += text("{}{}", i > 0 ? ", " : "", numbers[i]);
  if (numbers.size() > most) list += text(" and {} more", numbers.size() - most);
  return list;
}

std::string connections(const std::vector<Index>& sizes) {
  if (sizes.size() <= 1) return "all points are connected";
  return text(
      "{} connected components, of {} points: each has a map of its own, and coordinates of different ones have "
      "nothing to do with each other",
      sizes.size(), listed(sizes, 5));
}

std::vector<Index> isolated_points(const Result& result) {
  std::vector<Index> isolated;
  for (std::size_t i = 0; i < result.component_of.size(); ++i)
    if (result.component_sizes[static_cast<std::size_t>(result.component_of[i])] == 1)
      isolated.push_back(static_cast<Index>(i));
  return isolated;
}

/// Coordinates, from 1, that are about a few points of the largest connected component only.
std::vector<Index> coordinates_of_few(const Result& result) {
  constexpr Index enough_points = 1000;
  constexpr double few = 16;
  std::vector<Index> found;
  if (result.component_sizes.empty() || result.component_sizes.front() < enough_points) return found;
  for (std::size_t c = 0; c < result.participation.size(); ++c)
    if (result.participation[c] < few) found.push_back(static_cast<Index>(c) + 1);
  return found;
}

void add_of_points(const Result& result, std::vector<Note>& all) {
  all.push_back({NoteKind::connections, connections(result.component_sizes)});
  if (std::vector<Index> isolated = isolated_points(result); !isolated.empty()) {
    const auto count = std::ssize(isolated);
    all.push_back({NoteKind::isolated,
                   text("{} connected to no other and {} coordinates 0",
                        counted(count, "point") + (count == 1 ? " is" : " are"), count == 1 ? "has" : "have"),
                   std::move(isolated)});
  }
  if (const auto count = std::ssize(result.outlying); count > 0)
    all.push_back({NoteKind::outlying,
                   text("{} outlying, far from all others in units of the scale there",
                        counted(count, "point") + (count == 1 ? " is" : " are")),
                   result.outlying});
  if (result.neighbor_recall.value_or(1) < 1)
    all.push_back(
        {NoteKind::recall, text("about {:.1f} % of the neighbours were found", 100 * *result.neighbor_recall)});
}

void add_of_coordinates(const Model& model, std::vector<Note>& all) {
  const Result& result = model.result();
  const Index kept = model.options().prepare.pca.value_or(no_pca);
  if (kept != no_pca)
    all.push_back(
        {NoteKind::preparation, text("took the first {} principal components of {} columns", kept, model.features())});
  if (const std::vector<Index> of_few = coordinates_of_few(result); !of_few.empty())
    all.push_back({NoteKind::few_points,
                   text("{} {} about a few points that are nearly disconnected from the others, and more such points "
                        "may follow",
                        (of_few.size() == 1 ? "coordinate " : "coordinates ") + listed(of_few, 6),
                        of_few.size() == 1 ? "is" : "are each")});
  if (result.partition.reached_later > 0)
    all.push_back({NoteKind::reached_later,
                   text("{} lay further than {} from every centroid and joined the region that spread to them",
                        counted(result.partition.reached_later, "point"),
                        counted(2 * model.options().regions.coherence_time, "step"))});
  if (result.coherence_error > 0)
    all.push_back({NoteKind::coherence,
                   text("coherence was estimated, each value to about {:.2g} %", 100 * result.coherence_error)});
  if (!result.further_eigenvalues.empty())
    all.push_back({NoteKind::eigengap, text("the largest gap in the spectrum comes after {}",
                                            counted(result.embedding.cols(), "component"))});
}

}  // namespace

std::vector<Note> notes(const Model& model) {
  std::vector<Note> all;
  add_of_points(model.result(), all);
  add_of_coordinates(model, all);
  if (std::string words = certificate_in_words(model.result()); !words.empty())
    all.push_back({NoteKind::certificate, std::move(words)});
  if (std::string words = new_points_in_words(model.result()); !words.empty())
    all.push_back({NoteKind::new_points, std::move(words)});
  return all;
}

}  // namespace codimap

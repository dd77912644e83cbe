// The sentences that the library makes of a map.
#include "codimap/notes.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "unit/random_points.hpp"

namespace codimap {
namespace {

const Note* note_of(const std::vector<Note>& all, NoteKind kind) {
  const auto found = std::ranges::find(all, kind, &Note::kind);
  return found == all.end() ? nullptr : &*found;
}

TEST(Notes, SayThatAllPointsAreConnectedAndHowNearTheMapIs) {
  const Model model = fit(random_points(600, 3));
  const std::vector<Note> all = notes(model);
  ASSERT_NE(note_of(all, NoteKind::connections), nullptr);
  EXPECT_EQ(note_of(all, NoteKind::connections)->sentence, "all points are connected");
  ASSERT_NE(note_of(all, NoteKind::certificate), nullptr);
  EXPECT_EQ(note_of(all, NoteKind::certificate)->sentence, certificate_in_words(model.result()));
  EXPECT_EQ(note_of(all, NoteKind::isolated), nullptr);
  EXPECT_EQ(note_of(all, NoteKind::preparation), nullptr);
}

TEST(Notes, NameTheNodesWithoutANeighborAndTheComponents) {
  Graph graph = chain(30, true);
  graph.cols = 32;
  graph.offsets.resize(33, graph.offsets.back());
  const std::vector<Note> all = notes(fit(graph, {.map = {.components = 2}}));
  EXPECT_TRUE(note_of(all, NoteKind::connections)->sentence.starts_with("3 connected components, of 30, 1, 1 points"));
  ASSERT_NE(note_of(all, NoteKind::isolated), nullptr);
  EXPECT_EQ(note_of(all, NoteKind::isolated)->sentence, "2 points are connected to no other and have coordinates 0");
  EXPECT_EQ(note_of(all, NoteKind::isolated)->points, (std::vector<Index>{30, 31}));
}

TEST(Notes, OfALoadedModelAreThoseOfTheFit) {
  Matrix<double> points = random_points(800, 120);
  points(7, 0) = 400;  // far from all others
  const Model model = fit(points, {.prepare = {.pca = 20}, .map = {.components = by_eigengap}});
  const std::vector<Note> fitted = notes(model);
  ASSERT_NE(note_of(fitted, NoteKind::preparation), nullptr);
  EXPECT_EQ(note_of(fitted, NoteKind::preparation)->sentence, "took the first 20 principal components of 120 columns");
  ASSERT_NE(note_of(fitted, NoteKind::outlying), nullptr);
  EXPECT_EQ(note_of(fitted, NoteKind::outlying)->points, std::vector<Index>{7});
  ASSERT_NE(note_of(fitted, NoteKind::eigengap), nullptr);
  const std::vector<Note> loaded = notes(model_from_bytes(model.to_bytes()).model);
  ASSERT_EQ(loaded.size(), fitted.size());
  for (std::size_t i = 0; i < fitted.size(); ++i) EXPECT_EQ(loaded[i].sentence, fitted[i].sentence);
}

TEST(Notes, NameNoOption) {
  Matrix<double> points = random_points(2000, 3);
  for (Index i = 0; i < 5; ++i)
    for (Index k = 0; k < 3; ++k) points(i, k) = 30 + 0.01 * points(i, k);
  const Model model = fit(points, {.kernel = {.kind = KernelKind::gaussian}});
  for (const Note& note : notes(model)) EXPECT_EQ(note.sentence.find("--"), std::string::npos) << note.sentence;
}

}  // namespace
}  // namespace codimap

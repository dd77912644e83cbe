// Fit once, keep the model, and embed points that were not there at the time.
#include <codimap/codimap.hpp>
#include <cstdio>
#include <exception>

int main() try {
  const auto seen = codimap::generate(codimap::Shape::torus, {.points = 2000, .seed = 1});
  const auto unseen = codimap::generate(codimap::Shape::torus, {.points = 5, .seed = 2});

  codimap::fit(seen, {.map = {.components = 3}}).save("torus.codimap");
  const auto model = codimap::load_model("torus.codimap").model;
  const auto coordinates = model.transform(unseen);
  for (codimap::Index i = 0; i < coordinates.rows(); ++i)
    std::printf("%9.5f %9.5f %9.5f\n", coordinates(i, 0), coordinates(i, 1), coordinates(i, 2));
} catch (const std::exception& error) {
  std::fprintf(stderr, "new_points: %s\n", error.what());
  return 1;
}

// codimap generate: test data with known geometry.
#include <memory>

#include "commands.hpp"
#include "files.hpp"
#include "option_names.hpp"
#include "running.hpp"

namespace codimap::program {
namespace {

struct GenerateArguments {
  Shape shape = Shape::swiss_roll;
  ShapeOptions options;
  std::string output;
  bool force = false;
};

void run_generate(const GenerateArguments& asked) {
  check_output_ending(asked.output);
  OutputFile out = open_output(asked.output, asked.force);
  const Matrix<double> points = generate(asked.shape, asked.options);
  write_matrix(out, points, {numbered_names("x", points.cols()), {}, {}});
  out.commit();
}

}  // namespace

void add_generate(CLI::App& program) {
  auto* command = program.add_subcommand("generate", "Make test data with known geometry");
  const auto asked = std::make_shared<GenerateArguments>();
  ShapeOptions& options = asked->options;
  add_choice(*command, "SHAPE", shapes, asked->shape, "swiss-roll, circle, sphere, torus, tree or blobs")
      ->required()
      ->default_str("");
  add_value(*command, "--points", "N", options.points, "how many")->group("Shape");
  add_value_or_auto(*command, "--dimensions", "D", options.dimensions, "numbers of a point; auto: the fewest")
      ->group("Shape");
  add_value(*command, "--noise", "S", options.noise, "standard deviation of noise in every coordinate")->group("Shape");
  add_value(*command, "--seed", "S", options.seed, "of the random numbers")->group("Shape");
  add_output_option(*command, asked->output, ".csv, .tsv, each also .gz; .npy; or - for csv on stdout");
  add_force_option(*command, asked->force);
  command->footer("Example: codimap generate swiss-roll --points 5000 -o roll.csv");
  command->callback([asked] { run_generate(*asked); });
}

}  // namespace codimap::program

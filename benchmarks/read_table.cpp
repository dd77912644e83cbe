// Reading a file as codimap does: read_table FILE RUNS. Prints the seconds of each run, the bytes of the matrix and the
// peak of memory as JSON.
#include <sys/resource.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <exception>

#include "codimap/io.hpp"

namespace {

std::size_t bytes_of(const codimap::Table& table) {
  if (!table.is_sparse())
    return table.points().visit(
        [](const auto& view) { return static_cast<std::size_t>(view.size()) * sizeof(*view.data()); });
  return table.sparse_points().visit([](const auto& rows) {
    const std::size_t entry = sizeof(rows.value(0)) + sizeof(rows.column(0));
    return static_cast<std::size_t>(rows.entries()) * entry +
           static_cast<std::size_t>(rows.rows() + 1) * sizeof(codimap::Index);
  });
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  try {
    std::size_t bytes = 0;
    std::printf("{\"seconds\": [");
    for (int run = 0; run < std::atoi(argv[2]); ++run) {
      const auto began = std::chrono::steady_clock::now();
      const codimap::Table table = codimap::read_table(argv[1]);
      const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - began;
      bytes = bytes_of(table);
      std::printf("%s%.6f", run == 0 ? "" : ", ", spent.count());
    }
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    std::printf("], \"matrix_bytes\": %zu, \"peak_bytes\": %ld}\n", bytes, usage.ru_maxrss * 1024);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}

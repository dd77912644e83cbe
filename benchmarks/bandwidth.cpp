// What memory can deliver: bandwidth THREADS prints the bytes a second of a = b + s·c over arrays far larger than
// caches. The best of several rounds, three streams counted, as STREAM's triad does; what a store reads first is not
// counted.
#include <omp.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <memory>

int main(int count, char** arguments) {
  constexpr std::ptrdiff_t size = 1 << 25;
  const int threads = count > 1 ? std::atoi(arguments[1]) : omp_get_max_threads();
  const std::unique_ptr<double[]> a(new double[size]), b(new double[size]), c(new double[size]);
  double best = 0;
  // The first round touches the pages, on the threads that use them after.
  for (int round = 0; round < 10; ++round) {
    const auto start = std::chrono::steady_clock::now();
#pragma omp parallel for num_threads(threads) schedule(static)
    for (std::ptrdiff_t i = 0; i < size; ++i) {
      if (round == 0) b[i] = c[i] = 1.0;
      a[i] = b[i] + 3.0 * c[i];
    }
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    best = std::max(best, 3 * sizeof(double) * size / seconds);
  }
  std::printf("{\"bytes_per_second\": %.4g, \"check\": %g}\n", best, a[size / 2]);
}

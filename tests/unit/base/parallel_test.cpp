#include "base/parallel.hpp"

#include <atomic>
#include <numeric>

#include "unit/errors.hpp"

namespace codimap {
namespace {

TEST(ParallelFor, CoversEveryIndexOnceInRangesOfTheGrain) {
  for (const int threads : {1, 2, 8}) {
    std::vector<int> visits(1003);
    parallel_for({.threads = threads}, 1003, 10, [&](Index begin, Index end) {
      EXPECT_EQ(begin % 10, 0);
      EXPECT_LE(end - begin, 10);
      for (Index i = begin; i < end; ++i) ++visits[i];
    });
    EXPECT_EQ(visits, std::vector<int>(1003, 1));
  }
}

TEST(ParallelFor, RethrowsWhatTheLowestFailingRangeThrew) {
  for (const int threads : {1, 2, 8})
    for (int repeat = 0; repeat < 20; ++repeat)
      expect_error(ErrorKind::bad_data, "range 30", [&] {
        parallel_for({.threads = threads}, 100, 1, [](Index begin, Index) {
          if (begin >= 30) throw Error(ErrorKind::bad_data, "range " + std::to_string(begin));
        });
      });
}

TEST(ParallelFor, StopsSoonAfterItIsCancelled) {
  std::atomic<int> calls = 0;
  Execution run{.threads = 2};
  run.cancelled = [&] { return calls >= 5; };
  expect_error(ErrorKind::cancelled, "stopped", [&] { parallel_for(run, 100'000, 1, [&](Index, Index) { ++calls; }); });
  EXPECT_LT(calls, 100);
}

TEST(ParallelFor, ReportsProgressUpToTheEnd) {
  double last = 0;
  Execution run{.threads = 1};
  run.progress = [&](const Progress& progress) {
    EXPECT_GE(progress.done, last);
    last = progress.done;
  };
  parallel_for(run, 50, 1, [](Index, Index) {});
  EXPECT_EQ(last, 1);
}

TEST(ParallelFor, DoesNothingForNothing) {
  parallel_for({}, 0, 8, [](Index, Index) { ADD_FAILURE(); });
}

}  // namespace
}  // namespace codimap

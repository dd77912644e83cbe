#include "base/thread_pool.hpp"

#include <sched.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <latch>
#include <thread>

#include "base/parallel.hpp"
#include "base/system.hpp"
#include "codimap/codimap.hpp"
#include "unit/errors.hpp"

namespace codimap {
namespace {

std::vector<double> small_fit(int threads) {
  const Matrix<double> points = generate(Shape::swiss_roll, {.points = 600, .seed = 3});
  const Matrix<double> map = fit(points, {.regions = {.regions = 60}}, {.threads = threads}).result().embedding;
  return {map.data(), map.data() + map.size()};
}

TEST(ThreadPool, WorksOnSeveralThreadsAtOnce) {
  std::latch all_there(4);
  std::atomic<int> calls = 0;
  run_with_helpers(3, [&] {
    ++calls;
    all_there.arrive_and_wait();
  });
  EXPECT_EQ(calls, 4);
}

TEST(ThreadPool, RunsALoopInsideALoopOnOneThread) {
  std::atomic<int> strangers = 0;
  parallel_for({.threads = 4}, 8, 1, [&](Index, Index) {
    const std::thread::id outer = std::this_thread::get_id();
    parallel_for({.threads = 4}, 100, 1, [&](Index, Index) {
      if (std::this_thread::get_id() != outer) ++strangers;
    });
  });
  EXPECT_EQ(strangers, 0);
}

TEST(ThreadPool, ReportsProgressFromTheThreadOfTheCallerAlone) {
  const std::thread::id caller = std::this_thread::get_id();
  std::atomic<int> reports = 0;
  std::atomic<int> from_others = 0;
  Execution run{.threads = 4};
  run.progress = [&](const Progress&) { ++(std::this_thread::get_id() == caller ? reports : from_others); };
  parallel_for(run, 50, 1, [&](Index, Index) {
    parallel_for(run, 5, 1, [](Index, Index) {});
    while (std::this_thread::get_id() != caller && reports == 0) std::this_thread::yield();
  });
  EXPECT_GT(reports, 0);
  EXPECT_EQ(from_others, 0);
}

TEST(ThreadPool, RethrowsWhatProgressThrows) {
  const std::thread::id caller = std::this_thread::get_id();
  std::atomic<bool> thrown = false;
  Execution run{.threads = 4};
  run.progress = [&](const Progress&) {
    thrown = true;
    throw Error(ErrorKind::cancelled, "enough");
  };
  expect_error(ErrorKind::cancelled, "enough", [&] {
    parallel_for(run, 100, 1, [&](Index, Index) {
      while (std::this_thread::get_id() != caller && !thrown) std::this_thread::yield();
    });
  });
}

TEST(ThreadPool, FitsInTheChildOfAForkAfterAFit) {
  const std::vector<double> before = small_fit(4);
  const pid_t child = fork();
  if (child == 0) {
    alarm(60);  // a child that waits for threads that it does not have is ended
    _exit(small_fit(4) == before ? 0 : 1);
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFEXITED(status)) << "the child did not end by itself";
  EXPECT_EQ(WEXITSTATUS(status), 0);
  EXPECT_EQ(small_fit(4), before);
}

TEST(ThreadPool, GivesEightFitsAtOnceTheBytesOfOne) {
  const std::vector<double> alone = small_fit(1);
  std::vector<std::vector<double>> together(8);
  {
    std::vector<std::jthread> callers;
    for (auto& result : together) callers.emplace_back([&result] { result = small_fit(3); });
  }
  for (const auto& result : together) EXPECT_EQ(result, alone);
}

TEST(UsableProcessors, KeepsToTheAffinityOfTheProcess) {
  cpu_set_t before;
  ASSERT_EQ(sched_getaffinity(0, sizeof before, &before), 0);
  cpu_set_t one;
  CPU_ZERO(&one);
  for (int cpu = 0; CPU_COUNT(&one) == 0; ++cpu)
    if (CPU_ISSET(cpu, &before)) CPU_SET(cpu, &one);
  ASSERT_EQ(sched_setaffinity(0, sizeof one, &one), 0);
  EXPECT_EQ(usable_processors(), 1);
  ASSERT_EQ(sched_setaffinity(0, sizeof before, &before), 0);
  EXPECT_GE(usable_processors(), 1);
  EXPECT_LE(usable_processors(), CPU_COUNT(&before));
}

}  // namespace
}  // namespace codimap

#include "base/thread_pool.hpp"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <new>
#include <system_error>
#include <thread>
#include <vector>

#include "base/system.hpp"

namespace codimap {
namespace {

thread_local bool within_work = false;

class WithinWork {
 public:
  WithinWork() { within_work = true; }
  WithinWork(const WithinWork&) = delete;
  WithinWork& operator=(const WithinWork&) = delete;
  ~WithinWork() { within_work = false; }
};

class ThreadPool {
 public:
  void run(int helpers, const std::function<void()>& work) {
    Loop loop{.work = work, .wanted = helpers};
    {
      const std::lock_guard lock(mutex_);
      grow(helpers);
      loops_.push_back(&loop);
    }
    for (int i = 0; i < helpers; ++i) loop_came_.notify_one();
    {
      const WithinWork mark;
      work();
    }
    std::unique_lock lock(mutex_);
    std::erase(loops_, &loop);
    helper_left_.wait(lock, [&] { return loop.helping == 0; });
  }

 private:
  struct Loop {
    const std::function<void()>& work;
    int wanted;       // helpers that have not come yet
    int helping = 0;  // helpers within work
  };

  void grow(int helpers) {
    try {
      for (; threads_ < helpers; ++threads_) std::thread([this] { help(); }).detach();
    } catch (const std::system_error&) {  // the limit of threads is reached
    } catch (const std::bad_alloc&) {
    }
  }

  void help() {
    within_work = true;
    std::unique_lock lock(mutex_);
    for (;;) {
      loop_came_.wait(lock, [&] { return !loops_.empty(); });
      Loop& loop = *loops_.front();
      if (--loop.wanted == 0) std::erase(loops_, &loop);
      ++loop.helping;
      lock.unlock();
      loop.work();
      lock.lock();
      if (--loop.helping == 0) helper_left_.notify_all();
    }
  }

  std::mutex mutex_;
  std::condition_variable loop_came_;
  std::condition_variable helper_left_;
  std::vector<Loop*> loops_;
  int threads_ = 0;
};

std::atomic<ThreadPool*> current_pool = nullptr;

/// Never destroyed: its threads sleep until the process ends, and in a child after fork they do not exist, while its
/// mutex may be held for ever by one of them.
ThreadPool& pool() {
  static const bool forgets_after_fork = (after_fork_in_child([] { current_pool = nullptr; }), true);
  (void)forgets_after_fork;
  ThreadPool* found = current_pool;
  if (found == nullptr) {
    auto made = std::make_unique<ThreadPool>();
    if (current_pool.compare_exchange_strong(found, made.get())) found = made.release();
  }
  return *found;
}

}  // namespace

void run_with_helpers(int helpers, const std::function<void()>& work) {
  if (helpers < 1 || within_work) return work();
  pool().run(helpers, work);
}

bool within_parallel_work() { return within_work; }

}  // namespace codimap

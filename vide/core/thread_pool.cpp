// SPDX-License-Identifier: MIT
#include "vide/core/thread_pool.hpp"

#ifdef __wasi__

namespace vide {

struct ThreadPool::State {};
ThreadPool::ThreadPool(int) {}
ThreadPool::~ThreadPool() = default;
int ThreadPool::threads() const { return 1; }

void parallelFor(ThreadPool*, std::size_t count, const std::function<void(std::size_t)>& body) {
  for (std::size_t i = 0; i < count; ++i) body(i);
}

}  // namespace vide

#else

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>

namespace vide {

struct ThreadPool::State {
  std::mutex mutex;
  std::condition_variable work_ready;
  std::condition_variable work_done;
  std::vector<std::thread> workers;
  std::atomic<bool> busy = false;  // a loop is running; nested and rival loops run serially

  // The current loop, guarded by `mutex` but for `next`.
  const std::function<void(std::size_t)>* body = nullptr;
  std::size_t count = 0;
  std::atomic<std::size_t> next = 0;
  std::size_t generation = 0;
  std::size_t active = 0;
  bool stopping = false;

  void drain(const std::function<void(std::size_t)>& run, std::size_t end) {
    for (std::size_t i; (i = next.fetch_add(1, std::memory_order_relaxed)) < end;) run(i);
  }

  void workerLoop() {
    std::size_t seen = 0;
    std::unique_lock lock(mutex);
    while (true) {
      work_ready.wait(lock, [&] { return stopping || generation != seen; });
      if (stopping) return;
      seen = generation;
      if (!body) continue;  // the loop ended before this worker woke
      ++active;
      const auto* run = body;
      const std::size_t end = count;
      lock.unlock();
      drain(*run, end);
      lock.lock();
      if (--active == 0) work_done.notify_one();
    }
  }
};

ThreadPool::ThreadPool(int threads) : state_(std::make_unique<State>()) {
  if (threads <= 0) threads = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
  for (int i = 1; i < threads; ++i) {
    state_->workers.emplace_back([state = state_.get()] { state->workerLoop(); });
  }
}

ThreadPool::~ThreadPool() {
  {
    std::lock_guard lock(state_->mutex);
    state_->stopping = true;
  }
  state_->work_ready.notify_all();
  for (auto& worker : state_->workers) worker.join();
}

int ThreadPool::threads() const { return static_cast<int>(state_->workers.size()) + 1; }

void parallelFor(ThreadPool* pool, std::size_t count,
                 const std::function<void(std::size_t)>& body) {
  ThreadPool::State* state = pool ? pool->state_.get() : nullptr;
  if (!state || state->workers.empty() || count < 2 || state->busy.exchange(true)) {
    for (std::size_t i = 0; i < count; ++i) body(i);
    return;
  }
  {
    std::lock_guard lock(state->mutex);
    state->body = &body;
    state->count = count;
    state->next.store(0, std::memory_order_relaxed);
    ++state->generation;
  }
  state->work_ready.notify_all();
  state->drain(body, count);
  std::unique_lock lock(state->mutex);
  state->work_done.wait(lock, [&] { return state->active == 0; });
  state->body = nullptr;
  state->busy.store(false);
}

}  // namespace vide

#endif

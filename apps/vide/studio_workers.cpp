// SPDX-License-Identifier: MIT
#include "apps/vide/studio_workers.hpp"

#include <system_error>
#include <utility>

namespace vide::cli {
namespace {

// Below what a program may have of open files, of which each connection is one.
constexpr std::size_t most_at_once = 512;

}  // namespace

void StudioWorkers::enqueue(std::function<void()> job) {
  const std::lock_guard lock(mutex_);
  jobs_.push_back(std::move(job));
  if (jobs_.size() > idle_ && threads_.size() < most_at_once) {
    try {
      threads_.emplace_back([this] { work(); });
    } catch (const std::system_error&) {
      // The system gives no more: the job waits for one of those that there are.
    }
  }
  changed_.notify_one();
}

void StudioWorkers::shutdown() {
  {
    const std::lock_guard lock(mutex_);
    is_ending_ = true;
  }
  changed_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

void StudioWorkers::work() {
  std::unique_lock lock(mutex_);
  for (;;) {
    ++idle_;
    changed_.wait(lock, [&] { return is_ending_ || !jobs_.empty(); });
    --idle_;
    if (jobs_.empty()) return;
    const std::function<void()> job = std::move(jobs_.front());
    jobs_.pop_front();
    lock.unlock();
    job();
    lock.lock();
  }
}

}  // namespace vide::cli

// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <functional>
#include <memory>

namespace vide {

// A fixed set of worker threads. Where the target has no threads, every loop runs on the caller.
class ThreadPool {
 public:
  // `threads` counts the calling thread too; 0 means one per processor.
  explicit ThreadPool(int threads = 0);
  ~ThreadPool();
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  int threads() const;

 private:
  friend void parallelFor(ThreadPool*, std::size_t, const std::function<void(std::size_t)>&);
  struct State;
  std::unique_ptr<State> state_;
};

// Calls body(0) .. body(count - 1), each exactly once, and returns when all are done. `pool` may be
// null: the calls then run in order on the calling thread.
//
// Which thread runs an index is not fixed, so a body writes only what belongs to its index; results
// then do not depend on the number of threads. One call at a time per pool: a call made from inside
// a body runs serially. Bodies must not throw. Give each index enough work (about 10 microseconds
// or more) to pay for its hand-over.
void parallelFor(ThreadPool* pool, std::size_t count, const std::function<void(std::size_t)>& body);

}  // namespace vide

// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <memory>

#include "vide/core/progress.hpp"

namespace vide::test {

// Asks to stop once it has been asked `checks` times.
inline Progress cancelAfter(int checks) {
  auto left = std::make_shared<std::atomic<int>>(checks);
  return Progress({}, [left] { return left->fetch_sub(1) <= 0; });
}

// How often a job that is never stopped asks.
template <class Job>
int checksOf(Job job) {
  std::atomic<int> checks{0};
  job(Progress({}, [&] {
    ++checks;
    return false;
  }));
  return checks;
}

}  // namespace vide::test

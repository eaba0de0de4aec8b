// SPDX-License-Identifier: MIT
#include "vide/core/thread_pool.hpp"

#include <doctest/doctest.h>

#include <vector>

using namespace vide;

TEST_CASE("every index is visited exactly once, whatever the number of threads") {
  for (int threads : {1, 2, 3, 7}) {
    ThreadPool pool(threads);
    for (std::size_t count : {0u, 1u, 2u, 5u, 1000u}) {
      std::vector<int> visits(count);
      parallelFor(&pool, count, [&](std::size_t i) { ++visits[i]; });
      CHECK(visits == std::vector<int>(count, 1));
    }
  }
}

TEST_CASE("a loop inside a loop runs, serially") {
  ThreadPool pool(2);
  std::vector<int> visits(64);
  parallelFor(&pool, 8, [&](std::size_t i) {
    parallelFor(&pool, 8, [&](std::size_t j) { ++visits[8 * i + j]; });
  });
  CHECK(visits == std::vector<int>(64, 1));
}

TEST_CASE("a pool is not needed") {
  std::vector<std::size_t> order;
  parallelFor(nullptr, 4, [&](std::size_t i) { order.push_back(i); });
  CHECK(order == std::vector<std::size_t>{0, 1, 2, 3});
}

// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>

#include "vide/core/thread_pool.hpp"

namespace vide {

// Calls body(begin, end) for the stretches of `step` indices (the last may be shorter) that make up
// 0 .. count - 1: parallelFor() where one index is too little work. Stretches do not depend on the
// number of threads. step >= 1.
template <class Body>
void parallelRanges(ThreadPool* pool, std::size_t count, std::size_t step, Body body) {
  parallelFor(pool, (count + step - 1) / step,
              [&](std::size_t k) { body(k * step, std::min(count, (k + 1) * step)); });
}

}  // namespace vide

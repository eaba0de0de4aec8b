// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>

namespace vide {

// How long the call work() takes.
inline double secondsOf(const auto& work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

}  // namespace vide

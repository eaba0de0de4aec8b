// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <chrono>
#include <string>

#include "vide/core/progress.hpp"

namespace vide::cli {

// A bar on standard error, drawn only on a terminal and only for work that takes a while. Erased
// when destroyed.
class ProgressBar {
 public:
  explicit ProgressBar(std::string label);
  ~ProgressBar();
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;

  // A token that draws this bar and is cancelled by that flag.
  Progress token(const std::atomic<bool>& cancel);

 private:
  void draw(double fraction);

  std::string label_;
  bool on_terminal_;
  bool drawn_ = false;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  std::chrono::steady_clock::time_point last_drawn_ = start_;
};

}  // namespace vide::cli

// SPDX-License-Identifier: MIT
#include "apps/vide/progress_bar.hpp"

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <csignal>
#include <cstdio>

namespace vide::cli {
namespace {

constexpr auto quiet_time = std::chrono::milliseconds(400);
constexpr auto redraw_interval = std::chrono::milliseconds(100);

std::atomic<bool> interrupted = false;
static_assert(std::atomic<bool>::is_always_lock_free);

// The first Ctrl-C asks the work to stop and clean up, the second ends the program.
void onInterrupt(int) {
  interrupted = true;
  std::signal(SIGINT, SIG_DFL);
}

}  // namespace

ProgressBar::ProgressBar(std::string label)
    : label_(std::move(label)), on_terminal_(isatty(STDERR_FILENO) != 0) {
  std::signal(SIGINT, onInterrupt);
}

ProgressBar::~ProgressBar() {
  std::signal(SIGINT, SIG_DFL);
  if (drawn_) std::fputs("\r\033[K", stderr);
}

Progress ProgressBar::token() {
  return Progress([this](double fraction) { draw(fraction); }, &interrupted);
}

void ProgressBar::draw(double fraction) {
  if (!on_terminal_) return;
  const auto now = std::chrono::steady_clock::now();
  if (now - start_ < quiet_time || (drawn_ && now - last_drawn_ < redraw_interval)) return;
  drawn_ = true;
  last_drawn_ = now;
  constexpr int width = 30;
  const int filled = static_cast<int>(std::clamp(fraction, 0.0, 1.0) * width);
  std::fprintf(stderr, "\r%s [%s%s] %3d %%\033[K", label_.c_str(),
               std::string(std::size_t(filled), '#').c_str(),
               std::string(std::size_t(width - filled), '.').c_str(), int(fraction * 100));
  std::fflush(stderr);
}

}  // namespace vide::cli

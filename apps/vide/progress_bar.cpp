// SPDX-License-Identifier: MIT
#include "apps/vide/progress_bar.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdio>

namespace vide::cli {
namespace {

constexpr auto quiet_time = std::chrono::milliseconds(400);
constexpr auto redraw_interval = std::chrono::milliseconds(100);

}  // namespace

ProgressBar::ProgressBar(std::string label)
    : label_(std::move(label)), on_terminal_(isatty(STDERR_FILENO) != 0) {}

ProgressBar::~ProgressBar() {
  if (drawn_) std::fputs("\r\033[K", stderr);
}

Progress ProgressBar::token(const std::atomic<bool>& cancel) {
  return Progress([this](double fraction) { draw(fraction); }, &cancel);
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

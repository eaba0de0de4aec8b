// SPDX-License-Identifier: MIT
#include "apps/vide/stop_signals.hpp"

#include <csignal>

namespace vide::cli {
namespace {

constexpr int stopping[] = {SIGINT, SIGTERM, SIGHUP};

std::atomic<bool> stop_requested = false;
std::atomic<int> last_signal = 0;
static_assert(std::atomic<bool>::is_always_lock_free && std::atomic<int>::is_always_lock_free);

void onSignal(int number) {
  last_signal = number;
  stop_requested = true;
  std::signal(number, SIG_DFL);
}

}  // namespace

StopSignals::StopSignals() {
  for (const int number : stopping) {
    const auto before = std::signal(number, onSignal);
    if (number == SIGHUP && before == SIG_IGN) std::signal(number, SIG_IGN);
  }
}

StopSignals::~StopSignals() {
  for (const int number : stopping) {
    if (std::signal(number, SIG_DFL) == SIG_IGN) std::signal(number, SIG_IGN);
  }
}

const std::atomic<bool>& StopSignals::requested() const { return stop_requested; }

int StopSignals::exitStatus() const { return 128 + last_signal; }

}  // namespace vide::cli

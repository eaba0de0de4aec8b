// SPDX-License-Identifier: MIT
#include "apps/vide/stop_signals.hpp"

#include <csignal>
#include <ctime>
#include <iterator>

namespace vide::cli {
namespace {

constexpr int stopping[] = {SIGINT, SIGTERM, SIGHUP};

std::atomic<bool> caught[std::size(stopping)];
std::atomic<bool> stop_requested = false;
std::atomic<int> last_signal = 0;
std::atomic<double> requested_at = 0;  // seconds of a clock that only goes forward
static_assert(std::atomic<bool>::is_always_lock_free && std::atomic<int>::is_always_lock_free &&
              std::atomic<double>::is_always_lock_free);

// Programs that stop others tell them and then their whole group: that is one wish.
constexpr double same_wish = 0.25;  // seconds

double secondsNow() {
  timespec now = {};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return double(now.tv_sec) + 1e-9 * double(now.tv_nsec);
}

void letGo() {
  for (std::size_t i = 0; i < std::size(stopping); ++i) {
    if (caught[i].exchange(false)) std::signal(stopping[i], SIG_DFL);
  }
}

void onSignal(int number) {
  const double now = secondsNow();
  if (!stop_requested) {
    last_signal = number;
    requested_at = now;
    stop_requested = true;
  } else if (now - requested_at > same_wish) {
    letGo();
    std::raise(number);
  }
}

bool isIgnored(int number) {
  struct sigaction now = {};
  return sigaction(number, nullptr, &now) == 0 && now.sa_handler == SIG_IGN;
}

}  // namespace

StopSignals::StopSignals() {
  stop_requested = false;
  for (std::size_t i = 0; i < std::size(stopping); ++i) {
    if (isIgnored(stopping[i])) continue;
    caught[i] = true;
    std::signal(stopping[i], onSignal);
  }
}

StopSignals::~StopSignals() { letGo(); }

const std::atomic<bool>& StopSignals::requested() const { return stop_requested; }

int StopSignals::exitStatus() const { return 128 + last_signal; }

}  // namespace vide::cli

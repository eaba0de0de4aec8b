// SPDX-License-Identifier: MIT
#include "apps/vide/stop_signals.hpp"

#include <doctest/doctest.h>

#include <csignal>

using vide::cli::StopSignals;

namespace {

using Handler = void (*)(int);

constexpr int stopping[] = {SIGINT, SIGTERM, SIGHUP};

bool isHandledBy(Handler handler, int number) {
  struct sigaction now = {};
  sigaction(number, nullptr, &now);
  return now.sa_handler == handler;
}

// The signals as they are when a program starts, and afterwards as they were.
class Signals {
 public:
  explicit Signals(int ignored = 0) {
    for (int i = 0; i < 3; ++i) {
      before_[i] = std::signal(stopping[i], stopping[i] == ignored ? SIG_IGN : SIG_DFL);
    }
  }
  ~Signals() {
    for (int i = 0; i < 3; ++i) std::signal(stopping[i], before_[i]);
  }

 private:
  Handler before_[3];
};

}  // namespace

TEST_CASE("the first signal asks to stop, and any second one would end the program") {
  for (const int first : stopping) {
    const Signals signals;
    const StopSignals stop;
    CHECK_FALSE(stop.requested());
    for (const int number : stopping) CHECK_FALSE(isHandledBy(SIG_DFL, number));
    std::raise(first);
    CHECK(stop.requested());
    CHECK(stop.exitStatus() == 128 + first);
    for (const int number : stopping) CHECK(isHandledBy(SIG_DFL, number));
  }
}

TEST_CASE("signals that were ignored at the start stay ignored") {
  for (const int ignored : stopping) {
    const Signals signals(ignored);
    {
      const StopSignals stop;
      std::raise(ignored);
      CHECK_FALSE(stop.requested());
      std::raise(ignored == SIGINT ? SIGTERM : SIGINT);
      CHECK(stop.requested());
      CHECK(isHandledBy(SIG_IGN, ignored));
    }
    CHECK(isHandledBy(SIG_IGN, ignored));
  }
}

// SPDX-License-Identifier: MIT
#include "apps/vide/stop_signals.hpp"

#include <doctest/doctest.h>

#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <thread>

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

namespace {

// What becomes of a program that gets the first signal, one more right after it, and a third one
// that many seconds later: the status that waitpid gives.
int endOf(int first, double later) {
  const pid_t child = fork();
  if (child == 0) {
    const StopSignals stop;
    std::raise(first);
    std::raise(SIGTERM);
    if (!stop.requested() || stop.exitStatus() != 128 + first) _exit(1);
    std::this_thread::sleep_for(std::chrono::duration<double>(later));
    std::raise(SIGINT);
    _exit(2);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return status;
}

}  // namespace

TEST_CASE(
    "the first signal asks to stop, what follows at once is the same wish, a later one ends") {
  for (const int first : stopping) {
    const Signals signals;
    const int at_once = endOf(first, 0);
    REQUIRE(WIFEXITED(at_once));
    CHECK(WEXITSTATUS(at_once) == 2);
    const int later = endOf(first, 0.3);
    REQUIRE(WIFSIGNALED(later));
    CHECK(WTERMSIG(later) == SIGINT);
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

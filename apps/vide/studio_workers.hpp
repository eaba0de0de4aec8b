// SPDX-License-Identifier: MIT
#pragma once

#include <httplib.h>

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

#include "vide/core/progress.hpp"

namespace vide::cli {

// The threads of a server: one for each connection that is open at once, so that those which say
// nothing hold up no other. There are as many as were needed at the same time, until shutdown.
class StudioWorkers : public httplib::TaskQueue {
 public:
  StudioWorkers(httplib::Server& server, const Progress& progress)
      : server_(server), progress_(progress) {}

  void enqueue(std::function<void()> job) override;
  // Waits for all jobs.
  void shutdown() override;
  // The library looks here while nobody asks for anything.
  void on_idle() override {
    if (progress_.cancelled()) server_.stop();
  }

 private:
  void work();

  httplib::Server& server_;
  const Progress& progress_;
  std::mutex mutex_;  // of all below
  std::condition_variable changed_;
  std::deque<std::function<void()>> jobs_;
  std::vector<std::thread> threads_;
  std::size_t idle_ = 0;
  bool is_ending_ = false;
};

}  // namespace vide::cli

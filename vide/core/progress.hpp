// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <functional>
#include <utility>

namespace vide {

// What a long job is handed so that it can say how far it is and learn that it should stop.
//
// A default-made token is silent and never cancels. Copies share the callback. The callback may
// come from any thread, never from two at once for jobs of this library, and gets a fraction 0..1
// that never falls.
class Progress {
 public:
  Progress() = default;
  explicit Progress(std::function<void(double)> report, const std::atomic<bool>* cancel = nullptr)
      : report_(std::move(report)), cancel_(cancel) {}
  // `stop` may be asked from several threads at once, and must stay true once it is.
  Progress(std::function<void(double)> report, std::function<bool()> stop)
      : report_(std::move(report)), stop_(std::move(stop)) {}

  void report(double fraction) const {
    if (report_) report_(from_ + fraction * (to_ - from_));
  }
  bool cancelled() const {
    return (cancel_ && cancel_->load(std::memory_order_relaxed)) || (stop_ && stop_());
  }

  // A token for one stage of a job: the stage's 0..1 is this token's from..to.
  Progress slice(double from, double to) const {
    Progress part = *this;
    part.from_ = from_ + from * (to_ - from_);
    part.to_ = from_ + to * (to_ - from_);
    return part;
  }

 private:
  std::function<void(double)> report_;
  const std::atomic<bool>* cancel_ = nullptr;
  std::function<bool()> stop_;
  double from_ = 0;
  double to_ = 1;
};

}  // namespace vide

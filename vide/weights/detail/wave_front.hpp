// SPDX-License-Identifier: MIT
#pragma once

#include <queue>
#include <vector>

#include "vide/weights/detail/mask_runs.hpp"
#include "vide/weights/detail/wave.hpp"

namespace vide::detail {

// A stretch of a portal over which one wave arrives first.
struct Window {
  double from = 0, to = 0;
  double least = 0;  // smallest distance in it
  int wave = 0;
  int portal = 0;
  int next = -1;         // the next window to the right in the same portal
  bool up = false;       // travels into the upper run
  bool spread = false;   // has been taken from the queue
  bool removed = false;  // others arrive earlier everywhere
};

// For every portal the windows of the waves that arrive first, and the queue of those that have
// still to travel on, nearest first.
class WaveFront {
 public:
  explicit WaveFront(const MaskRuns& runs);

  int addWave(const Wave& wave);
  const Wave& wave(int index) const { return waves_[index]; }
  const Window& window(int index) const { return windows_[index]; }
  // First window of a portal, or -1.
  int first(int portal) const { return first_[portal]; }
  double lineOf(int portal) const { return runs_.run(runs_.portals()[portal].upper).row; }

  // Lets the wave arrive at columns from .. to of a portal; it keeps what it reaches first.
  void arrive(int portal, bool up, int wave, double from, double to);
  // The nearest window that has not travelled on, now marked so; -1 when all have.
  int next();

 private:
  struct Stretch {
    double from, to;
  };
  struct Entry {
    double least;
    int order;  // among equals: along the way of travel, so that stretches grow before they go
    int window;
    friend bool operator<(const Entry& a, const Entry& b) {
      if (a.least != b.least) return a.least > b.least;
      return a.order != b.order ? a.order > b.order : a.window > b.window;
    }
  };

  void contest(int existing, const Window& arriving, double from, double to);
  void win(double from, double to);
  void take(int existing, double from, double to);
  void insert(const Window& arriving, double from, double to);
  bool extend(const Window& arriving, int left, int right, double from, double to);
  void enqueue(int window);
  double leastOf(const Window& window) const;

  const MaskRuns& runs_;
  std::vector<int> first_;  // per portal
  std::vector<Window> windows_;
  std::vector<Wave> waves_;
  std::priority_queue<Entry> queue_;
  std::vector<Stretch> won_;  // scratch of arrive()
};

}  // namespace vide::detail

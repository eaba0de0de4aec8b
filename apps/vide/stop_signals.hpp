// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>

namespace vide::cli {

// While it lives, the first Ctrl-C, `kill` or closing of the terminal asks the work to stop and
// clean up; a later one, whichever it is, ends the program at once, as always. What follows within
// a quarter of a second is still the first. One at a time.
//
// What the program was started to ignore it ignores: the closing of its terminal (nohup), Ctrl-C in
// the background of a script.
class StopSignals {
 public:
  StopSignals();
  ~StopSignals();
  StopSignals(const StopSignals&) = delete;
  StopSignals& operator=(const StopSignals&) = delete;

  const std::atomic<bool>& requested() const;
  // What a shell expects of a program that the signal ended: 128 and the signal's number.
  int exitStatus() const;
};

}  // namespace vide::cli

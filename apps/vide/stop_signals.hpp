// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>

namespace vide::cli {

// While it lives, the first Ctrl-C, `kill` or closing of the terminal asks the work to stop and
// clean up; the second ends the program at once, as always. One at a time.
//
// A program that was told to outlive its terminal (nohup) does.
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

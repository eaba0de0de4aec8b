// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "vide/core/error.hpp"
#include "vide/core/progress.hpp"

namespace vide::detail {

// Where a program of that name lies on the PATH; nothing where none does.
std::optional<std::string> findProgram(const std::string& name);

// Another program that is fed through its standard input. What it says on its standard error is
// read all the while, so that neither waits for the other; what it writes to its standard output is
// lost. It stands in a process group of its own: Ctrl-C in the terminal is for this program, which
// ends the other one by destroying this.
class ChildProcess {
 public:
  // `program` is a path, `words` what it is told; no shell sees them. Errors: file_access.
  static Result<std::unique_ptr<ChildProcess>> start(const std::string& program,
                                                     const std::vector<std::string>& words);
  // Kills the program where it still runs.
  ~ChildProcess();
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  // Errors: cancelled; the program does not take any more, with its last word.
  Result<void> write(std::span<const std::uint8_t> bytes, const Progress& progress);
  // Ends its input and waits until it is done. Errors: cancelled; the program failed, with its last
  // word; whether it did is not known, since this process ignores SIGCHLD or waits for all
  // children.
  Result<void> finish(const Progress& progress);

 private:
  ChildProcess() = default;
  void listen();
  bool hasEnded();
  void waitABit() const;
  Result<void> awaitEnd(const Progress& progress);
  std::unexpected<Error> failed() const;

  int process_ = -1;           // -1: none runs
  std::optional<int> status_;  // as waitpid gives it, once none runs; nothing: nobody can say
  int input_ = -1;
  int errors_ = -1;
  std::string said_;  // the end of what came on its standard error
};

}  // namespace vide::detail

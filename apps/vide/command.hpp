// SPDX-License-Identifier: MIT
#pragma once

#include <CLI/CLI.hpp>
#include <memory>

#include "apps/vide/report.hpp"
#include "vide/core/error.hpp"
#include "vide/core/progress.hpp"
#include "vide/core/thread_pool.hpp"

// The command line is thin: a command parses its words into options, makes library calls, and fills
// in a report. One file per command; main.cpp holds the table of them.
namespace vide::cli {

// What a running command is lent.
struct RunContext {
  ThreadPool& pool;
  Progress progress;
};

class Command {
 public:
  virtual ~Command() = default;
  // Declares the command's words; CLI11 fills in the members they are bound to.
  virtual void declare(CLI::App& app) = 0;
  // Does the work and says what came of it. An error is bad input: exit status 1.
  virtual Result<void> run(const RunContext& context, Report& report) = 0;
};

std::unique_ptr<Command> makeMeshCommand();
std::unique_ptr<Command> makeRigCommand();
std::unique_ptr<Command> makePlaceholderCommand();
std::unique_ptr<Command> makePoseCommand();
std::unique_ptr<Command> makeAnimateCommand();
std::unique_ptr<Command> makeRenderCommand();
std::unique_ptr<Command> makeWeightsCommand();
std::unique_ptr<Command> makeDeformCommand();
std::unique_ptr<Command> makeBatchCommand();
std::unique_ptr<Command> makeExportCommand();
std::unique_ptr<Command> makeInspectCommand();
std::unique_ptr<Command> makeStudioCommand();

}  // namespace vide::cli

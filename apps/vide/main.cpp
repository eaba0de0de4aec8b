// SPDX-License-Identifier: MIT
#include <CLI/CLI.hpp>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <exception>
#include <new>

#include "apps/vide/command.hpp"
#include "apps/vide/progress_bar.hpp"
#include "apps/vide/stop_signals.hpp"
#include "vide/core/text.hpp"

namespace vide::cli {
namespace {

enum ExitStatus { done = 0, bad_input = 1, wrong_usage = 2 };

struct Entry {
  const char* name;
  const char* summary;
  const char* example;
  std::unique_ptr<Command> (*make)();
};

constexpr Entry entries[] = {
    {"mesh", "turn a picture into a textured triangle mesh",
     "vide mesh fox.png -o fox.glb --detail 0.7", makeMeshCommand},
    {"rig", "mesh a picture and bind it to a skeleton",
     "vide rig fox.png --skeleton fox.json --clips clips.json -o fox.glb", makeRigCommand},
    {"weights", "find how strongly bones or handles pull a mesh",
     "vide weights hand.mesh --skeleton hand.tgf --method bbw -o hand.glb", makeWeightsCommand},
    {"placeholder", "make a body for a skeleton that has none",
     "vide placeholder walk.bvh -o walker.glb", makePlaceholderCommand},
    {"pose", "turn bones of a document and write the result",
     "vide pose fox.glb --rotate upper_arm_l=40 -o waving.png", makePoseCommand},
    {"animate", "drive a drawn character with a recorded motion",
     "vide animate char_cfg.yaml --motion dab.yaml --retarget fair1_ppf.yaml -o dab.gif",
     makeAnimateCommand},
    {"render", "write a document, or a clip of it, as pictures",
     "vide render fox.glb --clip walk -o walk.gif", makeRenderCommand},
    {"deform", "move parts of a mesh and let the rest follow",
     "vide deform bar.obj --handles bend.json --method arap -o bent.obj", makeDeformCommand},
    {"batch", "make many animations, here or shared out over many machines",
     "vide batch jobs.json -o out --shard 3/10", makeBatchCommand},
    {"export", "write a document for a game engine or another program",
     "vide export fox.glb -o fox_ske.json", makeExportCommand},
    {"inspect", "say what is in a file and what is wrong with it", "vide inspect fox.glb",
     makeInspectCommand},
    {"studio", "open the editor in the browser", "vide studio fox.glb", makeStudioCommand},
};

struct Shared {
  bool json = false;
  int threads = 0;
};

// What is wrong with the words, and where to read on.
std::string usageFault(const CLI::App& app, const CLI::ParseError& error, std::string_view first) {
  const auto chosen = app.get_subcommands();
  if (!chosen.empty()) return text(error.what(), " (see vide ", chosen[0]->get_name(), " --help)");
  if (first.empty() || first.starts_with('-')) return text(error.what(), " (see vide --help)");
  std::string names;
  for (const Entry& entry : entries) names += text(names.empty() ? "" : ", ", entry.name);
  return text("'", first, "' is not a command; the commands are ", names);
}

// One line, whatever is in the message, so that scripts can rely on it.
void say(std::string message) {
  for (char& c : message) {
    if (static_cast<unsigned char>(c) < ' ') c = ' ';
  }
  std::fprintf(stderr, "vide: %s\n", message.c_str());
}

int complain(const std::string& message, int status) {
  say(message);
  return status;
}

int perform(Command& command, const char* name, const Shared& shared) {
  const auto start = std::chrono::steady_clock::now();
  Report report;
  ThreadPool pool(shared.threads);
  {
    const StopSignals stop;
    ProgressBar bar(name);
    const auto outcome = command.run({pool, bar.token(stop.requested())}, report);
    if (!outcome) {
      const bool stopped = outcome.error().code == ErrorCode::cancelled;
      return complain(outcome.error().message, stopped ? stop.exitStatus() : bad_input);
    }
  }
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
  report.set("seconds", elapsed.count());
  if (shared.json) {
    std::printf("%s\n", report.json().c_str());
  } else {
    for (const auto& warning : report.warningsForPeople()) say("warning: " + warning);
    std::fputs(report.plain().c_str(), stdout);
  }
  // A full disk or a closed pipe must not pass for success.
  if (std::fflush(stdout) != 0) return complain("standard output: cannot be written", bad_input);
  if (!report.failure().empty()) return complain(report.failure(), bad_input);
  return done;
}

int parseAndRun(int argc, char** argv) {
  CLI::App app("VIDE bends pictures and meshes.", "vide");
  app.set_version_flag("--version", VIDE_VERSION);
  app.require_subcommand(1);
  app.footer("vide COMMAND --help shows a command's options with an example.");

  Shared shared;
  std::unique_ptr<Command> chosen;
  const char* name = "";
  std::vector<std::unique_ptr<Command>> commands;
  for (const Entry& entry : entries) {
    commands.push_back(entry.make());
    CLI::App* sub = app.add_subcommand(entry.name, entry.summary);
    sub->footer(text("Example:\n  ", entry.example));
    sub->add_flag("--json", shared.json, "print a machine-readable report on standard output");
    sub->add_option("--threads", shared.threads, "threads to use; 0: one per processor")
        ->check(CLI::Range(0, 256));
    commands.back()->declare(*sub);
    sub->final_callback([&, i = commands.size() - 1, entry] {
      chosen = std::move(commands[i]);
      name = entry.name;
    });
  }

  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& wanted) {  // --help, --version
    return app.exit(wanted);
  } catch (const CLI::ParseError& error) {
    return complain(usageFault(app, error, argc > 1 ? argv[1] : ""), wrong_usage);
  }
  return perform(*chosen, name, shared);
}

}  // namespace
}  // namespace vide::cli

int main(int argc, char** argv) {
  std::signal(SIGXFSZ, SIG_IGN);  // a file that may not grow further is a failed write, and told
  std::signal(SIGCHLD, SIG_DFL);  // else, if it came ignored, nobody could say how ffmpeg ended
  try {
    return vide::cli::parseAndRun(argc, argv);
  } catch (const std::bad_alloc&) {
    return vide::cli::complain("out of memory; try a smaller picture or fewer frames",
                               vide::cli::bad_input);
  } catch (const std::exception& error) {
    return vide::cli::complain(vide::text("unexpected: ", error.what()), vide::cli::bad_input);
  }
}

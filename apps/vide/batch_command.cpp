// SPDX-License-Identifier: MIT
#include <charconv>

#include "apps/vide/command.hpp"
#include "apps/vide/values.hpp"
#include "vide/core/text.hpp"
#include "vide/pipeline/batch.hpp"

namespace vide::cli {
namespace {

// "3/10", "1-100": two whole numbers from 1 on.
struct NumberPair {
  std::size_t first = 0;
  std::size_t second = 0;
};

std::optional<NumberPair> parsePair(const std::string& word, char between_them) {
  const std::size_t middle = word.find(between_them);
  if (middle == std::string::npos) return std::nullopt;
  NumberPair pair;
  const auto reads = [&](std::size_t from, std::size_t to, std::size_t& number) {
    const auto [end, trouble] = std::from_chars(word.data() + from, word.data() + to, number);
    return trouble == std::errc() && end == word.data() + to && number >= 1 &&
           number <= std::size_t(largest_number);
  };
  if (!reads(0, middle, pair.first) || !reads(middle + 1, word.size(), pair.second)) {
    return std::nullopt;
  }
  return pair;
}

CLI::Validator pairCheck(const std::string& form, char between_them, bool (*fits)(NumberPair)) {
  return CLI::Validator(
      [=](const std::string& word) {
        const auto pair = parsePair(word, between_them);
        return pair && fits(*pair) ? std::string() : text(word, " is not ", form);
      },
      "");
}

class BatchCommand : public Command {
 public:
  void declare(CLI::App& app) override {
    auto* jobs = app.add_option("JOBS", jobs_, "a list of jobs (.json), see docs/batch.md");
    app.add_option("-o,--output", output_, "the folder that outputs go to")->required();
    declareFolders(app, jobs);
    declareSharing(app);
    app.parse_complete_callback([this, &app] {
      if (jobs_.empty() && characters_.empty()) {
        throw CLI::RequiredError("JOBS, or --characters and --motions,");
      }
      if (!frames_.empty() && app.count("--split") && split_ == "frames") {
        throw CLI::ValidationError("--frames", "--split frames shares the frames out itself");
      }
    });
  }

  Result<void> run(const RunContext& context, Report& report) override {
    auto jobs = jobs_.empty() ? jobsOfFolders({characters_, motions_, retarget_, format_}, usual())
                              : readJobs(jobs_);
    if (!jobs) return std::unexpected(jobs.error());
    if (const auto frames = parsePair(frames_, '-')) {
      for (AnimationJob& job : *jobs) {
        job.first_frame = frames->first;
        job.last_frame = frames->second;
      }
    }
    BatchOptions options{.folder = output_, .version = VIDE_VERSION, .pool = &context.pool};
    if (const auto shard = parsePair(shard_, '/')) {
      options.shard = {shard->first - 1, shard->second,
                       split_ == "frames" ? ShardBy::frames : ShardBy::jobs};
    }
    const auto made = runBatch(*jobs, options, context.progress);
    if (!made) return jobs_.empty() ? std::unexpected(made.error()) : failAt(jobs_, made.error());
    return tell(*made, report);
  }

 private:
  void declareFolders(CLI::App& app, CLI::Option* jobs) {
    const std::string group = "Instead of a list";
    auto* characters =
        app.add_option("--characters", characters_,
                       "a folder of folders with a char_cfg.yaml each, and of documents (.glb)")
            ->excludes(jobs)
            ->group(group);
    auto* motions = app.add_option("--motions", motions_,
                                   "a folder of recordings (.yaml) for the former and clips "
                                   "(.json) for the latter; each goes with each")
                        ->needs(characters)
                        ->group(group);
    characters->needs(motions);
    app.add_option("--retarget", retarget_, "how figures follow the recordings (.yaml)")
        ->needs(characters)
        ->group(group);
    app.add_option("--format", format_, "of the outputs; / is a folder of PNGs for each")
        ->check(CLI::IsMember({".gif", ".webp", ".png", "/"}))
        ->needs(characters)
        ->capture_default_str()
        ->group(group);
    app.add_option("--size", size_, "of the frames, WIDTHxHEIGHT")
        ->check(sizeCheck())
        ->needs(characters)
        ->group(group);
    app.add_option("--fps", frame_rate_, "frames a second")
        ->check(aboveZero())
        ->needs(characters)
        ->group(group);
    app.add_option("--deform", deform_, "of figures: arap or skin, see vide animate")
        ->check(CLI::IsMember({"arap", "skin"}))
        ->needs(characters)
        ->capture_default_str()
        ->group(group);
  }

  void declareSharing(CLI::App& app) {
    const std::string group = "On many machines";
    auto* shard =
        app.add_option("--shard", shard_, "do only part I of N, as in 3/10; all parts make one run")
            ->check(pairCheck("I/N with I from 1 to N", '/',
                              [](NumberPair pair) { return pair.first <= pair.second; }))
            ->group(group);
    app.add_option(
           "--split", split_,
           "what a part is: each N-th job, or (folders of PNGs) an N-th of each job's frames")
        ->check(CLI::IsMember({"jobs", "frames"}))
        ->needs(shard)
        ->capture_default_str()
        ->group(group);
    app.add_option("--frames", frames_, "of each job only these, as in 1-100 (folders of PNGs)")
        ->check(pairCheck("FIRST-LAST, counted from 1", '-',
                          [](NumberPair pair) { return pair.first <= pair.second; }))
        ->group(group);
  }

  AnimationJob usual() const {
    AnimationJob job{.frame_rate = frame_rate_};
    if (const auto size = parseSize(size_)) {
      job.width = size->width;
      job.height = size->height;
    }
    job.deform = deform_ == "arap" ? AnimationJob::Deform::arap : AnimationJob::Deform::skin;
    return job;
  }

  Result<void> tell(const BatchReport& made, Report& report) const {
    const std::size_t left = made.count(JobState::left), failed = made.count(JobState::failed);
    if (left > 0) {
      return fail(ErrorCode::cancelled,
                  text("stopped with ", made.jobs.size() - left, " of ", made.jobs.size(),
                       " jobs behind it; the same command goes on from there"));
    }
    report.set("jobs", made.jobs.size());
    report.set("made", made.count(JobState::made));
    report.set("kept", made.count(JobState::kept));
    report.set("failed", failed);
    auto failures = nlohmann::ordered_json::array();
    for (const JobOutcome& job : made.jobs) {
      if (job.state == JobState::failed) {
        failures.push_back({{"output", job.output}, {"error", job.error}});
      }
      for (const auto& warning : job.warnings) report.warn(text(job.output, ": ", warning));
      if (job.state == JobState::made) report.wrote(text(output_, "/", job.output));
    }
    report.set("failures", failures);
    if (failed > 0) {
      const auto first = std::ranges::find(made.jobs, JobState::failed, &JobOutcome::state);
      report.setFailure(text(failed, " of ", made.jobs.size(), " jobs failed; the first, ",
                             first->output, ": ", first->error));
    }
    return {};
  }

  std::string jobs_, output_, characters_, motions_, retarget_, size_, shard_, frames_;
  std::string format_ = ".gif", deform_ = "arap", split_ = "jobs";
  double frame_rate_ = 0;
};

}  // namespace

std::unique_ptr<Command> makeBatchCommand() { return std::make_unique<BatchCommand>(); }

}  // namespace vide::cli

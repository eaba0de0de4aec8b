// SPDX-License-Identifier: MIT
#include "vide/pipeline/batch.hpp"

#include <algorithm>
#include <charconv>
#include <exception>
#include <filesystem>
#include <mutex>
#include <numeric>
#include <optional>
#include <system_error>

#include "vide/core/text.hpp"
#include "vide/io/file.hpp"
#include "vide/pipeline/detail/batch_job.hpp"
#include "vide/pipeline/detail/output_claims.hpp"
#include "vide/pipeline/read_files.hpp"

namespace vide {
namespace {

namespace fs = std::filesystem;
using detail::BatchTask;

constexpr auto record_folder = ".vide-batch";
constexpr std::string_view record_title = "vide batch record 2";

// A task with the place where it is written down that it is done.
struct RecordedTask {
  BatchTask task;
  std::string record;
};

// What is known of a finished task.
struct Record {
  std::uint64_t inputs = 0;
  std::uint64_t output = 0;
  detail::OutputExtent extent;
};

std::string recordText(const Record& record) {
  return text(record_title, "\ninputs ", record.inputs, "\noutput ", record.output, "\nframes ",
              record.extent.frames, "\npages ", record.extent.pages, "\n");
}

// The number after `name`, taken off the front of the text with its line.
template <class Number>
bool takeLine(std::string_view& rest, std::string_view name, Number& number) {
  if (!rest.starts_with(name)) return false;
  rest.remove_prefix(name.size());
  const auto [end, trouble] = std::from_chars(rest.data(), rest.data() + rest.size(), number);
  if (trouble != std::errc()) return false;
  rest.remove_prefix(std::size_t(end - rest.data()));
  return true;
}

// Nothing where there is none or it is damaged: the task is then done again.
std::optional<Record> readRecord(const std::string& path) {
  const auto content = readText(path);
  if (!content || !content->starts_with(record_title)) return std::nullopt;
  std::string_view rest = std::string_view(*content).substr(record_title.size());
  Record record;
  const bool is_whole = takeLine(rest, "\ninputs ", record.inputs) &&
                        takeLine(rest, "\noutput ", record.output) &&
                        takeLine(rest, "\nframes ", record.extent.frames) &&
                        takeLine(rest, "\npages ", record.extent.pages) && rest == "\n";
  return is_whole ? std::optional(record) : std::nullopt;
}

Result<void> makeFolderOf(const std::string& path) {
  std::error_code trouble;
  const fs::path folder = fs::path(path).parent_path();
  if (!folder.empty()) fs::create_directories(folder, trouble);
  if (trouble) return fail(ErrorCode::file_access, text(folder.string(), ": ", trouble.message()));
  return {};
}

Result<void> writeRecord(const std::string& path, const Record& record) {
  if (auto made = makeFolderOf(path); !made) return made;
  const std::string content = recordText(record);
  return writeFileAtomically(
      path, {reinterpret_cast<const std::uint8_t*>(content.data()), content.size()});
}

// Tells one caller how far all jobs together are, however many of them run at once.
class SharedProgress {
 public:
  SharedProgress(const Progress& whole, std::size_t jobs) : whole_(whole), done_(jobs) {}

  Progress of(std::size_t job) {
    return Progress([this, job](double fraction) { set(job, fraction); },
                    std::function<bool()>([this] { return whole_.cancelled(); }));
  }
  void set(std::size_t job, double fraction) {
    const std::lock_guard lock(mutex_);
    sum_ += std::max(0.0, fraction - done_[job]);
    done_[job] = std::max(done_[job], fraction);
    whole_.report(std::min(1.0, sum_ / double(done_.size())));
  }

 private:
  const Progress& whole_;
  std::mutex mutex_;
  std::vector<double> done_;
  double sum_ = 0;
};

// A relative path in its plainest form, without a slash at the end; nothing for one that leaves the
// folder or is no name.
std::optional<std::string> plainRelative(const std::string& path) {
  fs::path plain = fs::path(path).lexically_normal();
  if (!plain.has_filename()) plain = plain.parent_path();
  const bool leaves = plain.is_absolute() || plain.empty() || *plain.begin() == "..";
  if (leaves || plain == "." || *plain.begin() == record_folder) return std::nullopt;
  return plain.string();
}

Result<RecordedTask> planTask(const AnimationJob& job, const BatchOptions& options) {
  const auto output = plainRelative(job.output);
  if (!output) {
    return fail(ErrorCode::invalid_argument,
                text("the output '", job.output, "' does not lie in the batch's folder"));
  }
  const auto format = animationFormatOf(job.output);
  if (!format) {
    return fail(ErrorCode::unsupported,
                text("the output '", job.output, "' is none of ", animation_endings));
  }
  RecordedTask planned;
  planned.task = {.job = &job, .path = (fs::path(options.folder) / *output).string()};
  planned.task.format = *format;
  FrameSelection& frames = planned.task.frames;
  frames.first = job.first_frame - 1;
  frames.end = job.last_frame;
  std::string part;
  if (!frames.isAll()) part += text(".", job.first_frame, "-", job.last_frame);
  if (options.shard.by == ShardBy::frames) {
    frames.share = options.shard.index;
    frames.shares = options.shard.count;
    if (!frames.isAll()) part += text(".", frames.share, "-of-", frames.shares);
  }
  if (!frames.isAll() && *format != AnimationFormat::png_sequence) {
    return fail(ErrorCode::invalid_argument,
                text("the output '", job.output,
                     "' is a single file, which cannot be made in parts; name a folder, as in '",
                     fs::path(*output).replace_extension().string(), "/'"));
  }
  planned.record = (fs::path(options.folder) / record_folder / (*output + part)).string();
  planned.record += ".record";
  return planned;
}

Result<void> checkShard(const Shard& shard) {
  constexpr std::size_t most = 1'000'000;
  if (shard.count >= 1 && shard.count <= most && shard.index < shard.count) return {};
  return fail(ErrorCode::invalid_argument, text("shard ", shard.index, " of ", shard.count,
                                                " is not one of 0 .. ", most, " or less"));
}

std::unexpected<Error> clash(std::span<const AnimationJob> jobs, std::size_t job,
                             std::size_t other) {
  return fail(
      ErrorCode::invalid_argument,
      text("job ", job, ": '", jobs[job].output, "' and '", jobs[other].output, "' of job ", other,
           " would overwrite each other; name one differently (a sprite sheet NAME.json "
           "also writes NAME.png, NAME-1.json, NAME-1.png, ...)"));
}

// All jobs are looked at, also those of other shards: every shard says the same about the list.
Result<std::vector<RecordedTask>> plan(std::span<const AnimationJob> jobs,
                                       const BatchOptions& options) {
  if (auto valid = checkShard(options.shard); !valid) return std::unexpected(valid.error());
  std::vector<RecordedTask> tasks;
  detail::OutputClaims claims;
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    auto planned = planTask(jobs[i], options);
    if (!planned) return failAt(text("job ", i), planned.error());
    const auto other = claims.claim(i, planned->task.path, planned->task.format);
    if (other) return clash(jobs, i, *other);
    const bool is_mine =
        options.shard.by == ShardBy::frames || i % options.shard.count == options.shard.index;
    if (is_mine) tasks.push_back(*std::move(planned));
  }
  return tasks;
}

bool isUpToDate(const RecordedTask& planned, std::uint64_t inputs) {
  const auto record = readRecord(planned.record);
  if (!record || record->inputs != inputs) return false;
  const auto output = detail::hashOfOutput(planned.task, record->extent);
  return output && *output == record->output;
}

Result<JobState> perform(const RecordedTask& planned, const BatchOptions& options, ThreadPool* pool,
                         const Progress& progress, std::vector<std::string>& warnings) {
  const auto inputs = detail::hashOfInputs(planned.task, options.version);
  if (!inputs) return std::unexpected(inputs.error());
  if (isUpToDate(planned, *inputs)) return JobState::kept;
  if (auto made = makeFolderOf(planned.task.path); !made) return std::unexpected(made.error());
  auto made = detail::makeAnimation(planned.task, pool, progress);
  if (!made) return std::unexpected(made.error());
  warnings = std::move(made->warnings);
  const auto output = detail::hashOfOutput(planned.task, made->extent);
  if (!output) return std::unexpected(output.error());
  auto recorded = writeRecord(planned.record, {*inputs, *output, made->extent});
  if (!recorded) return std::unexpected(recorded.error());
  return JobState::made;
}

// Whatever happens to one job stays with it.
JobOutcome outcomeOf(const RecordedTask& planned, const BatchOptions& options, ThreadPool* pool,
                     const Progress& progress) {
  JobOutcome outcome{.output = planned.task.job->output};
  if (progress.cancelled()) return outcome;
  try {
    const auto state = perform(planned, options, pool, progress, outcome.warnings);
    if (state) {
      outcome.state = *state;
    } else if (state.error().code != ErrorCode::cancelled) {
      outcome.state = JobState::failed;
      outcome.error = state.error().message;
    }
  } catch (const std::exception& trouble) {  // bad_alloc: others may be smaller
    outcome.state = JobState::failed;
    outcome.error = text("unexpected: ", trouble.what());
  }
  return outcome;
}

}  // namespace

Result<std::vector<AnimationJob>> readJobs(const std::string& path) {
  const auto content = readText(path);
  if (!content) return std::unexpected(content.error());
  auto jobs = parseJobs(*content);
  if (!jobs) return failAt(path, jobs.error());
  const fs::path folder = fs::path(path).parent_path();
  for (AnimationJob& job : *jobs) {
    for (std::string* file :
         {&job.character, &job.motion, &job.retarget, &job.document, &job.clips}) {
      if (!file->empty()) *file = (folder / *file).string();
    }
  }
  return jobs;
}

std::size_t BatchReport::count(JobState state) const {
  return std::size_t(std::ranges::count(jobs, state, &JobOutcome::state));
}

Result<BatchReport> runBatch(std::span<const AnimationJob> jobs, const BatchOptions& options,
                             const Progress& progress) {
  const auto tasks = plan(jobs, options);
  if (!tasks) return std::unexpected(tasks.error());
  if (auto usable = checkTargetFolder(options.folder); !usable) {
    return std::unexpected(usable.error());
  }
  BatchReport report;
  report.jobs.resize(tasks->size());
  SharedProgress shared(progress, tasks->size());
  // Few jobs are made one after the other, each by all threads.
  const std::size_t threads = options.pool ? std::size_t(options.pool->threads()) : 1;
  const bool side_by_side = tasks->size() >= threads;
  parallelFor(side_by_side ? options.pool : nullptr, tasks->size(), [&](std::size_t i) {
    report.jobs[i] =
        outcomeOf((*tasks)[i], options, side_by_side ? nullptr : options.pool, shared.of(i));
    if (report.jobs[i].state != JobState::left) shared.set(i, 1);
  });
  return report;
}

}  // namespace vide

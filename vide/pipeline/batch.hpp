// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "vide/core/error.hpp"
#include "vide/core/progress.hpp"
#include "vide/core/thread_pool.hpp"
#include "vide/formats/jobs_json.hpp"

// Many animations in one go, or shared out over many machines: docs/batch.md.
namespace vide {

// The jobs of a list in a file (see jobs_json.hpp). Names of files in it are relative to its
// folder.
Result<std::vector<AnimationJob>> readJobs(const std::string& path);

struct JobFolders {
  std::string characters;       // folders with a char_cfg.yaml each, and documents (.glb)
  std::string motions;          // recordings (.yaml) for the former, clips (.json) for the latter
  std::string retarget;         // the .yaml for all recordings
  std::string ending = ".gif";  // of the outputs; "/" for folders of PNGs
};

// A job for each character with each motion that suits it, by name; the output is called
// CHARACTER-MOTION. `usual` holds what is the same for all of them. Errors: folders that cannot be
// read or hold nothing that goes together, figures without `retarget`.
Result<std::vector<AnimationJob>> jobsOfFolders(const JobFolders& folders,
                                                const AnimationJob& usual = {});

// How work is shared out.
enum class ShardBy {
  jobs,    // shard i takes each n-th job
  frames,  // and here a stretch of each job's frames; for folders of PNGs alone
};

struct Shard {
  std::size_t index = 0;  // 0 .. count - 1
  std::size_t count = 1;
  ShardBy by = ShardBy::jobs;
};

struct BatchOptions {
  std::string folder;   // where outputs go, and the records of what is done
  std::string version;  // of whoever asks: what another version has made is made again
  Shard shard;
  ThreadPool* pool = nullptr;
};

enum class JobState {
  made,
  kept,    // was there already, made of the same inputs
  failed,  // what was there before is there still
  left,    // not finished before the batch was cancelled
};

struct JobOutcome {
  std::string output;
  JobState state = JobState::left;
  std::string error;  // of failed ones
  std::vector<std::string> warnings;
};

struct BatchReport {
  std::vector<JobOutcome> jobs;  // those of the shard, in the order of the list

  std::size_t count(JobState state) const;
};

// Makes what the jobs say. A job that fails does not keep the others from being made; cancelling
// leaves what is finished, and the same call goes on from there.
//
// What is done is recorded in the folder `.vide-batch` of options.folder: a hash of the job's
// settings and of the content of all files it reads, and one of what it wrote. A job is kept when
// both still hold; times and dates of files mean nothing. The hashes guard against change, not
// against forgery.
//
// The outputs of all shards together are, byte for byte, those of one run, whatever the number of
// shards and threads. Shards may run at the same time, on one folder.
//
// Errors, before anything is made: two jobs that would write one file (of a sprite sheet counts
// every page that it may have), an output outside the folder or of no
// known ending, frames left out of a single file, a shard out of range, a folder that cannot be
// written to.
Result<BatchReport> runBatch(std::span<const AnimationJob> jobs, const BatchOptions& options,
                             const Progress& progress = {});

}  // namespace vide

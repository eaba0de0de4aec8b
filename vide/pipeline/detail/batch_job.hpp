// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "vide/core/error.hpp"
#include "vide/core/progress.hpp"
#include "vide/core/thread_pool.hpp"
#include "vide/formats/jobs_json.hpp"
#include "vide/io/animation_writer.hpp"
#include "vide/pipeline/encode_frames.hpp"

namespace vide::detail {

// One job of a batch as one shard sees it.
struct BatchTask {
  const AnimationJob* job = nullptr;
  std::string path;  // of the output, ready to be opened
  AnimationFormat format = AnimationFormat::gif;
  FrameSelection frames;
};

// The job's settings and all that the files hold that it reads. Errors: a file that is missing or
// too broken to say which others it needs.
Result<std::uint64_t> hashOfInputs(const BatchTask& task, const std::string& version);

// How much there is of what a task has written.
struct OutputExtent {
  std::size_t frames = 0;  // of the whole animation
  std::size_t pages = 0;   // of a sprite sheet
};

// What the task has written; others' files beside it do not count. Errors: a file that is missing.
Result<std::uint64_t> hashOfOutput(const BatchTask& task, const OutputExtent& extent);

struct MadeAnimation {
  OutputExtent extent;
  std::vector<std::string> warnings;
};

// Does the work.
Result<MadeAnimation> makeAnimation(const BatchTask& task, ThreadPool* pool,
                                    const Progress& progress);

}  // namespace vide::detail

// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <functional>

#include "vide/core/error.hpp"
#include "vide/core/progress.hpp"
#include "vide/core/thread_pool.hpp"
#include "vide/image/image.hpp"
#include "vide/io/animation_writer.hpp"

namespace vide {

// Frames that somebody can make one by one, in any order and several at a time.
struct FrameSource {
  std::size_t frames = 0;
  int width = 0;  // pixels of every frame
  int height = 0;
  // Paints frame `frame` into `out`, which has the right size. No two calls that run at the same
  // time get the same `slot` (0 .. slots - 1), so that a slot's scratch memory is free to use.
  std::function<Result<void>(std::size_t frame, std::size_t slot, Image& out)> render;
  std::size_t slots = 1;
};

// A slot for each thread of the pool; fewer where frames are so large that the slots' canvases
// would fill the memory.
std::size_t slotsFor(const ThreadPool* pool, int width, int height);

struct FrameTimes {
  double seconds_render = 0;
  double seconds_encode = 0;
};

// Renders all frames and writes them to `path`, a batch at a time, so that memory stays bounded.
// Rendering and encoding both use the pool. Sizes in `options` are the source's; a palette that a
// format needs and that is not given is chosen from frames spread over the whole animation.
// Errors: the first failing frame's, the writer's, cancelled.
Result<FrameTimes> encodeFrames(const FrameSource& source, const std::string& path,
                                AnimationFormat format, AnimationOptions options,
                                ThreadPool* pool = nullptr, const Progress& progress = {});

}  // namespace vide

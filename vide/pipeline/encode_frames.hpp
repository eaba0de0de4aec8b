// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "vide/core/error.hpp"
#include "vide/core/progress.hpp"
#include "vide/core/thread_pool.hpp"
#include "vide/image/image.hpp"
#include "vide/io/animation_writer.hpp"

namespace vide {

// A stretch of an animation.
struct FrameSpan {
  std::size_t first = 0;  // counted from 0
  std::size_t count = 0;
};

// Which frames of an animation are wanted: of `first` .. `end` - 1, as far as there are so many,
// the `share`th of `shares` stretches. Stretches differ by one frame at most; one is empty where
// there are more of them than frames.
struct FrameSelection {
  std::size_t first = 0;
  std::size_t end = SIZE_MAX;
  std::size_t share = 0;  // 0 .. shares - 1
  std::size_t shares = 1;

  bool isAll() const { return first == 0 && end == SIZE_MAX && shares == 1; }
  FrameSpan of(std::size_t frames) const;
};

// Frames that somebody can make one by one, in any order and several at a time.
struct FrameSource {
  std::size_t frames = 0;  // of the whole animation
  int width = 0;           // pixels of every frame
  int height = 0;
  // Paints frame `frame` into `out`, which has the right size. No two calls that run at the same
  // time get the same `slot` (0 .. slots - 1), so that a slot's scratch memory is free to use.
  std::function<Result<void>(std::size_t frame, std::size_t slot, Image& out)> render;
  std::size_t slots = 1;
  bool opaque = false;       // no frame has a transparent pixel
  FrameSelection selection;  // only a PNG sequence may leave out frames
};

// A slot for each thread of the pool; fewer where frames are so large that the slots' canvases
// would fill the memory.
std::size_t slotsFor(const ThreadPool* pool, int width, int height);

struct EncodeReport {
  double seconds_render = 0;
  double seconds_encode = 0;
  std::vector<std::string> paths;  // of the files, the one that was asked for last
  std::vector<std::string> warnings;
};

// Renders the frames and writes them to `path`, a batch at a time, so that memory stays bounded.
// Rendering and encoding both use the pool. Sizes in `options` are the source's; a palette that a
// format needs and that is not given is chosen from frames spread over the whole animation.
// A selection without frames writes nothing. Frames that an earlier, longer PNG sequence left in
// the folder are named in a warning, unless this is a part of one. Errors: the first failing
// frame's, the writer's, frames left out of a single file, cancelled.
Result<EncodeReport> encodeFrames(const FrameSource& source, const std::string& path,
                                  AnimationFormat format, AnimationOptions options,
                                  ThreadPool* pool = nullptr, const Progress& progress = {});

}  // namespace vide

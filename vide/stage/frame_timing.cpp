// SPDX-License-Identifier: MIT
#include "vide/stage/frame_timing.hpp"

#include <algorithm>
#include <cmath>

#include "vide/core/text.hpp"

namespace vide {

Result<FrameTiming> frameTiming(const Clip& clip, double frame_rate) {
  constexpr double most_frames = 1e6;
  if (!(frame_rate > 0) || clip.duration * frame_rate > most_frames) {
    return fail(ErrorCode::invalid_argument,
                text("clip '", clip.name, "' of ", clip.duration, " s at ", frame_rate,
                     " frames a second is not between 1 and ", most_frames, " frames"));
  }
  const double whole = std::floor(clip.duration * frame_rate + 0.5);
  if (!clip.loop) return FrameTiming{std::size_t(whole) + 1, frame_rate, 1 / frame_rate};
  const double frames = std::max(1.0, whole);
  const double rate = clip.duration > 0 ? frames / clip.duration : frame_rate;
  return FrameTiming{std::size_t(frames), rate, 1 / rate};
}

}  // namespace vide

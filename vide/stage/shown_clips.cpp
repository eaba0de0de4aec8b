// SPDX-License-Identifier: MIT
#include "vide/stage/shown_clips.hpp"

#include <algorithm>
#include <optional>
#include <utility>

namespace vide {

Result<ShownClips> ShownClips::create(const Document& document, std::span<const Clip* const> clips,
                                      double frame_rate, const Progress& progress) {
  ShownClips shown;
  std::size_t end = 0;
  for (const Clip* clip : clips) {
    const auto timing = frameTiming(*clip, frame_rate);
    if (!timing) return std::unexpected(timing.error());
    const auto round = clip->loop ? std::optional(clip->duration) : std::nullopt;
    auto frames =
        ClipFrames::create(document, {clip, timing->frames, timing->step, round}, progress);
    if (!frames) return std::unexpected(frames.error());
    shown.clips_.push_back(*std::move(frames));
    shown.spans_.push_back({clip->name, timing->frames, timing->frame_rate, clip->loop});
    shown.ends_.push_back(end += timing->frames);
  }
  return shown;
}

void ShownClips::show(std::size_t frame, const DocumentRenderer& renderer,
                      DocumentRenderer::Workspace& workspace) const {
  const auto end = std::ranges::upper_bound(ends_, frame);
  const auto clip = std::size_t(end - ends_.begin());
  clips_[clip].show(frame - (*end - spans_[clip].frames), renderer, workspace);
}

}  // namespace vide

// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "vide/animation/clip_span.hpp"
#include "vide/core/error.hpp"
#include "vide/core/progress.hpp"
#include "vide/stage/clip_frames.hpp"
#include "vide/stage/document_renderer.hpp"
#include "vide/stage/frame_timing.hpp"

namespace vide {

// Clips one after the other, each cut into frames of its own; see frameTiming and ClipFrames.
class ShownClips {
 public:
  // `document` and the clips, one at least, must be valid and outlive it. Errors: those of
  // frameTiming and ClipFrames.
  static Result<ShownClips> create(const Document& document, std::span<const Clip* const> clips,
                                   double frame_rate, const Progress& progress);

  // What each clip has of the frames, in their order.
  const std::vector<ClipSpan>& spans() const { return spans_; }
  // All frames at the first clip's rate; others may have their own.
  FrameTiming timing() const {
    return {ends_.back(), spans_[0].frame_rate, 1 / spans_[0].frame_rate};
  }

  // Poses the workspace of a renderer of the document. frame < timing().frames.
  void show(std::size_t frame, const DocumentRenderer& renderer,
            DocumentRenderer::Workspace& workspace) const;

 private:
  std::vector<ClipFrames> clips_;
  std::vector<ClipSpan> spans_;
  std::vector<std::size_t> ends_;  // of each clip, among all frames
};

}  // namespace vide

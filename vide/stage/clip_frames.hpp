// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "vide/stage/document_renderer.hpp"
#include "vide/stage/recorded_motion.hpp"

namespace vide {

// A clip as its frames show it, in whatever order they are asked for. Springs swing from the first
// frame on: what goes round has gone round before, so that its end joins its start; else the first
// moment has been held until they hung still.
class ClipFrames {
 public:
  struct Plan {
    const Clip* clip = nullptr;  // none: the document as it is, without springs
    std::size_t frames = 1;
    double step = 0;              // seconds from frame to frame
    std::optional<double> round;  // seconds after which the clip starts again; none: it does not
  };

  // `document` and the clip must be valid and outlive it. Errors: more frames than can be kept.
  static Result<ClipFrames> create(const Document& document, const Plan& plan,
                                   const Progress& progress);

  // Poses the workspace of a renderer of the document.
  void show(std::size_t frame, const DocumentRenderer& renderer,
            DocumentRenderer::Workspace& workspace) const;

 private:
  ClipFrames(const Document& document, const Plan& plan) : document_(&document), plan_(plan) {}
  std::size_t lead() const;
  double timeOf(std::size_t frame) const;

  const Document* document_;
  Plan plan_;
  std::optional<RecordedMotion> swung_;  // where there are springs
};

}  // namespace vide

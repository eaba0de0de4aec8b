// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "vide/animation/clip_span.hpp"
#include "vide/core/color.hpp"
#include "vide/core/error.hpp"
#include "vide/core/progress.hpp"
#include "vide/image/image.hpp"
#include "vide/rig/document.hpp"
#include "vide/stage/frame_view.hpp"

namespace vide::detail {

struct RenderPlan {
  std::vector<ClipId> clips;  // one after the other; none: the document at rest, one frame
  double frame_rate = 30;
  double scale = 1;  // pixels of a picture to one of the canvas
  Color background{0, 0, 0, 0};
  Framing framing = Framing::canvas;
};

// The frames of clips as the command line paints them, all seen by one camera. It has its own copy
// of the document, so that this one may go on being edited.
class Rendering {
 public:
  // `pictures`: the document's, decoded. Errors: no such clip, those of frameTiming, frameView,
  // backdropCanvas and DocumentRenderer; a frame of more than 2^26 pixels; cancelled.
  static Result<Rendering> begin(const Document& document, std::vector<Image> pictures,
                                 const RenderPlan& plan, const Progress& progress);
  Rendering(Rendering&&) noexcept;
  Rendering& operator=(Rendering&&) noexcept;
  ~Rendering();

  std::size_t frames() const;
  int width() const;
  int height() const;
  double frameRate() const;  // of the first clip
  // What each clip has of the frames; none at rest.
  std::span<const ClipSpan> clips() const;
  // frame < frames().
  Image paint(std::size_t frame);

 private:
  struct Parts;
  explicit Rendering(std::unique_ptr<Parts> parts);
  std::unique_ptr<Parts> parts_;
};

}  // namespace vide::detail

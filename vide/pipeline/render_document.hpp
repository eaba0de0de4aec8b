// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "vide/animation/clip.hpp"
#include "vide/core/color.hpp"
#include "vide/core/error.hpp"
#include "vide/core/progress.hpp"
#include "vide/core/thread_pool.hpp"
#include "vide/core/transform.hpp"
#include "vide/image/image.hpp"
#include "vide/io/animation_writer.hpp"
#include "vide/pipeline/encode_frames.hpp"
#include "vide/raster/viewpoint.hpp"
#include "vide/rig/document.hpp"
#include "vide/stage/backdrop.hpp"
#include "vide/stage/document_renderer.hpp"
#include "vide/stage/frame_view.hpp"

namespace vide {

struct RenderOptions {
  // Pixels; both 0: as many as the framing has at one pixel a unit, or, in a document without a
  // canvas, 512 on the longer side.
  int width = 0;
  int height = 0;
  Framing framing = Framing::motion;
  // Pixels around the motion. Not set: 2, or a 25th of the side in a document
  // without a canvas.
  std::optional<double> padding;
  // From where a document in space is seen. Not set: from its front, turned a little aside and seen
  // a little from above; from its very front where all of it lies in one plane.
  std::optional<Viewpoint> view;
  Backdrop backdrop;
  FrameStyle style;
  double frame_rate = 30;   // frames a second
  AnimationOptions encode;  // loops, quality, dither; sizes and rate are filled in
  FrameSelection frames;    // fewer than all for folders of PNGs alone
  std::int64_t max_pixels = default_max_frame_pixels;
  ThreadPool* pool = nullptr;
};

struct StillPicture {
  Image image;
  std::vector<std::string> warnings;  // that nothing is to be seen
};

// One moment of a clip; a clip without tracks is the document as it is. Framing `motion` means what
// the moment covers. Errors: a clip that is not valid for the document, and those of renderClip.
Result<StillPicture> renderMoment(const Document& document, const Clip& clip, double time,
                                  const RenderOptions& options = {}, const Progress& progress = {});

struct RenderReport {
  std::size_t frames = 0;  // of the whole animation
  int width = 0;
  int height = 0;
  double seconds_encode = 0;
  std::vector<std::string> paths;     // of the files, the one that was asked for last
  std::vector<std::string> warnings;  // that nothing is to be seen in any frame; the writer's
};

// What a document in space is shown by when it turns about its upright middle.
struct Turntable {
  double seconds = 4;  // a whole turn; negative: clockwise from above
};

// The document turning once around. With a clip it moves at the same time: the clip is played as
// many whole times as come nearest to the turn's seconds, at least once, and the turn takes as
// long. Errors: those of renderClip; a document that is not in space, a turn of no time.
Result<RenderReport> renderTurntable(const Document& document, const Clip* clip,
                                     const std::string& path, AnimationFormat format,
                                     const RenderOptions& options = {},
                                     const Turntable& turntable = {},
                                     const Progress& progress = {});

// The clip as an animation file. Springs swing from frame to frame: what loops has gone round until
// they came back to where they were, other clips start from springs that hang still. A looping clip
// is cut into whole frames that join up, so its rate may differ a little from the one asked for;
// other clips show their last moment too.
Result<RenderReport> renderClip(const Document& document, const Clip& clip, const std::string& path,
                                AnimationFormat format, const RenderOptions& options = {},
                                const Progress& progress = {});

// Clips one after the other, each as renderClip shows it, all seen by one camera: the frames of a
// sprite sheet, which has a tag for each, or of a folder of PNGs. Their rates may differ, so that
// no other format can hold several. Errors: those of renderClip; no clip, several for another
// format.
Result<RenderReport> renderClips(const Document& document, std::span<const Clip* const> clips,
                                 const std::string& path, AnimationFormat format,
                                 const RenderOptions& options = {}, const Progress& progress = {});

// Clips played one after the other.
struct ClipSequence {
  std::vector<ClipId> clips;  // of the document, at least one
  double fade = 0.25;         // seconds in which each one takes over from the one before; 0: a cut
};

// The sequence as an animation file, faded by a Player (see Moment for what else fades). Each clip
// is played to its end, but at least as long as a fade; the last moment is shown too. Errors: those
// of renderClip; no clip, a fade below 0.
Result<RenderReport> renderSequence(const Document& document, const ClipSequence& sequence,
                                    const std::string& path, AnimationFormat format,
                                    const RenderOptions& options = {},
                                    const Progress& progress = {});

}  // namespace vide

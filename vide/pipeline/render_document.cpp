// SPDX-License-Identifier: MIT
#include "vide/pipeline/render_document.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <functional>

#include "vide/core/cancelled.hpp"
#include "vide/core/math.hpp"
#include "vide/core/text.hpp"
#include "vide/pipeline/detail/recorded_sequence.hpp"
#include "vide/pipeline/open_renderer.hpp"
#include "vide/skeleton/pose.hpp"
#include "vide/stage/clip_frames.hpp"
#include "vide/stage/frame_timing.hpp"
#include "vide/stage/shown_clips.hpp"

namespace vide {
namespace {

constexpr Viewpoint usual_view{.yaw = math::radians(30), .pitch = math::radians(12), .pivot = {}};

FrameViewOptions viewOptions(const RenderOptions& options) {
  return {options.width, options.height, options.framing, options.padding, options.style};
}

Viewpoint viewpointOf(const DocumentRenderer& renderer, const RenderOptions& options) {
  return options.view.value_or(renderer.isFlat() ? Viewpoint{} : usual_view);
}

// What is shown frame by frame: poses the document and turns the view.
struct Motion {
  FrameTiming timing;
  std::vector<ClipSpan> clips;  // what a sprite sheet calls the frames
  std::function<void(std::size_t frame, DocumentRenderer::Workspace&)> show;
};

// What one thread works with while frames are rendered.
struct FrameScratch {
  DocumentRenderer::Workspace workspace;
  Canvas canvas;
};

// Of all frames; the order in which they are looked at does not matter.
Box2 motionBounds(const DocumentRenderer& renderer, const Motion& motion,
                  const RenderOptions& options, const Progress& progress) {
  const std::size_t lanes =
      std::min(options.pool ? std::size_t(options.pool->threads()) : 1, motion.timing.frames);
  std::vector<Box2> boxes(lanes);
  parallelFor(options.pool, lanes, [&](std::size_t lane) {
    DocumentRenderer::Workspace workspace(renderer);
    for (std::size_t f = lane; f < motion.timing.frames && !progress.cancelled(); f += lanes) {
      motion.show(f, workspace);
      const Box2 now = renderer.bounds(options.style, workspace);
      boxes[lane].include(now.min);
      boxes[lane].include(now.max);
    }
  });
  Box2 box;
  for (const Box2& part : boxes) {
    box.include(part.min);
    box.include(part.max);
  }
  return box;
}

constexpr auto nothing_seen =
    "nothing but the background is to be seen: look from another side (--yaw, --pitch)";

bool showsNothing(const Canvas& canvas, const Backdrop& backdrop) {
  if (!backdrop.picture) return canvas.isAll(backdrop.color);
  const auto empty = Canvas::covering(*backdrop.picture, canvas.width(), canvas.height());
  return empty && *empty == canvas;
}

// Where the frames go.
struct Target {
  const std::string& path;
  AnimationFormat format;
};

std::vector<FrameScratch> scratchFor(std::size_t slots, const DocumentRenderer& renderer,
                                     const FrameView& view, const Progress& progress) {
  std::vector<FrameScratch> scratch;
  while (scratch.size() < slots) {
    scratch.push_back({DocumentRenderer::Workspace(renderer), Canvas(view.width, view.height)});
    renderer.stopWhen(progress, scratch.back().workspace);
  }
  return scratch;
}

AnimationOptions encodingOf(const Motion& motion, const FrameView& view, AnimationOptions encode) {
  encode.width = view.width;
  encode.height = view.height;
  encode.frame_rate = motion.timing.frame_rate;
  encode.clips = motion.clips;
  return encode;
}

Result<RenderReport> renderMotion(const DocumentRenderer& renderer, const Document& document,
                                  const Motion& motion, const Target& target,
                                  const RenderOptions& options, const Progress& progress) {
  const auto view =
      frameView(document, motionBounds(renderer, motion, options, progress), viewOptions(options));
  if (progress.cancelled()) return cancelled();
  if (!view) return std::unexpected(view.error());
  const auto backdrop =
      backdropCanvas(options.backdrop, view->width, view->height, options.max_pixels);
  if (!backdrop) return std::unexpected(backdrop.error());
  FrameSource source{.frames = motion.timing.frames, .width = view->width, .height = view->height};
  source.selection = options.frames;
  source.opaque = backdrop->isOpaque();
  const int canvases = renderer.hasMasks() ? 2 : 1;
  source.slots = slotsFor(options.pool, view->width, canvases * view->height);
  std::vector<FrameScratch> slots = scratchFor(source.slots, renderer, *view, progress);
  std::atomic<bool> is_seen = false;
  source.render = [&](std::size_t frame, std::size_t index, Image& out) -> Result<void> {
    FrameScratch& slot = slots[index];
    motion.show(frame, slot.workspace);
    slot.canvas.clear(*backdrop);
    renderer.draw(view->camera, options.style, slot.workspace, slot.canvas);
    if (progress.cancelled()) return cancelled();
    if (!is_seen && slot.canvas != *backdrop) is_seen = true;
    slot.canvas.toImage(out);
    return {};
  };
  const AnimationOptions encode = encodingOf(motion, *view, options.encode);
  auto encoded = encodeFrames(source, target.path, target.format, encode, options.pool, progress);
  if (!encoded) return std::unexpected(encoded.error());
  RenderReport report{motion.timing.frames, view->width, view->height, encoded->seconds_encode};
  report.paths = std::move(encoded->paths);
  report.warnings = std::move(encoded->warnings);
  const bool is_empty = source.selection.of(source.frames).count == 0;
  if (!is_seen && !is_empty) report.warnings.push_back(nothing_seen);
  return report;
}

Result<void> checkTurn(const DocumentRenderer& renderer, const Turntable& turntable) {
  if (!renderer.isSpatial()) {
    return fail(ErrorCode::invalid_argument,
                "the document is a drawing on a canvas; only one in space can turn");
  }
  if (!(std::abs(turntable.seconds) >= 0.01) || !std::isfinite(turntable.seconds)) {
    return fail(ErrorCode::invalid_argument,
                text("a turn of ", turntable.seconds, " s; give 0.01 s or more"));
  }
  return {};
}

}  // namespace

Result<StillPicture> renderMoment(const Document& document, const Clip& clip, double time,
                                  const RenderOptions& options, const Progress& progress) {
  if (auto valid = validate(clip, document); !valid) return std::unexpected(valid.error());
  const auto renderer = openRenderer(document);
  if (!renderer) return std::unexpected(renderer.error());
  DocumentRenderer::Workspace workspace(*renderer);
  renderer->stopWhen(progress, workspace);
  renderer->look(viewpointOf(*renderer, options), workspace);
  renderer->pose(clip, time, workspace);
  const auto view =
      frameView(document, renderer->bounds(options.style, workspace), viewOptions(options));
  if (!view) return std::unexpected(view.error());
  auto canvas = backdropCanvas(options.backdrop, view->width, view->height, options.max_pixels);
  if (!canvas) return std::unexpected(canvas.error());
  renderer->draw(view->camera, options.style, workspace, *canvas);
  if (progress.cancelled()) return cancelled();
  StillPicture picture{canvas->toImage(), {}};
  if (showsNothing(*canvas, options.backdrop)) picture.warnings.push_back(nothing_seen);
  return picture;
}

Result<RenderReport> renderClip(const Document& document, const Clip& clip, const std::string& path,
                                AnimationFormat format, const RenderOptions& options,
                                const Progress& progress) {
  const Clip* const one[] = {&clip};
  return renderClips(document, one, path, format, options, progress);
}

Result<RenderReport> renderClips(const Document& document, std::span<const Clip* const> clips,
                                 const std::string& path, AnimationFormat format,
                                 const RenderOptions& options, const Progress& progress) {
  if (clips.empty()) return fail(ErrorCode::invalid_argument, "no clip is named");
  const bool is_apart =
      format == AnimationFormat::sprite_sheet || format == AnimationFormat::png_sequence;
  if (clips.size() > 1 && !is_apart) {
    return fail(ErrorCode::invalid_argument,
                "clips keep their own frame rates in a sprite sheet or a folder of PNGs alone; "
                "render one clip, or a sequence");
  }
  for (const Clip* clip : clips) {
    if (auto valid = validate(*clip, document); !valid) return std::unexpected(valid.error());
  }
  const auto renderer = openRenderer(document);
  if (!renderer) return std::unexpected(renderer.error());
  const auto shown = ShownClips::create(document, clips, options.frame_rate, progress);
  if (!shown) return std::unexpected(shown.error());
  const Viewpoint from = viewpointOf(*renderer, options);
  const Motion motion{shown->timing(), shown->spans(),
                      [&](std::size_t frame, DocumentRenderer::Workspace& workspace) {
                        renderer->look(from, workspace);
                        shown->show(frame, *renderer, workspace);
                      }};
  return renderMotion(*renderer, document, motion, {path, format}, options, progress);
}

Result<RenderReport> renderSequence(const Document& document, const ClipSequence& sequence,
                                    const std::string& path, AnimationFormat format,
                                    const RenderOptions& options, const Progress& progress) {
  const auto renderer = openRenderer(document);
  if (!renderer) return std::unexpected(renderer.error());
  if (auto valid = detail::validate(sequence, document); !valid) {
    return std::unexpected(valid.error());
  }
  const Clip whole{.name = "sequence", .duration = detail::secondsOf(sequence, document)};
  const auto timing = frameTiming(whole, options.frame_rate);
  if (!timing) return std::unexpected(timing.error());
  const auto played =
      detail::recordSequence(document, sequence, timing->frames, timing->step, progress);
  if (!played) return std::unexpected(played.error());
  const Viewpoint from = viewpointOf(*renderer, options);
  const Motion motion{*timing, {}, [&](std::size_t frame, DocumentRenderer::Workspace& workspace) {
                        renderer->look(from, workspace);
                        renderer->show(played->pose(frame), played->moment(frame), workspace);
                      }};
  return renderMotion(*renderer, document, motion, {path, format}, options, progress);
}

Result<RenderReport> renderTurntable(const Document& document, const Clip* clip,
                                     const std::string& path, AnimationFormat format,
                                     const RenderOptions& options, const Turntable& turntable,
                                     const Progress& progress) {
  const auto renderer = openRenderer(document);
  if (!renderer) return std::unexpected(renderer.error());
  if (auto fits = checkTurn(*renderer, turntable); !fits) return std::unexpected(fits.error());
  if (auto valid = clip ? validate(*clip, document) : Result<void>(); !valid) {
    return std::unexpected(valid.error());
  }
  Clip turn{.name = "turn", .duration = std::abs(turntable.seconds), .loop = true};
  const double played = clip ? clip->duration : 0;
  if (played > 0) turn.duration = played * std::max(1.0, std::round(turn.duration / played));
  const auto timing = frameTiming(turn, options.frame_rate);
  if (!timing) return std::unexpected(timing.error());
  const auto frames =
      ClipFrames::create(document, {clip, timing->frames, timing->step, played}, progress);
  if (!frames) return std::unexpected(frames.error());

  DocumentRenderer::Workspace still(*renderer);
  renderer->pose(Pose::rest(document.skeleton.size()).local, still);
  Viewpoint from = viewpointOf(*renderer, options);
  from.pivot = renderer->middle(still);
  const double way = turntable.seconds < 0 ? -2 * math::pi : 2 * math::pi;
  const ClipSpan span{clip ? clip->name : "turntable", timing->frames, timing->frame_rate};
  const Motion motion{
      *timing, {span}, [&](std::size_t frame, DocumentRenderer::Workspace& workspace) {
        Viewpoint now = from;
        now.yaw += way * (double(frame) / double(timing->frames));
        renderer->look(now, workspace);
        frames->show(frame, *renderer, workspace);
      }};
  return renderMotion(*renderer, document, motion, {path, format}, options, progress);
}

}  // namespace vide

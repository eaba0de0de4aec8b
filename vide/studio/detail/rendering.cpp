// SPDX-License-Identifier: MIT
#include "vide/studio/detail/rendering.hpp"

#include <algorithm>
#include <cmath>

#include "vide/core/text.hpp"
#include "vide/stage/backdrop.hpp"
#include "vide/stage/clip_frames.hpp"
#include "vide/stage/frame_timing.hpp"
#include "vide/studio/detail/lookup.hpp"

namespace vide::detail {

struct Rendering::Parts {
  Document document;  // what all else points at
  FrameTiming timing;
  std::optional<DocumentRenderer> renderer;
  std::optional<DocumentRenderer::Workspace> workspace;
  std::optional<ClipFrames> clip_frames;
  FrameView view;
  Canvas backdrop, canvas;

  void show(std::size_t frame) { clip_frames->show(frame, *renderer, *workspace); }
  // Of all frames.
  Box2 bounds(const Progress& progress) {
    Box2 box;
    for (std::size_t frame = 0; frame < timing.frames && !progress.cancelled(); ++frame) {
      show(frame);
      const Box2 now = renderer->bounds({}, *workspace);
      box.include(now.min);
      box.include(now.max);
      progress.report(double(frame + 1) / double(timing.frames));
    }
    return box;
  }
};

namespace {

Result<FrameTiming> timingOf(const Clip* clip, double frame_rate) {
  if (clip) return frameTiming(*clip, frame_rate);
  return FrameTiming{1, frame_rate, 1 / frame_rate};
}

// At another scale the frame has so many more pixels and shows the same.
Result<FrameView> viewOf(const Document& document, const Box2& motion, const RenderPlan& plan) {
  auto view = frameView(document, motion, {.framing = plan.framing});
  if (!view || plan.scale == 1) return view;
  const auto scaled = [&](int side) {
    return int(std::clamp(std::floor(side * plan.scale + 0.5), 1.0, double(Canvas::max_side) + 1));
  };
  return frameView(
      document, motion,
      {.width = scaled(view->width), .height = scaled(view->height), .framing = plan.framing});
}

}  // namespace

Result<Rendering> Rendering::begin(const Document& document, std::vector<Image> pictures,
                                   const RenderPlan& plan, const Progress& progress) {
  auto parts = std::make_unique<Parts>();
  parts->document = document;
  const Clip* clip = nullptr;
  if (plan.clip) {
    const auto found = find<Clip>(parts->document, *plan.clip);
    if (!found) return std::unexpected(found.error());
    clip = *found;
  }
  const auto timing = timingOf(clip, plan.frame_rate);
  if (!timing) return std::unexpected(timing.error());
  parts->timing = *timing;
  auto renderer = DocumentRenderer::create(parts->document, std::move(pictures));
  if (!renderer) return std::unexpected(renderer.error());
  parts->renderer = *std::move(renderer);
  parts->workspace.emplace(*parts->renderer);
  const auto round = clip && clip->loop ? std::optional(clip->duration) : std::nullopt;
  auto frames =
      ClipFrames::create(parts->document, {clip, timing->frames, timing->step, round}, progress);
  if (!frames) return std::unexpected(frames.error());
  parts->clip_frames = *std::move(frames);
  const Box2 motion = parts->bounds(progress);
  if (progress.cancelled()) return fail(ErrorCode::cancelled, "cancelled");
  const auto view = viewOf(parts->document, motion, plan);
  if (!view) return std::unexpected(view.error());
  parts->view = *view;
  auto backdrop = backdropCanvas({.color = plan.background}, view->width, view->height);
  if (!backdrop) return std::unexpected(backdrop.error());
  parts->backdrop = *std::move(backdrop);
  parts->canvas.resize(view->width, view->height);
  return Rendering(std::move(parts));
}

Rendering::Rendering(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}
Rendering::Rendering(Rendering&&) noexcept = default;
Rendering& Rendering::operator=(Rendering&&) noexcept = default;
Rendering::~Rendering() = default;

std::size_t Rendering::frames() const { return parts_->timing.frames; }
int Rendering::width() const { return parts_->view.width; }
int Rendering::height() const { return parts_->view.height; }
double Rendering::frameRate() const { return parts_->timing.frame_rate; }

Image Rendering::paint(std::size_t frame) {
  parts_->show(frame);
  parts_->canvas.clear(parts_->backdrop);
  parts_->renderer->draw(parts_->view.camera, {}, *parts_->workspace, parts_->canvas);
  return parts_->canvas.toImage();
}

}  // namespace vide::detail

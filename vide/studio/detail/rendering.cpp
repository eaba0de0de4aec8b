// SPDX-License-Identifier: MIT
#include "vide/studio/detail/rendering.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "vide/core/text.hpp"
#include "vide/skeleton/pose.hpp"
#include "vide/stage/backdrop.hpp"
#include "vide/stage/shown_clips.hpp"
#include "vide/studio/detail/lookup.hpp"

namespace vide::detail {

struct Rendering::Parts {
  Document document;  // what all else points at
  FrameTiming timing;
  std::optional<DocumentRenderer> renderer;
  std::optional<DocumentRenderer::Workspace> workspace;
  std::optional<ShownClips> clips;
  FrameView view;
  Canvas backdrop, canvas;

  void show(std::size_t frame) {
    if (clips) return clips->show(frame, *renderer, *workspace);
    renderer->pose(Pose::rest(document.skeleton.size()).local, *workspace);
  }
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

Result<std::optional<ShownClips>> shownClips(const Document& document, const RenderPlan& plan,
                                             const Progress& progress) {
  if (plan.clips.empty()) return std::nullopt;
  std::vector<const Clip*> clips;
  for (const ClipId id : plan.clips) {
    const auto clip = find<Clip>(document, id);
    if (!clip) return std::unexpected(clip.error());
    clips.push_back(*clip);
  }
  return ShownClips::create(document, clips, plan.frame_rate, progress);
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
  auto clips = shownClips(parts->document, plan, progress);
  if (!clips) return std::unexpected(clips.error());
  parts->clips = *std::move(clips);
  parts->timing =
      parts->clips ? parts->clips->timing() : FrameTiming{1, plan.frame_rate, 1 / plan.frame_rate};
  auto renderer = DocumentRenderer::create(parts->document, std::move(pictures));
  if (!renderer) return std::unexpected(renderer.error());
  parts->renderer = *std::move(renderer);
  parts->workspace.emplace(*parts->renderer);
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
std::span<const ClipSpan> Rendering::clips() const {
  return parts_->clips ? std::span(parts_->clips->spans()) : std::span<const ClipSpan>();
}

Image Rendering::paint(std::size_t frame) {
  parts_->show(frame);
  parts_->canvas.clear(parts_->backdrop);
  parts_->renderer->draw(parts_->view.camera, {}, *parts_->workspace, parts_->canvas);
  return parts_->canvas.toImage();
}

}  // namespace vide::detail

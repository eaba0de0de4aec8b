// SPDX-License-Identifier: MIT
#include "vide/stage/frame_view.hpp"

#include <algorithm>
#include <cmath>

#include "vide/raster/overlay.hpp"

namespace vide {
namespace {

// Units in space may be metres or inches: the longer side decides.
FrameView sizeInSpace(const Box2& bounds, double padding) {
  constexpr double longer_side = 512;
  const Vec2 size = bounds.size();
  const double longer = std::max(size.x, size.y);
  if (!(longer > 0)) return {};
  const auto side = [&](double length) {
    const double room = length / longer * (longer_side - 2 * padding) + 2 * padding;
    return static_cast<int>(std::clamp(std::ceil(room), 1.0, longer_side));
  };
  return {side(size.x), side(size.y), {}};
}

}  // namespace

Result<FrameView> frameView(const Document& document, const Box2& motion,
                            const FrameViewOptions& options) {
  const bool on_canvas = options.framing == Framing::canvas && document.canvas_width > 0;
  Box2 bounds = motion;
  if (on_canvas) {
    bounds = {};
    bounds.include({0, 0});
    bounds.include({double(document.canvas_width), double(document.canvas_height)});
  }
  if (bounds.empty()) {
    return fail(ErrorCode::invalid_argument, "the document shows nothing; there is no picture");
  }
  const bool has_size = options.width > 0 && options.height > 0;
  const double in_space = has_size ? 0.04 * std::min(options.width, options.height) : 20;
  const double joints = options.style.show_bones ? BoneStyle{}.joint_radius + 1 : 0;
  const double usual = document.canvas_width > 0 ? 2 : in_space + joints;
  const double padding = on_canvas ? 0 : options.padding.value_or(usual);
  FrameView view{options.width, options.height, {}};
  if (view.width == 0 && view.height == 0 && document.canvas_width == 0) {
    view = sizeInSpace(bounds, padding);
  }
  if (view.width == 0 && view.height == 0) {
    const Vec2 size = bounds.size();
    const auto side = [&](double length) {
      return static_cast<int>(std::clamp(std::ceil(length + 2 * padding), 1.0, 1e6));
    };
    view.width = side(size.x);
    view.height = side(size.y);
    // One pixel a unit, and the document's pixels stay whole.
    view.camera = {1,
                   {std::floor((view.width - size.x) / 2 - bounds.min.x + 0.5),
                    std::floor(bounds.max.y + (view.height - size.y) / 2 + 0.5)}};
    if (on_canvas) view.camera = Camera2D::document(view.height);
  } else {
    view.camera = Camera2D::fitTo(bounds, view.width, view.height, padding);
  }
  return view;
}

}  // namespace vide

// SPDX-License-Identifier: MIT
#include "vide/raster/overlay.hpp"

#include <algorithm>
#include <array>
#include <cassert>

#include "vide/raster/detail/scratch.hpp"

namespace vide {

namespace {

using detail::ShapeList;

ShapeList& emptyShapes(DrawContext& context) {
  ShapeList& shapes = context.scratch().shapes;
  shapes.clear();
  return shapes;
}

// Painting opaquely and fading the whole keeps crossings even.
Color opaque(Color color) { return {color.r, color.g, color.b, 255}; }
float opacityOf(Color color) { return float(color.a) / 255.0F; }

void addKite(ShapeList& shapes, Vec2 head, Vec2 tail, const BoneStyle& style) {
  const Vec2 along = tail - head;
  const double size = length(along);
  if (!(size > 0)) return;
  const double half_width = std::min(style.thickness * size, style.largest_half_width);
  const Vec2 across = Vec2{-along.y, along.x} / size * half_width;
  const Vec2 widest = head + along / size * std::min(0.15 * size, 1.5 * half_width);
  const Vec2 left = widest - across;
  const Vec2 right = widest + across;
  shapes.addTriangle(head, left, tail, style.light);
  shapes.addTriangle(head, tail, right, style.dark);
  for (const auto& [from, to] : {std::array{head, left}, std::array{left, tail},
                                 std::array{tail, right}, std::array{right, head}}) {
    shapes.addLine(from, to, style.outline_width, style.outline);
  }
}

void addRing(ShapeList& shapes, Vec2 center, const PointStyle& style) {
  shapes.addDisc(center, style.radius, style.outline);
  shapes.addDisc(center, std::max(style.radius - style.outline_width, 0.0), style.color);
}

}  // namespace

void drawWireframe(Canvas& canvas, const Camera2D& camera, const WireframeDraw& draw,
                   DrawContext& context) noexcept {
  ShapeList& shapes = emptyShapes(context);
  auto& edges = shapes.edges;
  edges.clear();
  for (std::size_t t = 0; t + 2 < draw.triangles.size(); t += 3) {
    for (std::size_t i = 0; i < 3; ++i) {
      edges.push_back(
          std::minmax(int(draw.triangles[t + i]), int(draw.triangles[t + (i + 1) % 3])));
    }
  }
  std::sort(edges.begin(), edges.end());
  edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
  const auto place = [&](int v) {
    const auto i = 2 * std::size_t(v);
    return camera.toPixels({draw.positions[i], draw.positions[i + 1]});
  };
  for (const auto& [a, b] : edges) {
    shapes.addLine(place(a), place(b), draw.style.width, opaque(draw.style.color));
  }
  shapes.drawOn(canvas, opacityOf(draw.style.color), context);
}

void drawLines(Canvas& canvas, const Camera2D& camera, const LinesDraw& draw,
               DrawContext& context) noexcept {
  ShapeList& shapes = emptyShapes(context);
  for (std::size_t i = 0; i + 1 < draw.ends.size(); i += 2) {
    shapes.addLine(camera.toPixels(draw.ends[i]), camera.toPixels(draw.ends[i + 1]),
                   draw.style.width, opaque(draw.style.color));
  }
  shapes.drawOn(canvas, opacityOf(draw.style.color), context);
}

void drawPoints(Canvas& canvas, const Camera2D& camera, const PointsDraw& draw,
                DrawContext& context) noexcept {
  ShapeList& shapes = emptyShapes(context);
  PointStyle style = draw.style;
  style.color = opaque(style.color);
  style.outline = opaque(style.outline);
  for (const Vec2 center : draw.centers) addRing(shapes, camera.toPixels(center), style);
  shapes.drawOn(canvas, opacityOf(draw.style.color), context);
}

void drawBones(Canvas& canvas, const Camera2D& camera, const BonesDraw& draw,
               DrawContext& context) noexcept {
  ShapeList& shapes = emptyShapes(context);
  const BoneStyle& style = draw.style;
  const PointStyle joint{style.light, style.outline, style.joint_radius, style.outline_width};
  for (const BoneShape& bone : draw.bones) {
    const Vec2 head = camera.toPixels(bone.head);
    addKite(shapes, head, camera.toPixels(bone.tail), style);
    addRing(shapes, head, joint);
  }
  shapes.drawOn(canvas, 1, context);
}

void boneShapes(const Skeleton& skeleton, std::span<const Affine3> model,
                std::span<BoneShape> out) {
  assert(model.size() == skeleton.size() && out.size() == skeleton.size());
  for (std::size_t i = 0; i < out.size(); ++i) {
    out[i] = {xy(model[i].translation), xy(model[i] * skeleton[i].tail)};
  }
}

}  // namespace vide

// SPDX-License-Identifier: MIT
#pragma once

// What is drawn on top of a character to explain it: the mesh's edges, points, bones, and weights
// as colours (with drawColoredMesh). Sizes are in pixels of the canvas, so they do not grow with
// the camera's scale. Everything is anti-aliased like a layer. A drawing whose colour is
// half-transparent covers evenly, also where its lines cross.
//
// Shapes with a coordinate that is not finite are left out.

#include <span>

#include "vide/core/transform.hpp"
#include "vide/core/vec.hpp"
#include "vide/raster/camera.hpp"
#include "vide/raster/canvas.hpp"
#include "vide/raster/draw_mesh.hpp"
#include "vide/skeleton/skeleton.hpp"

namespace vide {

struct LineStyle {
  Color color{0, 0, 0, 255};
  double width = 1;
};

struct PointStyle {
  Color color{255, 255, 255, 255};
  Color outline{0, 0, 0, 255};
  double radius = 4;
  double outline_width = 1;  // lies within the radius
};

struct BoneStyle {
  Color light{222, 226, 235, 255};  // the two halves of the kite
  Color dark{164, 172, 190, 255};
  Color outline{30, 34, 44, 255};
  double outline_width = 1;
  double thickness = 0.1;          // widest half-width as a share of the bone's length ...
  double largest_half_width = 12;  // ... but not more than this
  double joint_radius = 4;
};

// A bone as it is drawn: from the joint to its tip, document space.
struct BoneShape {
  Vec2 head, tail;
};

struct WireframeDraw {
  std::span<const float> positions;  // x, y per vertex, document space
  std::span<const int> triangles;    // three valid vertex indices each
  LineStyle style = {};
};

// The edges of triangles, each once.
void drawWireframe(Canvas& canvas, const Camera2D& camera, const WireframeDraw& draw,
                   DrawContext& context) noexcept;

struct LinesDraw {
  std::span<const Vec2> ends;  // two points a line, document space
  LineStyle style = {};
};
void drawLines(Canvas& canvas, const Camera2D& camera, const LinesDraw& draw,
               DrawContext& context) noexcept;

struct PointsDraw {
  std::span<const Vec2> centers;  // document space
  PointStyle style = {};
};
void drawPoints(Canvas& canvas, const Camera2D& camera, const PointsDraw& draw,
                DrawContext& context) noexcept;

struct BonesDraw {
  std::span<const BoneShape> bones;  // painted in this order
  BoneStyle style = {};
};
// Each bone a kite from its joint to its tip with a disc on the joint; a bone without length is a
// disc.
void drawBones(Canvas& canvas, const Camera2D& camera, const BonesDraw& draw,
               DrawContext& context) noexcept;

// Where a posed skeleton's bones lie in the plane z = 0. `model` is what modelTransforms gave;
// all three have the skeleton's size.
void boneShapes(const Skeleton& skeleton, std::span<const Affine3> model, std::span<BoneShape> out);

}  // namespace vide

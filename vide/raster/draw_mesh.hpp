// SPDX-License-Identifier: MIT
#pragma once

// Paints one layer of textured triangles.
//
// The layer is painted by itself, each triangle over the earlier ones, and the result is then laid
// over the canvas once, with its blend mode, opacity, tint and clip. So half-transparent layers do
// not show their own folds twice.
//
// - Both windings are drawn.
// - A pixel crossed by an outline of the layer (an edge with a triangle on one side only, be it the
//   border of the mesh or a fold) is covered by 16 fixed sample points, everywhere else a pixel
//   belongs to the triangle that holds its centre. Points on an edge that two triangles share
//   belong to exactly one of them, by integer arithmetic: neighbours leave no crack, and nothing is
//   blended twice.
// - Texture coordinates are affine within a triangle; sampling is bilinear, between two mip levels
//   where the layer as a whole is drawn smaller than its picture. At scale 1 the picture comes out
//   as it is.
// - The bytes depend neither on the number of threads nor on the target.
//
// Vertices are rounded to 1/256 pixel. A triangle with a vertex that is not finite is not drawn;
// coordinates may lie anywhere up to 1e12 pixels.
//
// Not guaranteed: perspective, or anti-aliasing where two triangles meet that do not share two
// vertex indices but only positions (each is then an outline of its own; the seam stays closed).

#include <memory>
#include <span>

#include "vide/core/blend_mode.hpp"
#include "vide/core/error.hpp"
#include "vide/core/thread_pool.hpp"
#include "vide/core/vec.hpp"
#include "vide/raster/camera.hpp"
#include "vide/raster/canvas.hpp"
#include "vide/raster/texture.hpp"

namespace vide {

// Factors of a layer's straight colour, 0..1.
struct Tint {
  float r = 1, g = 1, b = 1;

  friend constexpr bool operator==(Tint, Tint) = default;
};

struct MeshDraw {
  std::span<const float> positions;  // x, y per vertex, document space
  std::span<const Vec2f> uv;         // per vertex, (0, 0) the picture's top-left corner, v down
  std::span<const int> triangles;    // three vertices each, painted in this order
  const Texture* texture = nullptr;
  BlendMode blend = BlendMode::normal;
  float opacity = 1;  // 0..1
  Tint tint = {};
  // What another layer painted on a canvas of the same size: this layer shows through its alpha.
  const Canvas* clip = nullptr;
};

struct ColoredMeshDraw {
  std::span<const float> positions;  // x, y per vertex, document space
  std::span<const Color> colors;     // per vertex, mixed linearly, premultiplied
  std::span<const int> triangles;    // three vertices each, painted in this order
  BlendMode blend = BlendMode::normal;
  float opacity = 1;  // 0..1
  const Canvas* clip = nullptr;
};

// The renderer's scratch: one per thread that draws. It grows to the largest drawing it has seen;
// after that, drawing allocates nothing.
class DrawContext {
 public:
  DrawContext();
  ~DrawContext();
  DrawContext(DrawContext&&) noexcept;
  DrawContext& operator=(DrawContext&&) noexcept;

  struct Scratch;
  Scratch& scratch() { return *scratch_; }

 private:
  std::unique_ptr<Scratch> scratch_;
};

// Whether a drawing may be handed to draw calls: sizes that fit together, indices in range, texture
// coordinates finite and within +-1024, a texture, a clip of the canvas's size, opacity and tint in
// range. Needed once; moving `positions` afterwards needs no new check.
Result<void> validate(const MeshDraw& draw, const Canvas& canvas);
Result<void> validate(const ColoredMeshDraw& draw, const Canvas& canvas);

// `draw` must be valid. `pool` may be null; it shortens large frames, small ones are better drawn
// side by side, each with a context of its own.
void drawMesh(Canvas& canvas, const Camera2D& camera, const MeshDraw& draw, DrawContext& context,
              ThreadPool* pool = nullptr) noexcept;
void drawColoredMesh(Canvas& canvas, const Camera2D& camera, const ColoredMeshDraw& draw,
                     DrawContext& context, ThreadPool* pool = nullptr) noexcept;

}  // namespace vide

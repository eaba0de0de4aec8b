// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

#include "vide/core/color.hpp"
#include "vide/core/vec.hpp"
#include "vide/raster/camera.hpp"
#include "vide/raster/canvas.hpp"
#include "vide/raster/texture.hpp"

namespace vide::detail {

// A mesh in space, seen from the front.
struct SolidMesh {
  std::span<const float> positions;  // x, y, z per vertex; z points at the viewer
  std::span<const Vec2f> uv;         // per vertex; beyond 0..1 the picture repeats
  std::span<const Color> colors;     // per vertex, instead of the picture; may be empty
  std::span<const int> triangles;    // three vertices each, either side
  const Texture* texture = nullptr;
  Vec3 tint{1, 1, 1};
  float opacity = 1;
};

// Draws meshes in front view (orthographic, along -z) over what the canvas shows. The nearest
// surface wins at each of four by four points of a pixel, which also smooths the edges; texels
// under half opacity are holes. Faces are shaded by a lamp beside the viewer, each evenly. Not
// guaranteed: that half-transparent surfaces show what is behind them, other than the canvas.
class SolidFrame {
 public:
  void draw(std::span<const SolidMesh> meshes, const Camera2D& camera, Canvas& canvas);

 private:
  struct Sample {
    float depth = 0;
    float r = 0, g = 0, b = 0, a = 0;  // straight, 0..1; a is 0 where there is nothing
  };

  void drawRow(std::span<const SolidMesh> meshes, const Camera2D& camera, int y, Canvas& canvas);
  void drawTriangle(const SolidMesh& mesh, std::size_t triangle, const Camera2D& camera, int y);
  void resolve(int y, Canvas& canvas) const;

  int width_ = 0;
  std::vector<Sample> samples_;  // of one row of pixels
  struct Span {
    std::size_t mesh, triangle;
    double low, high;  // rows of pixels
  };
  std::vector<Span> spans_;  // by first row
};

}  // namespace vide::detail

// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "vide/raster/detail/pixel.hpp"
#include "vide/raster/detail/screen_mesh.hpp"
#include "vide/raster/draw_mesh.hpp"

namespace vide::detail {

// A value that is an affine function of the place on the canvas, in pixels.
struct Affine1 {
  double dx = 0, dy = 0, origin = 0;

  double at(double x, double y) const { return dx * x + dy * y + origin; }
  // The function with the given values at the triangle's corners; constant if it has no area.
  static Affine1 through(const Vec2 (&corners)[3], const double (&values)[3]);
};

// Which one or two mip levels a drawing reads, and how much of the second.
struct LevelChoice {
  int level = 0;
  float next = 0;  // share of level + 1

  // `texels_per_pixel`: texels of the full picture that fall on one pixel of the canvas (areas).
  static LevelChoice forDensity(double texels_per_pixel, std::size_t levels);
};

// Texel coordinates with 32 fractional bits, from the first texel's centre on.
using TexelCoordinate = std::int64_t;

// One mip level as one triangle sees it.
struct TexturePlane {
  const Texture::Level* level = nullptr;
  double scale = 1;                      // its texels per texel of the full picture
  Affine1 u, v;                          // texels, from the first texel's centre on
  TexelCoordinate du = 0, dv = 0;        // a pixel to the right
  TexelCoordinate u_min = 0, u_max = 0;  // what the triangle may read
  TexelCoordinate v_min = 0, v_max = 0;
};

// The colours of a texture on one triangle.
class TextureShader {
 public:
  TextureShader(const MeshDraw& draw, const ScreenMesh& mesh);

  void setTriangle(const ScreenTriangle& triangle);
  Float4 at(int x, int y) const;
  void paint(std::uint16_t* out, int x, int y, int count) const;

 private:
  const MeshDraw* draw_;
  const ScreenMesh* mesh_;
  TexturePlane near_;
  TexturePlane far_;     // the next smaller level
  float far_share_ = 0;  // how much of it is mixed in
};

// Colours mixed between the corners of one triangle.
class ColorShader {
 public:
  ColorShader(const ColoredMeshDraw& draw, const ScreenMesh& mesh) : draw_(&draw), mesh_(&mesh) {}

  void setTriangle(const ScreenTriangle& triangle);
  Float4 at(int x, int y) const;
  void paint(std::uint16_t* out, int x, int y, int count) const;

 private:
  const ColoredMeshDraw* draw_;
  const ScreenMesh* mesh_;
  Vec2 origin_;
  Float4 base_{}, dx_{}, dy_{};
  Float4 lowest_{}, highest_{};
};

}  // namespace vide::detail

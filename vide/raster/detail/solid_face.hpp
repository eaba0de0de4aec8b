// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <optional>

#include "vide/raster/detail/pixel.hpp"
#include "vide/raster/detail/screen_mesh.hpp"
#include "vide/raster/detail/shaders.hpp"
#include "vide/raster/draw_solid.hpp"

namespace vide::detail {

// A triangle of a surface with what all its points have in common.
class SolidFace {
 public:
  // None where it has no area or is not finite. `triangle` is the mesh's t-th, `depth_origin` the
  // depth that counts as zero.
  static std::optional<SolidFace> make(const SolidDraw& draw, const ScreenMesh& mesh, std::size_t t,
                                       double depth_origin);

  const SolidDraw& draw() const { return *draw_; }
  const ScreenMesh& mesh() const { return *mesh_; }
  const ScreenTriangle& triangle() const { return mesh_->triangles[triangle_]; }
  // Larger is nearer.
  const Affine1& depth() const { return depth_; }
  double middle() const { return middle_; }

  // The colour at the centre of a pixel, premultiplied, 0..65535, before the draw's opacity decides
  // what it covers. Where the triangle misses the centre, its point nearest to it counts.
  Float4 colorAt(int x, int y) const;

 private:
  struct Shares {
    std::array<double, 3> of;  // corner; they sum to one
  };

  Shares sharesAt(int x, int y) const;
  Float4 textureAt(const Shares& shares) const;
  Float4 colorsAt(const Shares& shares) const;
  float lightAt(const Shares& shares) const;
  float wireAt(const Shares& shares) const;
  void orient();
  void chooseLevel();

  const SolidDraw* draw_ = nullptr;
  const ScreenMesh* mesh_ = nullptr;
  std::size_t triangle_ = 0;
  std::array<std::size_t, 3> vertices_{};
  std::array<Affine1, 3> share_;   // of each corner
  std::array<float, 3> height_{};  // pixels from each corner to the edge across
  Affine1 depth_;
  double middle_ = 0;
  Vec3 flat_;        // unit normal towards the viewer
  double side_ = 1;  // -1 where the inside is seen
  const Texture::Level* level_ = nullptr;
};

}  // namespace vide::detail

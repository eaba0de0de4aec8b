// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <optional>

#include "vide/raster/detail/pixel.hpp"
#include "vide/raster/detail/screen_mesh.hpp"
#include "vide/raster/detail/shaders.hpp"
#include "vide/raster/draw_solid.hpp"

namespace vide::detail {

// Where a triangle of a surface lies.
class SolidFace {
 public:
  struct Corners {
    Vec2 at[3];  // pixels
  };

  // None where it has no area or is not finite. `triangle` is the mesh's t-th, `depth_origin` the
  // depth that counts as zero.
  static std::optional<SolidFace> make(const SolidDraw& draw, const ScreenMesh& mesh, std::size_t t,
                                       double depth_origin);

  const SolidDraw& draw() const { return *draw_; }
  const ScreenMesh& mesh() const { return *mesh_; }
  std::size_t index() const { return triangle_; }
  const ScreenTriangle& triangle() const { return mesh_->triangles[triangle_]; }
  std::array<std::size_t, 3> vertices() const;
  Corners corners() const;
  // Larger is nearer.
  const Affine1& depth() const { return depth_; }
  double middle() const { return middle_; }

 private:
  const SolidDraw* draw_ = nullptr;
  const ScreenMesh* mesh_ = nullptr;
  std::size_t triangle_ = 0;
  Affine1 depth_;
  double middle_ = 0;
};

}  // namespace vide::detail

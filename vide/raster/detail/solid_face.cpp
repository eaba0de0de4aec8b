// SPDX-License-Identifier: MIT
#include "vide/raster/detail/solid_face.hpp"

#include <cmath>

namespace vide::detail {

std::array<std::size_t, 3> SolidFace::vertices() const {
  const auto& v = triangle().v;
  return {std::size_t(v[0]), std::size_t(v[1]), std::size_t(v[2])};
}

SolidFace::Corners SolidFace::corners() const {
  const auto v = vertices();
  return {{mesh_->vertices[v[0]].exact, mesh_->vertices[v[1]].exact, mesh_->vertices[v[2]].exact}};
}

std::optional<SolidFace> SolidFace::make(const SolidDraw& draw, const ScreenMesh& mesh,
                                         std::size_t t, double depth_origin) {
  const ScreenTriangle& triangle = mesh.triangles[t];
  if (!triangle.drawn || triangle.first_row >= triangle.end_row) return std::nullopt;
  SolidFace face;
  face.draw_ = &draw;
  face.mesh_ = &mesh;
  face.triangle_ = t;
  double depths[3];
  for (std::size_t i = 0; i < 3; ++i) {
    depths[i] = double(draw.positions[3 * std::size_t(triangle.v[i]) + 2]) - depth_origin;
    if (!std::isfinite(depths[i])) return std::nullopt;
  }
  face.depth_ = Affine1::through(face.corners().at, depths);
  face.middle_ = (depths[0] + depths[1] + depths[2]) / 3;
  return face;
}

}  // namespace vide::detail

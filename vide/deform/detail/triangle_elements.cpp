// SPDX-License-Identifier: MIT
#include "vide/deform/detail/triangle_elements.hpp"

#include <algorithm>
#include <cmath>

#include "vide/deform/detail/attachment.hpp"

namespace vide::detail {

TriangleElement makeElement(const TriMesh& mesh, const Eigen::MatrixX3d& half_cotangents, int f) {
  std::array<Vec2, 3> corner, edge;
  for (int k = 0; k < 3; ++k) corner[k] = positionIn(mesh, mesh.F(f, k));
  for (int k = 0; k < 3; ++k) {
    edge[k] = half_cotangents(f, k) * (corner[(k + 2) % 3] - corner[(k + 1) % 3]);
  }
  const double doubled_area = std::abs(cross(corner[1] - corner[0], corner[2] - corner[0]));
  return {{mesh.F(f, 0), mesh.F(f, 1), mesh.F(f, 2)},
          {edge[1] - edge[2], edge[2] - edge[0]},
          doubled_area,
          1 / doubled_area};
}

double fitRotations(std::span<const TriangleElement> elements, std::span<const Vec2> x,
                    std::span<Vec2> right) {
  std::ranges::fill(right, Vec2{});
  double energy = 0;
  for (const TriangleElement& element : elements) {
    const Stretch stretch = stretchOf(element, x);
    const double size = length(stretch.similar);
    const Vec2 rotation = size > 0 ? stretch.similar / size : Vec2{1, 0};
    const double excess = size - element.doubled_area;
    energy += (excess * excess + squaredLength(stretch.mirrored)) * element.inverse_doubled_area;
    const Vec2 first = times(rotation, element.pull[0]);
    const Vec2 second = times(rotation, element.pull[1]);
    right[element.vertex[0]] += first;
    right[element.vertex[1]] += second;
    right[element.vertex[2]] += -(first + second);
  }
  return energy;
}

}  // namespace vide::detail

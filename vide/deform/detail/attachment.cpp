// SPDX-License-Identifier: MIT
#include "vide/deform/detail/attachment.hpp"

#include <algorithm>
#include <cmath>

#include "vide/core/segment.hpp"

namespace vide::detail {

namespace {

// Rounding of a point on an edge or corner must not move the weights off it.
constexpr double snap = 1e-12;

std::array<double, 3> barycentricOf(const std::array<Vec2, 3>& corner, Vec2 p) {
  const double whole = cross(corner[1] - corner[0], corner[2] - corner[0]);
  std::array<double, 3> part;
  for (int k = 1; k < 3; ++k) {
    part[k] = cross(corner[(k + 1) % 3] - p, corner[(k + 2) % 3] - p) / whole;
    if (std::abs(part[k]) < snap) part[k] = 0;
    if (std::abs(part[k] - 1) < snap) part[k] = 1;
  }
  part[0] = 1 - part[1] - part[2];
  if (std::abs(part[0]) < snap) part[0] = 0;
  return part;
}

double squaredDistance(const std::array<Vec2, 3>& corner, const std::array<double, 3>& barycentric,
                       Vec2 p) {
  if (*std::ranges::min_element(barycentric) >= 0) return 0;
  return std::min({squaredDistanceToSegment(p, corner[0], corner[1]),
                   squaredDistanceToSegment(p, corner[1], corner[2]),
                   squaredDistanceToSegment(p, corner[2], corner[0])});
}

}  // namespace

HandleAttachment attachToNearest(const TriMesh& mesh, Vec2 point) {
  HandleAttachment nearest;
  double least = INFINITY;
  for (Eigen::Index f = 0; f < mesh.F.rows() && least > 0; ++f) {
    const std::array corner{positionIn(mesh, mesh.F(f, 0)), positionIn(mesh, mesh.F(f, 1)),
                            positionIn(mesh, mesh.F(f, 2))};
    const std::array<double, 3> barycentric = barycentricOf(corner, point);
    const double squared = squaredDistance(corner, barycentric, point);
    if (squared < least) {
      least = squared;
      nearest = {int(f), barycentric, std::sqrt(squared)};
    }
  }
  return nearest;
}

}  // namespace vide::detail

// SPDX-License-Identifier: MIT
#include "vide/author/model_fit.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "vide/core/box.hpp"
#include "vide/core/text.hpp"
#include "vide/mesh/adjacency.hpp"
#include "vide/mesh/rows.hpp"

namespace vide {
namespace {

constexpr double apart = 1;             // diagonals of the mesh
constexpr double size_ratio = 50;       // of skeleton and mesh, either way
constexpr double far_from_origin = 10;  // diagonals; nearer only slivers lose their extent

Box3 boxOf(const Eigen::MatrixXd& V) {
  Box3 box;
  for (Eigen::Index v = 0; v < V.rows(); ++v) box.include(rowOf(V, v));
  return box;
}

Box3 boxOf(const Skeleton& skeleton) {
  Box3 box;
  for (std::size_t b = 0; b < skeleton.size(); ++b) {
    if (!skeleton[b].deform) continue;
    box.include(skeleton.head(b));
    box.include(skeleton.tail(b));
  }
  return box;
}

double gapBetween(const Box3& a, const Box3& b) {
  const auto gap = [](double low_a, double high_a, double low_b, double high_b) {
    return std::max({low_a - high_b, low_b - high_a, 0.0});
  };
  return length(Vec3{gap(a.min.x, a.max.x, b.min.x, b.max.x),
                     gap(a.min.y, a.max.y, b.min.y, b.max.y),
                     gap(a.min.z, a.max.z, b.min.z, b.max.z)});
}

// About how many, for a person.
std::string about(double ratio) {
  return ratio < 1e6 ? toText(std::round(ratio)) : "more than a million";
}

void comparePlaces(const Box3& mesh, const Box3& skeleton, std::vector<std::string>& warnings) {
  const double diagonal = length(mesh.size()), reach = length(skeleton.size());
  if (mesh.empty() || skeleton.empty() || !(diagonal > 0)) return;
  const double gap = gapBetween(mesh, skeleton) / diagonal;
  if (gap > apart) {
    warnings.push_back(
        text("the skeleton does not meet the mesh: it lies about ", about(gap),
             " diagonals of the mesh away from it; are both in one place and unit?"));
  } else if (reach > size_ratio * diagonal) {
    warnings.push_back(text("the skeleton is about ", about(reach / diagonal),
                            " times as large as the mesh; are both in one unit?"));
  } else if (reach > 0 && diagonal > size_ratio * reach) {
    warnings.push_back(text("the mesh is about ", about(diagonal / reach),
                            " times as large as the skeleton; are both in one unit?"));
  }
}

using Corners = std::array<Vec3, 3>;

bool anyTwoEqual(const Corners& corner) {
  return corner[0] == corner[1] || corner[1] == corner[2] || corner[2] == corner[0];
}

Vec3 inSinglePrecision(Vec3 p) {
  return {double(float(p.x)), double(float(p.y)), double(float(p.z))};
}

void countCollapses(const MeshContent& mesh, const Box3& box, std::vector<std::string>& warnings) {
  const double away = length(box.center());
  if (box.empty() || !(away > far_from_origin * length(box.size()))) return;
  const Eigen::MatrixX3i F = mesh.F.rows() > 0 ? mesh.F : boundaryFaces(mesh.T);
  Eigen::Index collapsed = 0;
  for (Eigen::Index face = 0; face < F.rows(); ++face) {
    Corners corner, rounded;
    for (std::size_t k = 0; k < 3; ++k) {
      corner[k] = rowOf(mesh.V, F(face, Eigen::Index(k)));
      rounded[k] = inSinglePrecision(corner[k]);
    }
    collapsed += !anyTwoEqual(corner) && anyTwoEqual(rounded) ? 1 : 0;
  }
  if (collapsed == 0) return;
  warnings.push_back(text(collapsed, " of ", F.rows(), " triangles lose their extent in files of ",
                          "single precision such as glTF, as the mesh stands ", about(away),
                          " units away from the origin; move it nearer"));
}

}  // namespace

std::vector<std::string> fitWarnings(const MeshContent& mesh, const Skeleton& skeleton) {
  std::vector<std::string> warnings;
  const Box3 box = boxOf(mesh.V);
  comparePlaces(box, boxOf(skeleton), warnings);
  countCollapses(mesh, box, warnings);
  return warnings;
}

}  // namespace vide

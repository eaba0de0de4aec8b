// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "vide/core/error.hpp"
#include "vide/core/transform.hpp"
#include "vide/deform/fast.hpp"

// Parts of a mesh that an artist takes hold of, and where they go over time: what the deformers
// take as held vertices and their targets.
namespace vide {

// Which vertices a handle holds.
struct VertexList {
  std::vector<int> vertices;  // rows of V
};
// Vertices whose number in the mesh's group file is this one.
struct VertexGroup {
  int group = 0;
};
// Vertices inside the box or on its faces.
struct VertexBox {
  Vec3 low, high;
};
// The vertex nearest to a point; of equally near ones that of the lower index.
struct NearestVertex {
  Vec3 point;
};
using VertexSelection = std::variant<VertexList, VertexGroup, VertexBox, NearestVertex>;

// Where a handle is at one time: turned about `center`, then moved.
struct HandleKey {
  double time = 1;
  Vec3 move;
  Vec3 axis{0, 0, 1};          // of the turn, any length but 0
  double degrees = 0;          // counter-clockwise seen from the axis's tip
  std::optional<Vec3> center;  // the mean of the handle's vertices where it is not given
};

// A handle without keys stays where it is. Before the first key it comes from rest at time 0, and
// after the last it stays. Between two keys it moves evenly; the turn grows evenly about an axis
// that both share (a turn of 720 degrees goes round twice) and takes the shorter way otherwise.
struct Handle {
  std::string name;
  VertexSelection selection;
  std::vector<HandleKey> keys;  // ascending times above 0
  // What of the motion counts where handles are transforms and not vertices (fast.hpp).
  FastHold hold = FastHold::transform;
};

// Each handle's vertices, ascending. V is n x 2 or n x 3; `groups` holds a number per vertex, or
// nothing when no handle asks for a group. Errors: no handles; naming the handle: an index out of
// range, a vertex named twice by one handle or held by two, a handle without vertices, groups that
// do not fit V, keys whose times do not ascend from 0 or whose axis has no length, numbers (of V
// too) that are not finite.
Result<std::vector<std::vector<int>>> selectVertices(const Eigen::MatrixXd& V,
                                                     std::span<const Handle> handles,
                                                     std::span<const int> groups = {});

// How a handle has moved at a time >= 0. `middle`: where it turns about unless its keys say so.
Affine3 handleMotion(const Handle& handle, Vec3 middle, double time);

// The same for each handle, about the mean of its vertices. `selected` is what selectVertices gave.
std::vector<Affine3> handleMotions(const Eigen::MatrixXd& V, std::span<const Handle> handles,
                                   std::span<const std::vector<int>> selected, double time);

struct HeldVertices {
  std::vector<int> vertices;  // handle by handle
  Eigen::MatrixXd targets;    // a row for each, as many columns as V
};

// All held vertices at a time. In the plane only turns about z and moves across it make sense: z is
// dropped.
HeldVertices heldVertices(const Eigen::MatrixXd& V, std::span<const Handle> handles,
                          std::span<const std::vector<int>> selected, double time);

}  // namespace vide

// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <vector>

#include "vide/mesh/tri_mesh.hpp"

namespace vide {

// For each row of V the lowest row at exactly the same place, often itself. Meshes are split along
// seams of texture or normals; whoever treats both sides alike keeps the seam closed. V is finite.
std::vector<int> coincidentVertices(const Eigen::MatrixXd& V);

// A mesh in which every place has one vertex: `mesh.F` names the new vertices, in the order of the
// old ones, and `vertex[v]` is the new number of old vertex v. Triangles stay in number and order;
// some may have lost their extent.
struct WeldedMesh {
  TriMesh mesh;
  std::vector<int> vertex;
};
WeldedMesh weld(const TriMesh& mesh);

}  // namespace vide

// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "vide/mesh/tri_mesh.hpp"
#include "vide/numeric/sparse_matrix.hpp"

namespace vide::detail {

// A Laplacian for surfaces of any quality: cotangents, clamped so that each edge conducts a little
// and none nearly everything. Then no function that it smooths leaves the range of its data.
struct RobustLaplacian {
  SparseMatrix stiffness;    // K = -L, n x n, full symmetric, an entry for every edge
  std::vector<double> mass;  // a third of each triangle at a vertex
};

// Positions are finite and indices in range. Triangles that name the same corners count once;
// triangles without extent hold the corners that they join together.
RobustLaplacian robustLaplacian(const TriMesh& mesh);

}  // namespace vide::detail

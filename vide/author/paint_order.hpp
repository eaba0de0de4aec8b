// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>

#include "vide/mesh/tri_mesh.hpp"
#include "vide/mesh/vertex_weights.hpp"

namespace vide {

// Puts the triangles into the order of the bones that pull them most, so that where limbs cross,
// one lies over the other as a whole: bones later in the skeleton lie in front. Triangles of one
// bone come in the order of their corners, so that what order they had before does not matter.
// The weights' handles are the skeleton's bones.
void paintInBoneOrder(TriMesh& mesh, const VertexWeights& weights);

// The triangles in the order of their corners, each as it was.
Eigen::MatrixX3i trianglesByCorners(const Eigen::MatrixX3i& F);

}  // namespace vide

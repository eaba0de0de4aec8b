// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>

#include "vide/core/error.hpp"
#include "vide/mesh/tri_mesh.hpp"
#include "vide/mesh/vertex_weights.hpp"

namespace vide {

// The weights of one mesh on the vertices of another that lies where the first does, such as a
// remeshed or reduced one: each row of V takes the weights at the nearest place of the surface,
// mixed from that triangle's corners, of which the `influences` largest stay.
//
// V and mesh.V have 2 or 3 columns. A vertex that stands where one of the mesh stands takes its
// weights as they are (up to `influences`). Not guaranteed: the right choice where two sheets of
// the surface are equally near.
//
// Errors: weights that validate() refuses or that do not fit the mesh, positions that are not
// finite, indices or influences out of range.
Result<VertexWeights> transferWeights(const VertexWeights& weights, const TriMesh& mesh,
                                      const Eigen::MatrixXd& V, int influences = 4);

}  // namespace vide

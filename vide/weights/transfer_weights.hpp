// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>

#include "vide/core/error.hpp"
#include "vide/core/progress.hpp"
#include "vide/mesh/tri_mesh.hpp"
#include "vide/mesh/vertex_weights.hpp"
#include "vide/weights/weights_result.hpp"

namespace vide {

struct TransferOptions {
  int influences = 4;  // most handles a vertex may have, >= 1
};

// The weights of one mesh on the vertices of another that lies where the first does, such as a
// remeshed or reduced one: each row of V takes the weights at the nearest place of the surface,
// mixed from that triangle's corners, of which the `influences` largest stay.
//
// V and mesh.V have 2 or 3 columns. A vertex that stands where one of the mesh stands takes its
// weights as they are (up to `influences`). Where many rows of V are farther from the surface than
// a twentieth of the mesh's diagonal, a warning says that the two do not stand at one place. Not
// guaranteed: the right choice where two sheets of the surface are equally near.
//
// Errors: weights that validate() refuses or that do not fit the mesh, positions that are not
// finite, indices or influences out of range; cancelled.
Result<WeightsResult> transferWeights(const VertexWeights& weights, const TriMesh& mesh,
                                      const Eigen::MatrixXd& V, const TransferOptions& options = {},
                                      const Progress& progress = {});

}  // namespace vide

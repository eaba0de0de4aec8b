// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <string>
#include <vector>

#include "vide/core/error.hpp"
#include "vide/core/progress.hpp"
#include "vide/mesh/tet_mesh.hpp"
#include "vide/mesh/tri_mesh.hpp"
#include "vide/mesh/vertex_weights.hpp"
#include "vide/skeleton/skeleton.hpp"
#include "vide/volume/solid.hpp"
#include "vide/weights/bounded_biharmonic.hpp"
#include "vide/weights/weights_result.hpp"

namespace vide {

// A finer solid is refused: the factors of its matrices would take several gigabytes, and an hour.
inline constexpr int most_bounded_biharmonic_cells = 60'000;

struct SolidBoundedBiharmonicOptions {
  BoundedBiharmonicOptions minimizer;
  // Coarser than for other methods: the cost, mostly factorisations, grows with about the square of
  // the number of cells. 5 000 take some seconds for a character of 20 to 50 bones.
  SolidOptions solid{.cells = 5'000};  // unused where a solid is handed in
};

struct SolidBoundedBiharmonicResult {
  VertexWeights weights;  // a row for each row of V
  std::vector<std::string> warnings;
  double objective = 0;  // sum over bones of w^T Q w on the tetrahedra
  double residual = 0;   // see bounded_biharmonic.hpp
};

// The cells of a solid, each cut into six tetrahedra along the same space diagonal; neighbours fit
// together. `corner` names each cell's eight corners, x fastest, as rows of mesh.V. Cells that
// touch only along an edge or at a corner have corners of their own there, so nothing leaks
// through.
struct SolidTetMesh {
  TetMesh mesh;
  Eigen::Matrix<int, Eigen::Dynamic, 8, Eigen::RowMajor> corner;
};
SolidTetMesh tetMeshOf(const Solid& solid);

// Bounded biharmonic weights (bounded_biharmonic.hpp) for a mesh of any quality, found on the
// tetrahedra of the solid that the surface fills and read back between the corners of a cell. A
// bone holds the corners nearest to it, shared ones 1/m each.
//
// V is n x 3; vertices outside the solid read its nearest cell, and vertices at one place the same.
// A bone outside the solid acts from the nearest places inside; a part of the solid that no bone
// enters follows what is nearest to it. Both are named in warnings.
//
// Errors: those of Solid::create and boundedBiharmonicWeights, no deforming bone, more cells than
// most_bounded_biharmonic_cells (limit_exceeded), cancelled.
Result<SolidBoundedBiharmonicResult> solidBoundedBiharmonicWeights(
    const TriMesh& mesh, const Skeleton& skeleton,
    const SolidBoundedBiharmonicOptions& options = {}, const Progress& progress = {});

// The same in a solid that is there already, read at the rows of V.
Result<SolidBoundedBiharmonicResult> solidBoundedBiharmonicWeights(
    const Solid& solid, const Eigen::MatrixXd& V, const Skeleton& skeleton,
    const SolidBoundedBiharmonicOptions& options = {}, const Progress& progress = {});

}  // namespace vide

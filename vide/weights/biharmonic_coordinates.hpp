// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "vide/core/error.hpp"
#include "vide/core/progress.hpp"
#include "vide/core/table_limit.hpp"
#include "vide/mesh/tet_mesh.hpp"
#include "vide/mesh/tri_mesh.hpp"

namespace vide {

// Biharmonic coordinates: smooth weights for handles that carry positions rather than transforms.
// Moving the handles by an affine map moves the whole shape by that map exactly, so that points
// alone turn and stretch a shape, with no rotations to set. Weights may be negative.
//
//     minimise trace(W^T A W) with the handles' rows of W given,
//     B = L D^-1 A_vf,  A_2 = B^T N B,  A_3 = B^T N (-L) N B,
//
// with L the facet Laplacian (facet_laplacian.hpp), D^-1 A_vf the mean over a facet's vertices, and
// N the inverse facet mass, 0 on the boundary. The domain is flat: triangles in the plane, or
// tetrahedra.
//
// Each solution is refined with residuals in twice the precision and in factored form, since A_3 is
// too ill-conditioned for one solve: affine precision stays near rounding on large meshes too.
//
// Wang, Jacobson, Barbic, Kavan, Linear subspace design for real-time shape deformation, 2015.
struct BiharmonicCoordinatesOptions {
  int order = 2;                                // 2: smooth; 3: smoother still at the handles
  std::size_t max_entries = usual_max_entries;  // of W
};

struct BiharmonicCoordinates {
  // n x c. A point handle has one column; a region has one for each coordinate and one more: the
  // rows of an affine map, so that its vertices move by [v, 1] times those rows.
  Eigen::MatrixXd W;
  // c x d: the handles at rest, V = W rest. Deform by W * C with a C of the same layout: positions
  // for points; for a region the transposed linear part of its map above its translation.
  Eigen::MatrixXd rest;
  std::vector<std::string> warnings;
};

// Each handle is a list of vertices: one for a point, several for a region. A vertex in no element
// and a piece without a handle follow the affine map that fits all handles best, and a warning
// names them. Errors: those of cotangentStiffness, triangles with n x 3 positions (unsupported), an
// order other than 2 or 3, a vertex that is out of range or in two handles, an empty handle,
// handles of a piece that all lie on a line (in a solid: in a plane) and therefore do not fix an
// affine map (invalid_argument); too few facets inside the mesh, or elements too thin, for a unique
// solution (numeric_failure); a W of more than max_entries (limit_exceeded);
// cancelled, asked for before each column.
Result<BiharmonicCoordinates> biharmonicCoordinates(
    const TriMesh& mesh, std::span<const std::vector<int>> handles,
    const BiharmonicCoordinatesOptions& options = {}, const Progress& progress = {});
Result<BiharmonicCoordinates> biharmonicCoordinates(
    const TetMesh& mesh, std::span<const std::vector<int>> handles,
    const BiharmonicCoordinatesOptions& options = {}, const Progress& progress = {});

}  // namespace vide

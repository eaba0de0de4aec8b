// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <vector>

#include "vide/core/error.hpp"
#include "vide/numeric/sparse_matrix.hpp"

// Discrete differential geometry on triangle meshes. Everywhere V is n x 2 or n x 3 and F is m x 3,
// 0-based; the winding does not matter.
//
// Errors of every function, each naming the row: V is neither n x 2 nor n x 3, a position is not
// finite, an index is out of range (invalid_argument); a triangle without area, that is twice its
// area is at most 1e-10 times its longest edge squared, for which cotangents mean nothing.
namespace vide {

// m x 3: half the cotangent of the angle at each corner, which is the weight of the edge opposite
// to it. Corner k's opposite edge runs from corner k + 1 to corner k + 2 (mod 3).
Result<Eigen::MatrixX3d> halfCotangents(const Eigen::MatrixXd& V, const Eigen::MatrixX3i& F);

// K = -L, n x n, the full symmetric matrix: x^T K x is the integral of |grad x|^2 for the piecewise
// linear function x. Positive semi-definite, rows summing to zero; entries off the diagonal are
// positive where opposite angles sum to more than pi. Vertices in no face have empty columns.
// Pinkall and Polthier, Computing discrete minimal surfaces and their conjugates, 1993.
Result<SparseMatrix> cotangentStiffness(const Eigen::MatrixXd& V, const Eigen::MatrixX3i& F);

// The area that belongs to each vertex (n values): its Voronoi region in triangles without an
// obtuse angle; in an obtuse triangle half its area to the obtuse corner and a quarter to each
// other. Sums to the area of the mesh; vertices in no face get 0. Meyer, Desbrun, Schroeder, Barr,
// Discrete differential-geometry operators, 2003.
Result<std::vector<double>> voronoiMass(const Eigen::MatrixXd& V, const Eigen::MatrixX3i& F);

}  // namespace vide

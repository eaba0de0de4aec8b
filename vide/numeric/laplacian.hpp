// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <array>
#include <span>
#include <vector>

#include "vide/core/error.hpp"
#include "vide/numeric/sparse_matrix.hpp"

// Discrete differential geometry with functions that are linear on each element. Everywhere F is m
// x 3 triangles with V n x 2 or n x 3, and T is m x 4 tetrahedra with V n x 3; indices are 0-based
// and orientation does not matter. Elements that stand there twice count twice.
//
// Errors of every function that takes a mesh, each naming the row: V has the wrong number of
// columns, a position is not finite, an index is out of range, or an element is without extent, so
// that cotangents mean nothing: twice a triangle's area is at most 1e-10 times its longest edge
// squared, six times a tetrahedron's volume at most 1e-10 times its longest edge cubed (all
// invalid_argument).
namespace vide {

// m x 3: half the cotangent of the angle at each corner, which is the weight of the edge opposite
// to it. Corner k's opposite edge runs from corner k + 1 to corner k + 2 (mod 3).
Result<Eigen::MatrixX3d> halfCotangents(const Eigen::MatrixXd& V, const Eigen::MatrixX3i& F);

// The order in which a tetrahedron's edges are listed, as pairs of its corners.
inline constexpr std::array<std::array<int, 2>, 6> tetrahedron_edges{
    {{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}}};

// m x 6, by tetrahedron_edges: a sixth of the opposite edge's length times the cotangent of the
// dihedral angle there. As for triangles, the energy of a linear x is sum over edges of w |dx|^2.
Result<Eigen::Matrix<double, Eigen::Dynamic, 6>> halfCotangents(const Eigen::MatrixXd& V,
                                                                const Eigen::MatrixX4i& T);

// K = -L, n x n, the full symmetric matrix: x^T K x is the integral of |grad x|^2 for the piecewise
// linear function x. Positive semi-definite, rows summing to zero; entries off the diagonal are
// positive where opposite angles sum to more than pi. Vertices in no element have empty columns.
// Pinkall and Polthier, Computing discrete minimal surfaces and their conjugates, 1993.
Result<SparseMatrix> cotangentStiffness(const Eigen::MatrixXd& V, const Eigen::MatrixX3i& F);
Result<SparseMatrix> cotangentStiffness(const Eigen::MatrixXd& V, const Eigen::MatrixX4i& T);

// The area of each triangle or the volume of each tetrahedron, positive (m values).
Result<std::vector<double>> elementMeasures(const Eigen::MatrixXd& V, const Eigen::MatrixX3i& F);
Result<std::vector<double>> elementMeasures(const Eigen::MatrixXd& V, const Eigen::MatrixX4i& T);

// The area or volume that belongs to each vertex (n values): an equal share of each of its
// elements. Sums to the measure of the mesh; vertices in no element get 0.
Result<std::vector<double>> barycentricMass(const Eigen::MatrixXd& V, const Eigen::MatrixX3i& F);
Result<std::vector<double>> barycentricMass(const Eigen::MatrixXd& V, const Eigen::MatrixX4i& T);

// The area that belongs to each vertex (n values): its Voronoi region in triangles without an
// obtuse angle; in an obtuse triangle half its area to the obtuse corner and a quarter to each
// other. Sums to the area of the mesh; vertices in no face get 0. Meyer, Desbrun, Schroeder, Barr,
// Discrete differential-geometry operators, 2003.
Result<std::vector<double>> voronoiMass(const Eigen::MatrixXd& V, const Eigen::MatrixX3i& F);

// G, (d m) x n where d is the number of V's columns: rows d e .. d e + d - 1 of G x are the
// gradient of x on element e, in the coordinates of V. K = G^T A G with A the elements' measures.
Result<SparseMatrix> gradient(const Eigen::MatrixXd& V, const Eigen::MatrixX3i& F);
Result<SparseMatrix> gradient(const Eigen::MatrixXd& V, const Eigen::MatrixX4i& T);

// Q_k = K (M^-1 K)^(order - 1), symmetric, for a stiffness K and lumped mass M: x^T Q_k x is the
// Dirichlet (1), biharmonic (2), triharmonic (3) or tetraharmonic (4) energy of x. A vertex without
// mass takes no part. Error: an order outside 1 .. 4, a mass that is negative or not finite, or not
// one mass per row (invalid_argument).
Result<SparseMatrix> polyharmonicMatrix(const SparseMatrix& K, std::span<const double> mass,
                                        int order);

}  // namespace vide

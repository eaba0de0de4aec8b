// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <vector>

#include "vide/core/error.hpp"
#include "vide/numeric/sparse_matrix.hpp"

namespace vide {

// The Laplacian of functions that live on facets, the edges of triangles or the faces of
// tetrahedra: linear on each element, continuous at facet midpoints only. Unlike the Laplacian on
// vertices it sees the boundary no differently from the inside. Crouzeix and Raviart, Conforming
// and nonconforming finite element methods for solving the stationary Stokes equations, 1973.
struct FacetLaplacian {
  SparseMatrix stiffness;          // facets x facets, positive semi-definite, rows summing to zero
  SparseMatrix vertex_to_facet;    // facets x vertices: the mean over a facet's vertices
  std::vector<double> mass;        // per facet: an equal share of each of its elements
  std::vector<int> element_count;  // per facet: in how many elements it is; 1 on the boundary
};

// Facets are numbered by their ascending corners. Errors: those of cotangentStiffness.
Result<FacetLaplacian> facetLaplacian(const Eigen::MatrixXd& V, const Eigen::MatrixX3i& F);
Result<FacetLaplacian> facetLaplacian(const Eigen::MatrixXd& V, const Eigen::MatrixX4i& T);

}  // namespace vide

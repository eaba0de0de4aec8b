// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "vide/core/error.hpp"
#include "vide/core/vec.hpp"
#include "vide/mesh/adjacency.hpp"
#include "vide/mesh/tet_mesh.hpp"
#include "vide/mesh/tri_mesh.hpp"
#include "vide/numeric/sparse_matrix.hpp"

namespace vide::detail {

// Triangles or tetrahedra alike: elements with a weight for each of their edges.
struct ElementMesh {
  int dimension = 0;            // coordinates of a position: 2 or 3
  int corners = 0;              // of an element: 3 or 4
  std::vector<double> rest;     // vertices x dimension
  std::vector<int> corner;      // elements x corners
  std::vector<double> weight;   // elements x edges, in the order of edgesOf
  std::vector<int> element_id;  // which element of the mesh each one is

  int vertices() const { return int(rest.size()) / dimension; }
  int elements() const { return int(corner.size()) / corners; }
  int edges() const { return corners == 3 ? 3 : 6; }
  const double* restOf(int v) const { return rest.data() + std::size_t(v) * dimension; }
  // The same as a point, at z = 0 in the plane.
  Vec3 pointOf(int v) const {
    const double* x = restOf(v);
    return {x[0], x[1], dimension == 3 ? x[2] : 0};
  }
};

// The pairs of corners that an element's edges join: for triangles edge k lies opposite corner k.
std::span<const std::array<int, 2>> edgesOf(const ElementMesh& mesh);

// With half the cotangents for weights. Errors: those of halfCotangents, no elements.
Result<ElementMesh> weighElements(const TriMesh& mesh);
Result<ElementMesh> weighElements(const TetMesh& mesh);

// An edge whose weights over all elements do not sum to more than next to nothing weighs just that.
void clampWeights(ElementMesh& mesh);

Components connectedParts(const ElementMesh& mesh);

// K, vertices x vertices: x^T K x = sum over elements and edges of w |dx|^2.
SparseMatrix stiffnessOf(const ElementMesh& mesh);

}  // namespace vide::detail

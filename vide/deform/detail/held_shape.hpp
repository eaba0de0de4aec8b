// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "vide/core/error.hpp"
#include "vide/core/vec.hpp"
#include "vide/deform/arap_points.hpp"
#include "vide/deform/detail/attachment.hpp"
#include "vide/deform/detail/triangle_elements.hpp"
#include "vide/mesh/tri_mesh.hpp"
#include "vide/numeric/sparse_matrix.hpp"

namespace vide::detail {

// A part of the shape without handles, and the handle it moves with.
struct CarriedPart {
  std::vector<int> vertices;
  std::size_t handle = 0;
};

// A shape with its handles attached: what the solver precomputes before any linear system.
struct HeldShape {
  std::vector<Vec2> rest;
  std::vector<TriangleElement> elements;  // of the parts that hold handles
  std::vector<CarriedPart> carried;

  std::vector<Vec2> handle_rest;
  std::vector<HandleAttachment> attachments;
  std::vector<TriangleElement> handle_elements;  // the triangles of the attachments
  std::vector<int> handle_part;                  // which connected part each handle holds
  int parts = 0;

  SparseMatrix stiffness;    // carried vertices decoupled, with 1 on the diagonal
  SparseMatrix constraints;  // vertices x handles: the barycentric weights
  std::vector<std::string> warnings;
};

// Errors: those that PointArapSolver::create documents.
Result<HeldShape> holdShape(const TriMesh& mesh, std::span<const PointHandle> handles);

}  // namespace vide::detail

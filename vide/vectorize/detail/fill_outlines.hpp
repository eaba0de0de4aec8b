// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "vide/core/progress.hpp"
#include "vide/vectorize/detail/outline_mesh.hpp"
#include "vide/vectorize/detail/refine.hpp"

namespace vide::detail {

struct FilledMesh {
  OutlineMesh mesh;
  SizeField size;            // what the mesh was made to
  double min_angle_deg = 0;  // likewise
  bool is_complete = false;  // both were reached with the vertices at hand
};

// Refines a copy of `outline` to the goals.
FilledMesh fillOutlines(const OutlineMesh& outline, const RefineGoals& goals,
                        const Progress& progress);

// Whether vertices that the goals leave over are to make the triangles smaller.
enum class SpareVertices { leave, use };

// The same within goals.most_vertices. Where the goals need more, the sizes are raised until they
// do not; where the angles alone need more, they are given up and only sizes count. Spare vertices
// are used, nearly all, by lowering the size's base. Nothing when cancelled.
std::optional<FilledMesh> fillWithinBudget(const OutlineMesh& outline, const RefineGoals& goals,
                                           SpareVertices spare, const Progress& progress);

}  // namespace vide::detail

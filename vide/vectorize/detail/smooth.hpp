// SPDX-License-Identifier: MIT
#pragma once

#include "vide/vectorize/detail/outline_mesh.hpp"
#include "vide/vectorize/detail/size_field.hpp"

namespace vide::detail {

// Moves interior vertices to where the triangles around them are more even, `passes` times, and
// makes the mesh Delaunay again after each pass. No move shrinks the smallest angle around a vertex
// unless that stays wide, nor makes an edge longer than the size field wants.
void smooth(OutlineMesh& mesh, const SizeField& size, int passes);

}  // namespace vide::detail

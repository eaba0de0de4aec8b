// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include "vide/core/progress.hpp"
#include "vide/vectorize/detail/outline_mesh.hpp"
#include "vide/vectorize/detail/size_field.hpp"

namespace vide::detail {

// Puts the vertices of an equilateral lattice wherever no spot asks for smaller triangles and no
// vertex or outline is near, until the mesh has `most_vertices`. No other arrangement is as even.
void seedInterior(OutlineMesh& mesh, const SizeField& size, std::size_t most_vertices,
                  const Progress& progress);

}  // namespace vide::detail

// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include "vide/vectorize/detail/outline_mesh.hpp"
#include "vide/vectorize/detail/size_field.hpp"

namespace vide::detail {

// Both stop when the mesh has `most_vertices`.

// Cuts every sharp corner off as an isosceles triangle, so that what remains has no sharp corner.
// The legs of these triangles are not to be divided later.
void cutSharpCorners(OutlineMesh& mesh, const SizeField& size, std::size_t most_vertices);

// Divides outline edges evenly into pieces no longer than the size asks for.
void divideOutline(OutlineMesh& mesh, const SizeField& size, std::size_t most_vertices);

}  // namespace vide::detail

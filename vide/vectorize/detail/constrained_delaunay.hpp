// SPDX-License-Identifier: MIT
#pragma once

#include "vide/core/error.hpp"
#include "vide/vectorize/detail/planar_mesh.hpp"
#include "vide/vectorize/detail/snapped_outlines.hpp"

namespace vide::detail {

// The constrained Delaunay triangulation of the outlines within a surrounding square. Vertices are
// the outlines' points, then the square's four corners; outline edges are fixed and the triangles
// between them marked inside. Rings that cross or touch are an error.
Result<PlanarMesh> constrainedDelaunay(const SnappedOutlines& outlines);

}  // namespace vide::detail

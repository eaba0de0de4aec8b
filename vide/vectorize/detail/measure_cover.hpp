// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include "vide/mesh/tri_mesh.hpp"
#include "vide/vectorize/detail/pixel_runs.hpp"

namespace vide::detail {

// What a mesh covers of a mask, in pixels by their centres; triangles are closed.
struct Cover {
  std::size_t inside = 0;   // pixels of the mask
  std::size_t covered = 0;  // those of them in a triangle
  std::size_t extra = 0;    // pixels in a triangle that are not of the mask
};

// `mask` holds the rows of a picture `width` pixels wide; the mesh lies in its document units.
// Exact for coordinates of at most 26 bits, as triangulate gives.
Cover measureCover(const TriMesh& mesh, const PixelRuns& mask, int width);

}  // namespace vide::detail

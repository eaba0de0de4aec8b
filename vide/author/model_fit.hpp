// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "vide/formats/mesh_content.hpp"
#include "vide/skeleton/skeleton.hpp"

namespace vide {

// What speaks against a mesh and a skeleton being of one model, or against the mesh being written
// to a file; a sentence for each:
//   - the skeleton's box lies more than a diagonal of the mesh away from the mesh's box, or its
//     size differs by more than fifty times: two places or units;
//   - the mesh stands so far from the origin that corners of its triangles fall on one another when
//     coordinates are rounded to single precision, as glTF does.
// Only bones that deform count, and only finite coordinates.
std::vector<std::string> fitWarnings(const MeshContent& mesh, const Skeleton& skeleton);

}  // namespace vide

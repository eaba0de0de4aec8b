// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "apps/vide/report.hpp"
#include "vide/rig/document.hpp"
#include "vide/vectorize/image_mesh.hpp"

namespace vide::cli {

// What there is to tell of a freshly made mesh.
void reportMesh(const Layer& layer, const MeshReport& mesh, Report& report);

// The same of a document's layers taken together: sums, and the worst that there is. Where there
// are several, each is told of, too.
void reportMeshes(const Document& document, const std::vector<MeshReport>& meshes, Report& report);

}  // namespace vide::cli

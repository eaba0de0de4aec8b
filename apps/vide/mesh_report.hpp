// SPDX-License-Identifier: MIT
#pragma once

#include "apps/vide/report.hpp"
#include "vide/rig/document.hpp"
#include "vide/vectorize/image_mesh.hpp"

namespace vide::cli {

// What there is to tell of a freshly made mesh.
inline void reportMesh(const Layer& layer, const MeshReport& mesh, Report& report) {
  report.set("vertices", layer.mesh.V.rows());
  report.set("triangles", layer.mesh.F.rows());
  report.set("islands", mesh.islands);
  report.set("holes", mesh.holes);
  report.set("coverage", mesh.coverage);
  report.set("overdraw", mesh.overdraw);
  report.set("min_angle_deg", mesh.min_angle_deg);
}

}  // namespace vide::cli

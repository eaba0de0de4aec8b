// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>

#include "vide/core/error.hpp"
#include "vide/core/progress.hpp"
#include "vide/mesh/tri_mesh.hpp"
#include "vide/skeleton/skeleton.hpp"
#include "vide/volume/solid.hpp"
#include "vide/weights/weights_result.hpp"

namespace vide {

class ThreadPool;

// Weights for any mesh in space: heat that spreads from the bones through the solid that the
// surface fills. The mesh may be open, cross itself, consist of shells and loose parts, have split
// seams, flipped or missing faces: none of it reaches the solid.
//
// Heat is spread twice. First, weakly tied to the nearest bone, to find out which bone owns which
// part of the body; then, tied to those owners as strongly as the body is thin there, to find how
// wide the blend between two owners is. See docs/solid-heat.md.
//
// Vertices at the same place get the same weights. The result depends on the shape of the solid
// alone, not on how the surface is divided into triangles, nor on its scale. Not guaranteed: that
// limbs less than two cells apart stay apart.
struct SolidHeatOptions {
  int influences = 4;          // most bones a vertex may have, >= 1
  SolidOptions solid;          // where a solid is handed in, only max_bytes counts
  ThreadPool* pool = nullptr;  // null: on the calling thread. The result is the same
};

// mesh: V is n x 3, F is m x 3. Vertices in no triangle read the solid nearest to them; parts that
// no bone enters follow the solid that does, and a warning says so. Errors: those of Solid::create,
// no deforming bone, values out of range; cells times bones that take more than max_bytes
// (limit_exceeded); heat that does not settle (numeric_failure); cancelled.
Result<WeightsResult> solidHeatWeights(const TriMesh& mesh, const Skeleton& skeleton,
                                       const SolidHeatOptions& options = {},
                                       const Progress& progress = {});

// The same in a solid that is there already, read at the rows of V (n x 3).
Result<WeightsResult> solidHeatWeights(const Solid& solid, const Eigen::MatrixXd& V,
                                       const Skeleton& skeleton,
                                       const SolidHeatOptions& options = {},
                                       const Progress& progress = {});

}  // namespace vide

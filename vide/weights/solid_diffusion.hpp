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

// A finer solid is refused: the factor of its matrix would take several gigabytes, and minutes.
inline constexpr int most_diffusion_cells = 400'000;

struct SolidDiffusionOptions {
  int influences = 4;          // most bones a vertex may have, >= 1
  SolidOptions solid;          // unused where a solid is handed in
  ThreadPool* pool = nullptr;  // null: on the calling thread. The result is the same
};

// What a bone's weight is on the solid that a surface fills when it is kept at 1 on the bone's own
// cells and at 0 on those of the others, and heat flows until it is steady: the solution of the
// Laplace problem, one for each bone. A cell that m bones share is 1/m of each. Weights fall
// linearly from one bone to the next along a limb; they have no parameter.
//
// Solved directly, to rounding; weights below 1e-6 are left out. With the default 40 000 cells it
// takes about half a second; time grows with the square of the number of cells and memory nearly
// so, so use solid heat for finer solids.
//
// V is n x 3; vertices outside the solid read its nearest cell, and vertices at one place the same.
// A bone outside the solid acts from the nearest places inside; a part of the solid that no bone
// enters follows what is nearest to it. Both are named in warnings.
//
// Errors: those of Solid::create, no deforming bone, values that are out of range or not finite,
// more cells than most_diffusion_cells (limit_exceeded), cancelled.
Result<WeightsResult> solidDiffusionWeights(const TriMesh& mesh, const Skeleton& skeleton,
                                            const SolidDiffusionOptions& options = {},
                                            const Progress& progress = {});

// The same in a solid that is there already, read at the rows of V.
Result<WeightsResult> solidDiffusionWeights(const Solid& solid, const Eigen::MatrixXd& V,
                                            const Skeleton& skeleton,
                                            const SolidDiffusionOptions& options = {},
                                            const Progress& progress = {});

}  // namespace vide

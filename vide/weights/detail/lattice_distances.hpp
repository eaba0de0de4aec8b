// SPDX-License-Identifier: MIT
#pragma once

#include <span>

#include "vide/weights/detail/bone_source.hpp"
#include "vide/weights/detail/mask_runs.hpp"

namespace vide::detail {

// The steps a path of pixels may take.
enum class Lattice {
  four,   // to the 4 neighbours, cost 1
  eight,  // and diagonally, cost sqrt(2), past at least one inside corner pixel
};

// Lengths of the shortest paths of pixels from one bone to `places`, into `out`; infinity where
// there is none. At pixel centres exact; between them bilinear over the inside pixels around.
//
// A run's distances are a function of the column with few kinks; runs hand it to their neighbours,
// the nearest first, instead of every pixel.
void latticeDistances(const MaskRuns& runs, const BoneSource& source, Lattice lattice,
                      std::span<const Place> places, std::span<double> out);

}  // namespace vide::detail

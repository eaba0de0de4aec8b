// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "vide/core/error.hpp"
#include "vide/core/progress.hpp"
#include "vide/mesh/tri_mesh.hpp"
#include "vide/mesh/vertex_weights.hpp"
#include "vide/skeleton/skeleton.hpp"
#include "vide/weights/weights_result.hpp"

namespace vide {

enum class MirrorAxis { x, y, z };

// The plane on which that coordinate is `offset`.
struct MirrorPlane {
  MirrorAxis axis = MirrorAxis::x;
  double offset = 0;
};

// Which bone stands on the other side of each bone; bones in the middle, and those without a
// counterpart, are their own partner. Partners are mutual.
struct BonePairs {
  std::vector<int> partner;           // one per bone
  std::vector<std::string> warnings;  // one that names bones without a counterpart
};

// Names decide first: a side in the name (left and right as words, or l and r set apart by a
// separator or by case: arm.L, l_arm, arm_left, LeftArm, lThumb, handR) is exchanged for the other,
// in the same case, and a bone of that name is the partner. The others are paired by place: head
// and tail lie, mirrored, within 1 % of the skeleton's extent of the partner's.
BonePairs pairBones(const Skeleton& skeleton, const MirrorPlane& plane = {});

enum class MirrorDirection {
  positive_to_negative,  // the side of larger coordinates is copied to the other
  negative_to_positive,
  exchange,  // each side takes what the other has
};

struct MirrorOptions {
  MirrorPlane plane;
  MirrorDirection direction = MirrorDirection::positive_to_negative;
  int influences = 4;  // most bones a changed vertex may have afterwards, >= 1
};

// A vertex takes the weights at the place of the surface nearest to its mirror image, with each
// bone replaced by its partner. The mesh need not be symmetric in its triangles, only in its shape.
// When a side is copied, vertices on the plane take the mean of what they have and its mirror
// image. The weights' columns are the skeleton's bones.
//
// Errors: weights that validate() refuses or that do not fit, positions or the offset not finite,
// an axis that the mesh does not have, indices or influences out of range; cancelled.
Result<WeightsResult> mirrorWeights(const VertexWeights& weights, const TriMesh& mesh,
                                    const Skeleton& skeleton, const MirrorOptions& options = {},
                                    const Progress& progress = {});

}  // namespace vide

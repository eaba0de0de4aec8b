// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "vide/animation/retarget.hpp"
#include "vide/core/error.hpp"
#include "vide/core/progress.hpp"
#include "vide/core/thread_pool.hpp"
#include "vide/image/coverage.hpp"
#include "vide/skeleton/skeleton.hpp"
#include "vide/vectorize/image_mesh.hpp"

// The two ways in which a retargeted motion moves a drawing, and which triangle lies before which.
namespace vide::detail {

// Vertex positions of every frame: x, y per vertex, document space.
using FramePositions = std::vector<std::vector<float>>;

struct CharacterShape {
  const ImageMesh& mesh;
  const Coverage& coverage;
  const CharacterRig& rig;
  const Skeleton& skeleton;  // skeletonFromCharacter(rig)
};

// What both ways work with.
struct DeformContext {
  ThreadPool* pool = nullptr;
  Progress progress;
  std::vector<std::string>* warnings = nullptr;  // grows; not null
};

// Errors: those of the deformers, cancelled.
Result<FramePositions> deformByHandles(const CharacterShape& shape, const RetargetedMotion& motion,
                                       const DeformContext& context);
Result<FramePositions> deformByBones(const CharacterShape& shape, const RetargetedMotion& motion,
                                     const DeformContext& context);

// Which triangles belong to which joint of the rig: to the one whose bone is nearest inside the
// drawing. One list of vertex triples for each joint.
Result<std::vector<std::vector<int>>> trianglesByJoint(const CharacterShape& shape,
                                                       ThreadPool* pool);

}  // namespace vide::detail

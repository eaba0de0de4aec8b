// SPDX-License-Identifier: MIT
#pragma once

// Where VIDE puts the vertices of a document, worked out plainly and in full precision: shapes and
// offsets, constraints, linear blend skinning.

#include <vector>

#include "vide/animation/sample.hpp"
#include "vide/rig/document.hpp"
#include "vide/skeleton/constraint_solver.hpp"
#include "vide/skeleton/pose.hpp"

namespace vide::test {

inline std::vector<Affine3> skinningAt(const Document& document, const Clip& clip, double time) {
  const Skeleton& skeleton = document.skeleton;
  std::vector<Transform> pose(skeleton.size());
  samplePose(clip, skeleton, time, pose);
  const auto solver = ConstraintSolver::create(skeleton, document.constraints).value();
  ConstraintSolver::Workspace workspace(solver);
  std::vector<double> mixes;
  for (const Constraint& constraint : document.constraints) {
    mixes.push_back(sampleMix(clip, constraint.id, time, constraint.mix));
  }
  solver.solve(pose, mixes, workspace);
  std::vector<Affine3> skinning(skeleton.size());
  modelTransforms(skeleton, pose, skinning);
  skinningTransforms(skeleton, skinning, skinning);
  return skinning;
}

// Before the bones move them.
inline std::vector<Vec3> shapedAt(const Layer& layer, const Clip& clip, double time) {
  std::vector<double> weights;
  for (const MorphShape& shape : layer.shapes) weights.push_back(shape.weight);
  sampleMorphs(clip, layer.id, time, weights);
  Offsets shaped(std::size_t(layer.mesh.V.rows()));
  sampleOffsets(clip, layer.id, time, shaped);
  for (std::size_t v = 0; v < shaped.size(); ++v) {
    const auto row = Eigen::Index(v);
    shaped[v] = shaped[v] + Vec3{layer.mesh.V(row, 0), layer.mesh.V(row, 1),
                                 layer.mesh.V.cols() == 3 ? layer.mesh.V(row, 2) : 0};
    for (std::size_t k = 0; k < weights.size(); ++k) {
      const auto offset = layer.shapes[k].offsets.row(row);
      shaped[v] = shaped[v] + Vec3{offset[0], offset[1], offset[2]} * weights[k];
    }
  }
  return shaped;
}

// The clip as it is played once: its end is not its start.
inline Clip playedOnce(Clip clip) {
  clip.loop = false;
  return clip;
}

inline std::vector<Vec3> posedLayer(const Document& document, const Layer& layer,
                                    const std::vector<Affine3>& skinning, const Clip& clip,
                                    double time) {
  std::vector<Vec3> positions = shapedAt(layer, clip, time);
  const auto moved = [&](BoneId bone) {
    return skinning[std::size_t(findBone(document.skeleton, bone))];
  };
  for (std::size_t v = 0; v < positions.size(); ++v) {
    const Vec3 rest = positions[v];
    if (layer.attachment == Attachment::rigid) positions[v] = moved(layer.bones[0]) * rest;
    if (layer.attachment != Attachment::skinned) continue;
    positions[v] = {};
    const auto handles = layer.weights.handlesOf(v);
    for (std::size_t k = 0; k < handles.size(); ++k) {
      positions[v] = positions[v] + moved(layer.bones[std::size_t(handles[k])]) * rest *
                                        layer.weights.weightsOf(v)[k];
    }
  }
  return positions;
}

}  // namespace vide::test

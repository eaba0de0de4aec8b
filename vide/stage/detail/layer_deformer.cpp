// SPDX-License-Identifier: MIT
#include "vide/stage/detail/layer_deformer.hpp"

#include "vide/core/text.hpp"
#include "vide/skeleton/pose.hpp"

namespace vide::detail {
namespace {

Vec3 toVec3(const std::array<float, 4>& column) {
  return {double(column[0]), double(column[1]), double(column[2])};
}

Affine3 toAffine(const SkinMatrix& matrix) {
  return {{toVec3(matrix.column[0]), toVec3(matrix.column[1]), toVec3(matrix.column[2])},
          toVec3(matrix.column[3])};
}

Result<LayerDeformer> heldAtBones(const Layer& layer, const Skeleton& skeleton) {
  if (layer.mesh.V.cols() == 3 && (layer.mesh.V.col(2).array() != layer.mesh.V(0, 2)).any()) {
    return fail(ErrorCode::unsupported,
                "as rigid as possible moves layers in the plane; choose another deformer");
  }
  LayerDeformer made{.kind = Deformer::arap};
  std::vector<Affine3> rest(skeleton.size());
  modelTransforms(skeleton, Pose::rest(skeleton.size()).local, rest);
  std::vector<PointHandle> points;
  for (const BoneId id : layer.bones) {
    const auto bone = static_cast<std::size_t>(findBone(skeleton, id));
    for (const Vec3 end : {Vec3{}, skeleton[bone].tail}) {
      made.handles.push_back({bone, rest[bone] * end});
      points.push_back({{made.handles.back().rest.x, made.handles.back().rest.y}});
      if (length(skeleton[bone].tail) == 0) break;
    }
  }
  auto solver = PointArapSolver::create({layer.mesh.V.leftCols(2), layer.mesh.F}, points);
  if (!solver) return std::unexpected(solver.error());
  made.arap = std::make_shared<const PointArapSolver>(*std::move(solver));
  return made;
}

}  // namespace

Result<LayerDeformer> layerDeformer(const Layer& layer, const Skeleton& skeleton) {
  if (layer.attachment != Attachment::skinned || layer.mesh.V.rows() == 0) return LayerDeformer{};
  switch (layer.settings.deformer) {
    case Deformer::linear_blend:
    case Deformer::dual_quaternion:
      return LayerDeformer{.kind = layer.settings.deformer};
    case Deformer::arap:
      return heldAtBones(layer, skeleton);
    case Deformer::grouped_arap:
    case Deformer::fast:
      break;
  }
  return fail(ErrorCode::unsupported,
              "its deformer is not driven by bones here; choose linear blending, dual quaternions "
              "or as rigid as possible");
}

LayerDeforming::LayerDeforming(const LayerDeformer& deformer, std::size_t bones) {
  if (deformer.kind == Deformer::dual_quaternion) {
    motions_.resize(bones);
    stretches_.resize(bones);
  }
  if (!deformer.arap) return;
  workspace_.emplace(*deformer.arap);
  targets_.resize(deformer.handles.size());
  solved_.resize(deformer.arap->vertices());
}

void LayerDeforming::run(const LayerDeformer& deformer, const LayerMotion& motion) {
  if (deformer.kind == Deformer::dual_quaternion) return blendDualQuaternions(motion);
  if (deformer.arap) return keepRigid(deformer, motion);
  SkinningJob{.transforms = motion.matrices,
              .influences = motion.weights->influences,
              .handles = motion.weights->handle,
              .weights = motion.weights->weight,
              .positions = motion.positions,
              .normals = motion.normals,
              .out_positions = motion.out_positions,
              .out_normals = motion.out_normals}
      .run();
}

void LayerDeforming::blendDualQuaternions(const LayerMotion& motion) {
  for (std::size_t bone = 0; bone < motions_.size(); ++bone) {
    const StretchedMotion parts = toStretchedMotion(toAffine(motion.matrices[bone]));
    motions_[bone] = toSkinDualQuaternion(parts.motion);
    stretches_[bone] = toSkinMatrix({parts.stretch, {}});
  }
  DualQuaternionJob{.motions = motions_,
                    .stretches = stretches_,
                    .influences = motion.weights->influences,
                    .handles = motion.weights->handle,
                    .weights = motion.weights->weight,
                    .positions = motion.positions,
                    .normals = motion.normals,
                    .out_positions = motion.out_positions,
                    .out_normals = motion.out_normals}
      .run();
}

void LayerDeforming::keepRigid(const LayerDeformer& deformer, const LayerMotion& motion) {
  for (std::size_t i = 0; i < targets_.size(); ++i) {
    const auto& [bone, rest] = deformer.handles[i];
    const Vec3 at = toAffine(motion.matrices[bone]) * rest;
    targets_[i] = {at.x, at.y};
  }
  const auto outcome = deformer.arap->solve({.targets = targets_}, *workspace_, solved_);
  std::ranges::copy(motion.positions, motion.out_positions.begin());
  std::ranges::copy(motion.normals, motion.out_normals.begin());
  if (!outcome) return;  // bones that are nowhere hold nothing
  for (std::size_t v = 0; v < motion.source.size(); ++v) {
    const Vec2 at = solved_[motion.source[v]];
    motion.out_positions[3 * v] += float(at.x) - motion.rest[3 * v];
    motion.out_positions[3 * v + 1] += float(at.y) - motion.rest[3 * v + 1];
  }
}

}  // namespace vide::detail

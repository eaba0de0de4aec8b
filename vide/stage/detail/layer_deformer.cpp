// SPDX-License-Identifier: MIT
#include "vide/stage/detail/layer_deformer.hpp"

#include <algorithm>
#include <string_view>

#include "vide/core/text.hpp"
#include "vide/stage/detail/layer_holds.hpp"

namespace vide::detail {
namespace {

Vec3 toVec3(const std::array<float, 4>& column) {
  return {double(column[0]), double(column[1]), double(column[2])};
}

Affine3 toAffine(const SkinMatrix& matrix) {
  return {{toVec3(matrix.column[0]), toVec3(matrix.column[1]), toVec3(matrix.column[2])},
          toVec3(matrix.column[3])};
}

Result<void> checkFlat(const Layer& layer, std::string_view deformer) {
  const bool is_flat =
      layer.mesh.V.cols() == 2 || (layer.mesh.V.col(2).array() == layer.mesh.V(0, 2)).all();
  if (is_flat) return {};
  return fail(ErrorCode::unsupported,
              text(deformer, " moves layers in the plane; choose another deformer"));
}

Result<LayerDeformer> heldAtJoints(const Layer& layer, const Skeleton& skeleton) {
  if (auto flat = checkFlat(layer, "as rigid as possible"); !flat) {
    return std::unexpected(flat.error());
  }
  LayerDeformer made{.kind = Deformer::arap};
  std::vector<PointHandle> points;
  for (const LayerHold& hold : holdsOf(layer, skeleton)) {
    made.handles.push_back({hold.bone, {hold.place.x, hold.place.y, 0}});
    points.push_back({hold.place});
  }
  auto solver = PointArapSolver::create({layer.mesh.V.leftCols(2), layer.mesh.F}, points);
  if (!solver) return std::unexpected(solver.error());
  made.arap = std::make_shared<const PointArapSolver>(*std::move(solver));
  return made;
}

Result<LayerDeformer> heldAlongBones(const Layer& layer, const Skeleton& skeleton) {
  if (auto flat = checkFlat(layer, "biharmonic"); !flat) return std::unexpected(flat.error());
  LayerDeformer made{.kind = Deformer::biharmonic};
  std::vector<PlaneBone> bones;
  const auto holds = holdsOf(layer, skeleton);
  for (const BoneId id : layer.bones) {
    const auto bone = static_cast<std::size_t>(findBone(skeleton, id));
    const bool is_held = std::ranges::count(holds, bone, &LayerHold::bone) > 0;
    if (isPin(skeleton[bone]) && !is_held) continue;  // it is meant for another layer
    made.bones.push_back(bone);
    bones.push_back({xy(skeleton.head(bone)), xy(skeleton.tail(bone))});
  }
  auto solver = BiharmonicBoneSolver::create({layer.mesh.V.leftCols(2), layer.mesh.F}, bones);
  if (!solver) return std::unexpected(solver.error());
  made.field = std::make_shared<const BiharmonicBoneSolver>(*std::move(solver));
  return made;
}

void copyAsTheyAre(const LayerMotion& motion) {
  std::ranges::copy(motion.positions, motion.out_positions.begin());
  std::ranges::copy(motion.normals, motion.out_normals.begin());
}

}  // namespace

Result<LayerDeformer> layerDeformer(const Layer& layer, const Skeleton& skeleton) {
  if (layer.attachment != Attachment::skinned || layer.mesh.V.rows() == 0) return LayerDeformer{};
  switch (layer.settings.deformer) {
    case Deformer::linear_blend:
    case Deformer::dual_quaternion:
      return LayerDeformer{.kind = layer.settings.deformer};
    case Deformer::arap:
      return heldAtJoints(layer, skeleton);
    case Deformer::biharmonic:
      return heldAlongBones(layer, skeleton);
    case Deformer::grouped_arap:
    case Deformer::fast:
      break;
  }
  return fail(ErrorCode::unsupported,
              "its deformer is not driven by bones here; choose linear blending, dual quaternions, "
              "as rigid as possible or biharmonic");
}

LayerDeforming::LayerDeforming(const LayerDeformer& deformer, std::size_t bones) {
  if (deformer.kind == Deformer::dual_quaternion) {
    motions_.resize(bones);
    stretches_.resize(bones);
  }
  if (deformer.arap) {
    arap_.emplace(*deformer.arap);
    targets_.resize(deformer.handles.size());
    solved_.resize(deformer.arap->vertices());
  }
  if (deformer.field) {
    field_.emplace(*deformer.field);
    frames_.resize(deformer.bones.size());
    solved_.resize(deformer.field->vertices());
  }
}

void LayerDeforming::run(const LayerDeformer& deformer, const LayerMotion& motion) {
  if (deformer.kind == Deformer::dual_quaternion) return blendDualQuaternions(motion);
  if (deformer.arap) return keepRigid(deformer, motion);
  if (deformer.field) return spreadSmoothly(deformer, motion);
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
  const auto outcome = deformer.arap->solve({.targets = targets_}, *arap_, solved_);
  copyAsTheyAre(motion);
  if (outcome) addSolved(motion);  // bones that are nowhere hold nothing
}

void LayerDeforming::spreadSmoothly(const LayerDeformer& deformer, const LayerMotion& motion) {
  for (std::size_t i = 0; i < frames_.size(); ++i) {
    frames_[i] = toAffine(motion.matrices[deformer.bones[i]]);
  }
  const auto solved = deformer.field->solve(frames_, *field_, solved_);
  copyAsTheyAre(motion);
  if (solved) addSolved(motion);
}

void LayerDeforming::addSolved(const LayerMotion& motion) const {
  for (std::size_t v = 0; v < motion.source.size(); ++v) {
    const Vec2 at = solved_[motion.source[v]];
    motion.out_positions[3 * v] += float(at.x) - motion.rest[3 * v];
    motion.out_positions[3 * v + 1] += float(at.y) - motion.rest[3 * v + 1];
  }
}

}  // namespace vide::detail

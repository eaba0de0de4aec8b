// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "vide/core/skin_matrix.hpp"
#include "vide/core/transform.hpp"
#include "vide/deform/arap_points.hpp"
#include "vide/deform/biharmonic_bones.hpp"
#include "vide/deform/dual_quaternion.hpp"
#include "vide/deform/skinning.hpp"
#include "vide/rig/document.hpp"

namespace vide::detail {

// What moves a layer's vertices with its bones, as its settings say:
//
//   linear blending, dual quaternions   by the layer's weights;
//   as rigid as possible                held at both ends of every bone that the layer follows, in
//                                       the plane, as holdsOf finds them;
//   biharmonic                          held along every bone that the layer follows, in the plane,
//                                       but for pins that holdsOf leaves out.
//
// The last two do not read weights, and what shapes and offsets add is added after.
struct LayerDeformer {
  Deformer kind = Deformer::linear_blend;

  // A point that goes with a bone.
  struct Handle {
    std::size_t bone = 0;  // of the skeleton
    Vec3 rest;
  };
  std::vector<Handle> handles;
  std::shared_ptr<const PointArapSolver> arap;

  std::vector<std::size_t> bones;  // of the skeleton, by bone of the field
  std::shared_ptr<const BiharmonicBoneSolver> field;
};

// Errors: a deformer that poses of bones do not drive, what PointArapSolver::create says.
Result<LayerDeformer> layerDeformer(const Layer& layer, const Skeleton& skeleton);

// Vertices at a moment before the bones move them, and where they go: three floats each.
struct LayerMotion {
  std::span<const SkinMatrix> matrices;  // the skinning transform of every bone
  const PackedWeights* weights = nullptr;
  std::span<const std::uint32_t> source;  // the layer's own vertex for each
  std::span<const float> rest;
  std::span<const float> positions;
  std::span<const float> normals;
  std::span<float> out_positions;
  std::span<float> out_normals;
};

// What deforming is worked out in; made for one deformer.
class LayerDeforming {
 public:
  LayerDeforming(const LayerDeformer& deformer, std::size_t bones);

  // Allocates nothing.
  void run(const LayerDeformer& deformer, const LayerMotion& motion);

 private:
  void blendDualQuaternions(const LayerMotion& motion);
  void keepRigid(const LayerDeformer& deformer, const LayerMotion& motion);
  void spreadSmoothly(const LayerDeformer& deformer, const LayerMotion& motion);
  void addSolved(const LayerMotion& motion) const;

  std::vector<SkinDualQuaternion> motions_;  // by bone
  std::vector<SkinMatrix> stretches_;
  std::optional<PointArapSolver::Workspace> arap_;
  std::vector<Vec2> targets_;  // by handle
  std::optional<BiharmonicBoneSolver::Workspace> field_;
  std::vector<Affine3> frames_;  // by bone of the field
  std::vector<Vec2> solved_;     // by vertex of the layer
};

}  // namespace vide::detail

// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

#include "vide/core/error.hpp"
#include "vide/core/skin_matrix.hpp"
#include "vide/skeleton/skeleton.hpp"

// Placing many joints every frame, in single precision: what modelTransforms and skinningTransforms
// do, packed for speed. Poses are kept in groups of four bones, number by number.
namespace vide {

// The A_i (see Transform) of bones 4 g .. 4 g + 3; of places without a bone, the rest.
struct alignas(16) PoseGroup {
  float translation[3][4]{};
  float rotation[4][4]{{}, {}, {}, {1, 1, 1, 1}};  // x y z w, of unit length
  float scale[3][4]{{1, 1, 1, 1}, {1, 1, 1, 1}, {1, 1, 1, 1}};
  float shear[3][4]{};
};
constexpr std::size_t poseGroups(std::size_t bones) { return (bones + 3) / 4; }

// Writes one bone's transform into its place.
void setPose(std::span<PoseGroup> pose, std::size_t bone, const Transform& transform);
// Reads it back.
Transform poseOf(std::span<const PoseGroup> pose, std::size_t bone);

// A skeleton as PoseJob reads it. Cannot be changed.
class RuntimeSkeleton {
 public:
  RuntimeSkeleton() = default;
  // Bones that do not inherit rotation or scale are posed as modelTransforms does it, in double
  // precision: they take longer than others.
  static RuntimeSkeleton build(const Skeleton& skeleton);

  std::size_t size() const { return parents_.size(); }
  std::span<const int> parents() const { return parents_; }
  std::span<const SkinMatrix> local() const { return local_; }               // L_i
  std::span<const SkinMatrix> inverseRest() const { return inverse_rest_; }  // inverse(R_i)

 private:
  friend struct PoseJob;

  // A bone that does not inherit all of its parent's frame.
  struct Loose {
    std::size_t bone = 0;
    bool inherit_rotation = true, inherit_scale = true;
    Mat3 resting_parent;  // the linear part of R_parent
    Affine3 local;        // L_i

    SkinMatrix on(const SkinMatrix& parent) const;
  };

  std::vector<int> parents_;
  std::vector<SkinMatrix> local_;
  std::vector<SkinMatrix> inverse_rest_;
  std::vector<Loose> loose_;  // ascending
};

// One frame: R'_i = R'_parent L_i A_i and S_i = R'_i inverse(R_i) of every bone.
struct PoseJob {
  const RuntimeSkeleton* skeleton = nullptr;
  std::span<const PoseGroup> pose;
  std::span<SkinMatrix> model;     // R'_i, one per bone
  std::span<SkinMatrix> skinning;  // S_i, one per bone, or none

  // Errors: no skeleton, sizes that do not fit it.
  Result<void> validate() const;
  // Allocates nothing. The job must be valid. Differs from the double path by rounding: a few 1e-7
  // of the distance from the root for every bone on the way.
  void run() const noexcept;
};

}  // namespace vide

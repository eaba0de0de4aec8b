// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <array>
#include <cstdint>
#include <span>

#include "vide/core/error.hpp"
#include "vide/core/transform.hpp"
#include "vide/deform/skinning.hpp"
#include "vide/mesh/vertex_weights.hpp"

// Dual quaternion skinning: each handle's rigid motion is a unit dual quaternion, their blend is
// made a unit again, so every vertex moves rigidly and twisted limbs keep their radius. The linear
// blend (skinning.hpp) loses it. Bent joints bulge a little on the outside instead.
//
// Ladislav Kavan, Steven Collins, Jiri Zara and Carol O'Sullivan, Geometric skinning with
// approximate dual quaternion blending, ACM Transactions on Graphics 27(4), 2008.
namespace vide {

// A rigid motion x -> rotate(real, x) + translation, with real of unit length and
// dual = translation * real / 2. Its negative is the same motion.
struct DualQuaternion {
  Quat real;
  Quat dual{0, 0, 0, 0};

  friend constexpr bool operator==(const DualQuaternion&, const DualQuaternion&) = default;
};

// A transform taken apart into what stretches at rest and what then moves rigidly:
// linear = rotation * stretch with the nearest rotation (polar decomposition). The stretch of a
// rotation is the identity to rounding; a mirroring stays in the stretch.
struct StretchedMotion {
  DualQuaternion motion;
  Mat3 stretch;
};
StretchedMotion toStretchedMotion(const Affine3& transform);

// Moves V as skin() does: v' = M(sum_i w_i P_i v), with P_i the stretches blended linearly and M
// the blend of the motions, their signs chosen to agree with the strongest's. Weights as there.
Eigen::MatrixXd skinByDualQuaternions(const Eigen::MatrixXd& V, const VertexWeights& weights,
                                      std::span<const Affine3> transforms);

// The runtime form, quaternions as x y z w.
struct alignas(16) SkinDualQuaternion {
  std::array<float, 4> real{0, 0, 0, 1};
  std::array<float, 4> dual{};
};
SkinDualQuaternion toSkinDualQuaternion(const DualQuaternion& motion);

// Dual quaternion skinning of float buffers, one frame, in the manner of SkinningJob. Normals turn
// with their vertex and keep their length; with stretches they are sent through those and made unit
// length again, which is right while nothing stretches differently along different axes.
struct DualQuaternionJob {
  std::span<const SkinDualQuaternion> motions;
  std::span<const SkinMatrix> stretches;  // one per motion, or none where nothing stretches
  int influences = 4;
  std::span<const std::uint16_t> handles;  // vertices x influences, each vertex's strongest first
  std::span<const float> weights;          // vertices x influences
  std::span<const float> positions;
  std::span<const float> normals;
  std::span<float> out_positions;  // may be the same memory as `positions`
  std::span<float> out_normals;    // may be the same memory as `normals`

  // Errors: those of SkinningJob, a negative weight, a first weight that is not the largest.
  Result<void> validate() const;
  // Allocates nothing. The job must be valid.
  void run() const noexcept;
};

}  // namespace vide

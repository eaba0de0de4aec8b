// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <span>
#include <vector>

#include "vide/core/error.hpp"
#include "vide/core/skin_matrix.hpp"
#include "vide/core/transform.hpp"
#include "vide/mesh/vertex_weights.hpp"

// Linear blend skinning: v' = sum_i w_i S_i v, with S_i the skinning transform of handle i (what
// skinningTransforms gives). Rigid motions of all handles together move the shape rigidly. Joints
// that bend far lose volume, and a half turn of twist collapses: that is the method, not a fault.
namespace vide {

// Moves V (n x 2, taken at z = 0 and returned without z, or n x 3), in double.
//
// `weights` has a row per vertex and a column per transform, and passes checkWeights. Identity
// transforms return V unchanged; what a row lacks to the sum 1 stays at rest.
Eigen::MatrixXd skin(const Eigen::MatrixXd& V, const VertexWeights& weights,
                     std::span<const Affine3> transforms);

// The runtime layout: every vertex has exactly `influences` (handle, weight) pairs side by side,
// largest weight first, sums of 1 to float precision, unused places 0 with weight 0.
struct PackedWeights {
  int influences = 0;
  std::vector<std::uint16_t> handle;  // vertices x influences
  std::vector<float> weight;          // vertices x influences
};

// Keeps the largest `influences` weights of each row and scales them to sum to 1. Errors: those of
// checkWeights, influences outside 1 .. 255, more than 65536 handles, a row whose kept weights do
// not sum to more than 0.
Result<PackedWeights> packWeights(const VertexWeights& weights, int influences = 4);

// Skinning of float buffers, one frame, with the widest instructions that the machine has; the
// result has the same bits on all of them. Fill in the spans, validate() once, then run() as often
// as their contents change. Positions and normals are 3 floats a vertex. Normals go through the
// linear part of the blend and are made unit length again (a zero stays zero), which is right while
// transforms do not stretch differently along different axes; give no normals (empty spans) to skip
// them.
struct SkinningJob {
  std::span<const SkinMatrix> transforms;
  int influences = 4;
  std::span<const std::uint16_t> handles;  // vertices x influences
  std::span<const float> weights;          // vertices x influences
  std::span<const float> positions;
  std::span<const float> normals;
  std::span<float> out_positions;  // may be the same memory as `positions`
  std::span<float> out_normals;    // may be the same memory as `normals`

  // Errors: sizes that do not fit together, a handle that has no transform, a vertex whose weights
  // do not sum to 1 within 1e-3 (what eight bits a weight give).
  Result<void> validate() const;
  // Allocates nothing. The job must be valid.
  void run() const noexcept;
};

}  // namespace vide

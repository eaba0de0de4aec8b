// SPDX-License-Identifier: MIT
#include "vide/deform/dual_quaternion.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <vector>

#include "vide/core/text.hpp"
#include "vide/deform/detail/rotation_fit.hpp"
#include "vide/deform/detail/skinning_checks.hpp"
#include "vide/deform/detail/skinning_kernels.hpp"
#include "vide/mesh/rows.hpp"

namespace vide {
namespace {

Mat3 nearestRotation(const Mat3& m) {
  const detail::Matrix3 S{m.x.x, m.y.x, m.z.x, m.x.y, m.y.y, m.z.y, m.x.z, m.y.z, m.z.z};
  detail::Matrix3 R;
  detail::fitRotation(S, R);
  return {{R[0], R[3], R[6]}, {R[1], R[4], R[7]}, {R[2], R[5], R[8]}};
}

Quat scaled(Quat q, double s) { return {q.x * s, q.y * s, q.z * s, q.w * s}; }
Quat sum(Quat a, Quat b) { return {a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w}; }

Vec3 moved(const DualQuaternion& blend, Vec3 v) {
  const double size = std::sqrt(dot(blend.real, blend.real));
  const Quat real = scaled(blend.real, 1 / size), dual = scaled(blend.dual, 1 / size);
  const Quat half = dual * conjugate(real);
  return rotate(real, v) + 2 * Vec3{half.x, half.y, half.z};
}

Vec3 movedVertex(std::span<const int> handles, std::span<const double> weights,
                 const std::vector<StretchedMotion>& motions, Vec3 rest) {
  DualQuaternion blend{{0, 0, 0, 0}, {0, 0, 0, 0}};
  Vec3 stretched = rest;
  const Quat strongest = motions[std::size_t(handles[0])].motion.real;
  for (std::size_t k = 0; k < handles.size(); ++k) {
    const auto& [motion, stretch] = motions[std::size_t(handles[k])];
    const double share = dot(strongest, motion.real) < 0 ? -weights[k] : weights[k];
    blend.real = sum(blend.real, scaled(motion.real, share));
    blend.dual = sum(blend.dual, scaled(motion.dual, share));
    stretched += weights[k] * (stretch * rest - rest);
  }
  return moved(blend, stretched);
}

// Whether the first weight of each row is the largest and none is negative.
Result<void> checkOrder(std::span<const float> weights, std::size_t influences) {
  for (std::size_t v = 0; v * influences < weights.size(); ++v) {
    const auto row = weights.subspan(v * influences, influences);
    if (std::ranges::max(row) > row[0] || std::ranges::min(row) < 0) {
      return fail(ErrorCode::invalid_argument,
                  text("skinning: vertex ", v,
                       " has a negative weight or not its largest first; pack the weights"));
    }
  }
  return {};
}

}  // namespace

StretchedMotion toStretchedMotion(const Affine3& transform) {
  const Mat3 rotation = nearestRotation(transform.linear);
  const Quat real = toQuat(rotation);
  const Vec3 t = transform.translation;
  return {{real, scaled(Quat{t.x, t.y, t.z, 0} * real, 0.5)},
          transpose(rotation) * transform.linear};
}

Eigen::MatrixXd skinByDualQuaternions(const Eigen::MatrixXd& V, const VertexWeights& weights,
                                      std::span<const Affine3> transforms) {
  assert(V.cols() == 2 || V.cols() == 3);
  assert(weights.vertices() == std::size_t(V.rows()));
  assert(std::size_t(weights.handles) <= transforms.size());
  std::vector<StretchedMotion> motions;
  for (const Affine3& transform : transforms) motions.push_back(toStretchedMotion(transform));
  const bool spatial = V.cols() == 3;
  Eigen::MatrixXd out(V.rows(), V.cols());
  for (Eigen::Index v = 0; v < V.rows(); ++v) {
    const Vec3 rest = rowOf(V, v);
    const std::size_t row = std::size_t(v);
    const Vec3 to = movedVertex(weights.handlesOf(row), weights.weightsOf(row), motions, rest);
    out(v, 0) = to.x;
    out(v, 1) = to.y;
    if (spatial) out(v, 2) = to.z;
  }
  return out;
}

SkinDualQuaternion toSkinDualQuaternion(const DualQuaternion& motion) {
  const auto floats = [](Quat q) {
    return std::array{float(q.x), float(q.y), float(q.z), float(q.w)};
  };
  return {floats(motion.real), floats(motion.dual)};
}

Result<void> DualQuaternionJob::validate() const {
  if (!stretches.empty() && stretches.size() != motions.size()) {
    return fail(ErrorCode::invalid_argument, text("skinning: ", stretches.size(), " stretches for ",
                                                  motions.size(), " motions"));
  }
  const auto valid = detail::checkSkinning(motions.size(), *this);
  return valid ? checkOrder(weights, std::size_t(influences)) : valid;
}

void DualQuaternionJob::run() const noexcept {
  detail::SkinningBuffers buffers = detail::buffersOf(*this);
  const detail::SkinningKernels& kernels = detail::skinningKernels().front();
  if (!stretches.empty()) {
    kernels.blendMatrices(stretches.data(), buffers);
    buffers.positions = buffers.out_positions;
    if (buffers.normals) buffers.normals = buffers.out_normals;
  }
  kernels.blendDualQuaternions(motions.data(), buffers);
}

}  // namespace vide

// SPDX-License-Identifier: MIT
#include "vide/deform/skinning.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstddef>

#include "vide/core/text.hpp"
#include "vide/deform/detail/skinning_checks.hpp"
#include "vide/deform/detail/skinning_kernels.hpp"
#include "vide/mesh/rows.hpp"

namespace vide {

namespace {

constexpr int most_influences = 255;
constexpr int most_handles = 65536;

auto wrong(auto... pieces) { return fail(ErrorCode::invalid_argument, text(pieces...)); }

Vec3 blend(const VertexWeights& weights, std::size_t v, std::span<const Affine3> transforms,
           Vec3 rest) {
  const auto handles = weights.handlesOf(v);
  const auto share = weights.weightsOf(v);
  Vec3 moved = rest;
  for (std::size_t k = 0; k < handles.size(); ++k) {
    moved += share[k] * (transforms[handles[k]] * rest - rest);
  }
  return moved;
}

Result<void> packRow(const VertexWeights& weights, std::size_t v, PackedWeights& packed) {
  const auto handles = weights.handlesOf(v);
  const auto share = weights.weightsOf(v);
  const std::size_t kept = std::min(handles.size(), std::size_t(packed.influences));
  double sum = 0;
  for (std::size_t k = 0; k < kept; ++k) sum += share[k];
  if (!(sum > 0)) return wrong("weights: the largest weights of vertex ", v, " sum to ", sum);
  for (std::size_t k = 0; k < kept; ++k) {
    const std::size_t place = v * std::size_t(packed.influences) + k;
    packed.handle[place] = std::uint16_t(handles[k]);
    packed.weight[place] = float(share[k] / sum);
  }
  return {};
}

}  // namespace

Eigen::MatrixXd skin(const Eigen::MatrixXd& V, const VertexWeights& weights,
                     std::span<const Affine3> transforms) {
  assert(V.cols() == 2 || V.cols() == 3);
  assert(weights.vertices() == std::size_t(V.rows()));
  assert(std::size_t(weights.handles) <= transforms.size());
  const bool spatial = V.cols() == 3;
  Eigen::MatrixXd moved(V.rows(), V.cols());
  for (Eigen::Index v = 0; v < V.rows(); ++v) {
    const Vec3 rest = rowOf(V, v);
    const Vec3 to = blend(weights, std::size_t(v), transforms, rest);
    moved(v, 0) = to.x;
    moved(v, 1) = to.y;
    if (spatial) moved(v, 2) = to.z;
  }
  return moved;
}

Result<PackedWeights> packWeights(const VertexWeights& weights, int influences) {
  if (influences < 1 || influences > most_influences) {
    return wrong("influences: ", influences, " is outside 1 .. ", most_influences);
  }
  if (weights.handles > most_handles) {
    return wrong("weights: ", weights.handles, " handles are more than ", most_handles);
  }
  const std::size_t vertices = weights.vertices();
  if (auto checked = validate(weights, WeightSigns::any); !checked) {
    return std::unexpected(checked.error());
  }
  const std::size_t places = vertices * std::size_t(influences);
  PackedWeights packed{influences, std::vector<std::uint16_t>(places), std::vector<float>(places)};
  for (std::size_t v = 0; v < vertices; ++v) {
    if (auto done = packRow(weights, v, packed); !done) return std::unexpected(done.error());
  }
  return packed;
}

Result<void> SkinningJob::validate() const {
  return detail::checkSkinning(transforms.size(), *this);
}

void SkinningJob::run() const noexcept {
  detail::skinningKernels().front().blendMatrices(transforms.data(), detail::buffersOf(*this));
}

}  // namespace vide

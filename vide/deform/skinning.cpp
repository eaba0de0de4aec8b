// SPDX-License-Identifier: MIT
#include "vide/deform/skinning.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstddef>

#include "vide/core/text.hpp"

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

// One vertex's blend of matrices. Influences > 0 lets the compiler unroll; 0 means `count` says it.
template <int Influences>
SkinMatrix blendOf(const SkinMatrix* transforms, const std::uint16_t* handle, const float* weight,
                   int count) {
  SkinMatrix sum;
  const int end = Influences > 0 ? Influences : count;
  for (int k = 0; k < end; ++k) {
    const SkinMatrix& matrix = transforms[handle[k]];
    for (int c = 0; c < 4; ++c) {
      for (int r = 0; r < 4; ++r) sum.column[c][r] += weight[k] * matrix.column[c][r];
    }
  }
  return sum;
}

std::array<float, 4> linearPart(const SkinMatrix& m, const float* v) {
  std::array<float, 4> moved;
  for (int r = 0; r < 4; ++r) {
    moved[r] = m.column[0][r] * v[0] + m.column[1][r] * v[1] + m.column[2][r] * v[2];
  }
  return moved;
}

void movePoint(const SkinMatrix& m, const float* from, float* to) {
  const std::array<float, 4> moved = linearPart(m, from);
  for (int r = 0; r < 3; ++r) to[r] = moved[r] + m.column[3][r];
}

void moveNormal(const SkinMatrix& m, const float* from, float* to) {
  const std::array<float, 4> moved = linearPart(m, from);
  const float squared = moved[0] * moved[0] + moved[1] * moved[1] + moved[2] * moved[2];
  const float scale = squared > 0 ? 1 / std::sqrt(squared) : 0;
  for (int r = 0; r < 3; ++r) to[r] = moved[r] * scale;
}

template <int Influences>
void runWith(const SkinningJob& job) {
  const std::size_t vertices = job.positions.size() / 3;
  const bool with_normals = !job.normals.empty();
  for (std::size_t v = 0; v < vertices; ++v) {
    const std::size_t first = v * std::size_t(job.influences);
    const SkinMatrix m = blendOf<Influences>(job.transforms.data(), job.handles.data() + first,
                                             job.weights.data() + first, job.influences);
    movePoint(m, job.positions.data() + 3 * v, job.out_positions.data() + 3 * v);
    if (with_normals) moveNormal(m, job.normals.data() + 3 * v, job.out_normals.data() + 3 * v);
  }
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
    const Vec3 rest{V(v, 0), V(v, 1), spatial ? V(v, 2) : 0};
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

SkinMatrix toSkinMatrix(const Affine3& transform) {
  const auto column = [](Vec3 v) { return std::array{float(v.x), float(v.y), float(v.z), 0.0f}; };
  return {{column(transform.linear.x), column(transform.linear.y), column(transform.linear.z),
           column(transform.translation)}};
}

Result<void> SkinningJob::validate() const {
  if (influences < 1) return wrong("skinning: influences is ", influences, " but must be positive");
  if (positions.size() % 3 != 0) {
    return wrong("skinning: ", positions.size(), " position floats are not a multiple of 3");
  }
  const std::size_t places = positions.size() / 3 * std::size_t(influences);
  if (handles.size() != places || weights.size() != places) {
    return wrong("skinning: ", handles.size(), " handles and ", weights.size(), " weights where ",
                 places, " are needed");
  }
  if (out_positions.size() != positions.size() || out_normals.size() != normals.size() ||
      (!normals.empty() && normals.size() != positions.size())) {
    return wrong("skinning: positions, normals and outputs differ in length");
  }
  const auto missing = std::ranges::find_if(
      handles, [this](std::uint16_t handle) { return handle >= transforms.size(); });
  if (missing != handles.end()) {
    return wrong("skinning: vertex ", std::size_t(missing - handles.begin()) / influences,
                 " names handle ", *missing, " of ", transforms.size());
  }
  return {};
}

void SkinningJob::run() const noexcept {
  switch (influences) {
    case 1:
      return runWith<1>(*this);
    case 2:
      return runWith<2>(*this);
    case 3:
      return runWith<3>(*this);
    case 4:
      return runWith<4>(*this);
    default:
      return runWith<0>(*this);
  }
}

}  // namespace vide

// SPDX-License-Identifier: MIT
#include "vide/deform/detail/blended_positions.hpp"

#include <algorithm>
#include <cstring>
#include <iterator>

#include "vide/core/wide_registers.hpp"
#include "vide/deform/detail/lanes.hpp"

namespace vide::detail {

namespace {

constexpr std::size_t lanes = 8;

using Eight = float __attribute__((vector_size(32)));

VIDE_INLINE Eight loadEight(const float* from) {
  Eight value;
  std::memcpy(&value, from, sizeof value);
  return value;
}

// A transform as the blend takes it: for each coordinate its row of the matrix, every number eight
// times, since GCC does not always broadcast well.
template <int Dimension>
void writeMatrix(const Affine3& transform, Vec3 middle, float* to) {
  const Vec3 columns[4] = {transform.linear.x, transform.linear.y, transform.linear.z,
                           transform * middle};
  for (int i = 0; i < Dimension; ++i) {
    for (int c = 0; c <= Dimension; ++c) {
      const Vec3& v = columns[c < Dimension ? c : 3];
      to = std::fill_n(to, lanes, float(i == 0 ? v.x : i == 1 ? v.y : v.z));
    }
  }
}

// x y z of eight vertices, one after the other.
VIDE_INLINE void interleave(const Eight (&at)[3], float* out) {
  const Eight low = __builtin_shufflevector(at[0], at[1], 0, 8, 1, 9, 2, 10, 3, 11);
  const Eight high = __builtin_shufflevector(at[0], at[1], 4, 12, 5, 13, 6, 14, 7, 15);
  const Eight between = __builtin_shufflevector(low, high, 6, 7, 8, 9, 10, 10, 10, 10);
  const Eight first = __builtin_shufflevector(low, at[2], 0, 1, 8, 2, 3, 9, 4, 5);
  const Eight second = __builtin_shufflevector(between, at[2], 10, 0, 1, 11, 2, 3, 12, 4);
  const Eight third = __builtin_shufflevector(high, at[2], 3, 13, 4, 5, 14, 6, 7, 15);
  std::memcpy(out, &first, sizeof first);
  std::memcpy(out + lanes, &second, sizeof second);
  std::memcpy(out + 2 * lanes, &third, sizeof third);
}

VIDE_INLINE void interleave(const Eight (&at)[2], float* out) {
  const Eight low = __builtin_shufflevector(at[0], at[1], 0, 8, 1, 9, 2, 10, 3, 11);
  const Eight high = __builtin_shufflevector(at[0], at[1], 4, 12, 5, 13, 6, 14, 7, 15);
  std::memcpy(out, &low, sizeof low);
  std::memcpy(out + lanes, &high, sizeof high);
}

template <int Dimension>
VIDE_INLINE void blendBlock(const BlendView& view, std::size_t index, const float* matrices,
                            float* out) {
  constexpr int columns = Dimension + 1;
  constexpr std::size_t entries = Dimension * columns, matrix_size = entries * lanes;
  const float* base = matrices + std::size_t(view.base) * matrix_size;
  Eight blend[entries];
#pragma GCC unroll 12
  for (std::size_t i = 0; i < entries; ++i) blend[i] = loadEight(base + i * lanes);
  for (std::size_t k = view.blocks[index].first; k < view.blocks[index].end; ++k) {
    const float* matrix = matrices + std::size_t(view.handle[k]) * matrix_size;
    const Eight weight = loadEight(view.weight + k * lanes);
#pragma GCC unroll 12
    for (std::size_t i = 0; i < entries; ++i) blend[i] += weight * loadEight(matrix + i * lanes);
  }
  const float* rest = view.rest + index * (lanes * Dimension);
  Eight at[Dimension];
#pragma GCC unroll 3
  for (int i = 0; i < Dimension; ++i) {
    at[i] = blend[i * columns + Dimension];
#pragma GCC unroll 3
    for (int c = 0; c < Dimension; ++c) {
      at[i] += blend[i * columns + c] * loadEight(rest + std::size_t(c) * lanes);
    }
  }
  interleave(at, out);
}

template <int Dimension>
VIDE_INLINE void blendAll(const BlendView& view, const float* matrices, std::span<float> out) {
  constexpr std::size_t block_size = lanes * Dimension;
  std::size_t block = 0;
  for (; (block + 1) * block_size <= out.size(); ++block) {
    blendBlock<Dimension>(view, block, matrices, out.data() + block * block_size);
  }
  if (block == view.blocks.size()) return;
  float last[block_size];
  blendBlock<Dimension>(view, block, matrices, last);
  std::copy_n(last, out.size() - block * block_size, out.data() + block * block_size);
}

using Blend = void (*)(const BlendView& view, const float* matrices, std::span<float> out);

template <int Dimension>
void baseline(const BlendView& view, const float* matrices, std::span<float> out) {
  blendAll<Dimension>(view, matrices, out);
}

#ifdef VIDE_WIDE_REGISTERS
template <int Dimension>
__attribute__((target("avx2"))) void wide(const BlendView& view, const float* matrices,
                                          std::span<float> out) {
  blendAll<Dimension>(view, matrices, out);
}
#endif

template <int Dimension>
Blend blendOfThisMachine() {
#ifdef VIDE_WIDE_REGISTERS
  if (__builtin_cpu_supports("avx2")) return wide<Dimension>;
#endif
  return baseline<Dimension>;
}

// The handle that most vertices follow.
int mostCommonHandle(const VertexWeights& weights) {
  std::vector<std::size_t> count(std::size_t(weights.handles), 0);
  for (int h : weights.handle) ++count[std::size_t(h)];
  return int(std::max_element(count.begin(), count.end()) - count.begin());
}

template <int Dimension>
void writeMatrices(std::span<const Affine3> transforms, Vec3 middle, int base, float* to) {
  constexpr std::size_t size = Dimension * (Dimension + 1) * lanes;
  for (std::size_t h = 0; h < transforms.size(); ++h) {
    writeMatrix<Dimension>(transforms[h], middle, to + h * size);
  }
  const float* of_base = to + std::size_t(base) * size;
  for (std::size_t h = 0; h < transforms.size(); ++h) {
    if (h == std::size_t(base)) continue;
    for (std::size_t i = 0; i < size; ++i) to[h * size + i] -= of_base[i];
  }
}

}  // namespace

BlendedPositions::BlendedPositions(const ElementMesh& mesh, Vec3 middle,
                                   const VertexWeights& weights)
    : dimension_(mesh.dimension), middle_(middle), base_(mostCommonHandle(weights)) {
  for (std::size_t v = 0; v < std::size_t(mesh.vertices()); v += lanes) {
    appendBlock(mesh, weights, v);
  }
}

void BlendedPositions::appendBlock(const ElementMesh& mesh, const VertexWeights& weights,
                                   std::size_t first) {
  const std::size_t count = std::min(lanes, std::size_t(mesh.vertices()) - first);
  const std::size_t start = handle_.size();
  for (std::size_t lane = 0; lane < count; ++lane) {
    const auto handles = weights.handlesOf(first + lane);
    std::ranges::copy_if(handles, std::back_inserter(handle_), [&](int h) { return h != base_; });
  }
  std::sort(handle_.begin() + std::ptrdiff_t(start), handle_.end());
  handle_.erase(std::unique(handle_.begin() + std::ptrdiff_t(start), handle_.end()), handle_.end());
  blocks_.push_back({start, handle_.size()});
  weight_.resize(handle_.size() * lanes);
  rest_.resize(blocks_.size() * lanes * std::size_t(dimension_));
  float* rest = rest_.data() + (blocks_.size() - 1) * lanes * std::size_t(dimension_);
  for (std::size_t lane = 0; lane < count; ++lane) {
    const auto handles = weights.handlesOf(first + lane);
    for (std::size_t k = 0; k < handles.size(); ++k) {
      if (handles[k] == base_) continue;
      const auto place =
          std::lower_bound(handle_.begin() + std::ptrdiff_t(start), handle_.end(), handles[k]);
      weight_[std::size_t(place - handle_.begin()) * lanes + lane] =
          float(weights.weightsOf(first + lane)[k]);
    }
    const double middle[3] = {middle_.x, middle_.y, middle_.z};
    for (int c = 0; c < dimension_; ++c) {
      rest[std::size_t(c) * lanes + lane] = float(mesh.restOf(int(first + lane))[c] - middle[c]);
    }
  }
}

void BlendedPositions::run(std::span<const Affine3> transforms, std::span<float> scratch,
                           std::span<float> out) const noexcept {
  static const Blend blend[2] = {blendOfThisMachine<2>(), blendOfThisMachine<3>()};
  const auto write = dimension_ == 2 ? writeMatrices<2> : writeMatrices<3>;
  write(transforms, middle_, base_, scratch.data());
  const BlendView view{blocks_, base_, handle_.data(), weight_.data(), rest_.data()};
  blend[dimension_ - 2](view, scratch.data(), out);
}

}  // namespace vide::detail

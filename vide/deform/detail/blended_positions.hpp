// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

#include "vide/core/transform.hpp"
#include "vide/deform/detail/element_mesh.hpp"
#include "vide/mesh/vertex_weights.hpp"

namespace vide::detail {

// Eight vertices side by side, with the handles other than the base that any of them has.
struct VertexBlock {
  std::size_t first, end;  // into BlendView::handle
};

struct BlendView {
  std::span<const VertexBlock> blocks;
  int base;
  const int* handle;
  const float* weight;  // for each entry of handle, eight
  const float* rest;    // for each block, dimension x 8
};

// Linear blend skinning in float, eight vertices at a time. Since weights sum to 1, a blend is the
// matrix of one handle, the base, plus the others' shares of how far theirs are from it.
class BlendedPositions {
 public:
  // Inside, rest positions are relative to `middle`. Rows of `weights` sum to 1.
  BlendedPositions(const ElementMesh& mesh, Vec3 middle, const VertexWeights& weights);

  // How many floats run() needs for `handles` transforms.
  static std::size_t scratchSize(std::size_t handles) { return handles * 12 * 8; }
  // `out` gets vertices x dimension floats. Allocates nothing.
  void run(std::span<const Affine3> transforms, std::span<float> scratch,
           std::span<float> out) const noexcept;

 private:
  void appendBlock(const ElementMesh& mesh, const VertexWeights& weights, std::size_t first);

  int dimension_;
  Vec3 middle_;
  int base_;
  std::vector<VertexBlock> blocks_;
  std::vector<int> handle_;
  std::vector<float> weight_, rest_;
};

}  // namespace vide::detail

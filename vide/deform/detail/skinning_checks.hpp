// SPDX-License-Identifier: MIT
#pragma once

#include "vide/core/error.hpp"
#include "vide/deform/detail/skinning_kernels.hpp"

// What the skinning jobs have in common: their spans.
namespace vide::detail {

struct SkinningSpans {
  int influences;
  std::span<const std::uint16_t> handles;
  std::span<const float> weights, positions, normals;
  std::size_t out_positions, out_normals;  // floats
};
Result<void> checkSkinning(std::size_t transforms, const SkinningSpans& job);

Result<void> checkSkinning(std::size_t transforms, const auto& job) {
  return checkSkinning(
      transforms, SkinningSpans{job.influences, job.handles, job.weights, job.positions,
                                job.normals, job.out_positions.size(), job.out_normals.size()});
}

SkinningBuffers buffersOf(const auto& job) {
  return {job.positions.size() / 3, job.influences,        job.handles.data(),
          job.weights.data(),       job.positions.data(),  job.normals.data(),
          job.out_positions.data(), job.out_normals.data()};
}

}  // namespace vide::detail

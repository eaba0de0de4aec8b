// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "vide/deform/dual_quaternion.hpp"
#include "vide/deform/skinning.hpp"

namespace vide::detail {

// The buffers of a valid skinning job.
struct SkinningBuffers {
  std::size_t vertices = 0;
  int influences = 0;
  const std::uint16_t* handles = nullptr;
  const float* weights = nullptr;
  const float* positions = nullptr;
  const float* normals = nullptr;  // or null
  float* out_positions = nullptr;
  float* out_normals = nullptr;
};

// Every set of kernels does the same operations in the same order, without contraction, so all
// give the same bits.
struct SkinningKernels {
  const char* name;
  void (*blendMatrices)(const SkinMatrix* transforms, const SkinningBuffers& buffers) noexcept;
  void (*blendDualQuaternions)(const SkinDualQuaternion* transforms,
                               const SkinningBuffers& buffers) noexcept;
};

// Those that this machine can run, the fastest first, the scalar ones last.
std::span<const SkinningKernels> skinningKernels() noexcept;

}  // namespace vide::detail

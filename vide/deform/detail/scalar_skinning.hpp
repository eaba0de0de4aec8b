// SPDX-License-Identifier: MIT
#pragma once

#include "vide/deform/detail/skinning_kernels.hpp"

// Skinning of the vertices first .. buffers.vertices - 1, one after the other. The wide kernels
// leave the last few vertices to these and follow their order of operations.
namespace vide::detail {

void blendMatricesFrom(std::size_t first, const SkinMatrix* transforms,
                       const SkinningBuffers& buffers) noexcept;
void blendDualQuaternionsFrom(std::size_t first, const SkinDualQuaternion* transforms,
                              const SkinningBuffers& buffers) noexcept;

}  // namespace vide::detail

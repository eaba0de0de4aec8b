// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "vide/animation/clip.hpp"
#include "vide/core/error.hpp"
#include "vide/formats/detail/gltf_allowance.hpp"
#include "vide/formats/detail/gltf_content.hpp"

namespace vide::detail {

// The keys of one channel as the file has them.
struct GltfSampler {
  std::vector<double> times;   // one or more, increasing from 0 on
  std::vector<double> values;  // finite; of cubic keys each with its tangents: in, value, out
  Interpolation interpolation = Interpolation::linear;

  std::size_t valuesPerKey() const { return interpolation == Interpolation::cubic ? 3 : 1; }
};

// Errors: a sampler that does not exist, keys that do not increase or are not finite, a limit
// passed.
Result<GltfSampler> readSampler(const GltfDocument& gltf, const Json& animation,
                                const Json& channel, GltfAllowance& allowance);

}  // namespace vide::detail

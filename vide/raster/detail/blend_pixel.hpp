// SPDX-License-Identifier: MIT
#pragma once

#include "vide/raster/blend.hpp"
#include "vide/raster/detail/pixel.hpp"

namespace vide::detail {

// The passes of blend.hpp on colours of 0..1; the mode is known when this is compiled.
template <BlendFactor factor>
Float4 valueOf(Float4 source, Float4 backdrop) {
  if constexpr (factor == BlendFactor::zero) return splat(0);
  if constexpr (factor == BlendFactor::one) return splat(1);
  if constexpr (factor == BlendFactor::one_minus_source_color) return splat(1) - source;
  if constexpr (factor == BlendFactor::one_minus_source_alpha) return splat(1) - alphaOf(source);
  if constexpr (factor == BlendFactor::backdrop_color) return backdrop;
  if constexpr (factor == BlendFactor::one_minus_backdrop_alpha) {
    return splat(1) - alphaOf(backdrop);
  }
}

template <BlendFactor of_source, BlendFactor of_backdrop>
Float4 mix(Float4 source, Float4 backdrop) {
  return minimum(splat(1), source * valueOf<of_source>(source, backdrop) +
                               backdrop * valueOf<of_backdrop>(source, backdrop));
}

template <BlendMode mode, std::size_t pass = 0>
Float4 blend(Float4 source, Float4 backdrop) {
  constexpr std::span<const BlendPass> passes = blendPasses(mode);
  if constexpr (pass == passes.size()) {
    return backdrop;
  } else {
    constexpr BlendPass p = passes[pass];
    Float4 result = mix<p.color_source, p.color_backdrop>(source, backdrop);
    if constexpr (p.color_source != p.alpha_source || p.color_backdrop != p.alpha_backdrop) {
      result[3] = mix<p.alpha_source, p.alpha_backdrop>(source, backdrop)[3];
    }
    return blend<mode, pass + 1>(source, result);
  }
}

}  // namespace vide::detail

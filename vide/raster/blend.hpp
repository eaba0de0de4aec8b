// SPDX-License-Identifier: MIT
#pragma once

// How a painted colour and what lies below it become one, written once as data: a GPU can
// run the same passes and paint the same picture.
//
// Colours are premultiplied and stay in sRGB (blending is not linearised; that is what painting
// programs and browsers do). Before blending, the source s = (r, g, b, a) of a layer is
//
//     s = texel * (tint.r, tint.g, tint.b, 1) * opacity * clip.a
//
// texel: the filtered premultiplied texture; clip.a: the alpha that the clipping layer painted at
// this pixel, 1 where there is none. Each pass then replaces the backdrop b by
//
//     b = min(1, s * color_source + b * color_backdrop)    for r, g, b
//     b = min(1, s * alpha_source + b * alpha_backdrop)    for a
//
// which is what blendFuncSeparate of WebGL does with these factors. On any backdrop the results are
// those of the W3C's "Compositing and Blending Level 1" (source-over, plus-lighter, multiply,
// screen); multiply takes two passes because over a half-transparent backdrop it has three terms.
//
// Not guaranteed: the same bytes from a GPU, which rounds to 8 bits after every pass.

#include <array>
#include <span>

#include "vide/core/blend_mode.hpp"

namespace vide {

// Named as WebGL names them: source s is what is painted, backdrop ("destination") what is there.
enum class BlendFactor {
  zero,
  one,
  one_minus_source_color,
  one_minus_source_alpha,
  backdrop_color,
  one_minus_backdrop_alpha,
};

struct BlendPass {
  BlendFactor color_source, color_backdrop;
  BlendFactor alpha_source, alpha_backdrop;
};

namespace detail {
inline constexpr std::array normal_passes{
    BlendPass{BlendFactor::one, BlendFactor::one_minus_source_alpha,  //
              BlendFactor::one, BlendFactor::one_minus_source_alpha}};
inline constexpr std::array add_passes{BlendPass{BlendFactor::one, BlendFactor::one,  //
                                                 BlendFactor::one, BlendFactor::one}};
inline constexpr std::array multiply_passes{
    BlendPass{BlendFactor::backdrop_color, BlendFactor::one_minus_source_alpha,  //
              BlendFactor::zero, BlendFactor::one},
    BlendPass{BlendFactor::one_minus_backdrop_alpha, BlendFactor::one,  //
              BlendFactor::one_minus_backdrop_alpha, BlendFactor::one}};
inline constexpr std::array screen_passes{
    BlendPass{BlendFactor::one, BlendFactor::one_minus_source_color,  //
              BlendFactor::one, BlendFactor::one_minus_source_alpha}};
}  // namespace detail

// The passes of a mode, in order.
constexpr std::span<const BlendPass> blendPasses(BlendMode mode) {
  switch (mode) {
    case BlendMode::add:
      return detail::add_passes;
    case BlendMode::multiply:
      return detail::multiply_passes;
    case BlendMode::screen:
      return detail::screen_passes;
    case BlendMode::normal:
      break;
  }
  return detail::normal_passes;
}

}  // namespace vide

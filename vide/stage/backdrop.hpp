// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>

#include "vide/core/color.hpp"
#include "vide/core/error.hpp"
#include "vide/image/image.hpp"
#include "vide/raster/canvas.hpp"

namespace vide {

// What stands behind the character.
struct Backdrop {
  Color color{0, 0, 0, 0};       // transparent unless asked
  std::optional<Image> picture;  // instead of the colour; scaled to cover the frame
};

// Frames of 8192 x 8192 pixels; larger ones need gigabytes.
inline constexpr std::int64_t default_max_frame_pixels = std::int64_t(1) << 26;

// The canvas with the backdrop, as every frame starts. Errors: a side outside 1..Canvas::max_side,
// more pixels than `max_pixels`.
Result<Canvas> backdropCanvas(const Backdrop& backdrop, int width, int height,
                              std::int64_t max_pixels = default_max_frame_pixels);

}  // namespace vide

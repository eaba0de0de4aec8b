// SPDX-License-Identifier: MIT
#pragma once

namespace vide {

// How a layer's colours meet what is already painted below it. The formulas are those of
// vide/raster/blend.hpp.
enum class BlendMode { normal, add, multiply, screen };

}  // namespace vide

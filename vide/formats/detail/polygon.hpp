// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <span>
#include <vector>

#include "vide/core/vec.hpp"

namespace vide::detail {

// Cuts a polygon of n >= 3 corners into n - 2 triangles that keep its winding, and appends them as
// corners 0 .. n - 1. Ears are cut off in the polygon's mean plane, so bays stay open; a convex
// polygon becomes the fan around corner 0. Where no ear is left (the outline crosses itself or is
// flat) the rest becomes a fan.
void appendTriangles(std::span<const Vec3> polygon, std::vector<std::array<int, 3>>& triangles);

}  // namespace vide::detail

// SPDX-License-Identifier: MIT
#pragma once

#include "vide/core/vec.hpp"

namespace vide {

// Which axis of a recording points up.
enum class UpAxis { y, z };

// The place with y upwards.
constexpr Vec3 upright(Vec3 p, UpAxis up) { return up == UpAxis::z ? Vec3{p.x, p.z, -p.y} : p; }

}  // namespace vide

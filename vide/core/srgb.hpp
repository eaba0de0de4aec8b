// SPDX-License-Identifier: MIT
#pragma once

namespace vide {

// A factor of 0..1 between linear light, as glTF has it, and sRGB (IEC 61966-2-1). What lies
// outside is clamped.
double toSrgb(double linear);
double toLinear(double srgb);

}  // namespace vide

// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "vide/formats/detail/json.hpp"
#include "vide/formats/detail/plane_document.hpp"
#include "vide/rig/document.hpp"

// Keys as Spine 4.2 lists them: each with its time, values and the curve to the next one, whose
// control points are absolute times and values, two for each value.
namespace vide::detail {

// "rotate", "translate", "scale" and "shear" of what the parts differ by from `rest`.
Json spineBoneTimelines(const PartsTrack& parts, const PlaneParts& rest);
// "deform" keys: the offset of each vertex, turned by each of its matrices: one for each bone.
Json spineDeform(const Track<Offsets>& track, double step,
                 const std::vector<std::vector<Mat3>>& turns);
// Whether a chain bends to Spine's positive side, counter-clockwise.
bool spineBendsPositive(const Constraint& chain);
// "ik" keys: how far a chain acts.
Json spineMixes(const Constraint& chain, const Track<double>& mix);
Json spineColors(const std::vector<ColorMoment>& colors);
// Red, green, blue and alpha in two hexadecimal digits each.
std::string spineColor(Vec3 tint, double opacity);

}  // namespace vide::detail

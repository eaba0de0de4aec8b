// SPDX-License-Identifier: MIT
#pragma once

#include <span>

#include "vide/animation/clip.hpp"

namespace vide {

// The value of a track at `time`; `rest` where the track has no keys.
double sampleTrack(const Track<double>& track, double time, double rest);
Vec3 sampleTrack(const Track<Vec3>& track, double time, Vec3 rest);
Quat sampleTrack(const Track<Quat>& track, double time, Quat rest);

// Where in the clip `time` lies: clamped to 0..duration, or wrapped into it if the clip loops.
double timeWithin(const Clip& clip, double time);
double timeWithin(double duration, bool loop, double time);

// A_i of every bone at `time`; bones without a track are at rest. `out` has skeleton.size()
// elements; the clip must be valid for the skeleton. Allocates nothing.
void samplePose(const Clip& clip, const Skeleton& skeleton, double time, std::span<Transform> out);

// The weight of every shape of the layer at `time`; shapes without a track keep what `out` holds.
void sampleMorphs(const Clip& clip, std::uint32_t layer, double time, std::span<double> out);

}  // namespace vide

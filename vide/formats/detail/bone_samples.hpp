// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "vide/animation/clip.hpp"
#include "vide/core/transform.hpp"
#include "vide/skeleton/skeleton.hpp"

namespace vide::detail {

// A part of a node's motion: values that are joined by straight lines, or held.
template <class Value>
struct SampledTrack {
  std::vector<double> times;  // increase, also as 32-bit floats
  std::vector<Value> values;
  enum class Between { lines, steps } between = Between::lines;
};

struct SampledBone {
  std::size_t bone = 0;  // index in the skeleton
  SampledTrack<Vec3> translation;
  SampledTrack<Quat> rotation;
  SampledTrack<Vec3> scale;
};

// L_i A_i over time for every bone that the clip moves, as translation, rotation and scale. Lines
// through the samples are the clip's own motion wherever glTF can say it: steps, straight lines and
// turns in the plane are exact. Curves, shear, and bones whose parts cannot be told apart (a rest
// scale that is not uniform, ancestors whose rotation or scale is not inherited) are sampled 60
// times a second.
std::vector<SampledBone> sampleBones(const Clip& clip, const Skeleton& skeleton);

// The weights of all shapes of a layer over time, the clip's own motion but for curves; no samples
// where the clip moves none of them. `rest` are the weights of shapes that it leaves alone.
SampledTrack<std::vector<double>> sampleShapes(const Clip& clip, std::uint32_t layer,
                                               const std::vector<double>& rest);

}  // namespace vide::detail

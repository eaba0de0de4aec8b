// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

#include "vide/animation/clip.hpp"
#include "vide/formats/detail/plane_parts.hpp"

// Clips of other tools say where a bone is within its parent; those of VIDE say what is added to
// where it rests. Both ways in the plane.
namespace vide::detail {

// Where a bone is within its parent: parts without keys hold still.
struct PartsTrack {
  Track<Vec3> translation;
  Track<double> angle;  // radians, unwrapped
  Track<double> skew;
  Track<Vec3> scale;
};

// What is added to where a bone rests, at very many moments.
class BoneMoments {
 public:
  // Times increase.
  void add(double time, const Transform& added);
  // Straight between no more keys than it takes to be off by at most `within` pixels.
  BoneTrack track(BoneId bone, double within) const;

 private:
  StepTrack<Vec3> translation_, scale_, shear_;
  StepTrack<double> angle_;
};

// The parts at `time`; `still` where there are no keys.
PlaneParts sampleParts(const PartsTrack& track, double time, const PlaneParts& still);

// As angles where it turns in the plane only; `step` seconds between what cannot be converted key
// for key.
Track<double> anglesOf(const BoneTrack& track, double step);

// Whether each key of a bone that rests at `rest` becomes one: where it rests without skew and
// equally scaled on both axes, and nothing shears it.
bool convertsByKey(const BoneTrack& track, const PlaneParts& rest);

// For a bone that rests at `rest`. Key for key where that can be; else keys every `step` seconds
// and at every key.
PartsTrack partsTrack(const BoneTrack& track, const PlaneParts& rest, double step);

// The way back: what is added to `rest` so that the bone is where `track` says, or at `still` for
// parts that it does not move.
BoneTrack boneTrack(BoneId bone, const PartsTrack& track, const PlaneParts& still,
                    const PlaneParts& rest, double step);

// Sorted and without repetition: 0, `duration`, the times between them that are multiples of
// `step`.
std::vector<double> gridTimes(double duration, double step);

template <class Value>
void appendTimes(const Track<Value>& track, std::vector<double>& times) {
  for (const auto& key : track) times.push_back(key.time);
}

// The same with the moments just before a value jumps.
template <class Value>
void appendBakeTimes(const Track<Value>& track, std::vector<double>& times) {
  constexpr double instant = 1e-5;  // seconds
  for (std::size_t i = 0; i < track.size(); ++i) {
    const bool jumps = i > 0 && track[i - 1].interpolation == Interpolation::step;
    if (jumps) times.push_back(track[i].time - instant);
    times.push_back(track[i].time);
  }
}

void sortTimes(std::vector<double>& times);

// Those of a grid, and every moment at which a bone or constraint has a key or just before it
// jumps; sorted.
std::vector<double> timesOf(const Clip& clip, double step);

template <class Value, class Map, class Slope>
auto mapTrack(const Track<Value>& track, Map map, Slope slope) -> Track<decltype(map(Value{}))> {
  Track<decltype(map(Value{}))> mapped;
  mapped.reserve(track.size());
  for (const auto& key : track) {
    mapped.push_back({key.time, map(key.value), key.interpolation, slope(key.in_tangent),
                      slope(key.out_tangent), key.easing});
  }
  return mapped;
}

}  // namespace vide::detail

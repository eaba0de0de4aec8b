// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cmath>
#include <optional>
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

// The offset of every vertex of the layer at `time`, as many as the track's keys have. Returns
// whether there is a track; without one `out` is left as it is.
bool sampleOffsets(const Clip& clip, std::uint32_t layer, double time, std::span<Vec3> out);

// What of a layer's look a clip may change.
struct LayerLook {
  bool visible = true;
  Vec3 tint{1, 1, 1};  // factors, 0..1, sRGB
  double opacity = 1;  // 0..1

  friend constexpr bool operator==(const LayerLook&, const LayerLook&) = default;
};

// The layer's look at `time`; parts without keys are those of `rest`.
LayerLook sampleLook(const Clip& clip, std::uint32_t layer, double time, const LayerLook& rest);

// The layer that the slot shows at `time`, or none; `rest` before the first key or without one.
std::optional<std::uint32_t> sampleSlot(const Clip& clip, std::uint32_t slot, double time,
                                        std::optional<std::uint32_t> rest);

// How far the constraint acts at `time`, 0..1.
double sampleMix(const Clip& clip, std::uint32_t constraint, double time, double rest);

// The draw order at `time`; `rest` before the first key or without one. What comes back lives as
// long as the clip or `rest`.
std::span<const std::uint32_t> sampleDrawOrder(const Clip& clip, double time,
                                               std::span<const std::uint32_t> rest);

// Calls `visit` with every event later than `from` and not later than `to`, in the order in which
// they are passed; of a clip that loops, in every round. Times count from the clip's start and do
// not wrap; an event at time 0 is passed when the clip starts where `from` is below 0, and at the
// start of every further round. Going back (to < from) passes none, and a jump over more than a
// thousand rounds only those of the first thousand.
template <class Visit>
void visitEvents(const Clip& clip, double from, double to, Visit visit) {
  const bool repeats = clip.loop && clip.duration > 0;
  // A round more on both sides: the quotients may be rounded across a whole number.
  const double first = repeats ? std::max(std::floor(from / clip.duration) - 1, 0.0) : 0;
  const double last = repeats ? std::max(std::floor(to / clip.duration) + 1, 0.0) : 0;
  const double most = std::min(last - first, 1000.0);
  for (int round = 0; round <= most; ++round) {
    const double start = (first + round) * clip.duration;
    for (const ClipEvent& event : clip.events) {
      const double time = start + event.time;
      if (time > from && time <= to) visit(event);
    }
  }
}

}  // namespace vide

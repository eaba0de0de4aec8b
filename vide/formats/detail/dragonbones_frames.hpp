// SPDX-License-Identifier: MIT
#pragma once

#include "vide/formats/detail/json.hpp"
#include "vide/formats/detail/plane_document.hpp"

// Keys as DragonBones' frames, which follow one another and last a whole number of frames each.
namespace vide::detail {

struct FrameTiming {
  double rate = 24;      // frames per second
  double frames = 1;     // of the clip
  double bake_step = 0;  // seconds
};

// The lowest usual frame rate on which all keys of the document's clips lie; 1000 if there is none.
// At least 120 where something is curved, 240 where springs will be baked, or constraints that are
// not native in all clips, 480 where bones will.
double frameRateFor(const Document& document, const NativeChains& natives);

// "rM" .. in percent; what is usual is left out.
Json colorJson(Vec3 tint, double opacity);

// "translateFrame", "rotateFrame" and "scaleFrame" of what the parts differ by from `rest`.
Json boneTimeline(const PartsTrack& parts, const PlaneParts& rest, const FrameTiming& timing);
Json displayFrames(const StepTrack<std::optional<std::size_t>>& shown, const FrameTiming& timing);
Json colorFrames(const std::vector<ColorMoment>& colors, const FrameTiming& timing);
// Whether a chain bends to what DragonBones calls the positive side, which is so with y down.
bool bendsPositive(const Constraint& chain);
// How far a chain acts, which is all or nothing.
Json mixFrames(const Constraint& chain, const Track<double>& mix, const FrameTiming& timing);
// `turn` takes the offsets to the slot's space, y up.
Json offsetFrames(const Track<Offsets>& track, const Mat3& turn, const FrameTiming& timing);

}  // namespace vide::detail

// SPDX-License-Identifier: MIT
#include "vide/animation/sample.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "vide/skeleton/bone_index.hpp"

namespace vide {
namespace {

double mix(double a, double b, double t) { return a + (b - a) * t; }
Vec3 mix(Vec3 a, Vec3 b, double t) { return a + (b - a) * t; }
Quat mix(Quat a, Quat b, double t) { return slerp(a, b, t); }

double weighted(double a, double s) { return a * s; }
Vec3 weighted(Vec3 a, double s) { return a * s; }
Quat weighted(Quat a, double s) { return {a.x * s, a.y * s, a.z * s, a.w * s}; }

double sum(double a, double b) { return a + b; }
Vec3 sum(Vec3 a, Vec3 b) { return a + b; }
Quat sum(Quat a, Quat b) { return {a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w}; }

double finished(double a) { return a; }
Vec3 finished(Vec3 a) { return a; }
Quat finished(Quat a) { return normalized(a); }

// glTF 2.0, appendix C: the Hermite spline whose tangents are scaled by the time between the keys.
template <class Value>
Value cubic(const Key<Value>& from, const Key<Value>& to, double t) {
  const double span = to.time - from.time, t2 = t * t, t3 = t2 * t;
  const Value start = sum(weighted(from.value, 2 * t3 - 3 * t2 + 1),
                          weighted(from.out_tangent, span * (t3 - 2 * t2 + t)));
  const Value end =
      sum(weighted(to.value, 3 * t2 - 2 * t3), weighted(to.in_tangent, span * (t3 - t2)));
  return finished(sum(start, end));
}

double bezier(double a, double b, double t) {
  const double s = 1 - t;
  return 3 * s * s * t * a + 3 * s * t * t * b + t * t * t;
}

double bezierSlope(double a, double b, double t) {
  const double s = 1 - t;
  return 3 * (s * s * a + 2 * s * t * (b - a) + t * t * (1 - b));
}

// A stretch of 0..1 that the halving of it comes by, with the place where the curve has come `x`
// far; all of 0..1 where Newton's steps do not get there, or the curve is so flat that over one
// stretch it rises by no more than rounding does.
std::pair<double, double> stretchAround(const Easing& easing, double x) {
  constexpr double stretches = 0x1p46;
  double t = x;
  for (int i = 0; i < 6; ++i) {
    const double slope = bezierSlope(easing.first.x, easing.second.x, t);
    if (!(slope > 0.05)) return {0, 1};
    t = std::clamp(t - (bezier(easing.first.x, easing.second.x, t) - x) / slope, 0.0, 1.0);
  }
  const double low = std::floor(t * stretches) / stretches, high = low + 1 / stretches;
  const bool is_there = bezier(easing.first.x, easing.second.x, low) < x && high <= 1 &&
                        bezier(easing.first.x, easing.second.x, high) >= x;
  return is_there ? std::pair(low, high) : std::pair(0.0, 1.0);
}

// The curve's height where it has come `x` far. Its x never falls, so halving down to the last bit
// finds the place, always in the same way.
double eased(const Easing& easing, double x) {
  if (x <= 0) return 0;
  auto [low, high] = stretchAround(easing, x);
  while (high - low > 0x1p-53) {
    const double middle = (low + high) / 2;
    (bezier(easing.first.x, easing.second.x, middle) < x ? low : high) = middle;
  }
  return bezier(easing.first.y, easing.second.y, high);
}

// How far the value has gone from one key to the next, for all but cubic keys.
template <class Value>
double shareOf(const Key<Value>& from, const Key<Value>& to, double time) {
  const double t = (time - from.time) / (to.time - from.time);
  switch (from.interpolation) {
    case Interpolation::step:
      return 0;
    case Interpolation::linear:
    case Interpolation::cubic:
      return t;
    case Interpolation::bezier:
      return eased(from.easing, t);
  }
  return 0;
}

template <class Value>
Value valueAt(const Key<Value>& from, const Key<Value>& to, double share) {
  if (from.interpolation == Interpolation::cubic) return cubic(from, to, share);
  return from.interpolation == Interpolation::step ? from.value : mix(from.value, to.value, share);
}

// The keys around a moment: the one that holds or is left, and the one that is gone to; the same
// one twice outside the keys.
template <class Value>
std::pair<const Key<Value>*, const Key<Value>*> keysAround(const Track<Value>& track, double time) {
  const auto next = std::upper_bound(track.begin(), track.end(), time,
                                     [](double t, const Key<Value>& key) { return t < key.time; });
  if (next == track.begin()) return {&track.front(), &track.front()};
  if (next == track.end()) return {&track.back(), &track.back()};
  return {&*(next - 1), &*next};
}

template <class Value>
Value sampled(const Track<Value>& track, double time, Value rest) {
  if (track.empty()) return rest;
  const auto [from, to] = keysAround(track, time);
  return from == to ? from->value : valueAt(*from, *to, shareOf(*from, *to, time));
}

// The step that holds at `time`, or null before the first.
template <class Value>
const Value* stepAt(const StepTrack<Value>& track, double time) {
  const auto next =
      std::upper_bound(track.begin(), track.end(), time,
                       [](double t, const Step<Value>& step) { return t < step.time; });
  return next == track.begin() ? nullptr : &(next - 1)->value;
}

template <class Tracks, class Id>
auto trackOf(const Tracks& tracks, Id Tracks::value_type::*id, Id wanted) -> const
    typename Tracks::value_type* {
  const auto found = std::ranges::find(tracks, wanted, id);
  return found == tracks.end() ? nullptr : &*found;
}

Vec3 tangentAt(const Offsets& tangent, std::size_t vertex) {
  return tangent.empty() ? Vec3{} : tangent[vertex];
}

// The key of one vertex, out of one of all vertices.
Key<Vec3> keyOf(const Key<Offsets>& key, std::size_t vertex) {
  return {key.time,
          key.value[vertex],
          key.interpolation,
          tangentAt(key.in_tangent, vertex),
          tangentAt(key.out_tangent, vertex),
          key.easing};
}

double inUnit(double x) { return std::clamp(x, 0.0, 1.0); }

}  // namespace

double sampleTrack(const Track<double>& track, double time, double rest) {
  return sampled(track, time, rest);
}
Vec3 sampleTrack(const Track<Vec3>& track, double time, Vec3 rest) {
  return sampled(track, time, rest);
}
Quat sampleTrack(const Track<Quat>& track, double time, Quat rest) {
  return sampled(track, time, rest);
}

double timeWithin(const Clip& clip, double time) {
  return timeWithin(clip.duration, clip.loop, time);
}

double timeWithin(double duration, bool loop, double time) {
  if (!loop || duration <= 0) return std::clamp(time, 0.0, duration);
  const double wrapped = std::fmod(time, duration);
  return wrapped < 0 ? wrapped + duration : wrapped;
}

void samplePose(const Clip& clip, const Skeleton& skeleton, double time, std::span<Transform> out) {
  assert(out.size() == skeleton.size());
  std::fill(out.begin(), out.end(), Transform{});
  const double t = timeWithin(clip, time);
  for (const BoneTrack& track : clip.bones) {
    const std::size_t bone = boneIndex(skeleton, track.bone);
    if (bone == skeleton.size()) continue;
    Transform& pose = out[bone];
    pose.translation = sampled(track.translation, t, Vec3{});
    pose.rotation = track.angle.empty() ? sampled(track.rotation, t, Quat{})
                                        : rotationInPlane(sampled(track.angle, t, 0.0));
    pose.scale = sampled(track.scale, t, Vec3{1, 1, 1});
    pose.shear = sampled(track.shear, t, Vec3{});
  }
}

void sampleMorphs(const Clip& clip, std::uint32_t layer, double time, std::span<double> out) {
  const double t = timeWithin(clip, time);
  for (const MorphTrack& track : clip.morphs) {
    if (track.layer != layer || track.shape < 0) continue;
    const auto shape = std::size_t(track.shape);
    if (shape < out.size()) out[shape] = sampled(track.weight, t, out[shape]);
  }
}

bool sampleOffsets(const Clip& clip, std::uint32_t layer, double time, std::span<Vec3> out) {
  const OffsetTrack* track = trackOf(clip.offsets, &OffsetTrack::layer, layer);
  if (!track || track->offsets.empty()) return false;
  const double t = timeWithin(clip, time);
  const auto [from, to] = keysAround(track->offsets, t);
  assert(out.size() == from->value.size());
  if (from == to) {
    std::ranges::copy(from->value, out.begin());
    return true;
  }
  const double share = shareOf(*from, *to, t);
  for (std::size_t v = 0; v < out.size(); ++v) {
    out[v] = valueAt(keyOf(*from, v), keyOf(*to, v), share);
  }
  return true;
}

LayerLook sampleLook(const Clip& clip, std::uint32_t layer, double time, const LayerLook& rest) {
  const LayerTrack* track = trackOf(clip.layers, &LayerTrack::layer, layer);
  if (!track) return rest;
  const double t = timeWithin(clip, time);
  const bool* visible = stepAt(track->visible, t);
  const Vec3 tint = sampled(track->tint, t, rest.tint);
  return {visible ? *visible : rest.visible,
          {inUnit(tint.x), inUnit(tint.y), inUnit(tint.z)},
          inUnit(sampled(track->opacity, t, rest.opacity))};
}

std::optional<std::uint32_t> sampleSlot(const Clip& clip, std::uint32_t slot, double time,
                                        std::optional<std::uint32_t> rest) {
  const SlotTrack* track = trackOf(clip.slots, &SlotTrack::slot, slot);
  const auto* shown = track ? stepAt(track->shown, timeWithin(clip, time)) : nullptr;
  return shown ? *shown : rest;
}

double sampleMix(const Clip& clip, std::uint32_t constraint, double time, double rest) {
  const ConstraintTrack* track =
      trackOf(clip.constraints, &ConstraintTrack::constraint, constraint);
  return track ? inUnit(sampled(track->mix, timeWithin(clip, time), rest)) : rest;
}

std::span<const std::uint32_t> sampleDrawOrder(const Clip& clip, double time,
                                               std::span<const std::uint32_t> rest) {
  const auto* order = stepAt(clip.draw_order, timeWithin(clip, time));
  return order ? std::span<const std::uint32_t>(*order) : rest;
}

}  // namespace vide

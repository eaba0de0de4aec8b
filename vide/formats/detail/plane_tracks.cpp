// SPDX-License-Identifier: MIT
#include "vide/formats/detail/plane_tracks.hpp"

#include <algorithm>
#include <functional>

#include "vide/animation/sample.hpp"
#include "vide/formats/detail/thin_track.hpp"

namespace vide::detail {
namespace {

constexpr double pixels = 1e-3, shares = 1e-5;  // how far thinned keys may be off

Vec3 turned(Vec3 v, double angle) {
  const auto [sin, cos] = math::sinCos(angle);
  return {cos * v.x - sin * v.y, sin * v.x + cos * v.y, 0};
}

bool isPlain(const PlaneParts& rest) {
  return rest.skew == 0 && rest.scale_x == rest.scale_y && rest.scale_x != 0;
}

bool allZero(const Track<double>& track) {
  return std::ranges::all_of(track, [](const auto& key) { return key.value == 0; });
}

bool allZero(const Track<Vec3>& track) {
  return std::ranges::all_of(track, [](const auto& key) { return key.value == Vec3{}; });
}

// Scales multiply on their own axes only.
Vec3 times(Vec3 v, double factor) { return {v.x * factor, v.y * factor, v.z}; }

std::vector<double> keyTimes(const PartsTrack& track) {
  std::vector<double> times;
  appendBakeTimes(track.translation, times);
  appendBakeTimes(track.angle, times);
  appendBakeTimes(track.skew, times);
  appendBakeTimes(track.scale, times);
  return times;
}

void appendKeyTimes(const BoneTrack& track, std::vector<double>& times) {
  appendBakeTimes(track.translation, times);
  appendBakeTimes(track.angle, times);
  appendBakeTimes(track.rotation, times);
  appendBakeTimes(track.scale, times);
  appendBakeTimes(track.shear, times);
}

// The key times with a grid between them.
std::vector<double> denseTimes(std::vector<double> times, double step) {
  if (times.empty()) return times;
  sortTimes(times);
  const double last = times.back();
  for (double time = times.front() + step; time < last; time += step) times.push_back(time);
  sortTimes(times);
  return times;
}

template <class Value>
void add(Track<Value>& track, double time, const Value& value) {
  Key<Value> key;
  key.time = time;
  key.value = value;
  track.push_back(key);
}

Transform sampledTransform(const BoneTrack& track, const Track<double>& angles, double time) {
  return {.translation = sampleTrack(track.translation, time, Vec3{}),
          .rotation = rotationInPlane(sampleTrack(angles, time, 0.0)),
          .scale = sampleTrack(track.scale, time, Vec3{1, 1, 1}),
          .shear = sampleTrack(track.shear, time, Vec3{})};
}

PartsTrack bakedParts(const BoneTrack& track, const PlaneParts& rest, double step) {
  StepTrack<Vec3> translations, scales;
  StepTrack<double> angles, skews;
  const Track<double> turns = anglesOf(track, step);
  const Affine3 local = toAffine(rest);
  double angle = rest.angle, skew = rest.skew;
  std::vector<double> times;
  appendKeyTimes(track, times);
  for (const double time : denseTimes(std::move(times), step)) {
    const PlaneParts parts = partsOf(local * toAffine(sampledTransform(track, turns, time)));
    angle = nearestTurn(parts.angle, angle);
    skew = nearestTurn(parts.skew, skew);
    translations.push_back({time, Vec3{parts.x, parts.y, 0}});
    angles.push_back({time, angle});
    skews.push_back({time, skew});
    scales.push_back({time, Vec3{parts.scale_x, parts.scale_y, 1}});
  }
  return {thinned(translations, pixels, Vec3{rest.x, rest.y, 0}),
          thinned(angles, shares, rest.angle), thinned(skews, shares, rest.skew),
          thinned(scales, shares, Vec3{rest.scale_x, rest.scale_y, 1})};
}

BoneTrack bakedBone(BoneId bone, const PartsTrack& track, const PlaneParts& still,
                    const PlaneParts& rest, double step) {
  BoneMoments baked;
  const Affine3 back = inverse(toAffine(rest));
  auto times = denseTimes(keyTimes(track), step);
  if (times.empty()) times.push_back(0);
  for (const double time : times) {
    baked.add(time, decompose(back * toAffine(sampleParts(track, time, still))));
  }
  return baked.track(bone, pixels);
}

}  // namespace

void BoneMoments::add(double time, const Transform& added) {
  const double before = angle_.empty() ? 0 : angle_.back().value;
  translation_.push_back({time, added.translation});
  angle_.push_back({time, nearestTurn(angleInPlane(added.rotation), before)});
  scale_.push_back({time, added.scale});
  shear_.push_back({time, added.shear});
}

BoneTrack BoneMoments::track(BoneId bone, double within) const {
  BoneTrack track{.bone = bone};
  track.translation = thinned(translation_, within, Vec3{});
  track.angle = thinned(angle_, shares, 0.0);
  track.scale = thinned(scale_, shares, Vec3{1, 1, 1});
  track.shear = thinned(shear_, shares, Vec3{});
  return track;
}

void sortTimes(std::vector<double>& times) {
  // Of those that differ by rounding the last stays: there a value that jumps has jumped.
  std::ranges::sort(times, std::greater());
  const auto same = [](double a, double b) { return a - b < 1e-9; };
  times.erase(std::unique(times.begin(), times.end(), same), times.end());
  std::ranges::reverse(times);
}

std::vector<double> gridTimes(double duration, double step) {
  std::vector<double> times;
  for (int i = 0; i * step < duration; ++i) times.push_back(i * step);
  times.push_back(duration);
  sortTimes(times);
  return times;
}

std::vector<double> timesOf(const Clip& clip, double step) {
  std::vector<double> times = gridTimes(clip.duration, step);
  for (const BoneTrack& track : clip.bones) appendKeyTimes(track, times);
  for (const ConstraintTrack& track : clip.constraints) appendBakeTimes(track.mix, times);
  sortTimes(times);
  return times;
}

PlaneParts sampleParts(const PartsTrack& track, double time, const PlaneParts& still) {
  const Vec3 at = sampleTrack(track.translation, time, Vec3{still.x, still.y, 0});
  const Vec3 scale = sampleTrack(track.scale, time, Vec3{still.scale_x, still.scale_y, 1});
  return {at.x,
          at.y,
          sampleTrack(track.angle, time, still.angle),
          sampleTrack(track.skew, time, still.skew),
          scale.x,
          scale.y};
}

Track<double> anglesOf(const BoneTrack& track, double step) {
  if (!track.angle.empty() || track.rotation.empty()) return track.angle;
  const bool curved = std::ranges::any_of(
      track.rotation, [](const auto& key) { return key.interpolation == Interpolation::cubic; });
  Track<double> angles;
  double angle = 0;
  if (curved) {
    std::vector<double> times;
    appendTimes(track.rotation, times);
    for (const double time : denseTimes(std::move(times), step)) {
      angle = nearestTurn(angleInPlane(sampleTrack(track.rotation, time, Quat{})), angle);
      add(angles, time, angle);
    }
    return angles;
  }
  for (const auto& key : track.rotation) {
    angle = nearestTurn(angleInPlane(key.value), angle);
    angles.push_back({key.time, angle, key.interpolation, 0, 0, key.easing});
  }
  return angles;
}

bool convertsByKey(const BoneTrack& track, const PlaneParts& rest) {
  return isPlain(rest) && allZero(track.shear);
}

PartsTrack partsTrack(const BoneTrack& track, const PlaneParts& rest, double step) {
  if (!convertsByKey(track, rest)) return bakedParts(track, rest, step);
  const auto slope = [&](Vec3 v) { return turned(v * rest.scale_x, rest.angle); };
  const auto place = [&](Vec3 v) { return slope(v) + Vec3{rest.x, rest.y, 0}; };
  const auto scaled = [&](Vec3 v) { return times(v, rest.scale_x); };
  return {mapTrack(track.translation, place, slope),
          mapTrack(
              anglesOf(track, step), [&](double a) { return a + rest.angle; },
              [](double a) { return a; }),
          {},
          mapTrack(track.scale, scaled, scaled)};
}

BoneTrack boneTrack(BoneId bone, const PartsTrack& given, const PlaneParts& still,
                    const PlaneParts& rest, double step) {
  if (!isPlain(rest) || still.skew != 0 || !allZero(given.skew)) {
    return bakedBone(bone, given, still, rest, step);
  }
  PartsTrack track = given;
  // What is not moved is still put where it holds, where that is not at rest.
  if (track.translation.empty() && (still.x != rest.x || still.y != rest.y)) {
    add(track.translation, 0, Vec3{still.x, still.y, 0});
  }
  if (track.angle.empty() && still.angle != rest.angle) add(track.angle, 0, still.angle);
  if (track.scale.empty() && (still.scale_x != rest.scale_x || still.scale_y != rest.scale_y)) {
    add(track.scale, 0, Vec3{still.scale_x, still.scale_y, 1});
  }
  const auto slope = [&](Vec3 v) { return turned(v / rest.scale_x, -rest.angle); };
  const auto place = [&](Vec3 v) { return slope(v - Vec3{rest.x, rest.y, 0}); };
  const auto scaled = [&](Vec3 v) { return times(v, 1 / rest.scale_x); };
  BoneTrack moved{.bone = bone};
  moved.translation = mapTrack(track.translation, place, slope);
  moved.angle = mapTrack(
      track.angle, [&](double a) { return a - rest.angle; }, [](double a) { return a; });
  moved.scale = mapTrack(track.scale, scaled, scaled);
  return moved;
}

}  // namespace vide::detail

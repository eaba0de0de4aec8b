// SPDX-License-Identifier: MIT
#include "vide/formats/detail/bone_samples.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "vide/animation/sample.hpp"
#include "vide/core/math.hpp"
#include "vide/skeleton/pose.hpp"

namespace vide::detail {
namespace {

constexpr double samples_per_second = 60;
// About as many a track, however long its clip: what a viewer shows gets coarser then.
constexpr double most_samples = 1e5;
constexpr double widest_turn = math::pi / 2;
constexpr int most_passes = 8;  // each shortens the steepest part of a curve at least by half

using Times = std::vector<double>;

// The last moment, as a float, before a held value jumps.
double justBefore(double time) {
  return std::nextafter(static_cast<float>(time), -std::numeric_limits<float>::infinity());
}

void addEvenly(Times& times, double from, double to, double pieces, double most) {
  const double count = std::min(std::ceil(pieces), std::ceil(most));
  for (double i = 1; i < count; ++i) times.push_back(from + (to - from) * (i / count));
}

// How far a value turns on the straight way to the next one, in radians.
double turnBetween(double a, double b) { return std::abs(b - a); }
double turnBetween(Vec3, Vec3) { return 0; }
double turnBetween(Quat a, Quat b) { return 2 * math::acos(std::min(1.0, std::abs(dot(a, b)))); }

bool isCurve(Interpolation interpolation) {
  return interpolation == Interpolation::cubic || interpolation == Interpolation::bezier;
}

template <class Value>
void addTimes(Times& times, const Track<Value>& track) {
  const double most = std::max(8.0, most_samples / static_cast<double>(track.size()));
  for (std::size_t i = 0; i < track.size(); ++i) {
    times.push_back(track[i].time);
    if (i + 1 == track.size()) break;
    const auto& [from, to] =
        std::pair<const Key<Value>&, const Key<Value>&>(track[i], track[i + 1]);
    if (from.interpolation == Interpolation::step) {
      times.push_back(justBefore(to.time));
    } else {
      const double turns = turnBetween(from.value, to.value) / widest_turn;
      const double curve =
          isCurve(from.interpolation) ? (to.time - from.time) * samples_per_second : 0;
      addEvenly(times, from.time, to.time, std::max(turns, curve), most);
    }
  }
}

void addTimes(Times& times, const BoneTrack& track) {
  addTimes(times, track.translation);
  addTimes(times, track.angle);
  addTimes(times, track.rotation);
  addTimes(times, track.scale);
  addTimes(times, track.shear);
}

void addFrames(Times& times) {
  const Times coarse = times;
  const double most = most_samples / static_cast<double>(coarse.size());
  for (std::size_t i = 0; i + 1 < coarse.size(); ++i) {
    const double seconds = coarse[i + 1] - coarse[i];
    addEvenly(times, coarse[i], coarse[i + 1], seconds * samples_per_second, most);
  }
}

// In order, up to the clip's end, no two the same as 32-bit floats.
void settle(Times& times, double duration) {
  times.push_back(duration);
  std::ranges::sort(times);
  const auto same = [](double a, double b) {
    return static_cast<float>(a) == static_cast<float>(b);
  };
  times.erase(std::unique(times.begin(), times.end(), same), times.end());
}

// A curve may swing wider than its keys: where two samples still lie too far apart, more go
// between. False when none do.
bool tighten(Times& times, const Track<double>& angle) {
  const Times coarse = times;
  if (static_cast<double>(coarse.size()) > most_samples) return false;
  double next = sampleTrack(angle, coarse.front(), 0);
  for (std::size_t i = 0; i + 1 < coarse.size(); ++i) {
    const double here = std::exchange(next, sampleTrack(angle, coarse[i + 1], 0));
    if (static_cast<float>(coarse[i]) == static_cast<float>(justBefore(coarse[i + 1]))) continue;
    addEvenly(times, coarse[i], coarse[i + 1], turnBetween(here, next) / (1.5 * widest_turn), 8);
  }
  return times.size() > coarse.size();
}

template <class Value>
bool onlySteps(const Track<Value>& track) {
  return std::all_of(track.begin(), track.end() - 1, [](const Key<Value>& key) {
    return key.interpolation == Interpolation::step;
  });
}

// Equal rotations whose signs differ would make a viewer turn the long way.
void alignSigns(std::vector<Quat>& rotations) {
  for (std::size_t i = 1; i < rotations.size(); ++i) {
    Quat& q = rotations[i];
    if (dot(rotations[i - 1], q) < 0) q = {-q.x, -q.y, -q.z, -q.w};
  }
}

// One part of a bone that moves independently of its other parts; `value` gives what the node has
// where the track has `key`.
template <class Out, class Value, class ToNode>
SampledTrack<Out> sampleAlone(const Track<Value>& track, double duration, ToNode toNode) {
  SampledTrack<Out> sampled;
  if (track.empty()) return sampled;
  if (onlySteps(track)) {
    sampled.between = SampledTrack<Out>::Between::steps;
    for (const Key<Value>& key : track) sampled.times.push_back(key.time);
  } else {
    addTimes(sampled.times, track);
  }
  settle(sampled.times, duration);
  if constexpr (std::is_same_v<Value, double>) {
    if (!onlySteps(track)) {
      for (int pass = 0; pass < most_passes && tighten(sampled.times, track); ++pass) {
        settle(sampled.times, duration);
      }
    }
  }
  for (const double time : sampled.times) {
    sampled.values.push_back(toNode(sampleTrack(track, time, track.front().value)));
  }
  return sampled;
}

Vec3 scaled(Vec3 a, Vec3 b) { return {a.x * b.x, a.y * b.y, a.z * b.z}; }

// With separable parts L A is translate(L A's origin) * (rotations multiplied) * (scales
// multiplied).
SampledBone sampleParts(const BoneTrack& track, const Transform& rest, double duration) {
  SampledBone sampled;
  const Affine3 frame = toAffine(rest);
  sampled.translation =
      sampleAlone<Vec3>(track.translation, duration, [&](Vec3 offset) { return frame * offset; });
  const auto turned = [&](Quat q) { return normalized(rest.rotation * q); };
  sampled.rotation = track.angle.empty()
                         ? sampleAlone<Quat>(track.rotation, duration, turned)
                         : sampleAlone<Quat>(track.angle, duration, [&](double angle) {
                             return turned(rotationInPlane(angle));
                           });
  sampled.scale = sampleAlone<Vec3>(track.scale, duration,
                                    [&](Vec3 scale) { return scaled(rest.scale, scale); });
  alignSigns(sampled.rotation.values);
  return sampled;
}

bool separable(const Bone& bone, const BoneTrack& track) {
  const Vec3 scale = bone.local.scale;
  if (!track.shear.empty() || bone.local.shear != Vec3{}) return false;
  if (!track.rotation.empty()) return scale.x == scale.y && scale.y == scale.z;
  return track.angle.empty() || scale.x == scale.y;
}

bool inheritsAll(const Bone& bone) { return bone.inherit_rotation && bone.inherit_scale; }

// A clip and skeleton at one moment after another.
class Sampler {
 public:
  Sampler(const Clip& clip, const Skeleton& skeleton)
      : clip_(clip), skeleton_(skeleton), pose_(skeleton.size()), model_(skeleton.size()) {
    clip_.loop = false;  // the last moment is not the first
  }

  // What the bone's node shows at that time.
  Transform nodeAt(std::size_t bone, double time) {
    samplePose(clip_, skeleton_, time, pose_);
    const Bone& at = skeleton_[bone];
    Affine3 local = toAffine(at.local) * toAffine(pose_[bone]);
    if (!inheritsAll(at) && at.parent >= 0) {
      modelTransforms(skeleton_, pose_, model_);
      const Affine3& parent = model_[std::size_t(at.parent)];
      if (invertible(parent)) local = inverse(parent) * model_[bone];
    }
    if (invertible(local)) return decompose(local);
    return {.translation = local.translation,
            .rotation = at.local.rotation * pose_[bone].rotation,
            .scale = scaled(at.local.scale, pose_[bone].scale),
            .shear = {}};
  }

 private:
  static bool invertible(const Affine3& matrix) {
    return std::abs(determinant(matrix.linear)) > 1e-12;
  }

  Clip clip_;
  const Skeleton& skeleton_;
  std::vector<Transform> pose_;
  std::vector<Affine3> model_;
};

SampledBone sampleWhole(Sampler& sampler, std::size_t bone, const Times& times) {
  SampledBone sampled;
  sampled.translation.times = sampled.rotation.times = sampled.scale.times = times;
  for (const double time : times) {
    const Transform node = sampler.nodeAt(bone, time);
    sampled.translation.values.push_back(node.translation);
    sampled.rotation.values.push_back(normalized(node.rotation));
    sampled.scale.values.push_back(node.scale);
  }
  alignSigns(sampled.rotation.values);
  return sampled;
}

}  // namespace

std::vector<SampledBone> sampleBones(const Clip& clip, const Skeleton& skeleton) {
  std::vector<const BoneTrack*> tracks(skeleton.size(), nullptr);
  for (const BoneTrack& track : clip.bones) {
    const auto bones = skeleton.bones();
    const auto at = std::ranges::find(bones, track.bone, &Bone::id);
    if (at != bones.end()) tracks[std::size_t(at - bones.begin())] = &track;
  }
  Sampler sampler(clip, skeleton);
  std::vector<SampledBone> sampled;
  for (std::size_t i = 0; i < skeleton.size(); ++i) {
    const Bone& bone = skeleton[i];
    Times times;
    if (tracks[i]) addTimes(times, *tracks[i]);
    if (tracks[i] && !times.empty() && inheritsAll(bone) && separable(bone, *tracks[i])) {
      sampled.push_back(sampleParts(*tracks[i], bone.local, clip.duration));
      sampled.back().bone = i;
      continue;
    }
    for (int up = bone.parent; up >= 0 && !inheritsAll(bone);
         up = skeleton[std::size_t(up)].parent) {
      if (tracks[std::size_t(up)]) addTimes(times, *tracks[std::size_t(up)]);
    }
    if (times.empty()) continue;
    settle(times, clip.duration);
    addFrames(times);
    settle(times, clip.duration);
    sampled.push_back(sampleWhole(sampler, i, times));
    sampled.back().bone = i;
  }
  return sampled;
}

SampledTrack<std::vector<double>> sampleShapes(const Clip& clip, std::uint32_t layer,
                                               const std::vector<double>& rest) {
  SampledTrack<std::vector<double>> sampled;
  bool steps_only = true;
  for (const MorphTrack& track : clip.morphs) {
    if (track.layer != layer || track.weight.empty()) continue;
    steps_only = steps_only && onlySteps(track.weight);
    addTimes(sampled.times, track.weight);
  }
  if (sampled.times.empty()) return sampled;
  if (steps_only) sampled.between = SampledTrack<std::vector<double>>::Between::steps;
  settle(sampled.times, clip.duration);
  Clip once = clip;
  once.loop = false;  // the last moment is not the first
  for (const double time : sampled.times) {
    sampled.values.push_back(rest);
    sampleMorphs(once, layer, time, sampled.values.back());
  }
  return sampled;
}

}  // namespace vide::detail

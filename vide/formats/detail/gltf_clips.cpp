// SPDX-License-Identifier: MIT
#include "vide/formats/detail/gltf_clips.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "vide/animation/sample.hpp"
#include "vide/core/text.hpp"
#include "vide/formats/detail/gltf_builder.hpp"

namespace vide::detail {
namespace {

constexpr double samples_per_second = 60;
constexpr double most_samples = 1e5;  // a track
constexpr double unnoticed = 1e-7;    // of the skeleton's size, and as a turn or factor

std::unexpected<Error> malformed(const std::string& message) {
  return fail(ErrorCode::malformed_data, message);
}

// What an animation does to one node, in the node's own terms.
struct NodeMotion {
  Track<Vec3> translation;
  Track<Quat> rotation;
  Track<Vec3> scale;
};

struct Sampler {
  std::vector<double> times;
  std::vector<double> values;
  Interpolation interpolation = Interpolation::linear;
};

Vec3 valueAt(const std::vector<double>& values, std::size_t at, Vec3) {
  return {values[3 * at], values[3 * at + 1], values[3 * at + 2]};
}
Quat valueAt(const std::vector<double>& values, std::size_t at, Quat) {
  return {values[4 * at], values[4 * at + 1], values[4 * at + 2], values[4 * at + 3]};
}

Result<void> settle(Vec3&) { return {}; }
Result<void> settle(Quat& q) {
  if (!(dot(q, q) > 1e-6)) return malformed("a rotation has no direction");
  q = normalized(q);
  return {};
}

template <class Value>
Result<Track<Value>> trackOf(const Sampler& sampler) {
  constexpr std::size_t width = std::is_same_v<Value, Quat> ? 4 : 3;
  const bool is_cubic = sampler.interpolation == Interpolation::cubic;
  const std::size_t each = is_cubic ? 3 : 1;
  if (sampler.values.size() != width * each * sampler.times.size()) {
    return malformed(text(sampler.values.size(), " values for ", sampler.times.size(), " keys"));
  }
  Track<Value> track;
  for (std::size_t i = 0; i < sampler.times.size(); ++i) {
    Key<Value> key;
    key.time = sampler.times[i];
    key.interpolation = sampler.interpolation;
    key.value = valueAt(sampler.values, is_cubic ? 3 * i + 1 : i, Value{});
    if (is_cubic) {
      key.in_tangent = valueAt(sampler.values, 3 * i, Value{});
      key.out_tangent = valueAt(sampler.values, 3 * i + 2, Value{});
    }
    if (auto settled = settle(key.value); !settled) return std::unexpected(settled.error());
    track.push_back(key);
  }
  return track;
}

// One animation of the file, node by node.
class AnimationReader {
 public:
  AnimationReader(const GltfDocument& gltf, const Json& animation, const GltfBones& bones)
      : gltf_(gltf), animation_(animation), bones_(bones) {}

  Result<void> read() {
    const Json* channels = member(animation_, "channels");
    for (std::size_t i = 0; const Json* channel = element(channels, i); ++i) {
      if (auto ok = readChannel(*channel); !ok)
        return failAt(text("channels[", i, "]"), ok.error());
    }
    return {};
  }

  std::map<int, NodeMotion> motion;  // by bone
  double duration = 0;

 private:
  Result<void> readChannel(const Json& channel) {
    const Json* target = member(channel, "target");
    const std::string* path = target ? textIn(*target, "path") : nullptr;
    if (!path || !member(*target, "node") || *path == "weights") return {};
    const auto node = countIn(*target, "node");
    if (!node || *node >= bones_.of_node.size()) return malformed("its node does not exist");
    const int bone = bones_.of_node[*node];
    if (bone < 0) return {};  // a camera, a light
    const auto sampler = readSampler(channel);
    if (!sampler) return std::unexpected(sampler.error());
    duration = std::max(duration, sampler->times.back());
    NodeMotion& moved = motion[bone];
    if (*path == "translation") return keep(trackOf<Vec3>(*sampler), moved.translation);
    if (*path == "rotation") return keep(trackOf<Quat>(*sampler), moved.rotation);
    if (*path == "scale") return keep(trackOf<Vec3>(*sampler), moved.scale);
    return {};
  }

  template <class Track>
  static Result<void> keep(Result<Track> track, Track& place) {
    if (!track) return std::unexpected(track.error());
    place = *std::move(track);
    return {};
  }

  Result<Sampler> readSampler(const Json& channel) const {
    const auto index = countIn(channel, "sampler");
    const Json* object = index ? element(member(animation_, "samplers"), *index) : nullptr;
    const auto input = object ? countIn(*object, "input") : std::nullopt;
    const auto output = object ? countIn(*object, "output") : std::nullopt;
    if (!input || !output) return malformed("its sampler does not exist or has no keys");
    auto times = gltf_.readNumbers(*input);
    if (!times) return failAt("times", times.error());
    auto values = gltf_.readNumbers(*output);
    if (!values) return failAt("values", values.error());
    const auto finite = [](double x) { return std::isfinite(x); };
    if (times->empty() || !std::ranges::all_of(*times, finite) || !(times->front() >= 0) ||
        std::ranges::adjacent_find(*times, std::greater_equal()) != times->end()) {
      return malformed("its times do not increase from 0 on");
    }
    if (!std::ranges::all_of(*values, finite)) return malformed("a value is not finite");
    Sampler sampler{*std::move(times), *std::move(values)};
    const std::string* how = textIn(*object, "interpolation");
    if (how && *how == "STEP") sampler.interpolation = Interpolation::step;
    if (how && *how == "CUBICSPLINE") sampler.interpolation = Interpolation::cubic;
    return sampler;
  }

  const GltfDocument& gltf_;
  const Json& animation_;
  const GltfBones& bones_;
};

// From a node's own motion to the bone's A: A(t) = base * T(t) R(t) S(t).
struct BoneFrame {
  Affine3 base;
  Quat turn;  // of base
  double scale = 1;
  bool is_similarity = true;
};

BoneFrame frameOf(const Bone& bone, const Affine3& held) {
  BoneFrame frame;
  frame.base = inverse(toAffine(bone.local)) * held;
  const Transform parts = decompose(frame.base);
  frame.turn = parts.rotation;
  frame.scale = parts.scale.x;
  const auto differs = [&](double scale) {
    return !(std::abs(scale - frame.scale) <= 1e-6 * std::abs(frame.scale));
  };
  const double sheared = length(parts.shear);
  frame.is_similarity =
      frame.scale > 0 && !differs(parts.scale.y) && !differs(parts.scale.z) && sheared <= 1e-6;
  return frame;
}

template <class Value, class Map>
Track<Value> mapped(const Track<Value>& track, Map map) {
  Track<Value> result = track;
  for (Key<Value>& key : result) map(key);
  return result;
}

template <class Value>
Track<Value> heldAt(Value value) {
  Key<Value> key;
  key.value = value;
  return {key};
}

bool turns(Quat q) { return length(Vec3{q.x, q.y, q.z}) > unnoticed; }

// The file's keys in the bone's terms; parts that the clip leaves alone hold what the node has.
BoneTrack keyedTrack(const Bone& bone, const BoneFrame& frame, const NodeMotion& motion,
                     const Transform& node, double size) {
  BoneTrack track{.bone = bone.id};
  const Vec3 offset = frame.base * node.translation;
  if (!motion.translation.empty()) {
    track.translation = mapped(motion.translation, [&](Key<Vec3>& key) {
      key.value = frame.base * key.value;
      key.in_tangent = frame.base.linear * key.in_tangent;
      key.out_tangent = frame.base.linear * key.out_tangent;
    });
  } else if (length(offset) > unnoticed * size) {
    track.translation = heldAt(offset);
  }
  const Quat turned = normalized(frame.turn * node.rotation);
  if (!motion.rotation.empty()) {
    track.rotation = mapped(motion.rotation, [&](Key<Quat>& key) {
      key.value = normalized(frame.turn * key.value);
      key.in_tangent = frame.turn * key.in_tangent;
      key.out_tangent = frame.turn * key.out_tangent;
    });
  } else if (turns(turned)) {
    track.rotation = heldAt(turned);
  }
  const Vec3 scale = frame.scale * node.scale;
  if (!motion.scale.empty()) {
    track.scale = mapped(motion.scale, [&](Key<Vec3>& key) {
      key.value = frame.scale * key.value;
      key.in_tangent = frame.scale * key.in_tangent;
      key.out_tangent = frame.scale * key.out_tangent;
    });
  } else if (length(scale - Vec3{1, 1, 1}) > unnoticed) {
    track.scale = heldAt(scale);
  }
  return track;
}

template <class Value>
void addTimes(std::vector<double>& times, const Track<Value>& track) {
  for (const Key<Value>& key : track) times.push_back(key.time);
}

std::vector<double> momentsOf(const NodeMotion& motion) {
  std::vector<double> keys{0};
  addTimes(keys, motion.translation);
  addTimes(keys, motion.rotation);
  addTimes(keys, motion.scale);
  std::ranges::sort(keys);
  keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
  std::vector<double> times;
  const double most = std::max(1.0, most_samples / static_cast<double>(keys.size()));
  for (std::size_t i = 0; i < keys.size(); ++i) {
    times.push_back(keys[i]);
    if (i + 1 == keys.size()) break;
    const double seconds = keys[i + 1] - keys[i];
    const double pieces = std::min(std::ceil(seconds * samples_per_second), most);
    for (double k = 1; k < pieces; ++k) times.push_back(keys[i] + seconds * (k / pieces));
  }
  times.erase(std::unique(times.begin(), times.end()), times.end());
  return times;
}

// For rest poses that stretch unevenly: no part of A follows from one part of the node alone.
BoneTrack sampledTrack(const Bone& bone, const BoneFrame& frame, const NodeMotion& motion,
                       const Transform& node) {
  BoneTrack track{.bone = bone.id};
  const bool is_still =
      motion.translation.empty() && motion.rotation.empty() && motion.scale.empty();
  Transform last;
  for (const double time : is_still ? std::vector<double>{0} : momentsOf(motion)) {
    const Transform pose{.translation = sampleTrack(motion.translation, time, node.translation),
                         .rotation = sampleTrack(motion.rotation, time, node.rotation),
                         .scale = sampleTrack(motion.scale, time, node.scale),
                         .shear = {}};
    const Affine3 moved = frame.base * toAffine(pose);
    Transform parts = decompose(moved);
    if (!invertible(moved)) parts.rotation = last.rotation, parts.shear = {};
    last = parts;
    track.translation.push_back({.time = time, .value = parts.translation, .easing = {}});
    track.rotation.push_back({.time = time, .value = parts.rotation, .easing = {}});
    track.scale.push_back({.time = time, .value = parts.scale, .easing = {}});
    track.shear.push_back({.time = time, .value = parts.shear, .easing = {}});
  }
  return track;
}

bool isEmpty(const BoneTrack& track) {
  return track.translation.empty() && track.rotation.empty() && track.scale.empty() &&
         track.shear.empty();
}

double sizeOf(const GltfBones& bones) {
  double size = 0;
  for (const Affine3& rest : bones.rest) {
    size = std::max(size, distance(rest.translation, bones.rest.front().translation));
  }
  return size;
}

}  // namespace

Result<std::vector<Clip>> readClips(const GltfDocument& gltf, const GltfNodes& nodes,
                                    const GltfBones& bones) {
  std::vector<BoneFrame> frames;
  for (std::size_t i = 0; i < bones.bones.size(); ++i) {
    frames.push_back(frameOf(bones.bones[i], bones.held[i]));
  }
  const double size = sizeOf(bones);
  std::vector<Clip> clips;
  for (std::size_t index = 0; const Json* object = listed(gltf.content(), "animations", index);
       ++index) {
    if (isMarked(*object)) continue;
    AnimationReader animation(gltf, *object, bones);
    if (auto read = animation.read(); !read) {
      return failAt(text("animations[", index, "]"), read.error());
    }
    const std::string* name = textIn(*object, "name");
    Clip clip{.id = static_cast<ClipId>(index),
              .name = name && !name->empty() ? *name : text("animation ", index),
              .duration = animation.duration};
    for (std::size_t i = 0; i < bones.bones.size(); ++i) {
      const Bone& bone = bones.bones[i];
      const NodeMotion& motion = animation.motion[static_cast<int>(i)];
      const Transform& node = nodes.all[bone.id].parts;
      BoneTrack track = frames[i].is_similarity ? keyedTrack(bone, frames[i], motion, node, size)
                                                : sampledTrack(bone, frames[i], motion, node);
      if (!isEmpty(track)) clip.bones.push_back(std::move(track));
    }
    clips.push_back(std::move(clip));
  }
  return clips;
}

}  // namespace vide::detail

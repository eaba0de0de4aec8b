// SPDX-License-Identifier: MIT
#include "vide/formats/detail/gltf_clips.hpp"

#include <algorithm>
#include <cmath>

#include "vide/animation/sample.hpp"
#include "vide/core/text.hpp"
#include "vide/formats/detail/gltf_builder.hpp"
#include "vide/formats/detail/gltf_node_motion.hpp"

namespace vide::detail {
namespace {

constexpr double samples_per_second = 60;
// Of all tracks together, besides what the file's size justifies. A sample takes as much memory as
// 64 numbers.
constexpr std::size_t samples_to_spare = 100'000;
constexpr std::size_t sample_price = 64;
constexpr std::size_t track_price = 16;
constexpr double unnoticed = 1e-7;  // of the skeleton's size, and as a turn or factor

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

// Not many more than `most_samples`, unless there are more keys.
std::vector<double> momentsOf(const NodeMotion& motion, double most_samples) {
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
                       const Transform& node, double most_samples) {
  BoneTrack track{.bone = bone.id};
  const bool is_still =
      motion.translation.empty() && motion.rotation.empty() && motion.scale.empty();
  Transform last;
  for (const double time : is_still ? std::vector<double>{0} : momentsOf(motion, most_samples)) {
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

// The file's animations in the bones' terms.
class ClipMaker {
 public:
  ClipMaker(const GltfDocument& gltf, const GltfNodes& nodes, const GltfBones& bones)
      : gltf_(gltf), nodes_(nodes), bones_(bones), size_(sizeOf(bones)) {
    for (std::size_t i = 0; i < bones.bones.size(); ++i) {
      frames_.push_back(frameOf(bones.bones[i], bones.held[i]));
    }
  }

  Result<std::vector<Clip>> make(GltfAllowance& allowance) && {
    if (auto read = readAll(allowance); !read) return std::unexpected(read.error());
    shareSamples();
    std::vector<Clip> clips;
    for (const auto& [index, animation] : animations_) clips.push_back(clipOf(index, animation));
    return clips;
  }

 private:
  Result<void> readAll(GltfAllowance& allowance) {
    for (std::size_t index = 0; const Json* object = listed(gltf_.content(), "animations", index);
         ++index) {
      if (isMarked(*object)) continue;
      auto motions = readNodeMotions(gltf_, *object, bones_, allowance);
      if (!motions) return failAt(text("animations[", index, "]"), motions.error());
      if (auto taken = allowance.take(track_price * bones_.bones.size()); !taken) return taken;
      animations_.emplace_back(index, *std::move(motions));
    }
    return {};
  }

  // Gives every track that must be sampled as many samples.
  void shareSamples() {
    std::size_t tracks = 0;
    for (const auto& [index, animation] : animations_) {
      tracks +=
          static_cast<std::size_t>(std::ranges::count_if(animation.by_bone, [&](const auto& m) {
            return !frames_[static_cast<std::size_t>(m.first)].is_similarity;
          }));
    }
    const std::size_t all = samples_to_spare + numbersAllowed(gltf_.content()) / sample_price;
    most_samples_ = static_cast<double>(all / std::max<std::size_t>(tracks, 1));
  }

  Clip clipOf(std::size_t index, const NodeMotions& animation) const {
    const std::string* name = textIn(*listed(gltf_.content(), "animations", index), "name");
    Clip clip{.id = static_cast<ClipId>(index),
              .name = name && !name->empty() ? *name : text("animation ", index),
              .duration = animation.duration};
    const NodeMotion still;
    for (std::size_t i = 0; i < bones_.bones.size(); ++i) {
      const auto moved = animation.by_bone.find(static_cast<int>(i));
      BoneTrack track = trackOfBone(i, moved == animation.by_bone.end() ? still : moved->second);
      if (!isEmpty(track)) clip.bones.push_back(std::move(track));
    }
    return clip;
  }

  BoneTrack trackOfBone(std::size_t index, const NodeMotion& motion) const {
    const Bone& bone = bones_.bones[index];
    const Transform& node = nodes_.all[bone.id].parts;
    const BoneFrame& frame = frames_[index];
    return frame.is_similarity ? keyedTrack(bone, frame, motion, node, size_)
                               : sampledTrack(bone, frame, motion, node, most_samples_);
  }

  const GltfDocument& gltf_;
  const GltfNodes& nodes_;
  const GltfBones& bones_;
  double size_;
  std::vector<BoneFrame> frames_;  // by bone
  std::vector<std::pair<std::size_t, NodeMotions>> animations_;
  double most_samples_ = 0;  // of a track
};

}  // namespace

Result<std::vector<Clip>> readClips(const GltfDocument& gltf, const GltfNodes& nodes,
                                    const GltfBones& bones, GltfAllowance& allowance) {
  return ClipMaker(gltf, nodes, bones).make(allowance);
}

}  // namespace vide::detail

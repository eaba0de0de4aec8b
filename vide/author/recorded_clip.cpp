// SPDX-License-Identifier: MIT
#include "vide/author/recorded_clip.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <string_view>
#include <vector>

#include "vide/core/ascii.hpp"
#include "vide/core/math.hpp"
#include "vide/core/text.hpp"

namespace vide {
namespace {

// What a part of a body is called; the first word stands for it.
constexpr std::array<std::array<std::string_view, 5>, 11> part_words{{
    {"hips", "hip", "pelvis", "root", "trunk"},
    {"spine", "torso", "body", "chest", "back"},
    {"neck"},
    {"head", "skull"},
    {"upperarm", "arm", "shoulder", "uparm"},
    {"forearm", "lowerarm", "elbow", "lowarm"},
    {"hand", "wrist"},
    {"thigh", "upleg", "upperleg"},
    {"shin", "calf", "leg", "lowerleg", "knee"},
    {"foot", "ankle"},
    {"toe", "toes", "toebase", "ball"},
}};

// The words of a name: "LeftUpLeg" and "up_leg.L" are left, up, leg and up, leg, l.
std::vector<std::string> wordsOf(std::string_view name) {
  std::vector<std::string> words;
  char before = ' ';
  for (const char letter : name) {
    const bool is_upper = letter >= 'A' && letter <= 'Z';
    const bool is_letter = is_upper || (letter >= 'a' && letter <= 'z');
    const bool was_small = before >= 'a' && before <= 'z';
    const bool was_letter = was_small || (before >= 'A' && before <= 'Z');
    if (is_letter) {
      if (!was_letter || (is_upper && was_small)) words.emplace_back();
      words.back() += lowered(letter);
    }
    before = letter;
  }
  return words;
}

// Side and part; empty for names that mean nothing.
std::string meaningOf(std::string_view name) {
  std::string side, rest;
  for (const std::string& word : wordsOf(name)) {
    if (word == "left" || word == "l") {
      side = "left ";
    } else if (word == "right" || word == "r") {
      side = "right ";
    } else {
      rest += word;
    }
  }
  for (const auto& words : part_words) {
    if (std::ranges::find(words, rest) != words.end()) return side + std::string(words[0]);
  }
  return rest.empty() ? "" : side + rest;
}

struct Pair {
  std::size_t bone = 0, joint = 0;
};

Result<std::vector<Pair>> pairsOf(const Skeleton& skeleton, const Skeleton& recorded,
                                  const JointMap& joints) {
  std::vector<Pair> pairs;
  for (const auto& [bone_name, joint_name] : joints) {
    const int bone = skeleton.find(bone_name), joint = recorded.find(joint_name);
    if (bone < 0) return fail(ErrorCode::not_found, text("there is no bone '", bone_name, "'"));
    if (joint < 0) {
      return fail(ErrorCode::not_found, text("the recording has no joint '", joint_name, "'"));
    }
    pairs.push_back({std::size_t(bone), std::size_t(joint)});
  }
  if (pairs.empty()) {
    return fail(ErrorCode::invalid_argument,
                "no bone has a joint of the recording to follow; name some in 'map'");
  }
  std::ranges::sort(pairs, {}, &Pair::bone);
  return pairs;
}

Vec2 seen(Vec3 place, const RecordedClipOptions& options) {
  const Vec3 p = upright(place, options.up);
  return {options.view == RecordingView::front ? p.x : p.z, p.y};
}

// How far the figure reaches along an axis at rest.
double extentOf(const Skeleton& skeleton, UpAxis axis) {
  double least = std::numeric_limits<double>::infinity(), most = -least;
  for (std::size_t i = 0; i < skeleton.size(); ++i) {
    for (const Vec3 end : {skeleton.head(i), skeleton.tail(i)}) {
      const double height = upright(end, axis).y;
      least = std::min(least, height);
      most = std::max(most, height);
    }
  }
  return std::max(most - least, 0.0);
}

double angleOf(Vec2 direction) { return math::atan2(direction.y, direction.x); }

// The same direction, less than half a turn from `near`.
double unwrapped(double angle, double near) {
  return angle + 2 * math::pi * std::floor((near - angle) / (2 * math::pi) + 0.5);
}

double restAngle(const Skeleton& skeleton, std::size_t bone) {
  const Affine3& frame = skeleton.rest()[bone];
  return angleOf({frame.linear.x.x, frame.linear.x.y});
}

// Turns the skeleton frame by frame and keeps the keys.
class Retargeter {
 public:
  Retargeter(const BvhMotion& motion, const Skeleton& skeleton, const RecordedClipOptions& options,
             std::vector<Pair> pairs)
      : motion_(motion),
        skeleton_(skeleton),
        options_(options),
        joint_of_(skeleton.size()),
        turn_(skeleton.size()),
        tracks_(skeleton.size()),
        frames_(motion.skeleton.size()) {
    for (const Pair& pair : pairs) joint_of_[pair.bone] = pair.joint;
    const auto root = std::ranges::find_if(
        pairs, [&](const Pair& pair) { return skeleton[pair.bone].parent < 0; });
    if (root != pairs.end()) root_ = *root;
    const double recorded = extentOf(motion.skeleton, options.up);
    scale_ = recorded > 0 ? extentOf(skeleton, UpAxis::y) / recorded : 0;
    for (std::size_t i = 0; i < skeleton.size(); ++i) tracks_[i].bone = skeleton[i].id;
  }

  void add(int frame, double time) {
    jointFrames(motion_, frame, frames_);
    for (std::size_t bone = 0; bone < skeleton_.size(); ++bone) turn(bone, time);
    if (root_) move(time);
  }

  std::vector<BoneTrack> takeTracks() {
    std::erase_if(tracks_, [](const BoneTrack& track) {
      return track.angle.empty() && track.translation.empty();
    });
    return std::move(tracks_);
  }

 private:
  // How far the bone has turned in the model, and its key. A pin only goes along: it has no
  // direction of its own.
  void turn(std::size_t bone, double time) {
    const int parent = skeleton_[bone].parent;
    const bool inherits = parent >= 0 && skeleton_[bone].inherit_rotation;
    const double carried = inherits ? turn_[std::size_t(parent)] : 0;
    if (!joint_of_[bone] || isPin(skeleton_[bone])) {
      turn_[bone] = carried;
      return;
    }
    if (const auto wanted = directionOf(*joint_of_[bone])) {
      const Vec2 drawn = xy(skeleton_.tail(bone)) - xy(skeleton_.head(bone));
      turn_[bone] = unwrapped(*wanted - angleOf(drawn), turn_[bone]);
    }
    auto& keys = tracks_[bone].angle;
    const double near = keys.empty() ? 0 : keys.back().value;
    keys.push_back({.time = time, .value = unwrapped(turn_[bone] - carried, near)});
  }

  // Nothing where the joint's bone points at the viewer.
  std::optional<double> directionOf(std::size_t joint) const {
    constexpr double least = 0.1;  // of its length
    const Vec3 head = frames_[joint].translation;
    const Vec3 way = frames_[joint] * motion_.skeleton[joint].tail - head;
    const Vec2 direction = seen(way, options_);
    if (!(length(direction) > least * length(way))) return std::nullopt;
    return angleOf(direction);
  }

  void move(double time) {
    const Vec2 now = seen(frames_[root_->joint].translation, options_);
    if (!start_) start_ = now;
    const Vec2 way = (now - *start_) * scale_;
    const double angle = -restAngle(skeleton_, root_->bone);
    const double c = math::cos(angle), s = math::sin(angle);
    const Vec3 own{c * way.x - s * way.y, s * way.x + c * way.y, 0};
    tracks_[root_->bone].translation.push_back({.time = time, .value = own});
  }

  const BvhMotion& motion_;
  const Skeleton& skeleton_;
  const RecordedClipOptions& options_;
  std::vector<std::optional<std::size_t>> joint_of_;  // by bone
  std::optional<Pair> root_;
  std::optional<Vec2> start_;
  double scale_ = 0;
  std::vector<double> turn_;  // radians in the model since it was drawn
  std::vector<BoneTrack> tracks_;
  std::vector<Affine3> frames_;
};

}  // namespace

JointMap matchJoints(const Skeleton& skeleton, const Skeleton& recorded) {
  std::map<std::string, std::string> by_meaning;
  for (const Bone& joint : recorded.bones()) {
    if (const auto meaning = meaningOf(joint.name); !meaning.empty()) {
      by_meaning.emplace(meaning, joint.name);
    }
  }
  JointMap joints;
  for (const Bone& bone : skeleton.bones()) {
    const auto found = by_meaning.find(meaningOf(bone.name));
    if (found != by_meaning.end()) joints[bone.name] = found->second;
  }
  return joints;
}

UpAxis upAxisOf(const Skeleton& recorded) {
  return extentOf(recorded, UpAxis::z) > extentOf(recorded, UpAxis::y) ? UpAxis::z : UpAxis::y;
}

Result<Clip> clipOfRecording(const BvhMotion& motion, const Skeleton& skeleton,
                             const RecordedClipOptions& options) {
  auto pairs = pairsOf(skeleton, motion.skeleton, options.joints);
  if (!pairs) return std::unexpected(pairs.error());
  if (motion.frames < 1 || !(motion.frame_time > 0)) {
    return fail(ErrorCode::invalid_argument, "the recording has no frames");
  }
  Retargeter retargeter(motion, skeleton, options, *std::move(pairs));
  const double wanted = 1 / (options.most_frames_per_second * motion.frame_time);
  const int stride = int(std::clamp(std::ceil(wanted - 1e-6), 1.0, 1e6));
  for (int frame = 0; frame < motion.frames; frame += stride) {
    retargeter.add(frame, frame * motion.frame_time);
  }
  Clip clip{.duration = motion.frames * motion.frame_time};
  clip.bones = retargeter.takeTracks();
  return clip;
}

}  // namespace vide

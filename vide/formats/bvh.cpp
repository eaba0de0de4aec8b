// SPDX-License-Identifier: MIT
#include "vide/formats/bvh.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "vide/core/math.hpp"
#include "vide/core/text.hpp"
#include "vide/formats/detail/text_cursor.hpp"

namespace vide {
namespace {

using detail::equalIgnoringCase;
using detail::quoted;

constexpr std::array<std::string_view, 6> channel_names{"Xposition", "Yposition", "Zposition",
                                                        "Xrotation", "Yrotation", "Zrotation"};

std::optional<BvhChannel> channelNamed(std::string_view word) {
  for (std::size_t i = 0; i < channel_names.size(); ++i) {
    if (equalIgnoringCase(word, channel_names[i])) return BvhChannel(i);
  }
  return std::nullopt;
}

struct Joint {
  std::string name;
  int parent = -1;
  Vec3 offset;
  Vec3 tips;  // sum of the places of its children and End Sites
  int tip_count = 0;
};

class BvhParser {
 public:
  BvhParser(std::string_view text, const BvhLimits& limits) : cursor_(text), limits_(limits) {}

  Result<BvhMotion> parse() {
    for (const auto step : {&BvhParser::hierarchy, &BvhParser::skeleton, &BvhParser::motionHead,
                            &BvhParser::motionValues}) {
      if (const auto done = (this->*step)(); !done) return std::unexpected(done.error());
    }
    return std::move(motion_);
  }

 private:
  // The innermost open block: the index of a joint, or an End Site.
  static constexpr int end_site = -1;

  Result<void> hierarchy() {
    if (const auto found = expect("HIERARCHY"); !found) return found;
    while (equalIgnoringCase(cursor_.peek(), "ROOT") || !open_.empty()) {
      if (const auto read = entry(); !read) return read;
    }
    if (joints_.empty()) return cursor_.malformed("no joint; expected ROOT after HIERARCHY");
    motion_.first_channel.push_back(motion_.channels.size());
    return {};
  }

  Result<void> entry() {
    const std::string_view keyword = cursor_.word();
    const bool in_joint = !open_.empty() && open_.back() != end_site;
    if (open_.empty() || (in_joint && equalIgnoringCase(keyword, "JOINT"))) return openJoint();
    if (in_joint && equalIgnoringCase(keyword, "End")) return openEndSite();
    if (equalIgnoringCase(keyword, "OFFSET")) return offset();
    if (in_joint && equalIgnoringCase(keyword, "CHANNELS")) return channels();
    if (keyword == "}") {
      open_.pop_back();
      return {};
    }
    return cursor_.malformed(
        text("expected OFFSET, CHANNELS, JOINT, End Site or }, found ", quoted(keyword)));
  }

  Result<void> openJoint() {
    if (joints_.size() >= limits_.max_joints) {
      return fail(ErrorCode::limit_exceeded, text("line ", cursor_.line(), ": more than ",
                                                  limits_.max_joints, " joints (max_joints)"));
    }
    const std::string_view name = cursor_.restOfLine();
    if (name.empty()) return cursor_.malformed("a joint without a name");
    joints_.push_back({std::string(name), open_.empty() ? -1 : open_.back(), {}, {}, 0});
    // A joint's channels follow those of the joints before it unless CHANNELS comes late.
    motion_.first_channel.push_back(motion_.channels.size());
    open_.push_back(int(joints_.size()) - 1);
    return expect("{");
  }

  Result<void> openEndSite() {
    if (const auto site = expect("Site"); !site) return site;
    cursor_.restOfLine();  // some programs name it
    open_.push_back(end_site);
    return expect("{");
  }

  Result<void> offset() {
    Vec3 place;
    for (double* component : {&place.x, &place.y, &place.z}) {
      const auto value = number("OFFSET");
      if (!value) return std::unexpected(value.error());
      *component = *value;
    }
    int parent = open_.back();
    if (parent == end_site) {
      parent = open_[open_.size() - 2];
    } else {
      joints_[std::size_t(parent)].offset = place;
      parent = joints_[std::size_t(parent)].parent;
    }
    if (parent >= 0) {
      Joint& joint = joints_[std::size_t(parent)];
      joint.tips = joint.tips + place;
      ++joint.tip_count;
    }
    return {};
  }

  Result<void> channels() {
    if (open_.back() != int(joints_.size()) - 1) {
      return cursor_.malformed("CHANNELS must come before the joint's children");
    }
    const auto count = number("CHANNELS");
    if (!count) return std::unexpected(count.error());
    if (*count < 0 || *count > 6 || *count != std::floor(*count)) {
      return cursor_.malformed(text("a joint has 0 to 6 channels, not ", *count));
    }
    for (int i = 0; i < int(*count); ++i) {
      const std::string_view word = cursor_.word();
      const auto channel = channelNamed(word);
      if (!channel) {
        return cursor_.malformed(
            text("expected a channel such as Xposition or Zrotation, found ", quoted(word)));
      }
      motion_.channels.push_back(*channel);
    }
    return {};
  }

  Result<void> skeleton() {
    std::vector<Bone> bones;
    for (std::size_t i = 0; i < joints_.size(); ++i) {
      Joint& joint = joints_[i];
      Bone bone;
      bone.id = BoneId(i);
      bone.name = std::move(joint.name);
      bone.parent = joint.parent;
      bone.local.translation = joint.offset;
      if (joint.tip_count > 0) bone.tail = joint.tips / joint.tip_count;
      bone.deform = squaredLength(bone.tail) > 0;
      bones.push_back(std::move(bone));
    }
    auto built = Skeleton::fromBones(std::move(bones), {limits_.max_joints});
    if (!built) return failAt("HIERARCHY", built.error());
    motion_.skeleton = std::move(*built);
    return {};
  }

  Result<void> motionHead() {
    if (const auto found = expect("MOTION"); !found) return found;
    const auto frames = labelled({"Frames"});
    if (!frames) return std::unexpected(frames.error());
    const auto time = labelled({"Frame", "Time"});
    if (!time) return std::unexpected(time.error());
    if (*frames < 0 || *frames > 1e9 || *frames != std::floor(*frames)) {
      return cursor_.malformed(text("Frames is a whole number, not ", *frames));
    }
    if (*time < 0 || (*time == 0 && *frames > 1)) {
      return cursor_.malformed(text("Frame Time is a positive number of seconds, not ", *time));
    }
    motion_.frames = int(*frames);
    motion_.frame_time = *time;
    return {};
  }

  // "Frame Time: 0.01", whatever the spaces around the colon.
  Result<double> labelled(std::initializer_list<std::string_view> label) {
    for (const std::string_view expected : label) {
      const std::string_view word = cursor_.word();
      if (!equalIgnoringCase(word, expected)) {
        return cursor_.malformed(text("expected \"", expected, "\", found ", quoted(word)));
      }
    }
    if (cursor_.peek() == ":") cursor_.word();
    return number(*(label.end() - 1));
  }

  Result<void> motionValues() {
    const std::size_t row = motion_.channels.size();
    const std::size_t frames = std::size_t(motion_.frames), total = frames * row;
    if (frames * std::max(row, joints_.size()) > limits_.max_values) {
      return fail(ErrorCode::limit_exceeded,
                  text("line ", cursor_.line(), ": ", frames, " frames of ", row, " channels and ",
                       joints_.size(), " joints; max_values is ", limits_.max_values));
    }
    // A value takes two characters at least: what a short text announces is not reserved.
    motion_.values.reserve(std::min(total, cursor_.remaining() / 2 + 1));
    for (std::size_t i = 0; i < total; ++i) {
      const std::string_view word = cursor_.word();
      if (word.empty()) {
        return cursor_.malformed(text("the text ends after ", i % row, " of ", row,
                                      " values of frame ", i / row, "; Frames says ",
                                      motion_.frames, ", so the file is cut off"));
      }
      const auto value = numberIn(word);
      if (!value) return notANumber(text("frame ", i / row), word);
      motion_.values.push_back(*value);
    }
    if (cursor_.atEnd()) return {};
    return cursor_.malformed(text("more values than ", motion_.frames, " frames of ", row,
                                  " channels; correct Frames or the line that is too long"));
  }

  Result<double> number(std::string_view where) {
    const std::string_view word = cursor_.word();
    const auto value = numberIn(word);
    if (!value) return notANumber(where, word);
    return *value;
  }

  // Sums and products of larger numbers could leave the range of a double.
  static std::optional<double> numberIn(std::string_view word) {
    const auto value = detail::toNumber(word);
    return value && std::abs(*value) <= 1e30 ? value : std::nullopt;
  }

  std::unexpected<Error> notANumber(std::string_view where, std::string_view word) const {
    return cursor_.malformed(text(where, ": expected a number up to 1e30, found ", quoted(word)));
  }

  Result<void> expect(std::string_view keyword) {
    const std::string_view word = cursor_.word();
    if (equalIgnoringCase(word, keyword)) return {};
    return cursor_.malformed(text("expected ", keyword, ", found ", quoted(word)));
  }

  detail::TextCursor cursor_;
  const BvhLimits& limits_;
  std::vector<Joint> joints_;
  std::vector<int> open_;
  BvhMotion motion_;
};

// One axis and an angle in degrees, which is reduced before it loses digits as radians.
Quat turn(BvhChannel channel, double angle) {
  const auto [s, c] = math::sinCos(math::radians(std::fmod(angle, 360)) / 2);
  if (channel == BvhChannel::x_rotation) return {s, 0, 0, c};
  if (channel == BvhChannel::y_rotation) return {0, s, 0, c};
  return {0, 0, s, c};
}

// The joint relative to its parent. Rest frames are axis-aligned, so this rotation is the pose's.
Transform jointLocal(const BvhMotion& motion, int frame, std::size_t joint) {
  const double* row = motion.values.data() + std::size_t(frame) * motion.channels.size();
  Transform local = motion.skeleton[joint].local;
  for (std::size_t c = motion.first_channel[joint]; c < motion.first_channel[joint + 1]; ++c) {
    switch (motion.channels[c]) {
      case BvhChannel::x_position:
        local.translation.x = row[c];
        break;
      case BvhChannel::y_position:
        local.translation.y = row[c];
        break;
      case BvhChannel::z_position:
        local.translation.z = row[c];
        break;
      default:
        local.rotation = local.rotation * turn(motion.channels[c], row[c]);
    }
  }
  return local;
}

bool isPosition(BvhChannel channel) { return channel <= BvhChannel::z_position; }
bool isRotation(BvhChannel channel) { return !isPosition(channel); }

bool hasChannel(const BvhMotion& motion, std::size_t joint, bool (*kind)(BvhChannel)) {
  return std::any_of(motion.channels.begin() + std::ptrdiff_t(motion.first_channel[joint]),
                     motion.channels.begin() + std::ptrdiff_t(motion.first_channel[joint + 1]),
                     kind);
}

}  // namespace

Result<BvhMotion> parseBvh(std::string_view text, const BvhLimits& limits) {
  return BvhParser(text, limits).parse();
}

void framePose(const BvhMotion& motion, int frame, std::span<Transform> out) {
  for (std::size_t i = 0; i < motion.skeleton.size(); ++i) {
    out[i] = jointLocal(motion, frame, i);
    out[i].translation = out[i].translation - motion.skeleton[i].local.translation;
  }
}

void jointFrames(const BvhMotion& motion, int frame, std::span<Affine3> out) {
  for (std::size_t i = 0; i < motion.skeleton.size(); ++i) {
    const Affine3 local = toAffine(jointLocal(motion, frame, i));
    const int parent = motion.skeleton[i].parent;
    out[i] = parent < 0 ? local : out[std::size_t(parent)] * local;
  }
}

MotionCapture motionCaptureOf(const BvhMotion& motion) {
  MotionCapture capture;
  for (const Bone& bone : motion.skeleton.bones()) {
    capture.names.push_back(bone.name);
    capture.parents.push_back(bone.parent);
  }
  capture.frame_time = motion.frame_time;
  capture.frames = motion.frames;
  capture.positions.reserve(std::size_t(motion.frames) * motion.skeleton.size());
  std::vector<Affine3> frames(motion.skeleton.size());
  for (int frame = 0; frame < motion.frames; ++frame) {
    jointFrames(motion, frame, frames);
    for (const Affine3& joint : frames) capture.positions.push_back(joint.translation);
  }
  return capture;
}

Clip clipFromBvh(const BvhMotion& motion) {
  Clip clip;
  clip.duration = motion.frames * motion.frame_time;
  std::vector<BoneTrack> tracks(motion.skeleton.size());
  std::vector<Transform> pose(motion.skeleton.size());
  for (int frame = 0; frame < motion.frames; ++frame) {
    framePose(motion, frame, pose);
    const double time = frame * motion.frame_time;
    for (std::size_t i = 0; i < tracks.size(); ++i) {
      if (hasChannel(motion, i, isPosition)) {
        tracks[i].translation.push_back({time, pose[i].translation});
      }
      if (hasChannel(motion, i, isRotation)) {
        tracks[i].rotation.push_back({time, normalized(pose[i].rotation)});
      }
    }
  }
  for (std::size_t i = 0; i < tracks.size(); ++i) {
    tracks[i].bone = motion.skeleton[i].id;
    if (tracks[i].translation.empty() && tracks[i].rotation.empty()) continue;
    clip.bones.push_back(std::move(tracks[i]));
  }
  return clip;
}

}  // namespace vide

// SPDX-License-Identifier: MIT
#include "vide/author/pose_edit.hpp"

#include <algorithm>

#include "vide/animation/sample.hpp"
#include "vide/core/name_list.hpp"
#include "vide/core/text.hpp"

namespace vide {
namespace {

void apply(const BoneEdit& edit, Transform& transform) {
  if (edit.angle) transform.rotation = transform.rotation * rotationInPlane(*edit.angle);
  if (edit.euler) {
    transform.rotation = transform.rotation * rotationAbout({0, 0, 1}, edit.euler->z) *
                         rotationAbout({0, 1, 0}, edit.euler->y) *
                         rotationAbout({1, 0, 0}, edit.euler->x);
  }
  if (edit.move) transform.translation += *edit.move;
  if (edit.scale) {
    transform.scale = {transform.scale.x * edit.scale->x, transform.scale.y * edit.scale->y,
                       transform.scale.z * edit.scale->z};
  }
}

}  // namespace

Result<Pose> editPose(const Skeleton& skeleton, Pose pose, const std::vector<BoneEdit>& edits) {
  for (const BoneEdit& edit : edits) {
    const int bone = skeleton.find(edit.bone);
    if (bone < 0) {
      return fail(ErrorCode::not_found,
                  text("there is no bone '", edit.bone, "'; the bones are: ",
                       listed(skeleton.bones(), [](const Bone& b) { return b.name; })));
    }
    apply(edit, pose.local[std::size_t(bone)]);
  }
  return pose;
}

std::vector<BoneTrack> tracksOfPose(const Skeleton& skeleton, const Pose& pose) {
  std::vector<BoneTrack> tracks;
  for (std::size_t i = 0; i < skeleton.size(); ++i) {
    const Transform& t = pose.local[i];
    if (t == Transform{}) continue;
    BoneTrack track{.bone = skeleton[i].id};
    if (t.translation != Vec3{}) track.translation = {{.value = t.translation}};
    if (t.scale != Vec3{1, 1, 1}) track.scale = {{.value = t.scale}};
    if (t.shear != Vec3{}) track.shear = {{.value = t.shear}};
    if (t.rotation != Quat{}) {
      if (t.rotation.x == 0 && t.rotation.y == 0) {
        track.angle = {{.value = angleInPlane(t.rotation)}};
      } else {
        track.rotation = {{.value = t.rotation}};
      }
    }
    tracks.push_back(std::move(track));
  }
  return tracks;
}

namespace {

LayerTrack lookAt(const Clip& clip, const LayerTrack& track, double time, const Layer& layer) {
  const LayerLook look =
      sampleLook(clip, track.layer, time, {layer.visible, layer.tint, layer.opacity});
  LayerTrack still{.layer = track.layer};
  if (!track.visible.empty()) still.visible = {{.value = look.visible}};
  if (!track.tint.empty()) still.tint = {{.value = look.tint}};
  if (!track.opacity.empty()) still.opacity = {{.value = look.opacity}};
  return still;
}

}  // namespace

Clip stateAt(const Clip& clip, double time, const Document& document) {
  Clip still;
  for (const OffsetTrack& track : clip.offsets) {
    if (track.offsets.empty()) continue;
    Offsets now(track.offsets.front().value.size());
    sampleOffsets(clip, track.layer, time, now);
    still.offsets.push_back({track.layer, {{.value = std::move(now)}}});
  }
  for (const LayerTrack& track : clip.layers) {
    if (const Layer* layer = findLayer(document, track.layer)) {
      still.layers.push_back(lookAt(clip, track, time, *layer));
    }
  }
  for (const SlotTrack& track : clip.slots) {
    const Slot* slot = findSlot(document, track.slot);
    if (!slot || track.shown.empty()) continue;
    still.slots.push_back(
        {track.slot, {{.value = sampleSlot(clip, track.slot, time, slot->shown)}}});
  }
  for (const ConstraintTrack& track : clip.constraints) {
    const Constraint* constraint = findConstraint(document, track.constraint);
    if (!constraint || track.mix.empty()) continue;
    still.constraints.push_back(
        {track.constraint, {{.value = sampleMix(clip, track.constraint, time, constraint->mix)}}});
  }
  if (!clip.draw_order.empty()) {
    const auto order = sampleDrawOrder(clip, time, document.draw_order);
    still.draw_order = {{.value = {order.begin(), order.end()}}};
  }
  return still;
}

namespace {

Result<void> findShapes(const Document& document, const std::vector<ShapeEdit>& edits) {
  std::vector<std::string> known;
  for (const Layer& layer : document.layers) {
    for (const MorphShape& shape : layer.shapes) {
      if (std::ranges::find(known, shape.name) == known.end()) known.push_back(shape.name);
    }
  }
  for (const ShapeEdit& edit : edits) {
    if (std::ranges::find(known, edit.shape) != known.end()) continue;
    if (known.empty()) return fail(ErrorCode::not_found, "the document has no shapes");
    const auto names = listed(known, [](const std::string& name) { return name; });
    return fail(ErrorCode::not_found,
                text("no shape is named '", edit.shape, "'; there are: ", names));
  }
  return {};
}

}  // namespace

Result<std::vector<MorphTrack>> poseShapes(const Document& document, const Clip* clip, double time,
                                           const std::vector<ShapeEdit>& edits) {
  if (auto found = findShapes(document, edits); !found) return std::unexpected(found.error());
  std::vector<MorphTrack> tracks;
  for (const Layer& layer : document.layers) {
    std::vector<double> weights;
    for (const MorphShape& shape : layer.shapes) weights.push_back(shape.weight);
    if (clip) sampleMorphs(*clip, layer.id, time, weights);
    for (std::size_t i = 0; i < weights.size(); ++i) {
      for (const ShapeEdit& edit : edits) {
        if (edit.shape == layer.shapes[i].name) weights[i] = edit.weight;
      }
      if (weights[i] == layer.shapes[i].weight) continue;
      tracks.push_back({layer.id, static_cast<int>(i), {{.value = weights[i]}}});
    }
  }
  return tracks;
}

namespace {

// The place of the thing with that name; `kind` is how messages call such a thing.
template <class Things>
Result<std::size_t> findNamed(const Things& things, const char* kind, const std::string& name) {
  const auto found = std::ranges::find(things, name, &Things::value_type::name);
  if (found != things.end()) return std::size_t(found - things.begin());
  const auto missing = text("there is no ", kind, " '", name, "'; the ");
  if (things.empty())
    return fail(ErrorCode::not_found, text(missing, "document has no ", kind, "s"));
  return fail(
      ErrorCode::not_found,
      text(missing, kind, "s are: ", listed(things, [](const auto& thing) { return thing.name; })));
}

}  // namespace

Result<std::size_t> findClip(const std::vector<Clip>& clips, const std::string& name) {
  return findNamed(clips, "clip", name);
}

Result<std::size_t> findSkin(const std::vector<Skin>& skins, const std::string& name) {
  return findNamed(skins, "skin", name);
}

}  // namespace vide

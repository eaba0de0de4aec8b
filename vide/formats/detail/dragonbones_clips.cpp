// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <numeric>

#include "vide/core/text.hpp"
#include "vide/formats/detail/dragonbones_armature.hpp"
#include "vide/formats/detail/dragonbones_timeline.hpp"
#include "vide/formats/detail/plane_tracks.hpp"

namespace vide::detail {
namespace {

constexpr auto mix = [](const auto& a, const auto& b, double share) { return mixed(a, b, share); };

// The angles that frames say, each the nearest to the one before unless the frame before asks for
// turns: as many clockwise (in y down) as the number says.
std::vector<double> turnedAngles(const Json& frames, const std::vector<double>& given,
                                 const char* turns_name) {
  std::vector<double> angles;
  double turns = 0;
  std::size_t i = 0;
  for (const Json& frame : frames) {
    double angle = given[i++];
    if (!angles.empty()) {
      const double before = angles.back();
      if (turns == 0) {
        angle = nearestTurn(angle, before);
      } else {
        if (turns > 0 ? angle >= before : angle <= before) turns += turns > 0 ? -1 : 1;
        angle += 2 * math::pi * turns;
      }
    }
    angles.push_back(angle);
    turns = std::clamp(numberIn(frame, turns_name).value_or(0), -1000.0, 1000.0);
  }
  return angles;
}

template <class Read>
auto valuesOf(const Json& frames, Read read) -> std::vector<decltype(read(frames))> {
  std::vector<decltype(read(frames))> values;
  for (const Json& frame : frames) values.push_back(read(frame));
  return values;
}

double degreesIn(const Json& frame, const char* name) {
  return math::radians(numberIn(frame, name).value_or(0));
}

class ClipReader {
 public:
  ClipReader(ArmatureImport& import, const Json& animation)
      : import_(import), animation_(animation) {}

  Result<Clip> read();

 private:
  Result<void> readBones();
  PartsTrack partsFrom(const Json& timeline, const DragonBone& bone) const;
  void readParts(const Json& timeline, const DragonBone& bone, PartsTrack& parts) const;
  void readWholeFrames(const Json& frames, const DragonBone& bone, PartsTrack& parts) const;
  void readSlots();
  void readDisplays(const Json& frames, const DragonSlot& slot);
  void readColors(const Json& frames, const DragonSlot& slot);
  Result<void> readDeformations();
  Result<Offsets> offsetsIn(const Json& frame, const Affine3& space, std::size_t vertices);
  Result<void> readDrawOrder();
  void readMixes();
  void readEvents();
  // Seconds at which the frames of a list start, those that do not come to show left out.
  template <class Visit>
  void visitFrames(const Json& frames, Visit visit) const;

  ArmatureImport& import_;
  const Json& animation_;
  TimelineTiming timing_;
  Clip clip_;
};

Result<Clip> ClipReader::read() {
  timing_.frame_rate = import_.frame_rate;
  timing_.duration = std::max(numberIn(animation_, "duration").value_or(1), 1.0);
  timing_.loop = numberIn(animation_, "playTimes").value_or(1) == 0;
  if (!(timing_.duration <= import_.limits.max_frames)) {
    return fail(ErrorCode::limit_exceeded,
                text("lasts more than ", import_.limits.max_frames, " frames (max_frames)"));
  }
  clip_.name = nameOf(animation_);
  clip_.duration = timing_.duration / timing_.frame_rate;
  clip_.loop = timing_.loop;
  if (auto ok = readBones(); !ok) return std::unexpected(ok.error());
  readSlots();
  if (auto ok = readDeformations(); !ok) return std::unexpected(ok.error());
  if (auto ok = readDrawOrder(); !ok) return std::unexpected(ok.error());
  readMixes();
  readEvents();
  if (!listIn(animation_, "timeline").empty()) {
    import_.warnings.push_back(
        text("clip \"", clip_.name, "\": timelines of version 5.6 are left out"));
  }
  return std::move(clip_);
}

// The tracks of a bone, by the file's names of 5.5 ("translateFrame" ..) or of before ("frame").
void ClipReader::readParts(const Json& timeline, const DragonBone& bone, PartsTrack& parts) const {
  const PlaneParts& setup = bone.setup;
  const Json& moves = listIn(timeline, "translateFrame");
  parts.translation = keysOf(moves,
                             valuesOf(moves,
                                      [&](const Json& frame) {
                                        return Vec3{setup.x + numberIn(frame, "x").value_or(0),
                                                    setup.y - numberIn(frame, "y").value_or(0), 0};
                                      }),
                             timing_, mix);
  const Json& turns = listIn(timeline, "rotateFrame");
  const auto given = valuesOf(turns, [](const Json& f) { return degreesIn(f, "rotate"); });
  std::vector<double> angles = turnedAngles(turns, given, "clockwise");
  for (double& angle : angles) angle = setup.angle - angle;
  parts.angle = keysOf(turns, angles, timing_, mix);
  const auto skews =
      valuesOf(turns, [&](const Json& f) { return setup.skew - degreesIn(f, "skew"); });
  const bool skewed = std::ranges::any_of(skews, [&](double skew) { return skew != setup.skew; });
  if (skewed) parts.skew = keysOf(turns, skews, timing_, mix);
  const Json& scales = listIn(timeline, "scaleFrame");
  parts.scale = keysOf(scales,
                       valuesOf(scales,
                                [&](const Json& frame) {
                                  return Vec3{setup.scale_x * numberIn(frame, "x").value_or(1),
                                              setup.scale_y * numberIn(frame, "y").value_or(1), 1};
                                }),
                       timing_, mix);
}

void ClipReader::readWholeFrames(const Json& frames, const DragonBone& bone,
                                 PartsTrack& parts) const {
  const PlaneParts& setup = bone.setup;
  const auto all = valuesOf(frames, [](const Json& frame) {
    const Json* transform = member(frame, "transform");
    return transform ? partsIn(*transform) : PlaneParts{};
  });
  std::vector<Vec3> moves, scales;
  std::vector<double> given, skews;
  for (const PlaneParts& added : all) {
    moves.push_back({setup.x + added.x, setup.y + added.y, 0});
    scales.push_back({setup.scale_x * added.scale_x, setup.scale_y * added.scale_y, 1});
    given.push_back(-added.angle);
    skews.push_back(setup.skew + added.skew);
  }
  std::vector<double> angles = turnedAngles(frames, given, "tweenRotate");
  for (double& angle : angles) angle = setup.angle - angle;
  parts.translation = keysOf(frames, moves, timing_, mix);
  parts.angle = keysOf(frames, angles, timing_, mix);
  parts.scale = keysOf(frames, scales, timing_, mix);
  const bool skewed = std::ranges::any_of(skews, [&](double skew) { return skew != setup.skew; });
  if (skewed) parts.skew = keysOf(frames, skews, timing_, mix);
}

PartsTrack ClipReader::partsFrom(const Json& timeline, const DragonBone& bone) const {
  PartsTrack parts;
  const Json& whole = listIn(timeline, "frame");
  if (whole.empty()) {
    readParts(timeline, bone, parts);
  } else {
    readWholeFrames(whole, bone, parts);
  }
  return parts;
}

Result<void> ClipReader::readBones() {
  std::vector<PartsTrack> tracks(import_.bones.size());
  for (const Json& timeline : listIn(animation_, "bone")) {
    const auto at = import_.bone_named.find(nameOf(timeline));
    if (at == import_.bone_named.end()) continue;
    const std::size_t keys = 10 * (listIn(timeline, "frame").size() + timeline.size());
    if (auto ok = spend(import_, keys); !ok) return ok;
    tracks[std::size_t(at->second)] = partsFrom(timeline, import_.bones[std::size_t(at->second)]);
  }
  for (std::size_t i = 0; i < tracks.size(); ++i) {
    const DragonBone& bone = import_.bones[i];
    BoneTrack track = boneTrack(import_.document.skeleton[i].id, tracks[i], bone.setup,
                                bone.reference, 1 / timing_.frame_rate);
    const std::size_t keys = track.translation.size() + track.angle.size() + track.scale.size();
    if (keys == 0) continue;
    if (auto ok = spend(import_, 8 * keys); !ok) return ok;
    clip_.bones.push_back(std::move(track));
  }
  return {};
}

template <class Visit>
void ClipReader::visitFrames(const Json& frames, Visit visit) const {
  const std::vector<double> starts = frameStarts(frames, timing_.duration);
  for (std::size_t i = 0; i + 1 < starts.size(); ++i) {
    const bool shows = starts[i] < starts[i + 1] || i + 2 == starts.size();
    if (shows) visit(frames[i], starts[i] / timing_.frame_rate);
  }
}

void ClipReader::readDisplays(const Json& frames, const DragonSlot& slot) {
  SlotTrack track{.slot = slot.id};
  visitFrames(frames, [&](const Json& frame, double time) {
    const auto value = numberIn(frame, "value");
    const double display = value ? *value : numberIn(frame, "displayIndex").value_or(0);
    std::optional<std::uint32_t> shown;
    if (display >= 0 && display < double(slot.layers.size())) {
      shown = slot.layers[std::size_t(display)];
    }
    track.shown.push_back({time, shown});
  });
  if (!track.shown.empty() && !slot.layers.empty()) clip_.slots.push_back(std::move(track));
}

void ClipReader::readColors(const Json& frames, const DragonSlot& slot) {
  std::vector<Vec3> tints;
  std::vector<double> opacities;
  bool any = false;
  for (const Json& frame : frames) {
    const Json* color = member(frame, "value");
    if (!color || !color->is_object()) color = member(frame, "color");
    const auto factor = [&](const char* name) {
      return color ? std::clamp(numberIn(*color, name).value_or(100) / 100, 0.0, 1.0) : 1.0;
    };
    tints.push_back({factor("rM"), factor("gM"), factor("bM")});
    opacities.push_back(factor("aM"));
    any = any || (color && !color->empty());
  }
  const bool still = !any && slot.tint == Vec3{1, 1, 1} && slot.opacity == 1;
  if (still) return;
  for (const LayerId layer : slot.layers) {
    LayerTrack track{.layer = layer};
    track.tint = keysOf(frames, tints, timing_, mix);
    track.opacity = keysOf(frames, opacities, timing_, mix);
    clip_.layers.push_back(std::move(track));
  }
}

void ClipReader::readSlots() {
  for (const Json& timeline : listIn(animation_, "slot")) {
    const auto at = import_.slot_named.find(nameOf(timeline));
    if (at == import_.slot_named.end()) continue;
    const DragonSlot& slot = import_.slots[at->second];
    const Json& old = listIn(timeline, "frame");
    const Json& displays = listIn(timeline, "displayFrame");
    const Json& colors = listIn(timeline, "colorFrame");
    readDisplays(displays.empty() ? old : displays, slot);
    readColors(colors.empty() ? old : colors, slot);
  }
}

// The offsets of one frame: those that are not listed, from the place "offset" on, are none.
Result<Offsets> ClipReader::offsetsIn(const Json& frame, const Affine3& space,
                                      std::size_t vertices) {
  if (auto ok = spend(import_, 3 * vertices); !ok) return std::unexpected(ok.error());
  const Json& list = listIn(frame, "vertices");
  const double first = std::clamp(numberIn(frame, "offset").value_or(0), 0.0, 1e9);
  const auto start = std::size_t(first);
  Offsets offsets(vertices);
  for (std::size_t i = 0; i < list.size() && start + i < 2 * vertices; ++i) {
    const double value = asNumber(&list[i]).value_or(0);
    Vec3& offset = offsets[(start + i) / 2];
    ((start + i) % 2 == 0 ? offset.x : offset.y) = (start + i) % 2 == 0 ? value : -value;
  }
  for (Vec3& offset : offsets) offset = space.linear * offset;
  return offsets;
}

Result<void> ClipReader::readDeformations() {
  for (const Json& timeline : listIn(animation_, "ffd")) {
    const std::string* skin = textIn(timeline, "skin");
    const std::string* slot = textIn(timeline, "slot");
    std::string skin_name = skin ? *skin : std::string();
    auto at =
        import_.mesh_named.find(meshKey(skin_name, slot ? *slot : std::string(), nameOf(timeline)));
    if (at == import_.mesh_named.end() && skin_name.empty()) {
      at = import_.mesh_named.find(
          meshKey("default", slot ? *slot : std::string(), nameOf(timeline)));
    }
    if (at == import_.mesh_named.end()) continue;
    const Layer& layer = import_.document.layers[at->second];
    // Offsets are in the slot's space; those of weighted meshes in the armature's.
    const bool rigid = layer.attachment == Attachment::rigid;
    const Affine3 space =
        rigid ? import_.bones[std::size_t(findBone(import_.document.skeleton, layer.bones[0]))].rest
              : Affine3{};
    const Json& frames = listIn(timeline, "frame");
    std::vector<Offsets> values;
    for (const Json& frame : frames) {
      auto offsets = offsetsIn(frame, space, std::size_t(layer.mesh.V.rows()));
      if (!offsets) return std::unexpected(offsets.error());
      values.push_back(*std::move(offsets));
    }
    OffsetTrack track{.layer = layer.id, .offsets = keysOf(frames, values, timing_, mix)};
    if (auto ok = spend(import_, 3 * track.offsets.size() * std::size_t(layer.mesh.V.rows()));
        !ok) {
      return ok;
    }
    const auto same = std::ranges::find(clip_.offsets, layer.id, &OffsetTrack::layer);
    if (!track.offsets.empty() && same == clip_.offsets.end()) {
      clip_.offsets.push_back(std::move(track));
    }
  }
  return {};
}

// The order of the slots that a frame's pairs of slot and shift make of the file's own: those not
// named keep theirs in the places that are left.
std::vector<std::size_t> shiftedOrder(const Json& pairs, std::size_t slots) {
  std::vector<std::optional<std::size_t>> order(slots);
  std::vector<bool> moved(slots);
  for (std::size_t i = 0; i + 1 < pairs.size(); i += 2) {
    const auto slot = asCount(&pairs[i]);
    const double to = double(slot.value_or(0)) + asNumber(&pairs[i + 1]).value_or(0);
    if (!slot || *slot >= slots || moved[*slot] || !(to >= 0) || to >= double(slots)) continue;
    if (order[std::size_t(to)]) continue;
    order[std::size_t(to)] = *slot;
    moved[*slot] = true;
  }
  std::size_t next = 0;
  std::vector<std::size_t> result;
  for (const auto& slot : order) {
    if (slot) {
      result.push_back(*slot);
      continue;
    }
    while (moved[next]) ++next;
    result.push_back(next++);
  }
  return result;
}

Result<void> ClipReader::readDrawOrder() {
  const Json* timeline = member(animation_, "zOrder");
  if (!timeline) return {};
  const Json& frames = listIn(*timeline, "frame");
  const Document& document = import_.document;
  if (auto ok = spend(import_, frames.size() * (document.layers.size() + import_.slots.size()));
      !ok) {
    return ok;
  }
  // The layers between one slot's first and the next one's belong together, skins and all.
  std::map<LayerId, std::size_t> slot_of;
  for (std::size_t i = 0; i < import_.slots.size(); ++i) {
    for (const LayerId layer : import_.slots[i].layers) slot_of.emplace(layer, i);
  }
  std::vector<std::vector<LayerId>> groups(import_.slots.size());
  std::size_t group = 0;
  for (const LayerId layer : document.draw_order) {
    if (const auto at = slot_of.find(layer); at != slot_of.end()) group = at->second;
    groups[group].push_back(layer);
  }
  visitFrames(frames, [&](const Json& frame, double time) {
    std::vector<std::uint32_t> order;
    for (const std::size_t slot : shiftedOrder(listIn(frame, "zOrder"), groups.size())) {
      order.insert(order.end(), groups[slot].begin(), groups[slot].end());
    }
    clip_.draw_order.push_back({time, std::move(order)});
  });
  return {};
}

void ClipReader::readMixes() {
  for (const Json& timeline : listIn(animation_, "ik")) {
    const auto at =
        std::ranges::find(import_.document.constraints, nameOf(timeline), &Constraint::name);
    if (at == import_.document.constraints.end()) continue;
    const Json& frames = listIn(timeline, "frame");
    const auto mixes = valuesOf(frames, [](const Json& frame) {
      return std::clamp(numberIn(frame, "weight").value_or(1), 0.0, 1.0);
    });
    ConstraintTrack track{.constraint = at->id, .mix = keysOf(frames, mixes, timing_, mix)};
    const bool repeated =
        std::ranges::find(clip_.constraints, at->id, &ConstraintTrack::constraint) !=
        clip_.constraints.end();
    if (!track.mix.empty() && !repeated) clip_.constraints.push_back(std::move(track));
  }
}

ClipEvent eventFrom(const Json& json, double time) {
  ClipEvent event{.time = time, .name = nameOf(json)};
  if (const std::string* said = asText(element(&listIn(json, "strings"), 0))) event.text = *said;
  const auto whole = asNumber(element(&listIn(json, "ints"), 0));
  const auto broken = asNumber(element(&listIn(json, "floats"), 0));
  event.number = broken ? *broken : whole.value_or(0);
  return event;
}

void ClipReader::readEvents() {
  const Json& frames = listIn(animation_, "frame");
  const std::vector<double> starts = frameStarts(frames, timing_.duration);
  for (std::size_t i = 0; i + 1 < starts.size(); ++i) {
    const double time = starts[i] / timing_.frame_rate;
    for (const Json& event : listIn(frames[i], "events")) {
      clip_.events.push_back(eventFrom(event, time));
    }
    for (const char* old : {"event", "sound"}) {
      const std::string* name = textIn(frames[i], old);
      if (name) clip_.events.push_back({.time = time, .name = *name});
    }
  }
}

}  // namespace

Result<void> readClips(ArmatureImport& import) {
  for (const Json& animation : listIn(import.armature, "animation")) {
    auto clip = ClipReader(import, animation).read();
    if (!clip) return failAt(text("clip \"", nameOf(animation), "\""), clip.error());
    clip->id = ClipId(import.document.clips.size());
    import.document.clips.push_back(*std::move(clip));
  }
  return {};
}

}  // namespace vide::detail

// SPDX-License-Identifier: MIT
#include "vide/studio/detail/clip_json.hpp"

#include "vide/studio/detail/names.hpp"
#include "vide/studio/detail/tracks.hpp"

namespace vide::detail {
namespace {

template <class Value, class T>
Json keyJson(const Key<T>& key) {
  Json json{{"time", key.time},
            {"value", Value::from(key.value)},
            {"interpolation", nameOf(key.interpolation, interpolation_names)}};
  if (key.interpolation == Interpolation::bezier) {
    const auto& [first, second] = key.easing;
    json["easing"] = {first.x, first.y, second.x, second.y};
  }
  if (key.interpolation == Interpolation::cubic || !(key.in_tangent == no_tangent<T>)) {
    json["in_tangent"] = tangentNumbers<Value>(key.value, key.in_tangent);
    json["out_tangent"] = tangentNumbers<Value>(key.value, key.out_tangent);
  }
  return json;
}
template <class Value, class T>
Json keyJson(const Step<T>& step) {
  return {{"time", step.time}, {"value", Value::from(step.value)}, {"interpolation", "step"}};
}

class TrackLister {
 public:
  template <class Value, class Keys>
  void add(TrackOf of, std::uint32_t owner, Channel channel, const Keys& keys) {
    if (keys.empty()) return;
    Json track{{"of", nameOf(of, track_of_names)}, {"owner", owner}};
    if (channel == Channel::weight) track["shape"] = shape_;
    track["channel"] = nameOf(channel, channel_names);
    Json& list = track["keys"] = Json::array();
    for (const auto& key : keys) list.push_back(keyJson<Value>(key));
    tracks.push_back(std::move(track));
  }
  void addBone(const BoneTrack& track) {
    add<PlanarValue>(TrackOf::bone, track.bone, Channel::translation, track.translation);
    add<AngleValue>(TrackOf::bone, track.bone, Channel::angle, track.angle);
    add<TurnValue>(TrackOf::bone, track.bone, Channel::angle, track.rotation);
    add<PlanarValue>(TrackOf::bone, track.bone, Channel::scale, track.scale);
    add<ShearValue>(TrackOf::bone, track.bone, Channel::shear, track.shear);
  }
  void addLayer(const LayerTrack& track) {
    add<FlagValue>(TrackOf::layer, track.layer, Channel::visible, track.visible);
    add<ColorValue>(TrackOf::layer, track.layer, Channel::tint, track.tint);
    add<NumberValue>(TrackOf::layer, track.layer, Channel::opacity, track.opacity);
  }
  void addMorph(const MorphTrack& track) {
    shape_ = track.shape;
    add<NumberValue>(TrackOf::layer, track.layer, Channel::weight, track.weight);
  }

  Json tracks = Json::array();

 private:
  int shape_ = 0;
};

}  // namespace

Json clipContentJson(const Clip& clip) {
  TrackLister lister;
  for (const BoneTrack& track : clip.bones) lister.addBone(track);
  for (const LayerTrack& track : clip.layers) lister.addLayer(track);
  for (const MorphTrack& track : clip.morphs) lister.addMorph(track);
  for (const OffsetTrack& track : clip.offsets) {
    lister.add<HiddenValue>(TrackOf::layer, track.layer, Channel::offsets, track.offsets);
  }
  for (const SlotTrack& track : clip.slots) {
    lister.add<IdOrNoneValue>(TrackOf::slot, track.slot, Channel::shown, track.shown);
  }
  for (const ConstraintTrack& track : clip.constraints) {
    lister.add<NumberValue>(TrackOf::constraint, track.constraint, Channel::mix, track.mix);
  }
  lister.add<IdsValue>(TrackOf::document, 0, Channel::draw_order, clip.draw_order);
  Json events = Json::array();
  for (const ClipEvent& event : clip.events) {
    events.push_back({{"time", event.time},
                      {"name", event.name},
                      {"text", event.text},
                      {"number", event.number}});
  }
  return {{"id", clip.id}, {"tracks", std::move(lister.tracks)}, {"events", std::move(events)}};
}

}  // namespace vide::detail

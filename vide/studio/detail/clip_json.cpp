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

template <class Value, class Keys>
Json trackJson(const TrackName& name, const Keys& keys) {
  Json track{{"of", nameOf(name.of, track_of_names)}, {"owner", name.owner}};
  if (name.channel == Channel::weight) track["shape"] = name.shape;
  track["channel"] = nameOf(name.channel, channel_names);
  Json& list = track["keys"] = Json::array();
  for (const auto& key : keys) list.push_back(keyJson<Value>(key));
  return track;
}

}  // namespace

Json clipContentJson(const Clip& clip) {
  Json tracks = Json::array();
  visitKeyLists(clip, [&]<class Value>(Value, const TrackName& name, const auto& keys) {
    if (!keys.empty()) tracks.push_back(trackJson<Value>(name, keys));
  });
  Json events = Json::array();
  for (const ClipEvent& event : clip.events) {
    events.push_back({{"time", event.time},
                      {"name", event.name},
                      {"text", event.text},
                      {"number", event.number}});
  }
  return {{"id", clip.id}, {"tracks", std::move(tracks)}, {"events", std::move(events)}};
}

}  // namespace vide::detail

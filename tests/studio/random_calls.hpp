// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json.hpp>
#include <random>
#include <string>
#include <vector>

namespace vide::test {

using Json = nlohmann::ordered_json;

struct Call {
  std::string method;
  Json arguments;
};

// Draws calls that mostly fit a document: its own ids, numbers of the right size.
class RandomCalls {
 public:
  explicit RandomCalls(unsigned seed) : random_(seed) {}

  Call next(const Json& state) {
    state_ = &state;
    using Maker = Call (RandomCalls::*)();
    static constexpr Maker makers[] = {
        &RandomCalls::addBone, &RandomCalls::placeBone,  &RandomCalls::changeBone,
        &RandomCalls::layer,   &RandomCalls::slot,       &RandomCalls::clip,
        &RandomCalls::key,     &RandomCalls::moveKeys,   &RandomCalls::pose,
        &RandomCalls::drag,    &RandomCalls::constraint, &RandomCalls::weights,
        &RandomCalls::look};
    // What names a thing that the document has none of is drawn again, but not always.
    for (;;) {
      is_hopeless_ = false;
      Call call = (this->*makers[whole(std::size(makers))])();
      if (!is_hopeless_ || whole(40) == 0) return call;
    }
  }
  std::size_t whole(std::size_t below) { return random_() % below; }

 private:
  double number(double from, double to) {
    return from + (to - from) * double(random_() % 4097) / 4096;
  }
  double time() { return double(whole(9)) / 4; }
  Json point() { return {number(-20, 120), number(-20, 140)}; }
  bool flag() { return whole(2) == 0; }
  template <class... Choices>
  Json oneOf(Choices... choices) {
    const Json all[] = {Json(choices)...};
    return all[whole(sizeof...(choices))];
  }
  bool isRare() { return whole(40) == 0; }
  // The id of one of the things that are right, or rarely of none.
  template <class Right>
  Json idWhere(const char* list, Right right) {
    std::vector<Json> ids;
    for (const Json& item : (*state_)[list]) {
      if (right(item)) ids.push_back(item["id"]);
    }
    if (ids.empty()) is_hopeless_ = true;
    return ids.empty() || isRare() ? Json(77) : ids[whole(ids.size())];
  }
  Json idOf(const char* list) {
    return idWhere(list, [](const Json&) { return true; });
  }
  Json idOrNull(const char* list) {
    return (*state_)[list].empty() || whole(4) == 0 ? Json() : idOf(list);
  }
  bool has(const char* list, const Json& id) const {
    for (const Json& item : (*state_)[list]) {
      if (item["id"] == id) return true;
    }
    return false;
  }
  Json skinnedLayer() {
    return idWhere("layers", [](const Json& layer) { return layer["attachment"] == "skinned"; });
  }
  // Layers without a slot.
  Json looseLayer() {
    return idWhere("layers", [&](const Json& layer) {
      for (const Json& slot : (*state_)["slots"]) {
        for (const Json& one : slot["layers"]) {
          if (one == layer["id"]) return false;
        }
      }
      return true;
    });
  }
  // Keys can be set where a clip is shown.
  bool keyed() { return (has("clips", shown_) || isRare()) && flag(); }
  Json merge() { return oneOf("", "", "", "drag"); }

  Call addBone() {
    return {"add_bone",
            {{"parent", idOrNull("bones")},
             {"head", point()},
             {"tail", point()},
             {"weights", oneOf("exact", "keep")}}};
  }
  Call placeBone() {
    Json arguments{
        {"bone", idOf("bones")}, {"children", oneOf("stay", "follow")}, {"merge", merge()}};
    if (flag()) arguments["head"] = point();
    if (flag()) arguments["tail"] = point();
    return {"place_bone", arguments};
  }
  Call changeBone() {
    switch (whole(6)) {
      case 0:
        return {"rename_bone",
                {{"bone", idOf("bones")}, {"name", oneOf("arm_l", "arm_r", "Hand.L", "")}}};
      case 1:
        return {"reparent_bone", {{"bone", idOf("bones")}, {"parent", idOrNull("bones")}}};
      case 2:
        return {"remove_bones", {{"bones", {idOf("bones")}}}};
      case 3:
        return {"mirror_bones", {{"bones", {idOf("bones"), idOf("bones")}}, {"x", 50}}};
      default:
        return {"set_bone",
                {{"bone", idOf("bones")}, {"deform", whole(4) > 0}, {"inherit_scale", flag()}}};
    }
  }
  Call layer() {
    if (whole(40) == 0) return {"remove_layer", {{"layer", idOf("layers")}}};
    if (whole(4) == 0) return {"move_layer", {{"layer", idOf("layers")}, {"place", whole(4)}}};
    return {"set_layer",
            {{"layer", idOf("layers")},
             {"opacity", number(-0.1, 1)},
             {"merge", merge()},
             {"mask", whole(4) == 0 ? idOrNull("layers") : Json()},
             {"deformer", oneOf("linear_blend", "dual_quaternion", "linear_blend")}}};
  }
  Call slot() {
    if (whole(3) == 0) return {"remove_slot", {{"slot", idOf("slots")}}};
    const Json layer = looseLayer();
    return {"add_slot",
            {{"name", "slot"}, {"layers", {layer}}, {"shown", flag() ? layer : Json()}}};
  }
  Call clip() {
    switch (whole(6)) {
      case 0:
        return {"remove_clip", {{"clip", idOf("clips")}}};
      case 1:
        return {"duplicate_clip", {{"clip", idOf("clips")}, {"name", "copy"}}};
      case 2:
        return {"set_clip", {{"clip", idOf("clips")}, {"duration", time()}, {"loop", flag()}}};
      case 3:
        return {"add_event",
                {{"clip", idOf("clips")},
                 {"time", time()},
                 {"name", "e"},
                 {"text", ""},
                 {"number", 1}}};
      case 4:
        return {"remove_event", {{"clip", idOf("clips")}, {"index", 0}}};
      default:
        return {"add_clip", {{"name", "clip"}, {"duration", time()}, {"loop", flag()}}};
    }
  }
  // One that a call has set before, so that there may be a key.
  Json usedAddress() {
    return addresses_.empty() || whole(8) == 0 ? address() : addresses_[whole(addresses_.size())];
  }
  Json usedClip() {
    return has("clips", keyed_clip_) && whole(8) > 0 ? keyed_clip_ : idOf("clips");
  }
  Json address() {
    switch (whole(4)) {
      case 0:
        return {
            {"of", "layer"}, {"owner", idOf("layers")}, {"channel", "opacity"}, {"time", time()}};
      case 1:
        return {
            {"of", "layer"}, {"owner", idOf("layers")}, {"channel", "visible"}, {"time", time()}};
      default:
        return {{"of", "bone"}, {"owner", idOf("bones")}, {"channel", "angle"}, {"time", time()}};
    }
  }
  Call key() {
    const Json interpolation = oneOf("step", "linear", "cubic", "bezier");
    if (whole(3) == 0) {
      return {"shape_keys",
              {{"clip", usedClip()},
               {"keys", {usedAddress()}},
               {"interpolation", interpolation},
               {"out_tangent", {number(-9, 9)}},
               {"merge", merge()}}};
    }
    addresses_.push_back(address());
    keyed_clip_ = usedClip();
    return {"set_key",
            {{"clip", keyed_clip_},
             {"key", addresses_.back()},
             {"value", {number(0, 1)}},
             {"interpolation", interpolation},
             {"merge", merge()}}};
  }
  Call moveKeys() {
    const Json clip = usedClip();
    switch (whole(3)) {
      case 0:
        return {"remove_keys", {{"clip", clip}, {"keys", {usedAddress()}}}};
      case 1:
        return {"copy_keys",
                {{"clip", clip},
                 {"keys", {usedAddress()}},
                 {"to_clip", idOf("clips")},
                 {"to", time()}}};
      default:
        Json key = usedAddress();
        if (flag()) key["raise"] = {number(-0.5, 0.5)};
        return {"move_keys",
                {{"clip", clip}, {"keys", {key}}, {"by", time() - 1}, {"merge", merge()}}};
    }
  }
  Call pose() {
    switch (whole(4)) {
      case 0:
        is_hopeless_ = !has("clips", shown_);
        return {"key_pose", {{"bones", {idOf("bones")}}, {"channels", {"angle", "scale"}}}};
      case 1:
        return {"reset_pose", {{"bones", Json::array()}, {"key", keyed()}}};
      default:
        return {"pose_bone",
                {{"bone", idOf("bones")},
                 {"angle", number(-400, 400)},
                 {"scale", {number(0, 2), 1}},
                 {"key", keyed()},
                 {"merge", merge()}}};
    }
  }
  Call drag() {
    return {"drag_bone",
            {{"bone", idOf("bones")},
             {"to", point()},
             {"how", oneOf("rotate", "move", "reach")},
             {"length", 1 + whole(4)},
             {"key", keyed()},
             {"merge", merge()}}};
  }
  Call constraint() {
    if (whole(4) == 0) return {"remove_constraint", {{"constraint", idOf("constraints")}}};
    if (flag()) {
      return {"set_constraint", {{"constraint", idOf("constraints")}, {"mix", number(0, 1.1)}}};
    }
    return {"add_constraint",
            {{"kind", oneOf("reach", "aim", "copy")},
             {"name", "c"},
             {"bone", idOf("bones")},
             {"target", idOf("bones")}}};
  }
  Call weights() {
    switch (whole(5)) {
      case 0:
        return {"bind", {{"layer", idOf("layers")}, {"bones", {idOf("bones"), idOf("bones")}}}};
      case 1:
        return {"edit_weight",
                {{"layer", skinnedLayer()},
                 {"vertex", whole(9)},
                 {"bone", idOf("bones")},
                 {"weight", number(0, 1)}}};
      case 2:
        return {"smooth_weights",
                {{"layer", skinnedLayer()}, {"strength", number(0, 1)}, {"rounds", 1 + whole(3)}}};
      case 3:
        return {"prune_weights",
                {{"layer", skinnedLayer()},
                 {"threshold", number(0, 0.3)},
                 {"influences", 1 + whole(4)}}};
      default:
        return {"weigh",
                {{"layers", {skinnedLayer()}},
                 {"method", oneOf("straight", "straight", "bounded_biharmonic", "geodesic")},
                 {"smoothness", number(1, 30)},
                 {"quality", oneOf("exact", "draft")},
                 {"merge", merge()}}};
    }
  }
  Call look() {
    if (flag()) {
      shown_ = idOrNull("clips");
      return {"show", {{"clip", shown_}, {"time", time()}}};
    }
    return {"hit", {{"at", point()}, {"radius", 5}, {"what", {"bone", "vertex", "layer"}}}};
  }

  std::mt19937 random_;
  const Json* state_ = nullptr;
  bool is_hopeless_ = false;
  Json shown_, keyed_clip_;
  std::vector<Json> addresses_;
};

}  // namespace vide::test

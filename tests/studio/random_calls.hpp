// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json.hpp>
#include <random>
#include <string>

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
    return (this->*makers[whole(std::size(makers))])();
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
  // The id of one of the things, or rarely of none.
  Json idOf(const char* list) {
    const Json& items = (*state_)[list];
    if (items.empty() || whole(40) == 0) return 77;
    return items[whole(items.size())]["id"];
  }
  Json idOrNull(const char* list) { return whole(4) == 0 ? Json() : idOf(list); }
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
             {"mask", idOrNull("layers")},
             {"deformer", oneOf("linear_blend", "dual_quaternion", "linear_blend")}}};
  }
  Call slot() {
    if (whole(3) == 0) return {"remove_slot", {{"slot", idOf("slots")}}};
    return {"add_slot",
            {{"name", "slot"}, {"layers", {idOf("layers")}}, {"shown", idOrNull("layers")}}};
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
              {{"clip", idOf("clips")}, {"keys", {address()}}, {"interpolation", interpolation}}};
    }
    return {"set_key",
            {{"clip", idOf("clips")},
             {"key", address()},
             {"value", {number(0, 1)}},
             {"interpolation", interpolation},
             {"merge", merge()}}};
  }
  Call moveKeys() {
    const Json clip = idOf("clips");
    switch (whole(3)) {
      case 0:
        return {"remove_keys", {{"clip", clip}, {"keys", {address()}}}};
      case 1:
        return {
            "copy_keys",
            {{"clip", clip}, {"keys", {address()}}, {"to_clip", idOf("clips")}, {"to", time()}}};
      default:
        return {"move_keys",
                {{"clip", clip}, {"keys", {address()}}, {"by", time() - 1}, {"merge", merge()}}};
    }
  }
  Call pose() {
    switch (whole(4)) {
      case 0:
        return {"key_pose", {{"bones", {idOf("bones")}}, {"channels", {"angle", "scale"}}}};
      case 1:
        return {"reset_pose", {{"bones", Json::array()}, {"key", flag()}}};
      default:
        return {"pose_bone",
                {{"bone", idOf("bones")},
                 {"angle", number(-400, 400)},
                 {"scale", {number(0, 2), 1}},
                 {"key", flag()},
                 {"merge", merge()}}};
    }
  }
  Call drag() {
    return {"drag_bone",
            {{"bone", idOf("bones")},
             {"to", point()},
             {"how", oneOf("rotate", "move", "reach")},
             {"length", 1 + whole(4)},
             {"key", flag()},
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
    if (flag()) {
      return {"bind", {{"layer", idOf("layers")}, {"bones", {idOf("bones"), idOf("bones")}}}};
    }
    return {"weigh",
            {{"layers", {idOf("layers")}},
             {"method", oneOf("straight", "geodesic", "authored")},
             {"smoothness", number(1, 30)},
             {"quality", "exact"},
             {"merge", merge()}}};
  }
  Call look() {
    if (flag()) return {"show", {{"clip", idOrNull("clips")}, {"time", time()}}};
    return {"hit", {{"at", point()}, {"radius", 5}, {"what", {"bone", "vertex", "layer"}}}};
  }

  std::mt19937 random_;
  const Json* state_ = nullptr;
};

}  // namespace vide::test

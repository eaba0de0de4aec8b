// SPDX-License-Identifier: MIT
#include "vide/formats/clip_json.hpp"

#include <doctest/doctest.h>

#include <string>

#include "vide/animation/sample.hpp"
#include "vide/core/math.hpp"

using namespace vide;

namespace {

Skeleton arm() {
  std::vector<Bone> bones(2);
  bones[0].id = 4;
  bones[0].name = "arm";
  bones[1].id = 5;
  bones[1].name = "hand";
  bones[1].parent = 0;
  return *Skeleton::fromBones(bones);
}

std::string messageOf(const std::string& text) {
  const auto clips = parseClips(text, arm());
  return clips ? std::string() : clips.error().message;
}

// A clip whose arm has this rotation.
std::string rotation(const std::string& track) {
  return R"({"clips": [{"name": "c", "bones": {"arm": {"rotation": )" + track + "}}}]}";
}

bool contains(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

constexpr const char* wave = R"({"clips": [
  {"name": "rest", "duration": 1, "bones": {}},
  {"name": "wave", "loop": true, "bones": {
    "hand": {"rotation": [[0, 0], [0.5, 720]], "scale": [[0, [1, 2]]]},
    "arm": {
      "rotation": {"interpolation": "cubic",
                   "keys": [{"time": 0, "value": 0, "out": 90}, {"time": 2, "value": 0, "in": -90}]},
      "translation": [[0, [1, 2]], [1, [3, 4, 5]]],
      "shear": {"interpolation": "step", "keys": [[0, [0, 0, 0]], [1, [1, 0, 0]]]}
    }
  }}
]})";

}  // namespace

TEST_CASE("a clip comes with its name, length, loop and tracks") {
  const std::vector<Clip> clips = *parseClips(wave, arm());
  REQUIRE(clips.size() == 2);
  CHECK(clips[0].duration == 1);
  CHECK(clips[1].id == 1);
  CHECK(clips[1].name == "wave");
  CHECK(clips[1].duration == 2);  // not given: to the last key
  CHECK(clips[1].loop);
  std::vector<Transform> pose(2);
  samplePose(clips[1], arm(), 0.25, pose);
  CHECK(std::abs(angleInPlane(pose[1].rotation)) == doctest::Approx(0).epsilon(1e-12));  // one turn
  CHECK(pose[1].scale == Vec3{1, 2, 1});
  CHECK(distance(pose[0].translation, {1.5, 2.5, 1.25}) < 1e-15);
  CHECK(pose[0].shear == Vec3{});
  samplePose(clips[1], arm(), 1, pose);
  // Hermite with slopes of +-90 degrees a second over 2 s: 2 * 90 * (1/8 + 1/8) half-way.
  CHECK(math::degrees(angleInPlane(pose[0].rotation)) == doctest::Approx(45));
}

TEST_CASE("quaternions and easings") {
  const auto space = *parseClips(rotation("[[0, [0, 0, 0, 1]], [1, [1, 0, 0, 0]]]"), arm());
  CHECK(space[0].bones[0].rotation[1].value == Quat{1, 0, 0, 0});
  CHECK(space[0].bones[0].angle.empty());
  const auto eased = *parseClips(
      rotation(R"([{"time": 0, "value": 0, "ease": [0.4, 0, 0.6, 1]}, [1, 180]])"), arm());
  const Key<double> key = eased[0].bones[0].angle[0];
  CHECK(key.interpolation == Interpolation::bezier);
  CHECK(key.easing == Easing{{0.4, 0}, {0.6, 1}});
  CHECK(eased[0].bones[0].angle[1].value == doctest::Approx(math::pi));
}

TEST_CASE("weights of shapes are tracks of their layer") {
  Document document;
  document.skeleton = arm();
  document.layers.resize(3);
  document.layers[0].id = 7;
  document.layers[0].name = "face";
  document.layers[0].shapes = {{.name = "smile"}, {.name = "blink"}, {.name = "a"}, {.name = "a"}};
  document.layers[1].name = document.layers[2].name = "hat";
  const auto read = [&](const std::string& shapes) {
    return parseClips(
        R"({"clips": [{"name": "c", "bones": {"arm": {"rotation": [[0, 90]]}}, "shapes": )" +
            shapes + "}]}",
        document);
  };
  const auto clips = read(R"({"face": {"smile": [[0, 0], [0.5, 1.5]],
      "blink": {"interpolation": "cubic", "keys": [{"time": 0, "value": -1, "out": 2}, [2, 0]]}}})");
  REQUIRE(clips);
  const Clip& clip = (*clips)[0];
  CHECK(clip.bones.size() == 1);
  CHECK(clip.duration == 2);  // to the last key of all
  REQUIRE(clip.morphs.size() == 2);
  CHECK(clip.morphs[0].layer == 7);
  CHECK(clip.morphs[0].shape == 1);
  CHECK(clip.morphs[0].weight[0].interpolation == Interpolation::cubic);
  CHECK(clip.morphs[0].weight[0].value == -1);
  CHECK(clip.morphs[0].weight[0].out_tangent == 2);
  CHECK(clip.morphs[1].shape == 0);
  CHECK(clip.morphs[1].weight == Track<double>{{0, 0}, {0.5, 1.5}});
  CHECK(read("{}")->front().morphs.empty());

  const auto fails = [&](const std::string& shapes, std::string_view part) {
    const auto result = read(shapes);
    return !result && contains(result.error().message, part);
  };
  CHECK(fails("[]", "clip \"c\": \"shapes\" must be an object"));
  CHECK(fails(R"({"foot": {}})", "layer \"foot\": there is no layer \"foot\""));
  CHECK(fails(R"({"hat": {}})", "layer \"hat\": several have this name"));
  CHECK(fails(R"({"face": []})", "layer \"face\": expected an object"));
  CHECK(fails(R"({"face": {"frown": []}})", "shape \"frown\": there is no shape \"frown\""));
  CHECK(fails(R"({"face": {"a": []}})", "shape \"a\": several"));
  CHECK(fails(R"({"face": {"smile": [[1, 1], [0, 2]]}})", "key 1 is not later"));
  CHECK(fails(R"({"face": {"smile": [[0, "x"]]}})", "shape \"smile\" key 0: expected a number"));
  CHECK(contains(messageOf(R"({"clips": [{"name": "c", "bones": {}, "shapes": {"face": {}}}]})"),
                 "there is no layer"));
}

namespace {

// Layers 3 "back", 5 "face", 8 "shout" and 9 "hat", from back to front; a slot and a constraint.
Document dressed() {
  Document document;
  document.skeleton = arm();
  for (const auto& [id, name] : {std::pair{3u, "back"}, {5u, "face"}, {8u, "shout"}, {9u, "hat"}}) {
    document.layers.push_back({.id = id, .name = name});
    document.draw_order.push_back(id);
  }
  document.slots = {{.id = 2, .name = "mouth", .layers = {5, 8}, .shown = 5}};
  document.constraints = {
      {.id = 6, .name = "reach", .kind = AimConstraint{.bone = 5, .target = 4}}};
  return document;
}

Result<std::vector<Clip>> parseDressed(const std::string& members) {
  return parseClips(R"({"clips": [{"name": "c", "bones": {}, )" + members + "}]}", dressed());
}

}  // namespace

TEST_CASE("slots, looks, constraints, draw order and events are tracks too") {
  const auto clips = parseDressed(R"(
    "slots": {"mouth": [[0, "face"], [0.5, "shout"], [1, null]]},
    "layers": {"hat": {"visible": [[0, true], [2, false]], "opacity": [[0, 1], [1, 0.5]],
                       "tint": {"interpolation": "step", "keys": [[0, [1, 0.5, 0]]]}},
               "back": {"opacity": [[0, 0]]}},
    "constraints": {"reach": [[0, 0], [3, 1]]},
    "order": [[0, ["hat", "back", "face", "shout"]], [1, [["hat", "back"], ["back", "shout"]]],
              [2, [["shout", null]]], [3, []]],
    "events": [[0.25, "step"], {"time": 4, "name": "end", "text": "all", "number": -2}])");
  REQUIRE_MESSAGE(clips.has_value(), (clips ? "" : clips.error().message));
  const Clip& clip = clips->front();
  CHECK(clip.duration == 4);  // to the last key of all, events among them
  using Shown = std::optional<std::uint32_t>;
  const SlotTrack mouth{.slot = 2, .shown = {{0, Shown(5)}, {0.5, Shown(8)}, {1, Shown()}}};
  CHECK(clip.slots == std::vector{mouth});
  REQUIRE(clip.layers.size() == 2);
  CHECK(clip.layers[0].layer == 3);
  CHECK(clip.layers[0].visible.empty());
  CHECK(clip.layers[1].layer == 9);
  CHECK(clip.layers[1].visible == StepTrack<bool>{{0, true}, {2, false}});
  CHECK(clip.layers[1].opacity == Track<double>{{0, 1}, {1, 0.5}});
  CHECK(clip.layers[1].tint[0].value == Vec3{1, 0.5, 0});
  CHECK(clip.layers[1].tint[0].interpolation == Interpolation::step);
  REQUIRE(clip.constraints.size() == 1);
  CHECK(clip.constraints[0].constraint == 6);
  CHECK(clip.constraints[0].mix == Track<double>{{0, 0}, {3, 1}});
  const StepTrack<std::vector<std::uint32_t>> order{
      {0, {9, 3, 5, 8}}, {1, {9, 5, 8, 3}}, {2, {8, 3, 5, 9}}, {3, {3, 5, 8, 9}}};
  CHECK(clip.draw_order == order);
  const std::vector<ClipEvent> events{{.time = 0.25, .name = "step"},
                                      {.time = 4, .name = "end", .text = "all", .number = -2}};
  CHECK(clip.events == events);
}

TEST_CASE("layers of draw orders count as keys") {
  const std::string text =
      R"({"clips": [{"name": "c", "bones": {}, "order": [[0, []], [1, []], [2, []]]}]})";
  CHECK(parseClips(text, dressed(), {.max_keys = 15}).has_value());  // three times one and four
  const auto clips = parseClips(text, dressed(), {.max_keys = 14});
  REQUIRE_FALSE(clips.has_value());
  CHECK(clips.error().code == ErrorCode::limit_exceeded);
}

TEST_CASE("what is wrong with slots, looks, order and events is named") {
  const std::pair<const char*, const char*> faults[] = {
      {R"("slots": [])", "\"slots\" must be an object with a member for each slot"},
      {R"("slots": {"hand": []})", "slot \"hand\": there is no slot \"hand\""},
      {R"("slots": {"mouth": [[0, "hut"]]})", "slot \"mouth\" key 0: there is no layer \"hut\""},
      {R"("slots": {"mouth": [[0, 5]]})", "slot \"mouth\" key 0: expected a layer's name"},
      {R"("slots": {"mouth": [[0, "hat"]]})", "key 0: the slot does not have \"hat\""},
      {R"("slots": {"mouth": [[0]]})", "key 0: expected [time, value]"},
      {R"("slots": {"mouth": [[1, null], [0, null]]})", "key 1"},
      {R"("layers": {"hat": {"visible": [[0, 1]]}})", "visible key 0: expected true or false"},
      {R"("layers": {"hat": {"tint": [[0, 2]]}})", "tint key 0: expected a list of 3 numbers"},
      {R"("layers": {"hat": {"size": []}})", "unknown member \"size\""},
      {R"("layers": {"hat": 1})", "layer \"hat\": expected an object"},
      {R"("constraints": {"grab": []})", "there is no constraint \"grab\""},
      {R"("order": [[0, ["hat"]]])", "is not listed"},
      {R"("order": [[0, ["hat", "hat", "back", "face"]]])", "listed twice"},
      {R"("order": [[0, [["hat"]]]])", "order key 0: a move must be"},
      {R"("order": [[0, [["hat", "hat"]]]])", "in front of itself"},
      {R"("order": [[0, "hat"]])", "order key 0: expected a list"},
      {R"("events": {})", "events: the keys must be a list"},
      {R"("events": [["a", 0]])", "events key 0: an event must be"},
      {R"("events": [{"time": 0}])", "\"name\" must be a text"},
      {R"("events": [{"time": 0, "name": "a", "sound": 1}])", "unknown member \"sound\""},
      {R"("duration": 1, "events": [[2, "late"]])", "event 0"}};
  for (const auto& [members, part] : faults) {
    CAPTURE(members);
    const auto clips = parseDressed(members);
    REQUIRE_FALSE(clips.has_value());
    CHECK_MESSAGE(contains(clips.error().message, part), clips.error().message);
    CHECK(contains(clips.error().message, "\"c\""));
  }
}

TEST_CASE("what is wrong is named with its place") {
  CHECK(contains(messageOf("{"), "not JSON"));
  CHECK(contains(messageOf("[]"), "the text is not an object"));
  CHECK(contains(messageOf("{}"), "\"clips\" must be a list"));
  CHECK(contains(messageOf(R"({"clips": [1]})"), "clip 0 is not an object"));
  CHECK(contains(messageOf(R"({"clips": [{"name": "c", "bones": 1}]})"),
                 "clip \"c\": \"bones\" must be an object"));
  CHECK(messageOf(R"({"clips": [{"name": "c", "events": [[0, "start"]]}]})").empty());
  CHECK(contains(messageOf(R"({"clips": [{"name": "c", "bnoes": {}}]})"),
                 "unknown member \"bnoes\""));
  CHECK(contains(messageOf(R"({"clips": [{"name": "c", "bones": {"leg": {}}}]})"),
                 "clip \"c\": the skeleton has no bone \"leg\""));
  CHECK(
      contains(messageOf(R"({"clips": [{"name": "c", "bones": {}}, {"name": "c", "bones": {}}]})"),
               "clip 1: repeats the name"));
  const std::string key = "clip \"c\", bone \"arm\", rotation key 0: ";
  CHECK(contains(messageOf(rotation("[3]")), key + "a key must be [time, value]"));
  CHECK(contains(messageOf(rotation("[[0, \"x\"]]")), key + "expected a number"));
  CHECK(contains(messageOf(rotation("[[0, [1, 2]]]")), key + "expected a list of 4 numbers"));
  CHECK(contains(messageOf(rotation(R"([{"time": 0}])")), key + "\"value\" is missing"));
  CHECK(contains(messageOf(rotation(R"([{"time": 0, "value": 1, "ease": [1]}])")), "\"ease\""));
  CHECK(contains(messageOf(rotation(R"({"interpolation": "smooth", "keys": []})")),
                 "step, linear, cubic or bezier"));
  CHECK(contains(messageOf(rotation("[[1, 0], [0, 0]]")), "angle key 1 is not later"));
  CHECK(contains(messageOf(rotation("[[0, [0, 0, 0, 2]]]")), "no unit quaternion"));
  CHECK(
      contains(messageOf(rotation("[[0, [0, 0, 0, 1]], [1, 3]]")), "key 1: expected a list of 4"));
  CHECK(contains(parseClips(wave, arm(), {1000, 3}).error().message, "max_keys"));
}

TEST_CASE("every truncated prefix is an error") {
  const std::string text = wave;
  for (std::size_t size = 0; size < text.size(); ++size) {
    CHECK_MESSAGE(!parseClips(std::string_view(text).substr(0, size), arm()), size);
  }
}

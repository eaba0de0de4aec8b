// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <cmath>

#include "tests/studio/calls.hpp"
#include "tests/studio/figures.hpp"
#include "vide/animation/sample.hpp"

using namespace vide;
using test::Calls;
using test::Json;

namespace {

constexpr int upper = 1;

Json at(double time, const char* channel = "angle") {
  return {{"of", "bone"}, {"owner", upper}, {"channel", channel}, {"time", time}};
}

// A picture with a clip whose upper bone turns: keys at 0, 0.5, 1.
struct Waving {
  Calls calls;
  Json clip;

  Waving() : calls(test::twoBonePicture(WeightMethod::straight)) {
    clip = calls.ok("add_clip", {{"name", "wave"}, {"duration", 2}, {"loop", false}})["id"];
    set(0, 0), set(0.5, 60), set(1, 90);
  }
  void set(double time, double angle) {
    calls.ok("set_key", {{"clip", clip}, {"key", at(time)}, {"value", {angle}}});
  }
  Json keys() {
    const Json tracks = calls.ok("clip", {{"clip", clip}})["tracks"];
    return tracks.empty() ? Json::array() : tracks[0]["keys"];
  }
  std::vector<double> times() {
    std::vector<double> all;
    for (const Json& key : keys()) all.push_back(key["time"]);
    return all;
  }
  double angleAt(double time) {
    const Document document = calls.document();
    return sampleTrack(document.clips[0].bones[0].angle, time, 0) * 180 / std::acos(-1.0);
  }
};

}  // namespace

TEST_CASE("keys are set, moved, copied and removed, and those they land on are replaced") {
  Waving wave;
  const Json before = wave.calls.content();
  wave.calls.ok("move_keys", {{"clip", wave.clip}, {"keys", {at(0.5)}}, {"by", 0.5}});
  CHECK(wave.times() == std::vector{0.0, 1.0});
  CHECK(wave.angleAt(1) == doctest::Approx(60));
  wave.calls.ok("undo");
  CHECK(wave.calls.content() == before);

  wave.calls.ok(
      "copy_keys",
      {{"clip", wave.clip}, {"keys", {at(0.5), at(1)}}, {"to_clip", wave.clip}, {"to", 2.5}});
  CHECK(wave.times() == std::vector{0.0, 0.5, 1.0, 2.5, 3.0});
  CHECK(wave.calls.state()["clips"][0]["duration"] == 3);
  wave.calls.ok("remove_keys", {{"clip", wave.clip}, {"keys", {at(0), at(0.5), at(1)}}});
  CHECK(wave.times() == std::vector{2.5, 3.0});
  wave.calls.ok("remove_keys", {{"clip", wave.clip}, {"keys", {at(2.5), at(3)}}});
  CHECK(wave.calls.ok("clip", {{"clip", wave.clip}})["tracks"].empty());
  CHECK(wave.calls.error("remove_keys", {{"clip", wave.clip}, {"keys", {at(0)}}}) ==
        "remove_keys: 'angle' of bone 1 has no key at 0 s");
  CHECK(wave.calls.error("move_keys", {{"clip", wave.clip}, {"keys", {at(0)}}, {"by", 1}}) ==
        "move_keys: 'angle' of bone 1 has no key at 0 s");
}

TEST_CASE("keys that a gesture moves past others leave them as they were") {
  Waving wave;
  const Json before = wave.calls.content();
  for (const double by : {0.25, 0.5, 1.5, 2.5, 0.7}) {
    wave.calls.ok("move_keys",
                  {{"clip", wave.clip}, {"keys", {at(0.5)}}, {"by", by}, {"merge", "drag"}});
  }
  CHECK(wave.times() == std::vector{0.0, 1.0, 1.2});
  CHECK(wave.calls.state()["clips"][0]["duration"] == 2);
  CHECK(wave.calls
            .error("move_keys",
                   {{"clip", wave.clip}, {"keys", {at(0.5)}}, {"by", -0.6}, {"merge", "drag"}})
            .ends_with("before the start of the clip"));
  wave.calls.ok("undo");
  CHECK(wave.calls.content() == before);
}

TEST_CASE("a clip is never shorter than its last key") {
  Waving wave;
  const Json edited = wave.calls.ok("set_clip", {{"clip", wave.clip}, {"duration", 0.2}});
  CHECK(edited["state"]["clips"][0]["duration"] == 1);
  CHECK(edited["warnings"].size() == 1);
  wave.calls.ok(
      "add_event",
      {{"clip", wave.clip}, {"time", 1.5}, {"name", "step"}, {"text", "left"}, {"number", 2}});
  CHECK(wave.calls.state()["clips"][0]["duration"] == 1.5);
  const Json events = wave.calls.ok("clip", {{"clip", wave.clip}})["events"];
  CHECK(events[0] == Json({{"time", 1.5}, {"name", "step"}, {"text", "left"}, {"number", 2.0}}));
  wave.calls.ok("remove_event", {{"clip", wave.clip}, {"index", 0}});
  CHECK(wave.calls.error("remove_event", {{"clip", wave.clip}, {"index", 0}}) ==
        "remove_event: clip 0 has no event 0");
}

TEST_CASE("interpolations shape the way between keys, cubic ones without overshooting") {
  Waving wave;
  const auto shape = [&](const char* how, Json more = Json::object()) {
    Json arguments{{"clip", wave.clip}, {"keys", {at(0), at(0.5)}}, {"interpolation", how}};
    arguments.update(more);
    wave.calls.ok("shape_keys", arguments);
  };
  CHECK(wave.angleAt(0.25) == doctest::Approx(30));
  shape("step");
  CHECK(wave.angleAt(0.25) == doctest::Approx(0));
  shape("bezier", {{"easing", {0, 1, 0, 1}}});
  CHECK(wave.angleAt(0.25) > 45);
  CHECK(wave.keys()[0]["easing"] == Json({0, 1, 0, 1}));
  shape("cubic");
  // Smooth in the middle, at rest at both ends, within the keys' values.
  const double step = 1e-4;
  CHECK(wave.angleAt(step) < 0.01);
  const double before = wave.angleAt(0.5) - wave.angleAt(0.5 - step);
  const double after = wave.angleAt(0.5 + step) - wave.angleAt(0.5);
  CHECK(before == doctest::Approx(after).epsilon(0.01));
  CHECK(before > 0.001);
  for (double time = 0; time <= 1; time += 0.05) {
    CHECK(wave.angleAt(time) >= -1e-9);
    CHECK(wave.angleAt(time) <= 90 + 1e-9);
  }
  // They stay smooth when a neighbour changes: a turning point rests.
  wave.set(1, -40);
  CHECK(std::abs(wave.angleAt(0.5 + step) - wave.angleAt(0.5)) < 0.001);
}

TEST_CASE("every channel takes keys and gives them back") {
  Calls calls(test::dressedCharacter());
  const Json state = calls.state();
  REQUIRE(!state["slots"].empty());
  REQUIRE(!state["constraints"].empty());
  const Json clip = calls.ok("add_clip", {{"name", "all"}, {"duration", 1}, {"loop", true}})["id"];
  const Json bone = state["bones"][0]["id"], layer = state["layers"][0]["id"];
  const Json slot = state["slots"][0], constraint = state["constraints"][0]["id"];
  std::vector<Json> order = state["draw_order"];
  std::ranges::reverse(order);
  struct Case {
    const char *of, *channel;
    Json owner, value;
  };
  const std::vector<Case> cases{
      {"bone", "translation", bone, {3, -4}},   {"bone", "angle", bone, {450}},
      {"bone", "scale", bone, {2, 0.5}},        {"bone", "shear", bone, {0.25}},
      {"layer", "visible", layer, {0}},         {"layer", "tint", layer, {1, 0.5, 0.25}},
      {"layer", "opacity", layer, {0.5}},       {"slot", "shown", slot["id"], {slot["layers"][0]}},
      {"constraint", "mix", constraint, {0.5}}, {"document", "draw_order", 0, order}};
  for (const auto& [of, channel, owner, value] : cases) {
    CAPTURE(std::string(channel));
    const Json key{{"of", of}, {"owner", owner}, {"channel", channel}, {"time", 0.25}};
    const Json before = calls.content();
    const std::uint64_t content = before["clips"].back()["content"];
    const Json after = calls.ok("set_key", {{"clip", clip}, {"key", key}, {"value", value}});
    CHECK(after["state"]["clips"].back()["content"] != content);
    bool is_there = false;
    const Json content_now = calls.ok("clip", {{"clip", clip}});
    for (const Json& track : content_now["tracks"]) {
      if (track["channel"] != channel) continue;
      is_there = true;
      CHECK(track["owner"] == owner);
      REQUIRE(track["keys"][0]["value"].size() == value.size());
      for (std::size_t i = 0; i < value.size(); ++i) {
        CHECK(track["keys"][0]["value"][i].get<double>() ==
              doctest::Approx(value[i].get<double>()));
      }
    }
    CHECK(is_there);
    calls.ok("undo");
    CHECK(calls.content() == before);
    calls.ok("redo");
  }
  CHECK(calls.error("set_key",
                    {{"clip", clip},
                     {"key", {{"of", "slot"}, {"owner", 0}, {"channel", "mix"}, {"time", 0}}},
                     {"value", {1}}}) == "set_key: there is no such thing as 'mix' of slot 0");
}

TEST_CASE("clips are copied and removed with all that they hold") {
  Waving wave;
  const Json copy = wave.calls.ok("duplicate_clip", {{"clip", wave.clip}, {"name", "again"}});
  CHECK(copy["id"] != wave.clip);
  const Document document = wave.calls.document();
  REQUIRE(document.clips.size() == 2);
  CHECK(document.clips[0].bones == document.clips[1].bones);
  wave.calls.ok("show", {{"clip", copy["id"]}, {"time", 1}});
  wave.calls.ok("remove_clip", {{"clip", copy["id"]}});
  // What is shown is gone: the rest is.
  CHECK(wave.calls.error("pose_bone", {{"bone", 1}, {"angle", 1}, {"key", true}}) != "");
}

TEST_CASE("keys that are dragged move in time and value, from where the gesture began") {
  Waving wave;
  const Json before = wave.calls.content();
  const auto drag = [&](double by, double raise) {
    Json grabbed = at(0.5);
    grabbed["raise"] = {raise};
    wave.calls.ok("move_keys",
                  {{"clip", wave.clip}, {"keys", {grabbed, at(1)}}, {"by", by}, {"merge", "drag"}});
  };
  drag(0.25, -500), drag(-0.1, 40), drag(0.5, 25);
  CHECK(wave.times() == std::vector{0.0, 1.0, 1.5});
  CHECK(wave.angleAt(1) == doctest::Approx(85));
  CHECK(wave.angleAt(1.5) == doctest::Approx(90));
  wave.calls.ok("undo");
  CHECK(wave.calls.content() == before);
  Json two = at(0.5);
  two["raise"] = {1, 2};
  CHECK(wave.calls.error("move_keys", {{"clip", wave.clip}, {"keys", {two}}, {"by", 0}}) ==
        "move_keys: 'value' must have 1 number for 'angle' of bone 1");
}

TEST_CASE("tangents are how fast a cubic key is passed, and stay when neighbours change") {
  Waving wave;
  const auto slope = [&](double from, double to) {
    return (wave.angleAt(to) - wave.angleAt(from)) / (to - from);
  };
  const auto shape = [&](const Json& keys, const Json& more) {
    Json arguments{{"clip", wave.clip}, {"keys", keys}, {"interpolation", "cubic"}};
    arguments.update(more);
    return arguments;
  };
  wave.calls.ok("shape_keys", shape(Json::array({at(0), at(0.5), at(1)}), Json::object()));
  const Json before = wave.calls.content();
  const Json middle = Json::array({at(0.5)});
  for (const double rate : {300.0, -120.0, 45.0}) {
    wave.calls.ok(
        "shape_keys",
        shape(middle, {{"in_tangent", {-rate}}, {"out_tangent", {rate}}, {"merge", "drag"}}));
    CHECK(slope(0.5, 0.5 + 1e-6) == doctest::Approx(rate).epsilon(1e-3));
    CHECK(slope(0.5 - 1e-6, 0.5) == doctest::Approx(-rate).epsilon(1e-3));
    CHECK(wave.keys()[1]["out_tangent"][0].get<double>() == doctest::Approx(rate));
    CHECK(wave.keys()[1]["in_tangent"][0].get<double>() == doctest::Approx(-rate));
  }
  wave.set(1, -500);
  CHECK(slope(0.5, 0.5 + 1e-6) == doctest::Approx(45).epsilon(1e-3));
  wave.calls.ok("undo"), wave.calls.ok("undo");
  CHECK(wave.calls.content() == before);
  CHECK(wave.calls.error("shape_keys", shape(middle, {{"out_tangent", {1, 2}}})) ==
        "shape_keys: 'value' must have 1 number for 'angle' of bone 1");
}

TEST_CASE("the tangents of rotations in space are written as turns in the plane") {
  Document document = test::twoBonePicture(WeightMethod::straight);
  Clip clip{.id = 0, .name = "turn", .duration = 1};
  BoneTrack track{.bone = upper};
  for (const double time : {0.0, 1.0}) {
    track.rotation.push_back({.time = time, .interpolation = Interpolation::cubic});
  }
  clip.bones.push_back(track);
  document.clips = {clip};
  Calls calls(document);
  calls.ok("shape_keys",
           {{"clip", 0}, {"keys", {at(0)}}, {"interpolation", "cubic"}, {"out_tangent", {90}}});
  const Json keys = calls.ok("clip", {{"clip", 0}})["tracks"][0]["keys"];
  CHECK(keys[0]["out_tangent"][0].get<double>() == doctest::Approx(90));
  const Json asked{
      {"clip", 0}, {"of", "bone"}, {"owner", upper}, {"channel", "angle"}, {"times", {0, 1e-4}}};
  calls.ok("sample_channel", asked);
  const auto angles = calls.numbers<double>(0);
  CHECK((angles[1] - angles[0]) / 1e-4 == doctest::Approx(90).epsilon(1e-3));
}

TEST_CASE("a sampled channel is what plays") {
  Waving wave;
  wave.calls.ok("shape_keys", {{"clip", wave.clip},
                               {"keys", {at(0)}},
                               {"interpolation", "bezier"},
                               {"easing", {0.8, 0, 0.9, -0.4}}});
  Json asked{{"clip", wave.clip}, {"of", "bone"}, {"owner", upper}, {"channel", "angle"}};
  const std::vector<double> times{-1, 0, 0.1, 0.4, 0.5, 0.75, 1, 7};
  asked["times"] = times;
  const Json before = wave.calls.state();
  wave.calls.ok("sample_channel", asked);
  const auto angles = wave.calls.numbers<double>(0);
  REQUIRE(angles.size() == times.size());
  for (std::size_t i = 0; i < times.size(); ++i) {
    CHECK(angles[i] == doctest::Approx(wave.angleAt(times[i])));
  }
  CHECK(wave.calls.state() == before);

  wave.calls.ok("set_key",
                {{"clip", wave.clip}, {"key", at(0, "translation")}, {"value", {3, -4}}});
  asked["channel"] = "translation";
  asked["times"] = {0.25, 0.5};
  wave.calls.ok("sample_channel", asked);
  CHECK(wave.calls.numbers<double>(0) == std::vector<double>{3, -4, 3, -4});
  asked["channel"] = "scale";
  wave.calls.ok("sample_channel", asked);
  CHECK(wave.calls.numbers<double>(0).empty());
  asked["of"] = "layer", asked["channel"] = "visible";
  CHECK(wave.calls.error("sample_channel", asked) ==
        "sample_channel: 'visible' of layer 1 has no numbers between keys");
}

TEST_CASE("a clip with as many keys as a long recording is edited and undone as any other") {
  constexpr int count = 20'000;
  Document document = test::twoBonePicture(WeightMethod::straight);
  Clip clip{.id = 5, .name = "long", .duration = count};
  BoneTrack track{.bone = 1};
  for (int i = 0; i < count; ++i) track.angle.push_back({.time = i / 2.0, .value = i % 7 / 10.0});
  clip.bones.push_back(track);
  document.clips.push_back(clip);
  Calls calls(document);
  const Blob before = calls.saved();
  const auto angles = [&] { return calls.document().clips[0].bones[0].angle; };
  Json even = Json::array();
  for (int i = 0; i < count; i += 2) {
    even.push_back({{"of", "bone"}, {"owner", 1}, {"channel", "angle"}, {"time", i / 2.0}});
  }
  // Each lands on the key behind it, which gives way.
  calls.ok("move_keys", {{"clip", 5}, {"keys", even}, {"by", 0.5}});
  REQUIRE(angles().size() == count / 2);
  const auto moved = angles();
  for (std::size_t i = 0; i < count / 2; i += 97) {
    CHECK(moved[i].time == doctest::Approx(double(i) + 0.5));
    CHECK(moved[i].value == doctest::Approx(track.angle[2 * i].value));
  }
  calls.ok("undo");
  CHECK(calls.saved() == before);
  calls.ok("copy_keys", {{"clip", 5}, {"keys", even}, {"to_clip", 5}, {"to", 0.25}});
  CHECK(angles().size() == count + count / 2);
  calls.ok("undo");
  calls.ok("remove_keys", {{"clip", 5}, {"keys", even}});
  CHECK(angles().size() == count / 2);
  CHECK(angles()[1].time == doctest::Approx(1.5));
  calls.ok("undo");
  CHECK(calls.saved() == before);
}

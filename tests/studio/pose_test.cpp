// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "tests/studio/calls.hpp"
#include "tests/studio/figures.hpp"
#include "vide/stage/actor.hpp"

using namespace vide;
using test::Calls;
using test::Json;

namespace {

struct Posed {
  Calls calls;
  Json clip;

  Posed() : calls(test::twoBonePicture(WeightMethod::geodesic)) {
    clip = calls.ok("add_clip", {{"name", "wave"}, {"duration", 1}, {"loop", true}})["id"];
    calls.ok("show", {{"clip", clip}, {"time", 0.5}});
  }
  Json tracks() { return calls.ok("clip", {{"clip", clip}})["tracks"]; }
};

double apart(const Json& a, double x, double y) {
  return std::hypot(a[0].get<double>() - x, a[1].get<double>() - y);
}

}  // namespace

TEST_CASE("a pose waits until it is keyed, and goes when another moment is shown") {
  Posed posed;
  Calls& calls = posed.calls;
  Json answer = calls.ok("pose_bone", {{"bone", 1}, {"angle", 90}, {"key", false}});
  CHECK(answer["frame"]["unkeyed"] == Json({1}));
  CHECK(apart(answer["frame"]["bones"][1]["tail"], 0, 60) < 1e-9);
  CHECK(answer["state"]["undo"] == "Add clip");
  calls.ok("key_pose", {{"bones", {1}}, {"channels", {"angle"}}});
  const Json tracks = posed.tracks();
  REQUIRE(tracks.size() == 1);
  CHECK(tracks[0]["channel"] == "angle");
  CHECK(tracks[0]["keys"][0]["time"] == 0.5);
  CHECK(tracks[0]["keys"][0]["value"][0].get<double>() == doctest::Approx(90));
  CHECK(calls.ok("frame")["unkeyed"].empty());

  calls.ok("pose_bone", {{"bone", 0}, {"scale", {2, 1}}, {"key", false}});
  CHECK(calls.ok("show", {{"clip", posed.clip}, {"time", 0.25}})["unkeyed"].empty());
}

TEST_CASE("turns of more than a round stay turns") {
  Posed posed;
  posed.calls.ok("pose_bone", {{"bone", 1}, {"angle", 800}, {"key", true}});
  // Dragged on by a quarter: 80 degrees are shown.
  const double wanted = (80 + 90 + 90) * std::acos(-1) / 180;
  posed.calls.ok("drag_bone", {{"bone", 1},
                               {"to", {50 + 70 * std::cos(wanted), 60 + 70 * std::sin(wanted)}},
                               {"how", "rotate"},
                               {"key", true}});
  CHECK(posed.tracks()[0]["keys"][0]["value"][0].get<double>() == doctest::Approx(890));
}

TEST_CASE("dragging brings joints and tails to the pointer") {
  Posed posed;
  Calls& calls = posed.calls;
  const auto drag = [&](const char* how, Json to) {
    return calls.ok("drag_bone",
                    {{"bone", 1}, {"to", to}, {"how", how}, {"key", false}})["frame"]["bones"];
  };
  CHECK(apart(drag("rotate", {100, 60})[1]["tail"], 100, 60) < 1e-9);
  CHECK(apart(drag("move", {30, 70})[1]["head"], 30, 70) < 1e-9);
  calls.ok("reset_pose", {{"bones", Json::array()}, {"key", false}});
  const Json reached = drag("reach", {90, 50});
  CHECK(apart(reached[1]["tail"], 90, 50) < 1e-6);
  CHECK(apart(reached[0]["head"], 50, 10) < 1e-9);
  CHECK(apart(reached[0]["tail"], reached[1]["head"][0], reached[1]["head"][1]) < 1e-9);
  // Too far away: stretched towards it.
  const Json far = drag("reach", {50, 300});
  CHECK(apart(far[1]["tail"], 50, 110) < 1e-3);
}

TEST_CASE("a reach in one gesture depends on where it ends alone") {
  Posed once, often;
  const auto drag = [](Posed& posed, double x, double y) {
    return posed.calls.ok("drag_bone", {{"bone", 1},
                                        {"to", {x, y}},
                                        {"how", "reach"},
                                        {"length", 2},
                                        {"key", true},
                                        {"merge", "drag"}});
  };
  for (int i = 0; i <= 20; ++i) drag(often, 20 + 3 * i, 30 + 2 * i);
  const Json last = drag(once, 80, 70);
  CHECK(drag(often, 80, 70)["frame"]["bones"] == last["frame"]["bones"]);
  CHECK(often.calls.saved() == once.calls.saved());
  often.calls.ok("undo");
  CHECK(often.tracks().empty());
}

TEST_CASE("a bone that is added in the middle of a gesture is dragged like the others") {
  for (const bool key : {false, true}) {
    Posed posed;
    Calls& calls = posed.calls;
    const auto reach = [&](const Json& bone, const Json& to) {
      return calls.ok("drag_bone", {{"bone", bone},
                                    {"to", to},
                                    {"how", "reach"},
                                    {"length", 3},
                                    {"key", key},
                                    {"merge", "drag"}});
    };
    reach(1, {80, 60});
    const Json hand = calls.ok(
        "add_bone",
        {{"parent", 1}, {"head", {50, 110}}, {"tail", {50, 119}}, {"merge", "drag"}})["id"];
    const Json bones = reach(hand, {90, 40})["frame"]["bones"];
    REQUIRE(bones.size() == 3);
    CHECK(apart(bones[2]["tail"], 90, 40) < 0.1);
  }
}

TEST_CASE("constraints turn bones in frames as in an actor's") {
  const Document document = test::fullCharacter();
  Calls calls(document);
  auto actor = Actor::create(*readGlb(*writeGlb(document)));
  REQUIRE(actor);
  const Json state = calls.state();
  for (const Clip& clip : actor->document().clips) {
    for (const double share : {0.0, 0.3, 0.7}) {
      const double time = share * clip.duration;
      actor->show(clip, time);
      const Json frame = calls.ok("show", {{"clip", clip.id}, {"time", time}});
      const auto drawn = actor->drawn();
      REQUIRE(frame["layers"].size() == drawn.size());
      const auto matrices = calls.numbers<float>(0);
      const std::vector<Blob> blobs = calls.blobs;
      for (std::size_t i = 0; i < drawn.size(); ++i) {
        const Json& layer = frame["layers"][i];
        CHECK(layer["layer"] == drawn[i].layer);
        const auto expected = actor->positions(drawn[i].layer);
        std::vector<float> shown;
        calls.blobs = blobs;
        if (!layer["positions"].is_null()) {
          shown = calls.numbers<float>(layer["positions"]);
        } else {
          shown = test::skinnedByPage(calls, state["layers"][drawn[i].layer]["id"], matrices);
        }
        REQUIRE(shown.size() / 2 == expected.size() / 3);
        double worst = 0;
        for (std::size_t v = 0; v < shown.size() / 2; ++v) {
          worst = std::max({worst, std::abs(double(shown[2 * v]) - double(expected[3 * v])),
                            std::abs(double(shown[2 * v + 1]) - double(expected[3 * v + 1]))});
        }
        CHECK(worst < 1e-3);
      }
    }
  }
}

TEST_CASE("keys need a clip") {
  Calls calls(test::twoBonePicture(WeightMethod::geodesic));
  CHECK(calls.error("pose_bone", {{"bone", 1}, {"angle", 9}, {"key", true}})
            .starts_with("pose_bone: there is no clip to set keys in"));
  CHECK(calls.ok("frame")["unkeyed"].empty());
  CHECK(calls.error("show", {{"clip", 3}, {"time", 0}}) == "show: there is no clip 3");
}

TEST_CASE("a pose that is reset is at rest, and keyed so where it was keyed") {
  Posed posed;
  Calls& calls = posed.calls;
  calls.ok("pose_bone", {{"bone", 1}, {"angle", 45}, {"key", true}});
  calls.ok("pose_bone", {{"bone", 0}, {"angle", 45}, {"key", false}});
  calls.ok("show", {{"clip", posed.clip}, {"time", 0.75}});
  const Json frame = calls.ok("reset_pose", {{"bones", Json::array()}, {"key", true}})["frame"];
  CHECK(apart(frame["bones"][1]["tail"], 50, 110) < 1e-9);
  const Json tracks = posed.tracks();
  REQUIRE(tracks.size() == 1);
  CHECK(tracks[0]["keys"].size() == 2);
}

TEST_CASE("what a frame tells is finite, however a pose runs away") {
  Posed posed;
  Calls& calls = posed.calls;
  const auto isFinite = [](const Blob& blob) {
    std::vector<float> numbers(blob.size() / sizeof(float));
    std::memcpy(numbers.data(), blob.data(), blob.size());
    return std::ranges::all_of(numbers, [](float number) { return std::isfinite(number); });
  };
  for (const char* deformer : {"linear_blend", "dual_quaternion", "arap", "biharmonic"}) {
    CAPTURE(deformer);
    calls.ok("set_layer", {{"layer", 0}, {"deformer", deformer}});
    for (const double size : {1e-30, 1e20, 1e30}) {
      for (const int bone : {0, 1}) {
        calls.ok("pose_bone",
                 {{"bone", bone}, {"angle", size}, {"scale", {size, -size}}, {"key", true}});
      }
      const Json bones = calls.ok("frame")["bones"];
      CHECK(std::ranges::all_of(calls.blobs, isFinite));
      for (const Json& bone : bones) CHECK(bone["tail"][1].is_number());
    }
  }
}

// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include "tests/studio/calls.hpp"
#include "tests/studio/figures.hpp"
#include "vide/skeleton/segments.hpp"

using namespace vide;
using test::Calls;
using test::Json;

namespace {

Json addBone(Calls& calls, Json parent, Json head, Json tail, const std::string& name) {
  return calls.ok("add_bone", {{"parent", parent}, {"head", head}, {"tail", tail}, {"name", name}});
}

// Each bone with what it weighs in all, over all vertices of the first layer.
std::vector<double> pullOfBones(Calls& calls) {
  const Document document = calls.document();
  const Layer& layer = document.layers[0];
  std::vector<double> pull(layer.bones.size());
  for (std::size_t i = 0; i < layer.weights.handle.size(); ++i) {
    pull[std::size_t(layer.weights.handle[i])] += layer.weights.weight[i];
  }
  return pull;
}

}  // namespace

TEST_CASE("bones that are drawn next to a picture bend it") {
  Calls calls(test::pictureAlone());
  const Json before = calls.content();
  const Blob file = calls.saved();

  const Json first = addBone(calls, nullptr, {50, 10}, {50, 60}, "lower");
  CHECK(first["state"]["layers"][0]["attachment"] == "rigid");
  CHECK(first["state"]["layers"][0]["weights"] == "straight");
  const Json second = addBone(calls, first["id"], {50, 60}, {50, 110}, "upper");
  const Json& layer = second["state"]["layers"][0];
  CHECK(layer["attachment"] == "skinned");
  CHECK(layer["bones"] == Json({first["id"], second["id"]}));
  for (const double pull : pullOfBones(calls)) CHECK(pull > 1);

  calls.ok("undo");
  calls.ok("undo");
  CHECK(calls.content() == before);
  CHECK(calls.saved() == file);
}

TEST_CASE("pins hold a picture as rigidly as they can, and are moved") {
  Calls calls(test::pictureAlone());
  const Blob file = calls.saved();
  const auto pin = [&](double x, double y) {
    return calls.ok("add_pin", {{"parent", nullptr}, {"at", {x, y}}});
  };
  const Json first = pin(20, 10);
  CHECK(first["state"]["layers"][0]["attachment"] == "rigid");
  CHECK(first["state"]["bones"][0]["name"] == "pin");
  CHECK(first["state"]["bones"][0]["head"] == first["state"]["bones"][0]["tail"]);
  CHECK(first["state"]["layers"][0]["deformer"] == "linear_blend");
  pin(80, 10);
  const Json third = pin(50, 110);
  CHECK(third["warnings"].empty());
  CHECK(third["state"]["layers"][0]["attachment"] == "skinned");
  CHECK(third["state"]["layers"][0]["deformer"] == "arap");

  // A pin is found at its place, once, and as a head.
  const Json hits = calls.ok("hit", {{"at", {51, 109}}, {"radius", 5}, {"what", {"bone"}}})["hits"];
  REQUIRE(hits.size() == 1);
  CHECK(hits[0]["what"] == "head");

  // Where the pin goes the picture goes; the others stay.
  calls.ok("drag_bone",
           {{"bone", third["id"]}, {"how", "move"}, {"to", {80, 105}}, {"key", false}});
  const auto at = [&](double x, double y) {
    const Json near = calls.ok("hit", {{"at", {x, y}}, {"radius", 1.5}, {"what", {"vertex"}}});
    return near["hits"].empty() ? -1 : near["hits"][0]["vertex"].get<int>();
  };
  CHECK(at(80, 105) == 11 * 11 + 5);
  CHECK(at(20, 10) == 11 + 2);
  CHECK(at(80, 10) == 11 + 8);
  CHECK(calls
            .error("drag_bone",
                   {{"bone", third["id"]}, {"how", "rotate"}, {"to", {80, 105}}, {"key", false}})
            .find("'pin_3' has no length") != std::string::npos);

  SUBCASE("a pin that somebody wants to bend by weights stays so") {
    calls.ok("set_layer", {{"layer", 0}, {"deformer", "linear_blend"}});
    CHECK(pin(50, 60)["state"]["layers"][0]["deformer"] == "linear_blend");
  }
  SUBCASE("one end that is placed takes the other along") {
    calls.ok("place_bone", {{"bone", third["id"]}, {"tail", {40, 100}}, {"children", "stay"}});
    const Json placed = calls.ok(
        "place_bone",
        {{"bone", third["id"]}, {"head", {30, 90}}, {"children", "stay"}})["state"]["bones"][2];
    CHECK(placed["head"] == Json({30, 90}));
    CHECK(placed["tail"] == Json({30, 90}));
    calls.ok("undo");
    calls.ok("undo");
  }
  for (int i = 0; i < 3; ++i) calls.ok("undo");
  if (calls.content()["bones"].empty()) CHECK(calls.saved() == file);
}

TEST_CASE("a pinned document is the same however its pins came to their places") {
  Calls calls(test::pictureAlone());
  calls.ok("add_bone", {{"parent", nullptr}, {"head", {50, 10}}, {"tail", {47, 61}}});
  calls.ok("add_pin", {{"parent", 0}, {"at", {33, 97}}});
  const Blob before = calls.saved();
  for (const double way : {0.1, 7.3, -3.7}) {
    calls.ok("place_bone", {{"bone", 1}, {"head", {33 + way, 97 - way}}, {"children", "stay"}});
    calls.ok("place_bone", {{"bone", 0}, {"tail", {47 - way, 61 + way}}, {"children", "stay"}});
  }
  calls.ok("place_bone", {{"bone", 1}, {"tail", {33, 97}}, {"children", "stay"}});
  calls.ok("place_bone", {{"bone", 0}, {"tail", {47, 61}}, {"children", "stay"}});
  calls.ok("place_bone", {{"bone", 1}, {"head", {33, 97}}, {"children", "stay"}});
  CHECK(calls.saved() == before);
}

TEST_CASE("weights follow a bone that is moved, unless they are to stay or are authored") {
  Calls calls(test::twoBonePicture(WeightMethod::straight));
  const auto before = pullOfBones(calls);
  const Json move{{"bone", 1}, {"head", {50, 90}}, {"children", "stay"}};
  Json kept = move;
  kept["weights"] = "keep";
  calls.ok("place_bone", kept);
  CHECK(pullOfBones(calls) == before);
  calls.ok("undo");
  calls.ok("place_bone", move);
  CHECK(pullOfBones(calls)[1] < before[1] - 1);

  Calls authored(test::twoBonePicture(WeightMethod::authored));
  const auto own = pullOfBones(authored);
  authored.ok("place_bone", move);
  CHECK(pullOfBones(authored) == own);
  const Json state = addBone(authored, 0, {20, 20}, {20, 40}, "third")["state"];
  CHECK(state["layers"][0]["bones"] == Json({0, 1}));
}

TEST_CASE("children stay or follow when their parent is moved") {
  for (const bool follows : {false, true}) {
    Calls calls(test::twoBonePicture(WeightMethod::straight));
    const Json state = calls.ok("place_bone", {{"bone", 0},
                                               {"head", {60, 10}},
                                               {"tail", {60, 60}},
                                               {"children", follows ? "follow" : "stay"}})["state"];
    CHECK(state["bones"][0]["head"] == Json({60, 10}));
    CHECK(state["bones"][1]["head"] == Json({follows ? 60 : 50, 60}));
    CHECK(state["bones"][1]["tail"] == Json({follows ? 60 : 50, 110}));
  }
}

TEST_CASE("a skeleton is the same, to the bit, whatever edits led to it") {
  Calls calls(test::pictureAlone());
  addBone(calls, nullptr, {10, 10}, {33, 47}, "root");
  addBone(calls, 0, {33, 47}, {71, 52}, "arm");
  addBone(calls, 1, {75, 50}, {90, 81}, "hand");
  addBone(calls, 0, {1, 2}, {3, 5}, "away");
  calls.ok("place_bone", {{"bone", 0}, {"head", {12, 9}}, {"children", "stay"}});
  calls.ok("place_bone", {{"bone", 1}, {"tail", {70, 55.5}}, {"children", "stay"}});
  calls.ok("reparent_bone", {{"bone", 2}, {"parent", 0}});
  calls.ok("reparent_bone", {{"bone", 2}, {"parent", 1}});
  calls.ok("remove_bones", {{"bones", {3}}});
  const std::vector<BoneSegment> drawn{{"root", -1, {12, 9, 0}, {33, 47, 0}},
                                       {"arm", 0, {33, 47, 0}, {70, 55.5, 0}},
                                       {"hand", 1, {75, 50, 0}, {90, 81, 0}}};
  const Skeleton expected = *skeletonFromSegments(drawn);
  const Skeleton made = calls.document().skeleton;
  REQUIRE(made.size() == expected.size());
  for (std::size_t i = 0; i < made.size(); ++i) {
    CHECK(made[i].local == expected[i].local);
    CHECK(made[i].tail == expected[i].tail);
  }
}

TEST_CASE("mirrored bones stand on the other side under the other side's name") {
  Calls calls(test::pictureAlone());
  addBone(calls, nullptr, {50, 10}, {50, 50}, "hip");
  addBone(calls, 0, {40, 50}, {20, 60}, "arm_l");
  addBone(calls, 1, {20, 60}, {10, 80}, "Hand.L");
  Json state = calls.ok("mirror_bones", {{"bones", {1, 2}}, {"x", 50}})["state"];
  REQUIRE(state["bones"].size() == 5);
  const Json arm = state["bones"][3], hand = state["bones"][4];
  CHECK(arm["name"] == "arm_r");
  CHECK(arm["parent"] == 0);
  CHECK(arm["head"] == Json({60, 50}));
  CHECK(arm["tail"] == Json({80, 60}));
  CHECK(hand["name"] == "Hand.R");
  CHECK(hand["parent"] == arm["id"]);
  CHECK(hand["tail"] == Json({90, 80}));

  // Once there, a partner is moved.
  calls.ok("place_bone", {{"bone", 1}, {"tail", {20, 66}}, {"children", "stay"}});
  state = calls.ok("mirror_bones", {{"bones", {1}}, {"x", 50}})["state"];
  REQUIRE(state["bones"].size() == 5);
  CHECK(state["bones"][3]["tail"] == Json({80, 66}));
  CHECK(state["bones"][4]["head"] == Json({80, 60}));

  const Json alone = calls.ok("mirror_bones", {{"bones", {0}}, {"x", 50}});
  CHECK(alone["state"]["bones"].size() == 5);
  CHECK(alone["warnings"].size() == 1);
}

TEST_CASE("what makes no skeleton is refused and changes nothing") {
  Calls calls(test::twoBonePicture(WeightMethod::straight));
  const Json before = calls.content();
  CHECK(calls.error("add_bone", {{"parent", nullptr}, {"head", {1, 1}}, {"tail", {1, 1}}})
            .starts_with("add_bone: 'tail' is where 'head' is"));
  CHECK(calls.error("add_bone", {{"parent", 9}, {"head", {1, 1}}, {"tail", {1, 2}}}) ==
        "add_bone: there is no bone 9");
  CHECK(calls.error("rename_bone", {{"bone", 0}, {"name", "upper"}}).starts_with("rename_bone: "));
  CHECK(calls.error("rename_bone", {{"bone", 0}, {"name", ""}}).starts_with("rename_bone: "));
  CHECK(calls.error("reparent_bone", {{"bone", 0}, {"parent", 1}}).starts_with("reparent_bone: "));
  CHECK(calls.content() == before);
}

TEST_CASE("removing the last bones leaves the picture as it was drawn") {
  Calls calls(test::twoBonePicture(WeightMethod::straight));
  const Json state = calls.ok("remove_bones", {{"bones", {1, 0}}})["state"];
  CHECK(state["bones"].empty());
  CHECK(state["layers"][0]["attachment"] == "fixed");
  calls.ok("undo");
  CHECK(calls.saved() == *writeGlb(test::twoBonePicture(WeightMethod::straight)));
}

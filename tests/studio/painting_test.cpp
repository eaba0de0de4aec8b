// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tests/studio/calls.hpp"
#include "tests/studio/figures.hpp"
#include "tests/support/comb.hpp"
#include "tests/support/drawn_figure.hpp"
#include "vide/formats/skeleton_json.hpp"

using namespace vide;
using test::Calls;
using test::Json;

namespace {

// Bones with other names than combSkeleton's.
using NewNames = std::vector<std::pair<std::string, std::string>>;

Skeleton renamed(const Skeleton& skeleton, const NewNames& names) {
  std::vector<Bone> bones(skeleton.bones().begin(), skeleton.bones().end());
  for (const auto& [before, after] : names) {
    std::ranges::find(bones, before, &Bone::name)->name = after;
  }
  return *Skeleton::fromBones(std::move(bones));
}

// The comb, skinned; layer 0.
Calls combStudio(const NewNames& names = {}) {
  Calls calls(StudioOptions{.encode_png = test::plainPng});
  const Image image = test::comb(1);
  calls.ok("import_picture",
           {{"name", "comb.png"}, {"mime", "image/png"}, {"width", 120}, {"height", 80}},
           {*test::plainPng(image), image.rgba});
  calls.ok("import_skeleton", {{"file", "a.json"},
                               {"text", writeSkeletonJson(renamed(test::combSkeleton(1), names))}});
  return calls;
}

Json stroke(std::uint32_t bone, Json more = Json::object()) {
  Json arguments{{"layer", 0},   {"bone", bone},  {"at", Json::array({Json({16, 60})})},
                 {"radius", 15}, {"strength", 1}, {"mode", "replace"}};
  if (more.is_object()) arguments.update(more);
  return arguments;
}

double weightOf(Calls& calls, int vertex, std::uint32_t bone) {
  const Json found = calls.ok("vertex_weights", {{"layer", 0}, {"vertex", vertex}})["weights"];
  for (const Json& one : found) {
    if (one["bone"] == bone) return one["weight"];
  }
  return 0;
}

// A recorded figure that stands along y, or the same along z: places (x, y, z) are (x, -z, y)
// there, and turns have the axes that go along.
std::string recording(std::string_view up) {
  const bool is_y = up == "y";
  const std::string turns =
      is_y ? "Zrotation Xrotation Yrotation\n" : "Yrotation Xrotation Zrotation\n";
  const std::string places =
      is_y ? "Xposition Yposition Zposition " : "Xposition Zposition Yposition ";
  const std::string offset = is_y ? "OFFSET 1 10 2\n" : "OFFSET 1 -2 10\n";
  const std::string frames =
      is_y ? "0 0 0 0 0 0 0 0 0\n1 3 5 5 10 15 45 20 10\n2 4 9 9 20 30 90 5 0\n"
           : "0 0 0 0 0 0 0 0 0\n1 3 -5 -5 10 15 -45 20 10\n"
             "2 4 -9 -9 20 30 -90 5 0\n";
  return "HIERARCHY\nROOT Hips\n{\nOFFSET 0 0 0\nCHANNELS 6 " + places + turns +
         "JOINT LeftArm\n{\n" + offset + "CHANNELS 3 " + turns + "End Site\n{\n" + offset +
         "}\n}\n}\nMOTION\nFrames: 3\nFrame Time: 0.1\n" + frames;
}

// Times and values of all keys of a clip.
std::vector<double> keysOf(Calls& calls, const Json& clip) {
  std::vector<double> numbers;
  const Json content = calls.ok("clip", {{"clip", clip}});
  for (const Json& track : content["tracks"]) {
    for (const Json& key : track["keys"]) {
      numbers.push_back(key["time"]);
      for (const Json& number : key["value"]) numbers.push_back(number);
    }
  }
  return numbers;
}

double largestDifference(const std::vector<double>& a, const std::vector<double>& b) {
  REQUIRE(a.size() == b.size());
  double largest = 0;
  for (std::size_t i = 0; i < a.size(); ++i) largest = std::max(largest, std::abs(a[i] - b[i]));
  return largest;
}

int nearestVertex(const Document& document, Vec2 place) {
  int best = 0;
  const auto& V = document.layers[0].mesh.V;
  const auto away = [&](int v) { return distance(place, Vec2{V(v, 0), V(v, 1)}); };
  for (int v = 1; v < int(V.rows()); ++v) {
    if (away(v) < away(best)) best = v;
  }
  return best;
}

}  // namespace

TEST_CASE("a stroke paints a bone where it goes and nowhere else, until it is undone") {
  Calls calls = combStudio();
  const Document before = calls.document();
  const std::uint32_t bone = calls.state()["bones"][0]["id"];
  const Json painted = calls.ok("paint_weights", stroke(bone));
  CHECK(painted["state"]["layers"][0]["weights"] == "authored");
  const Document after = calls.document();
  for (int v = 0; v < int(before.layers[0].mesh.V.rows()); ++v) {
    const auto& V = before.layers[0].mesh.V;
    const double away = distance(Vec2{16, 60}, Vec2{V(v, 0), V(v, 1)});
    if (away < 7) CHECK(weightOf(calls, v, bone) == doctest::Approx(1));
    const auto row = [v](const Document& document) {
      const auto weights = document.layers[0].weights.weightsOf(std::size_t(v));
      return std::vector<double>(weights.begin(), weights.end());
    };
    if (away > 15) CHECK(row(before) == row(after));
  }
  calls.ok("undo");
  CHECK(calls.saved() == *writeGlb(before));
}

TEST_CASE("a stroke finds vertices where the shown pose has them") {
  Calls calls = combStudio();
  const Document document = calls.document();
  const std::uint32_t back = calls.state()["bones"][0]["id"];
  const int corner = nearestVertex(document, {16, 60});
  // Along the bone's own x axis, which points down here.
  const std::string clips = R"({"clips": [{"name": "away", "duration": 1,
      "bones": {"back": {"translation": [[0, [300, 0]]]}}}]})";
  const Json clip = calls.ok("import_clips", {{"text", clips}})["state"]["clips"][0]["id"];
  calls.ok("show", {{"clip", clip}, {"time", 0.5}});
  calls.ok("paint_weights", stroke(back));
  CHECK(weightOf(calls, corner, back) < 0.5);
  calls.ok("paint_weights", stroke(back, {{"at", Json::array({Json({16, -240})})}}));
  CHECK(weightOf(calls, corner, back) > 0.9);
}

TEST_CASE("a bone that the layer did not follow can be painted into it") {
  Calls calls = combStudio();
  const Json bones = calls.state()["bones"];
  calls.ok("bind", {{"layer", 0}, {"bones", Json::array({bones[0]["id"], bones[1]["id"]})}});
  const Json edited = calls.ok("paint_weights", stroke(bones[4]["id"]));
  CHECK(edited["state"]["layers"][0]["bones"].size() == 3);
  CHECK(weightOf(calls, nearestVertex(calls.document(), {16, 60}), bones[4]["id"]) > 0.9);
}

TEST_CASE("a weight that is typed in is kept, the others share the rest") {
  Calls calls = combStudio();
  const Json bones = calls.state()["bones"];
  calls.ok("edit_weight",
           {{"layer", 0}, {"vertex", 5}, {"bone", bones[3]["id"]}, {"weight", 0.25}});
  CHECK(weightOf(calls, 5, bones[3]["id"]) == doctest::Approx(0.25));
  double sum = 0;
  for (const Json& bone : bones) sum += weightOf(calls, 5, bone["id"]);
  CHECK(sum == doctest::Approx(1));
}

TEST_CASE("pruned rows keep their largest weights, smoothed ones come nearer to each other") {
  Calls calls = combStudio();
  calls.ok("prune_weights", {{"layer", 0}, {"threshold", 0.2}, {"influences", 2}});
  const VertexWeights pruned = calls.document().layers[0].weights;
  for (std::size_t v = 0; v < pruned.vertices(); ++v) {
    CHECK(pruned.weightsOf(v).size() <= 2);
    CHECK(pruned.weightsOf(v).back() >= 0.19);
  }
  const auto squares = [](const VertexWeights& weights) {
    double sum = 0;
    for (const double weight : weights.weight) sum += weight * weight;
    return sum;
  };
  calls.ok("smooth_weights", {{"layer", 0}, {"strength", 0.5}, {"rounds", 3}});
  CHECK(squares(calls.document().layers[0].weights) < squares(pruned));
}

TEST_CASE("what is mirrored stands on the other side with the other side's bones") {
  Calls calls = combStudio({{"lower 0", "limb.L"}, {"lower 3", "limb.R"}});
  const Json bones = calls.state()["bones"];
  calls.ok("paint_weights", stroke(bones[1]["id"]));
  const Document document = calls.document();
  calls.ok("mirror_weights", {{"layer", 0}, {"x", 60}, {"direction", "left_to_right"}});
  CHECK(weightOf(calls, nearestVertex(document, {104, 60}), bones[7]["id"]) > 0.9);
}

TEST_CASE("a brush or number that makes no sense is refused and changes nothing") {
  Calls calls = combStudio();
  const Blob before = calls.saved();
  const std::uint32_t bone = calls.state()["bones"][0]["id"];
  for (const Json& wrong :
       {Json{{"layer", 7}}, Json{{"bone", 777}}, Json{{"at", Json::array()}}, Json{{"at", {1, 2}}},
        Json{{"radius", 0}}, Json{{"radius", 1e300}}, Json{{"strength", 2}}, Json{{"hardness", -1}},
        Json{{"mode", "blur"}}}) {
    const std::string message = calls.error("paint_weights", stroke(bone, wrong));
    CHECK(message.starts_with("paint_weights: "));
    CHECK(message.find('\n') == std::string::npos);
  }
  calls.error("edit_weight", {{"layer", 0}, {"vertex", 99999}, {"bone", bone}, {"weight", 1}});
  calls.error("edit_weight", {{"layer", 0}, {"vertex", -1}, {"bone", bone}, {"weight", 1}});
  calls.error("edit_weight", {{"layer", 0}, {"vertex", 0}, {"bone", bone}, {"weight", 3}});
  calls.error("vertex_weights", {{"layer", 0}, {"vertex", 1e9}});
  calls.error("prune_weights", {{"layer", 0}, {"threshold", 2}, {"influences", 2}});
  calls.error("prune_weights", {{"layer", 0}, {"threshold", 0}, {"influences", 0}});
  calls.error("smooth_weights", {{"layer", 0}, {"strength", 1}, {"rounds", 1e9}});
  calls.error("mirror_weights", {{"layer", 0}, {"x", 60}, {"direction", "up"}});
  CHECK(calls.saved() == before);
  calls.ok("bind", {{"layer", 0}, {"bones", Json::array()}});
  calls.error("paint_weights", stroke(bone));
  calls.error("smooth_weights", {{"layer", 0}, {"strength", 1}, {"rounds", 1}});
}

TEST_CASE("a recording moves the bones that mean the same") {
  Calls calls = combStudio({{"back", "hips"}, {"lower 0", "upper_arm.L"}});
  const std::string bvh =
      "HIERARCHY\nROOT Hips\n{\nOFFSET 0 0 0\nCHANNELS 6 Xposition Yposition Zposition Zrotation "
      "Xrotation Yrotation\nJOINT LeftArm\n{\nOFFSET 0 10 0\nCHANNELS 3 Zrotation Xrotation "
      "Yrotation\nEnd Site\n{\nOFFSET 0 10 0\n}\n}\n}\nMOTION\nFrames: 3\nFrame Time: 0.1\n"
      "0 0 0 0 0 0 0 0 0\n1 0 0 0 0 0 45 0 0\n2 0 0 0 0 0 90 0 0\n";
  const Json about = calls.ok("inspect_bvh", {{"text", bvh}});
  CHECK(about["joints"] == Json({"Hips", "LeftArm"}));
  CHECK(about["frames"] == 3);
  CHECK(about["map"]["upper_arm.L"] == "LeftArm");
  const Json made = calls.ok("retarget_bvh", {{"text", bvh}, {"name", "wave"}});
  CHECK(made["state"]["clips"][0]["name"] == "wave");
  CHECK(made["state"]["clips"][0]["duration"] == doctest::Approx(0.3));
  CHECK(made["map"] == about["map"]);
  // The tooth points up in the first frame and to the left in the last one.
  const Json frame = calls.ok("show", {{"clip", made["id"]}, {"time", 0.2}});
  const Json head = frame["bones"][1]["head"], tail = frame["bones"][1]["tail"];
  CHECK(double(tail[0]) - double(head[0]) == doctest::Approx(-20));
  CHECK(std::abs(double(tail[1]) - double(head[1])) < 1e-6);
  calls.ok("undo");
  CHECK(calls.state()["clips"].empty());
  CHECK(calls.error("retarget_bvh", {{"text", bvh}, {"name", "x"}, {"map", {{"hips", "Nose"}}}})
            .find("Nose") != std::string::npos);
  CHECK_FALSE(calls.error("retarget_bvh", {{"text", "no"}, {"name", "x"}}).empty());
  CHECK_FALSE(
      calls.error("retarget_bvh", {{"text", bvh}, {"name", "x"}, {"map", Json::object()}}).empty());
}

TEST_CASE("a pin that follows a recording is moved and not turned") {
  Calls calls(test::pictureAlone());
  const Json pin = calls.ok("add_pin", {{"parent", nullptr}, {"at", {50, 20}}, {"name", "hips"}});
  calls.ok("add_bone", {{"parent", pin["id"]}, {"head", {50, 40}}, {"tail", {50, 90}}});
  const Json made = calls.ok(
      "retarget_bvh", {{"text", recording("y")}, {"name", "walk"}, {"map", {{"hips", "Hips"}}}});
  const Json first = calls.ok("show", {{"clip", made["id"]}, {"time", 0}});
  CHECK(first["bones"][0]["head"] == Json({50, 20}));
  for (const double time : {0.0, 0.1, 0.2}) {
    const Json child = calls.ok("show", {{"clip", made["id"]}, {"time", time}})["bones"][1];
    CHECK(child["head"][0] == child["tail"][0]);  // upright as it was drawn
  }
}

TEST_CASE("a recording whose z points up makes the clip that it makes with y upwards") {
  Calls calls = combStudio({{"back", "hips"}, {"lower 0", "upper_arm.L"}});
  const auto clipOf = [&](Json arguments) {
    arguments["name"] = "wave";
    return keysOf(calls, calls.ok("retarget_bvh", arguments)["id"]);
  };
  const std::string standing = recording("y"), lying = recording("z");
  CHECK(calls.ok("inspect_bvh", {{"text", standing}})["up"] == "y");
  CHECK(calls.ok("inspect_bvh", {{"text", lying}})["up"] == "z");
  for (const char* plane : {"frontal", "sagittal"}) {
    CAPTURE(plane);
    const auto wanted = clipOf({{"text", standing}, {"plane", plane}});
    CHECK(wanted.size() > 9);
    CHECK(largestDifference(clipOf({{"text", lying}, {"plane", plane}}), wanted) < 1e-9);
    CHECK(clipOf({{"text", lying}, {"plane", plane}, {"up", "z"}}) ==
          clipOf({{"text", lying}, {"plane", plane}}));
    CHECK(largestDifference(clipOf({{"text", lying}, {"plane", plane}, {"up", "y"}}), wanted) > 1);
  }
  const std::string message =
      calls.error("retarget_bvh", {{"text", lying}, {"name", "wave"}, {"up", "x"}});
  CHECK(message.find("'up'") != std::string::npos);
}

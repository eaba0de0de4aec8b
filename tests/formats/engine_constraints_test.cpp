// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "tests/formats/engine_samples.hpp"
#include "tests/formats/godot_reader.hpp"
#include "tests/formats/spine_reader.hpp"
#include "tests/support/posed_document.hpp"
#include "vide/animation/spring_bones.hpp"
#include "vide/formats/dragonbones_import.hpp"
#include "vide/formats/engine_export.hpp"

using namespace vide;
using nlohmann::json;

namespace {

json dragonBones(const Document& document, const EngineExportOptions& options = {}) {
  return json::parse(writeDragonBones(document, options).value().text)["armature"][0];
}

json spine(const Document& document, const EngineExportOptions& options = {}) {
  return json::parse(writeSpine(document, options).value().text);
}

// The names of a list's objects.
std::vector<std::string> namesIn(const json& list) {
  std::vector<std::string> names;
  for (const json& item : list) names.push_back(item["name"]);
  return names;
}

using Names = std::vector<std::string>;

// A page for the one picture of the samples.
std::vector<DragonBonesPage> pagesOf(const Document& document) {
  const std::string name = pictureNames(document).of_image[0];
  return {{{name, "page.png", 2, 2, {{name, 0, 0, 2, 2, 0, 0, 2, 2}}}, test::smallPng()}};
}

// R'_i of every bone with the springs as VIDE swings them, from the clip's start on.
std::vector<Affine3> swungAt(const Document& document, const Clip& clip, double time) {
  const Skeleton& skeleton = document.skeleton;
  auto springs = SpringBones::create(skeleton, document.springs).value();
  std::vector<Transform> pose(skeleton.size());
  std::vector<Affine3> model(skeleton.size());
  constexpr double frame = 1.0 / 480;
  const int frames = int(std::round(time / frame));
  for (int i = 0; i <= frames; ++i) {
    samplePose(clip, skeleton, i * frame, pose);
    springs.advance(i == 0 ? 0 : frame, pose, model);
  }
  return model;
}

// How far the joints and tails of the bones are from where a file has them, at most. The frames of
// the bones differ: only where their segments are is the same.
double farthestBone(const Document& document, const test::SpineReader& reader, const Clip& clip,
                    double time, std::span<const Affine3> model) {
  const auto bones = reader.bonesAt(clip.name, time);
  double worst = 0;
  for (std::size_t i = 0; i < model.size(); ++i) {
    const Vec3 tail = model[i] * document.skeleton[i].tail;
    const auto& own = bones[i + 1];  // after the root
    const auto end = own.at(length(document.skeleton[i].tail), 0);
    worst = std::max(
        {worst,
         std::hypot(own.world_x - model[i].translation.x, own.world_y - model[i].translation.y),
         std::hypot(end.x - tail.x, end.y - tail.y)});
  }
  return worst;
}

std::vector<Affine3> modelAt(const Document& document, const Clip& clip, double time) {
  std::vector<Affine3> model = test::skinningAt(document, clip, time);
  for (std::size_t i = 0; i < model.size(); ++i) model[i] = model[i] * document.skeleton.rest()[i];
  return model;
}

Bone& boneOf(std::vector<Bone>& bones, const char* name) {
  return *std::ranges::find(bones, name, &Bone::name);
}

Document changed(Document document, const char* bone, auto change) {
  std::vector<Bone> bones(document.skeleton.bones().begin(), document.skeleton.bones().end());
  change(boneOf(bones, bone));
  document.skeleton = Skeleton::fromBones(std::move(bones)).value();
  return document;
}

}  // namespace

TEST_CASE("chains that the formats' programs solve as VIDE does stay constraints") {
  const Document document = test::walker();
  SUBCASE("in DragonBones where they act wholly or not at all") {
    const json armature = dragonBones(document);
    CHECK(namesIn(armature["ik"]) == Names{"leg", "leg 2", "look", "point"});
    const json& leg = armature["ik"][0];
    CHECK(leg["bone"] == "shin");
    CHECK(leg["target"] == "heel");
    CHECK(leg["chain"] == 1);
    CHECK(leg["bendPositive"] == true);  // turned clockwise at rest
    CHECK(armature["ik"][2]["chain"] == 0);
    const json &walk = armature["animation"][0], &wait = armature["animation"][1];
    // The keys that were authored, and no more.
    CHECK(namesIn(walk["bone"]) == Names{"hip", "heel", "heel 2", "sight", "thigh 2"});
    CHECK(namesIn(walk["ik"]) == Names{"leg 2"});
    const json& steps = walk["ik"][0]["frame"];
    REQUIRE(steps.size() == 3);
    CHECK(steps[0]["weight"] == 0);
    CHECK(steps[1]["weight"] == 1);
    CHECK_FALSE(steps[1].contains("tweenEasing"));
    // In part, and bent to both sides: those are baked and told not to act.
    CHECK(namesIn(wait["ik"]) == Names{"leg", "leg 2", "look"});
    for (const json& mix : wait["ik"]) CHECK(mix["frame"][0]["weight"] == 0);
    CHECK(namesIn(wait["bone"]) == Names{"heel 2", "thigh", "shin", "thigh 2", "shin 2", "head"});
  }
  SUBCASE("in Spine also where they act in part") {
    const json file = spine(document);
    CHECK(namesIn(file["ik"]) == Names{"leg", "leg 2", "look", "point"});
    CHECK(file["ik"][0]["bones"] == json{"thigh", "shin"});
    CHECK(file["ik"][2]["bones"] == json{"head"});
    CHECK(file["ik"][1]["mix"] == 0);
    CHECK(file["ik"][1]["bendPositive"] == false);
    CHECK(file["animations"]["wait"]["ik"]["leg"][0]["mix"] == 0);
    CHECK(file["animations"]["wait"]["ik"]["leg 2"][0]["mix"] == 0.25);
    CHECK_FALSE(file["animations"]["wait"]["bones"].contains("shin 2"));
  }
  SUBCASE("not where all are to be keys") {
    const EngineExportOptions options{.constraints = ConstraintExport::baked};
    CHECK_FALSE(dragonBones(document, options).contains("ik"));
    const auto written = writeSpine(document, options);
    CHECK_FALSE(json::parse(written->text).contains("ik"));
    CHECK(written->warnings.size() == 4);
    const test::SpineReader reader(written->text);
    for (const Clip& authored : document.clips) {
      const Clip clip = test::playedOnce(authored);
      const double time = 0.7 * clip.duration;
      CHECK(farthestBone(document, reader, clip, time, modelAt(document, clip, time)) < 0.1);
    }
  }
}

TEST_CASE("what other programs would solve in another way is baked, and why is said") {
  using Change = Document (*)(Document);
  const std::pair<const char*, Change> cases[] = {
      {"none like it",
       [](Document d) {
         d.constraints[0].kind = ReachConstraint{.bone = 3, .length = 3, .target = 7};
         return d;
       }},
      {"none like it",
       [](Document d) {
         d.constraints[2].kind = AimConstraint{.bone = 6, .target = 9, .offset = 0.5};
         return d;
       }},
      {"none like it",
       [](Document d) {
         d.constraints[2].kind = CopyConstraint{.bone = 6, .source = 9};
         return d;
       }},
      {"springs move",
       [](Document d) {
         d.springs = {{.bone = 0, .mix = 0}};
         return d;
       }},
      {"constraint \"hips\" moves",
       [](Document d) {
         d.constraints.push_back({9, "hips", 1, AimConstraint{.bone = 0, .target = 7}});
         return d;
       }},
      {"does not inherit",
       [](Document d) {
         return changed(d, "shin", [](Bone& bone) { bone.inherit_rotation = false; });
       }},
      {"sheared or stretched",
       [](Document d) {
         return changed(d, "hip", [](Bone& bone) { bone.local.scale = {1, 1.5, 1}; });
       }},
      {"does not lie along its x axis",  // what another clip does to it keeps it from being laid so
       [](Document d) {
         BoneTrack stretched{.bone = 1};
         stretched.scale = {{0, {1, 1, 1}}, {0.8, {1, 1.5, 1}}};
         d.clips[1].bones.push_back(stretched);
         return d;
       }},
      {"mirrored",
       [](Document d) {
         return changed(d, "hip", [](Bone& bone) { bone.local.scale = {-1, 1, 1}; });
       }},
      {"no length",
       [](Document d) { return changed(d, "finger", [](Bone& bone) { bone.tail = {}; }); }}};
  for (const auto& [reason, change] : cases) {
    CAPTURE(reason);
    const Document document = change(test::walker());
    const auto written = writeSpine(document, {});
    REQUIRE(written);
    CHECK(std::ranges::any_of(written->warnings,
                              [&](const std::string& said) { return said.contains(reason); }));
    const test::SpineReader reader(written->text);
    const Clip clip = test::playedOnce(document.clips[0]);
    for (const double share : {0.0, 0.3, 0.62, 1.0}) {
      for (const Layer& layer : document.layers) {
        const double time = share * clip.duration;
        const auto skinning = test::skinningAt(document, clip, time);
        const auto posed = test::posedLayer(document, layer, skinning, clip, time);
        const auto shown = reader.shownAt(clip.name, time);
        const auto own = std::ranges::find(shown, layer.name, &test::SpineShown::slot);
        REQUIRE(own != shown.end());
        for (std::size_t v = 0; v < posed.size(); ++v) {
          CHECK(std::hypot(own->vertices[v].x - posed[v].x, own->vertices[v].y - posed[v].y) < 0.1);
        }
      }
    }
  }
}

TEST_CASE("constraints survive the way to DragonBones and back") {
  const Document document = test::walker();
  const auto written = writeDragonBones(document, {});
  REQUIRE(written);
  const auto back = importDragonBones(written->text, pagesOf(document));
  REQUIRE(back);
  const Document& read = back->document;
  REQUIRE(read.constraints.size() == 4);
  const auto nameOf = [&](BoneId id) {
    return read.skeleton[std::size_t(findBone(read.skeleton, id))].name;
  };
  const std::tuple<const char*, int, const char*, Bend> wanted[] = {
      {"shin", 2, "heel", Bend::clockwise},
      {"shin 2", 2, "heel 2", Bend::clockwise},
      {"head", 1, "sight", Bend::clockwise},
      {"finger", 1, "shin", Bend::clockwise}};
  for (const auto& [bone, bones, target, bend] : wanted) {
    CAPTURE(bone);
    const auto chain = std::ranges::find_if(read.constraints, [&](const Constraint& constraint) {
      return nameOf(std::get<ReachConstraint>(constraint.kind).bone) == bone;
    });
    REQUIRE(chain != read.constraints.end());
    const auto& reach = std::get<ReachConstraint>(chain->kind);
    CHECK(reach.length == bones);
    CHECK(nameOf(reach.target) == target);
    CHECK(reach.bend == bend);
  }
  const Vec3 moved = read.skeleton.head(0) - document.skeleton.head(0);
  for (std::size_t c = 0; c < 2; ++c) {
    const Clip own = test::playedOnce(document.clips[c]);
    const Clip again = test::playedOnce(read.clips[c]);
    for (const double share : {0.1, 0.5, 0.8}) {
      const double time = share * own.duration;
      const auto a = modelAt(document, own, time), b = modelAt(read, again, time);
      for (std::size_t i = 0; i < a.size(); ++i) {
        const auto at = std::size_t(read.skeleton.find(document.skeleton[i].name));
        CHECK(length(a[i].translation + moved - b[at].translation) < 0.1);
      }
    }
  }
}

TEST_CASE("DragonBones' chains act in the order of the bones, not of the list") {
  // The upper chain carries the target of the lower one; the file lists the lower one first.
  constexpr auto listed = R"({"version": "5.5", "armature": [{"name": "a",
   "bone": [{"name": "root"}, {"name": "low", "parent": "root", "length": 10},
            {"name": "high", "parent": "root", "length": 10},
            {"name": "aim", "parent": "root"}, {"name": "tip", "parent": "high"}],
   "ik": [{"name": "second", "bone": "low", "target": "tip"},
          {"name": "first", "bone": "high", "target": "aim"}]}]})";
  const auto imported = importDragonBones(listed, {});
  REQUIRE(imported);
  REQUIRE(imported->document.constraints.size() == 2);
  CHECK(imported->document.constraints[0].name == "first");
  CHECK(imported->document.constraints[1].name == "second");
}

TEST_CASE("baked springs swing as VIDE swings them") {
  Document document = test::walker();
  document.constraints.clear();
  document.clips[0].constraints.clear();
  document.clips[0].loop = false;
  document.clips.resize(1);
  document.springs = {{.bone = 6, .frequency = 2, .damping = 0.2, .gravity = {0, -90, 0}},
                      {.bone = 10, .frequency = 3, .damping = 0.1, .mix = 0.75}};
  const auto written = writeSpine(document, {});
  REQUIRE(written);
  CHECK(written->warnings.size() == 2);
  const test::SpineReader reader(written->text);
  const Clip& clip = document.clips[0];
  const auto back = importDragonBones(writeDragonBones(document, {})->text, pagesOf(document));
  REQUIRE(back);
  const Vec3 moved = back->document.skeleton.head(0) - document.skeleton.head(0);
  const test::GodotReader scene(writeGodot(document, {}, {})->text);
  double swing = 0;
  for (const double time : {0.05, 0.3, 0.55, 0.8, 1.0}) {
    CAPTURE(time);
    const auto model = swungAt(document, clip, time);
    CHECK(farthestBone(document, reader, clip, time, model) < 0.1);
    const auto read = modelAt(back->document, back->document.clips[0], time);
    const auto still = modelAt(document, clip, time);
    for (std::size_t i = 0; i < model.size(); ++i) {
      CHECK(length(model[i].translation + moved - read[i].translation) < 0.1);
      swing = std::max(swing, length(model[i].translation - still[i].translation));
    }
    std::vector<Affine3> skinning(model.size());
    skinningTransforms(document.skeleton, model, skinning);
    for (const auto& shown : scene.shownAt(clip.name, time)) {
      const Layer& layer = *std::ranges::find(document.layers, shown.node, &Layer::name);
      const auto posed = test::posedLayer(document, layer, skinning, clip, time);
      for (std::size_t v = 0; v < posed.size(); ++v) {
        CHECK(std::hypot(shown.vertices[v].x - posed[v].x,
                         document.canvas_height - shown.vertices[v].y - posed[v].y) < 0.1);
      }
    }
  }
  CHECK(swing > 1);  // they do swing
}

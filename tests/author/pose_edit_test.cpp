// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <cmath>
#include <numbers>

#include "tests/support/layered_figure.hpp"
#include "vide/animation/sample.hpp"
#include "vide/author/pose_edit.hpp"
#include "vide/skeleton/pose.hpp"

using namespace vide;

namespace {

constexpr double right_angle = std::numbers::pi / 2;

// Three bones of length 10, one on top of the other.
Skeleton column() {
  std::vector<Bone> bones;
  for (int i = 0; i < 3; ++i) {
    Bone bone{.id = BoneId(10 + i), .name = std::string(1, char('a' + i)), .parent = i - 1};
    bone.local.translation = {0, i == 0 ? 0.0 : 10.0, 0};
    bone.tail = {0, 10, 0};
    bones.push_back(bone);
  }
  return *Skeleton::fromBones(std::move(bones));
}

Vec3 tipOf(const Skeleton& skeleton, const Pose& pose, std::size_t bone) {
  std::vector<Affine3> model(skeleton.size());
  modelTransforms(skeleton, pose.local, model);
  return model[bone] * skeleton[bone].tail;
}

void checkNear(const Vec3& a, const Vec3& b) {
  CHECK(a.x == doctest::Approx(b.x).epsilon(1e-9));
  CHECK(a.y == doctest::Approx(b.y).epsilon(1e-9));
  CHECK(a.z == doctest::Approx(b.z).epsilon(1e-9));
}

Pose edited(const Skeleton& skeleton, const std::vector<BoneEdit>& edits) {
  const auto pose = editPose(skeleton, Pose::rest(skeleton.size()), edits);
  REQUIRE(pose.has_value());
  return *pose;
}

}  // namespace

TEST_CASE("an edit moves what hangs on its bone") {
  const Skeleton skeleton = column();
  // The middle bone falls over to the left: its tip and the last bone's lie at its joint's height.
  const Pose turned = edited(skeleton, {{.bone = "b", .angle = right_angle}});
  checkNear(tipOf(skeleton, turned, 0), {0, 10, 0});
  checkNear(tipOf(skeleton, turned, 1), {-10, 10, 0});
  checkNear(tipOf(skeleton, turned, 2), {-20, 10, 0});
  const Pose moved = edited(skeleton, {{.bone = "b", .move = Vec3{3, 4, 5}}});
  checkNear(tipOf(skeleton, moved, 2), {3, 34, 5});
  const Pose scaled = edited(skeleton, {{.bone = "b", .scale = Vec3{1, 2, 1}}});
  checkNear(tipOf(skeleton, scaled, 1), {0, 30, 0});
}

TEST_CASE("angles in space turn about the fixed x, then y, then z axis") {
  const Skeleton skeleton = column();
  // y -> z about x; z -> x about y; x -> y about z: the tip ends where it began.
  const Vec3 turns{right_angle, right_angle, right_angle};
  checkNear(tipOf(skeleton, edited(skeleton, {{.bone = "a", .euler = turns}}), 0), {0, 10, 0});
  checkNear(tipOf(skeleton, edited(skeleton, {{.bone = "a", .euler = Vec3{right_angle, 0, 0}}}), 0),
            {0, 0, 10});
  checkNear(tipOf(skeleton,
                  edited(skeleton, {{.bone = "a", .euler = Vec3{right_angle, right_angle, 0}}}), 0),
            {10, 0, 0});
}

TEST_CASE("edits add up in their order") {
  const Skeleton skeleton = column();
  const Pose twice = edited(skeleton, {{.bone = "b", .angle = 0.3}, {.bone = "b", .angle = 0.4}});
  const Pose once = edited(skeleton, {{.bone = "b", .angle = 0.7}});
  checkNear(tipOf(skeleton, twice, 2), tipOf(skeleton, once, 2));
  const Pose back = edited(skeleton, {{.bone = "b", .angle = 0.3}, {.bone = "b", .angle = -0.3}});
  checkNear(tipOf(skeleton, back, 2), {0, 30, 0});
}

TEST_CASE("a bone that does not exist is named, with those that do") {
  const auto pose = editPose(column(), Pose::rest(3), {{.bone = "wing", .angle = 1}});
  REQUIRE_FALSE(pose.has_value());
  CHECK(pose.error().code == ErrorCode::not_found);
  CHECK(pose.error().message.find("'wing'") != std::string::npos);
  CHECK(pose.error().message.find("a, b, c") != std::string::npos);
}

TEST_CASE("a pose survives being made a clip") {
  const Skeleton skeleton = column();
  const Pose pose = edited(skeleton, {{.bone = "a", .angle = 2.5},
                                      {.bone = "b", .euler = Vec3{0.2, 0.3, -0.4}},
                                      {.bone = "b", .move = Vec3{1, 2, 3}},
                                      {.bone = "a", .scale = Vec3{2, 1, 1}}});
  const Clip clip{.name = "held", .bones = tracksOfPose(skeleton, pose)};
  CHECK(clip.bones.size() == 2);
  CHECK(validate(clip, skeleton).has_value());
  for (const double time : {0.0, 1.0}) {
    Pose sampled = Pose::rest(skeleton.size());
    samplePose(clip, skeleton, time, sampled.local);
    for (std::size_t bone = 0; bone < skeleton.size(); ++bone) {
      checkNear(tipOf(skeleton, sampled, bone), tipOf(skeleton, pose, bone));
    }
  }
}

TEST_CASE("a clip is found by its name, or the names are listed") {
  std::vector<Clip> clips(2);
  CHECK(findClip({}, "run").error().message.find("no clips") != std::string::npos);
  clips[0].name = "walk";
  clips[1].name = "run";
  CHECK(*findClip(clips, "run") == 1);
  const auto missing = findClip(clips, "swim");
  REQUIRE_FALSE(missing.has_value());
  CHECK(missing.error().code == ErrorCode::not_found);
  CHECK(missing.error().message.find("walk, run") != std::string::npos);
}

TEST_CASE("shapes are set by name, on top of a clip's moment, in every layer that has them") {
  Document document;
  for (LayerId id : {4u, 7u}) {
    Layer layer;
    layer.id = id;
    layer.shapes = {{.name = "smile", .weight = 0.25}, {.name = id == 4 ? "blink" : "nod"}};
    document.layers.push_back(layer);
  }
  Key<double> key;
  key.value = 0.5;
  const Clip clip{.name = "c", .duration = 1, .morphs = {{4, 1, {key}}}};
  const auto none = poseShapes(document, nullptr, 0, {});
  REQUIRE(none.has_value());
  CHECK(none->empty());
  const auto tracks = poseShapes(document, &clip, 0, {{"smile", 1.5}});
  REQUIRE(tracks.has_value());
  const std::vector<MorphTrack> expected{
      {4, 0, {{.value = 1.5}}}, {4, 1, {{.value = 0.5}}}, {7, 0, {{.value = 1.5}}}};
  CHECK(*tracks == expected);
  const auto unknown = poseShapes(document, nullptr, 0, {{"frown", 1}});
  REQUIRE_FALSE(unknown.has_value());
  CHECK(unknown.error().message == "no shape is named 'frown'; there are: smile, blink, nod");
}

namespace figure = vide::test::figure;

TEST_CASE("a moment of a clip holds all that the clip changes, and nothing else") {
  const Document document = vide::test::layeredFigure();
  Clip clip = document.clips[0];
  clip.layers = {
      {.layer = figure::hat, .visible = {{0.5, false}}, .opacity = {{0, 1.0}, {1, 0.5}}}};
  clip.constraints = {{1, {{0, 0.0}, {1, 1.0}}}};
  const auto corners = std::size_t(document.layers[0].mesh.V.rows());
  clip.offsets = {{figure::tail, {{0, Offsets(corners)}, {1, Offsets(corners, {0, 8, 0})}}}};
  for (const double time : {0.3, 0.9}) {
    const Clip still = stateAt(clip, time, document);
    CHECK(validate(still, document).has_value());
    CHECK(still.bones.empty());
    CHECK(still.events.empty());
    CHECK(still.layers[0].opacity[0].value == doctest::Approx(1 - time / 2));
    CHECK(still.layers[0].visible[0].value == (time < 0.5));
    CHECK(still.layers[0].tint.empty());
    CHECK(still.constraints[0].mix[0].value == doctest::Approx(time));
    CHECK(still.slots[0].shown[0].value == (time < 0.6 ? figure::smile : figure::open_mouth));
    CHECK(still.draw_order[0].value == clip.draw_order[time < 0.6 ? 0 : 1].value);
    CHECK(still.offsets[0].offsets[0].value[3].y == doctest::Approx(8 * time));
  }
  clip.slots[0].shown[0].time = 0.1;  // before that the document says what is shown
  CHECK(stateAt(clip, 0.05, document).slots[0].shown[0].value == figure::smile);
}

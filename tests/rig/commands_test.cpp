// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include "tests/rig/character.hpp"
#include "tests/support/same_document.hpp"
#include "vide/rig/bone_commands.hpp"
#include "vide/rig/layer_commands.hpp"
#include "vide/rig/motion_commands.hpp"

using namespace vide;
using vide::test::character;
using vide::test::dressedCharacter;
using vide::test::sameMatrix;

namespace {

// The document after the work, which must succeed and leave it valid.
template <class Work>
Document after(Document document, Work work) {
  Edit edit(document);
  const Result<void> done = work(edit);
  REQUIRE_MESSAGE(done, (done ? "" : done.error().message));
  const auto valid = validate(document);
  REQUIRE_MESSAGE(valid, (valid ? "" : valid.error().message));
  return document;
}

Vec3 headOf(const Document& document, BoneId id) {
  return document.skeleton.head(std::size_t(findBone(document.skeleton, id)));
}
Vec3 tailOf(const Document& document, BoneId id) {
  return document.skeleton.tail(std::size_t(findBone(document.skeleton, id)));
}

bool isNear(Vec3 a, Vec3 b) { return distance(a, b) < 1e-9; }

// root 1 (turned and moved) -> upper 2 -> lower 3; the layer follows all three.
Document arm() {
  Bone root = test::bone(1, "root", -1), upper = test::bone(2, "upper", 0),
       lower = test::bone(3, "lower", 1);
  root.local = {.translation = {3, 4, 0}, .rotation = rotationInPlane(0.5), .scale = {2, 2, 2}};
  upper.local = {.translation = {0, 10, 0}, .rotation = rotationInPlane(-0.25)};
  lower.local = {.translation = {0, 10, 0}, .rotation = rotationInPlane(0.75)};
  Document document;
  document.images.push_back({1, "picture", "image/png", {1, 2, 3}, 10, 10});
  document.skeleton = Skeleton::fromBones({root, upper, lower}).value();
  Layer layer = test::square(1, "arm");
  layer.attachment = Attachment::skinned;
  layer.bones = {1, 2, 3};
  layer.weights.handles = 3;
  for (std::vector<Influence> row : std::vector<std::vector<Influence>>{
           {{0, 0.5}, {1, 0.25}, {2, 0.25}}, {{1, 1}}, {{1, 0.5}, {2, 0.5}}, {{2, 1}}}) {
    appendRow(layer.weights, row);
  }
  document.layers = {layer};
  document.draw_order = {1};
  return document;
}

double weightOf(const Layer& layer, std::size_t vertex, BoneId bone) {
  const auto handles = layer.weights.handlesOf(vertex);
  for (std::size_t i = 0; i < handles.size(); ++i) {
    if (layer.bones[std::size_t(handles[i])] == bone) return layer.weights.weightsOf(vertex)[i];
  }
  return 0;
}

}  // namespace

TEST_CASE("a bone that goes leaves its weights to its parent and its children where they are") {
  const Document before = arm();
  const Document left = after(before, [](Edit& edit) { return removeBone(edit, 2); });
  REQUIRE(left.skeleton.size() == 2);
  CHECK(left.skeleton[1].parent == 0);
  CHECK(isNear(headOf(left, 3), headOf(before, 3)));
  CHECK(isNear(tailOf(left, 3), tailOf(before, 3)));
  const Layer& layer = left.layers[0];
  CHECK(weightOf(layer, 0, 1) == 0.75);
  CHECK(weightOf(layer, 1, 1) == 1);
  CHECK(weightOf(layer, 2, 3) == 0.5);
}

TEST_CASE("of a root that goes the other bones take over in proportion") {
  const Document left = after(arm(), [](Edit& edit) { return removeBone(edit, 1); });
  CHECK(left.skeleton[0].parent == -1);
  CHECK(weightOf(left.layers[0], 0, 2) == 0.5);
  CHECK(weightOf(left.layers[0], 0, 3) == 0.5);
}

TEST_CASE("a layer whose last bone goes stays fixed") {
  const Document left = after(arm(), [](Edit& edit) -> Result<void> {
    for (const BoneId bone : {1u, 2u, 3u}) {
      if (auto removed = removeBone(edit, bone); !removed) return removed;
    }
    return {};
  });
  CHECK(left.skeleton.empty());
  CHECK(left.layers[0].attachment == Attachment::fixed);
}

TEST_CASE("what names a bone goes with it, and what does not stays") {
  const Document left = after(dressedCharacter(), [](Edit& edit) { return removeBone(edit, 6); });
  CHECK(left.constraints.empty());
  CHECK(left.springs.empty());
  CHECK(left.clips[0].bones.empty());
  CHECK(left.clips[0].constraints.empty());
  CHECK(left.clips[0].layers.size() == 1);
  CHECK(left.layers[1].bones == std::vector<BoneId>{5});
}

TEST_CASE("a chain that loses a bone inside gets shorter, one whose end goes goes too") {
  Document before = arm();
  std::vector<Bone> bones(before.skeleton.bones().begin(), before.skeleton.bones().end());
  bones.push_back(test::bone(4, "target", -1));
  before.skeleton = Skeleton::fromBones(bones).value();
  for (const int length : {2, 3}) {
    before.constraints = {
        {1, "reach", 1, ReachConstraint{.bone = 3, .length = length, .target = 4}}};
    const Document left = after(before, [](Edit& edit) { return removeBone(edit, 2); });
    REQUIRE(left.constraints.size() == 1);
    CHECK(std::get<ReachConstraint>(left.constraints[0].kind).length == length - 1);
    CHECK(after(before, [](Edit& edit) { return removeBone(edit, 3); }).constraints.empty());
    CHECK(after(before, [](Edit& edit) { return removeBone(edit, 4); }).constraints.empty());
  }
}

TEST_CASE("layers are bound and let go") {
  const Document held = after(character(), [](Edit& edit) { return holdStill(edit, 7); });
  CHECK(held.layers[0].attachment == Attachment::fixed);
  CHECK(held.layers[0].bones.empty());
  CHECK(held.layers[0].weights.vertices() == 0);
  const Document rigid = after(character(), [](Edit& edit) { return bindToBone(edit, 7, 6); });
  CHECK(rigid.layers[0].attachment == Attachment::rigid);
  CHECK(rigid.layers[0].bones == std::vector<BoneId>{6});
}

TEST_CASE("slots, skins and constraints go with their keys and leave the layers") {
  const Document left = after(dressedCharacter(), [](Edit& edit) -> Result<void> {
    if (auto removed = removeSlot(edit, 1); !removed) return removed;
    if (auto removed = removeSkin(edit, 1); !removed) return removed;
    return removeConstraint(edit, 1);
  });
  CHECK(left.slots.empty());
  CHECK(left.skins.empty());
  CHECK_FALSE(left.skin);
  CHECK(left.constraints.size() == 2);
  CHECK(left.clips[0].slots.empty());
  CHECK(left.clips[0].constraints.empty());
  CHECK(left.layers.size() == 5);
}

TEST_CASE("a bone that is placed carries its children or leaves them") {
  const Document before = arm();
  const Transform local{.translation = {1, 2, 0}, .rotation = rotationInPlane(1)};
  for (const Children children : {Children::stay, Children::follow}) {
    const Document placed = after(before, [&](Edit& edit) {
      return placeBone(edit, 2, local, {0, 7, 0}, children);
    });
    CHECK(placed.skeleton[1].local == local);
    CHECK(isNear(headOf(placed, 3), headOf(before, 3)) == (children == Children::stay));
  }
}

TEST_CASE("a bone that changes its parent stays where it is, wherever it hangs") {
  const Document before = arm();
  for (const std::optional<BoneId> parent : {std::optional<BoneId>(1), std::optional<BoneId>()}) {
    const Document moved = after(before, [&](Edit& edit) { return reparentBone(edit, 3, parent); });
    CHECK(isNear(headOf(moved, 3), headOf(before, 3)));
    CHECK(isNear(tailOf(moved, 3), tailOf(before, 3)));
  }
  Document document = arm();
  Edit edit(document);
  CHECK_FALSE(reparentBone(edit, 1, 3));
  CHECK_FALSE(reparentBone(edit, 2, 2));
}

TEST_CASE("a parent may come later in the list than its child once bones hang otherwise") {
  Document document = arm();
  const Document moved = after(document, [](Edit& edit) -> Result<void> {
    if (auto root = reparentBone(edit, 2, std::nullopt); !root) return root;
    return reparentBone(edit, 1, 3);
  });
  CHECK(isNear(headOf(moved, 1), headOf(document, 1)));
  CHECK(findBone(moved.skeleton, 3) < findBone(moved.skeleton, 1));
}

TEST_CASE("a layer that goes leaves nothing that names it") {
  for (const LayerId id : {7u, 8u, 9u, 10u, 11u}) {
    CAPTURE(id);
    const Document left =
        after(dressedCharacter(), [&](Edit& edit) { return removeLayer(edit, id); });
    CHECK(findLayer(left, id) == nullptr);
    CHECK(left.draw_order.size() == 4);
  }
}

TEST_CASE("a new layer is in front of all, in clips too") {
  const Document grown = after(dressedCharacter(), [](Edit& edit) -> Result<void> {
    addLayer(edit, test::square(20, "new"));
    return {};
  });
  CHECK(grown.draw_order.back() == 20);
  CHECK(grown.clips[0].draw_order[0].value.back() == 20);
}

TEST_CASE("a layer moves within the draw order") {
  const auto moved = [](LayerId id, std::size_t place) {
    return after(character(), [=](Edit& edit) { return moveInDrawOrder(edit, id, place); })
        .draw_order;
  };
  CHECK(moved(9, 1) == std::vector<LayerId>{7, 9, 8});
  CHECK(moved(8, 0) == std::vector<LayerId>{8, 9, 7});
  CHECK(moved(9, 99) == std::vector<LayerId>{7, 8, 9});
}

// The square's old values are linear over it, so that they are known everywhere.
TEST_CASE("a finer mesh takes over weights, shapes and the keys of offsets") {
  Document document = dressedCharacter();
  Layer& body = document.layers[0];
  body.weights.row_start = {0, 1, 2, 3, 4};
  body.weights.handle = {0, 1, 1, 0};
  body.weights.weight = {1, 1, 1, 1};
  body.colors.resize(4, 4);
  body.colors << 0, 0, 1, 1, 1, 0, 1, 1, 1, 1, 1, 1, 0, 1, 1, 1;
  body.shapes[0].offsets.col(0) = body.mesh.V.col(0);
  for (int v = 0; v < 4; ++v) {
    document.clips[0].offsets[0].offsets[1].value[std::size_t(v)] = {body.mesh.V(v, 1), 0, 0};
  }
  TriMesh mesh;
  mesh.V.resize(5, 2);
  mesh.V << 0, 0, 10, 0, 10, 10, 0, 10, 2.5, 7.5;
  mesh.F.resize(4, 3);
  mesh.F << 0, 1, 4, 1, 2, 4, 2, 3, 4, 3, 0, 4;
  const Document finer = after(document, [&](Edit& edit) {
    return replaceMesh(edit, 7, mesh, Eigen::MatrixX2d::Constant(5, 2, 0.5));
  });
  const Layer& layer = finer.layers[0];
  CHECK(layer.bones == body.bones);
  CHECK(sameMatrix(layer.mesh.V, mesh.V));
  CHECK(weightOf(layer, 1, 6) == 1);
  CHECK(weightOf(layer, 4, 6) == doctest::Approx(0.25));
  CHECK(layer.shapes[0].offsets(4, 0) == doctest::Approx(2.5));
  CHECK(layer.colors(4, 1) == doctest::Approx(0.75));
  const auto& keys = finer.clips[0].offsets[0].offsets;
  CHECK(keys[1].value.size() == 5);
  CHECK(keys[1].value[4].x == doctest::Approx(7.5));
}

TEST_CASE("a mesh that does not fit is refused") {
  Document document = character();
  Edit edit(document);
  TriMesh spatial{Eigen::MatrixXd::Zero(3, 3), Eigen::MatrixX3i::Zero(0, 3)};
  CHECK_FALSE(replaceMesh(edit, 7, spatial, Eigen::MatrixX2d::Zero(3, 2)));
  CHECK_FALSE(replaceMesh(edit, 4, spatial, Eigen::MatrixX2d::Zero(3, 2)));
}

TEST_CASE("keys are set in order, replaced and taken away; clips grow with them") {
  const BoneTrack root{.bone = 5};
  Document document = character();
  Edit edit(document);
  const Clip& clip = document.clips[0];
  for (const double time : {0.5, 2.0, 0.25, 0.5}) {
    REQUIRE(setKey(edit, 2, root, &BoneTrack::angle, {.time = time, .value = time}));
  }
  CHECK(clip.duration == 2);
  REQUIRE(clip.bones.size() == 2);
  REQUIRE(clip.bones[1].angle.size() == 3);
  CHECK(clip.bones[1].angle[0].time == 0.25);
  CHECK_FALSE(removeKey(edit, 2, root, &BoneTrack::angle, 0.75));
  for (const double time : {0.25, 2.0, 0.5}) {
    REQUIRE(removeKey(edit, 2, root, &BoneTrack::angle, time));
  }
  CHECK(clip.bones.size() == 1);
  CHECK_FALSE(setKey(edit, 3, root, &BoneTrack::angle, {}));
  CHECK_FALSE(removeKey(edit, 2, root, &BoneTrack::angle, 0.25));
  edit.rollBack();
  CHECK(test::sameDocument(document, character()));
}

TEST_CASE("events stay in the order of their times") {
  Document document = character();
  Edit edit(document);
  for (const double time : {0.5, 0.25, 0.5, 3.0}) {
    REQUIRE(addEvent(edit, 2, {.time = time, .name = std::to_string(int(4 * time))}));
  }
  CHECK(document.clips[0].events[0].time == 0.25);
  CHECK(document.clips[0].duration == 3);
  CHECK(validate(document));
}

// SPDX-License-Identifier: MIT
#include "vide/skeleton/skeleton.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <limits>

#include "tests/skeleton/random_skeleton.hpp"
#include "vide/skeleton/deforming_ancestors.hpp"
#include "vide/skeleton/segments.hpp"
#include "vide/skeleton/tips.hpp"

using namespace vide;
using namespace vide::test;

namespace {

std::vector<Bone> chain() {
  std::vector<Bone> bones(3);
  for (int i = 0; i < 3; ++i) {
    bones[std::size_t(i)].id = BoneId(i);
    bones[std::size_t(i)].name = std::string(1, char('a' + i));
    bones[std::size_t(i)].parent = i - 1;
  }
  return bones;
}

// The message of the error; an empty text if there is none.
template <class T>
std::string messageOf(const Result<T>& result) {
  return result ? std::string() : result.error().message;
}

bool contains(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("what is wrong with a bone is named") {
  const auto broken = [](auto change) {
    std::vector<Bone> bones = chain();
    change(bones);
    return messageOf(Skeleton::fromBones(bones));
  };
  CHECK(broken([](auto&) {}).empty());
  CHECK(contains(broken([](auto& b) { b[2].name = "a"; }), "bone 2 \"a\" repeats the name"));
  CHECK(contains(broken([](auto& b) { b[2].id = 1; }), "bone 2 \"c\" repeats the id 1"));
  CHECK(contains(broken([](auto& b) { b[1].name.clear(); }), "bone 1 has no name"));
  CHECK(contains(broken([](auto& b) { b[1].parent = 1; }), "bone 1 \"b\" has parent 1"));
  CHECK(contains(broken([](auto& b) { b[1].parent = 7; }), "bone 1 \"b\" has parent 7"));
  CHECK(contains(broken([](auto& b) { b[1].parent = -2; }), "bone 1 \"b\" has parent -2"));
  CHECK(contains(broken([](auto& b) { b[1].tail.x = std::numeric_limits<double>::quiet_NaN(); }),
                 "bone 1 \"b\" has a number that is not finite"));
  CHECK(contains(broken([](auto& b) { b[0].local.scale.y = 0; }), "cannot be inverted"));
  CHECK(contains(broken([](auto& b) { b[0].local.rotation.w = 2; }), "no unit quaternion"));
  CHECK(contains(broken([](auto& b) {
                   for (auto& bone : b) bone.local.translation.x = 1e308;
                 }),
                 "cannot be inverted"));
  CHECK(contains(messageOf(Skeleton::fromBones(chain(), {2})), "max_bones is 2"));
}

TEST_CASE("lists in any order come out parents first and keep their order where they can") {
  for (unsigned seed = 0; seed < 20; ++seed) {
    const Skeleton ordered = randomSkeleton(seed, 25);
    std::vector<Bone> bones(ordered.bones().begin(), ordered.bones().end());
    CHECK(parentsFirst(bones)->back().name == bones.back().name);

    std::vector<int> place(bones.size());
    for (std::size_t i = 0; i < bones.size(); ++i) place[i] = int(i);
    std::shuffle(place.begin(), place.end(), std::mt19937(seed));
    std::vector<Bone> mixed(bones.size());
    for (std::size_t i = 0; i < bones.size(); ++i) {
      Bone bone = bones[i];
      if (bone.parent >= 0) bone.parent = place[std::size_t(bone.parent)];
      mixed[std::size_t(place[i])] = bone;
    }
    const Skeleton sorted = *Skeleton::fromBones(*parentsFirst(mixed));
    for (std::size_t i = 0; i < ordered.size(); ++i) {
      const int k = sorted.find(ordered[i].name);
      REQUIRE(k >= 0);
      CHECK(difference(sorted.rest()[std::size_t(k)], ordered.rest()[i]) == 0);
    }
  }
}

TEST_CASE("cycles and missing parents in a list are named") {
  std::vector<Bone> bones = chain();
  bones[0].parent = 2;
  CHECK(contains(messageOf(parentsFirst(bones)), "its own ancestor"));
  bones = chain();
  bones[1].parent = 1;
  CHECK(contains(messageOf(parentsFirst(bones)), "entry 1 is its own ancestor"));
  bones[1].parent = 3;
  CHECK(contains(messageOf(parentsFirst(bones)), "entry 1 has parent 3, which does not exist"));
  CHECK(parentsFirst({})->empty());
}

TEST_CASE("joints relative to the parent's joint and to the parent's tip give the same rest") {
  for (unsigned seed = 0; seed < 20; ++seed) {
    Draw draw(seed);
    std::vector<TipBone> tips;
    std::vector<Bone> bones;
    for (int i = 0; i < 20; ++i) {
      const TipBone tip{std::to_string(i), i == 0 ? -1 : draw.index(i), draw.vector(),
                        draw.rotation(), draw.number(0, 2)};
      const double above = tip.parent < 0 ? 0 : tips[std::size_t(tip.parent)].length;
      tips.push_back(tip);
      const Vec3 joint = tip.origin + Vec3{0, above, 0};
      bones.push_back({BoneId(i),
                       tip.name,
                       tip.parent,
                       {joint, tip.orientation, {1, 1, 1}, {}},
                       {0, tip.length, 0}});
    }
    const Skeleton by_tip = *skeletonFromTips(tips), by_joint = *Skeleton::fromBones(bones);
    for (std::size_t i = 0; i < bones.size(); ++i) {
      // The definition, word for word.
      const Affine3 own{toMatrix(tips[i].orientation), tips[i].origin};
      const int parent = tips[i].parent;
      const Affine3 expected =
          parent < 0 ? own
                     : by_tip.rest()[std::size_t(parent)] *
                           translationBy({0, tips[std::size_t(parent)].length, 0}) * own;
      CHECK(difference(by_tip.rest()[i], expected) < 1e-12);
      CHECK(difference(by_tip.rest()[i], by_joint.rest()[i]) < 1e-12);
      CHECK(distance(by_tip.tail(i), by_joint.tail(i)) < 1e-12);
    }
  }
}

TEST_CASE("segments keep their ends, point +Y along themselves and stay in their plane") {
  for (unsigned seed = 0; seed < 20; ++seed) {
    Draw draw(seed);
    std::vector<BoneSegment> segments;
    for (int i = 0; i < 15; ++i) {
      Vec3 head = draw.vector(), tail = draw.vector();
      if (seed % 2) head.z = tail.z = 0;
      segments.push_back({std::to_string(i), i < 14 ? 14 : -1, head, tail});  // the root comes last
    }
    const Skeleton skeleton = *skeletonFromSegments(segments);
    for (std::size_t i = 0; i < skeleton.size(); ++i) {
      const BoneSegment& segment = segments[std::size_t(std::stoi(skeleton[i].name))];
      CHECK(distance(skeleton.head(i), segment.head) < 1e-12);
      CHECK(distance(skeleton.tail(i), segment.tail) < 1e-11);
      CHECK(skeleton[i].tail.x == 0);
      CHECK(skeleton[i].tail.z == 0);
      if (seed % 2) CHECK(distance(skeleton.rest()[i].linear.z, {0, 0, 1}) < 1e-12);
    }
    CHECK(segmentsOf(skeleton).size() == segments.size());
  }
}

TEST_CASE("a segment that turns the least rolls the least") {
  // A child in line with its parent has its parent's frame.
  const Skeleton skeleton = *skeletonFromSegments(
      std::vector<BoneSegment>{{"a", -1, {}, {1, 1, 1}}, {"b", 0, {1, 1, 1}, {3, 3, 3}}});
  CHECK(difference({skeleton.rest()[0].linear, {}}, {skeleton.rest()[1].linear, {}}) < 1e-15);
  const Vec3 axis = normalized(Vec3{1, 0, -1});  // perpendicular to +y and (1, 1, 1): unmoved
  CHECK(distance(skeleton.rest()[0].linear * axis, axis) < 1e-15);
}

TEST_CASE("a deforming segment needs a length") {
  std::vector<BoneSegment> segments{{"root", -1, {1, 2, 0}, {1, 2, 0}}};
  CHECK(contains(messageOf(skeletonFromSegments(segments)), "bone 0 \"root\" has no length"));
  segments[0].deform = false;
  CHECK(skeletonFromSegments(segments).has_value());
}

TEST_CASE("the deforming ancestor skips bones that only turn others") {
  std::vector<Bone> bones(5);
  const int parents[] = {-1, 0, 1, 2, -1};
  for (std::size_t i = 0; i < bones.size(); ++i) {
    bones[i] = {.id = BoneId(i), .name = std::string(1, char('a' + i)), .parent = parents[i]};
  }
  bones[1].deform = bones[2].deform = false;
  const Skeleton skeleton = *Skeleton::fromBones(bones);
  CHECK(deformingAncestors(skeleton) == std::vector<int>{-1, 0, 0, 0, -1});
  bones[0].deform = false;
  CHECK(deformingAncestors(*Skeleton::fromBones(bones)) == std::vector<int>(5, -1));
}

// SPDX-License-Identifier: MIT
#include "vide/pipeline/detail/limb_contacts.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "tests/support/cancel_after.hpp"
#include "tests/support/limbs.hpp"
#include "vide/core/math.hpp"
#include "vide/pipeline/detail/body_size.hpp"
#include "vide/pipeline/detail/bone_forks.hpp"
#include "vide/pipeline/part_limbs.hpp"
#include "vide/skeleton/pose.hpp"
#include "vide/skeleton/segments.hpp"

using namespace vide;
using namespace vide::detail;

namespace {

constexpr std::size_t many = 3000;

Skeleton chainAlong(Vec3 step) {
  std::vector<Vec3> joints;
  for (std::size_t i = 0; i <= many; ++i) joints.push_back(step * double(i));
  return skeletonFromSegments(test::chain(joints, "link")).value();
}

// Bones from one root in all directions.
Skeleton star() {
  std::vector<BoneSegment> bones{{"hub", -1, {0, 0, -1}, {0, 0, 0}}};
  for (std::size_t i = 1; i < many; ++i) {
    const double turn = 2.4 * double(i), height = 2 * double(i) / many - 1;
    const double flat = std::sqrt(1 - height * height);
    const Vec3 way{flat * math::cos(turn), flat * math::sin(turn), height};
    bones.push_back({"ray" + std::to_string(i), 0, {}, way * 10});
  }
  return skeletonFromSegments(bones).value();
}

LimbContacts::Found lookAt(const Skeleton& skeleton, const Progress& progress = {}) {
  const auto fleshes = bodyFleshes(skeleton, {});
  const double air = bodySize(skeleton, 96).cell;
  const LimbContacts contacts(skeleton, fleshes, air);
  return contacts.in(Pose::rest(skeleton.size()).local, progress);
}

// Bone by bone from the deeper end.
std::optional<BoneForks::Fork> climbed(const Skeleton& skeleton, int a, int b) {
  std::vector<int> above{a};
  while (above.back() >= 0) above.push_back(skeleton[std::size_t(above.back())].parent);
  BoneForks::Fork fork;
  for (; b >= 0; fork.below_b = b, b = skeleton[std::size_t(b)].parent) {
    for (std::size_t i = 0; above[i] >= 0; ++i) {
      if (above[i] != b) continue;
      fork.below_a = i > 0 ? above[i - 1] : -1;
      return fork;
    }
  }
  return std::nullopt;
}

}  // namespace

TEST_CASE("ways up from two bones fork where climbing finds it") {
  std::uint32_t random = 3;
  for (const int spread : {1, 2, 5, 40}) {
    std::vector<Bone> bones(40);
    for (std::size_t b = 0; b < bones.size(); ++b) {
      random = random * 1664525 + 1013904223;
      const int back = 1 + int((random >> 8) % std::uint32_t(spread));
      bones[b] = {
          .id = BoneId(b), .name = std::to_string(b), .parent = std::max(int(b) - back, -1)};
    }
    const Skeleton skeleton = Skeleton::fromBones(bones).value();
    const BoneForks forks(skeleton);
    for (int a = 0; a < 40; ++a) {
      for (int b = 0; b < 40; ++b) CHECK(forks.between(a, b) == climbed(skeleton, a, b));
    }
  }
}

TEST_CASE("a long chain is looked at in as few steps whichever way it lies") {
  const std::size_t along_x = lookAt(chainAlong({1, 0, 0})).work;
  CHECK(along_x < 12'000'000);
  for (const Vec3 step : {Vec3{0, 1, 0}, Vec3{0, 0, 1}}) {
    CHECK(double(lookAt(chainAlong(step)).work) == doctest::Approx(double(along_x)));
  }
}

TEST_CASE("chains and stars of thousands of bones can be parted, and looks at them be stopped") {
  for (const Skeleton& skeleton : {chainAlong({0, 1, 0}), star()}) {
    CHECK(partLimbs({skeleton, {}}));
    const auto all = lookAt(skeleton), some = lookAt(skeleton, test::cancelAfter(1));
    CHECK(all.work < 162'000'000);
    CHECK(some.work > 0);
    CHECK(some.work < all.work / 4);
  }
}

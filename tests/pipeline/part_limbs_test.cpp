// SPDX-License-Identifier: MIT
#include "vide/pipeline/part_limbs.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <atomic>
#include <string>
#include <vector>

#include "tests/support/limbs.hpp"
#include "vide/animation/sample.hpp"
#include "vide/core/math.hpp"
#include "vide/pipeline/detail/new_rest.hpp"
#include "vide/skeleton/pose.hpp"
#include "vide/skeleton/segments.hpp"

using namespace vide;

namespace {

const PlaceholderOptions coarse{.cells = 48};

// A trunk with a head, two legs, and two arms in that direction.
Skeleton figure(Vec3 arm, Vec3 leg = {0.3, -1, 0}) {
  auto bones = test::chain({{0, 10, 0}, {0, 12, 0}, {0, 15, 0}, {0, 17, 0}}, "trunk");
  for (const double side : {-1.0, 1.0}) {
    const std::string mark = side < 0 ? ".R" : ".L";
    const Vec3 shoulder{side * 1.5, 15, 0}, hip{side, 9.5, 0};
    const auto from = [&](Vec3 start, Vec3 way, double reach) {
      return start + Vec3{side * way.x, way.y, way.z} * reach;
    };
    bones = test::hung(
        bones, 1,
        test::chain({{0, 15, 0}, shoulder, from(shoulder, arm, 3), from(shoulder, arm, 6)},
                    "arm" + mark));
    bones = test::hung(bones, 0,
                       test::chain({hip, from(hip, leg, 4), from(hip, leg, 9)}, "leg" + mark));
  }
  return skeletonFromSegments(bones).value();
}

int boneNamed(const Skeleton& skeleton, const std::string& name) {
  const int bone = skeleton.find(name);
  REQUIRE(bone >= 0);
  return bone;
}

// Raises both arms sideways from the hips.
Clip raise(const Skeleton& skeleton) {
  Clip clip{.id = 1, .name = "raise", .duration = 2};
  for (const char* name : {"arm.R1", "arm.L1"}) {
    const int bone = boneNamed(skeleton, name);
    // About the figure's depth, told in the bone's own frame.
    const Vec3 depth = transpose(skeleton.rest()[std::size_t(bone)].linear) * Vec3{0, 0, 1};
    const double angle = math::radians(std::string(name) == "arm.L1" ? 90 : -90);
    BoneTrack track{.bone = skeleton[std::size_t(bone)].id};
    track.rotation = {{.time = 0}, {.time = 2, .value = rotationAbout(depth, angle)}};
    clip.bones.push_back(track);
  }
  return clip;
}

std::vector<Affine3> playedAt(const MovingSkeleton& moving, const Clip& clip, double time) {
  std::vector<Transform> pose(moving.skeleton.size());
  samplePose(clip, moving.skeleton, time, pose);
  std::vector<Affine3> model(pose.size());
  modelTransforms(moving.skeleton, pose, model);
  return model;
}

double farthest(const std::vector<Affine3>& a, const std::vector<Affine3>& b) {
  double worst = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    for (const Vec3 p : {Vec3{}, Vec3{1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, 0, 1}}) {
      worst = std::max(worst, distance(a[i] * p, b[i] * p));
    }
  }
  return worst;
}

// The longest edge of the body at a moment of its clip.
double longestEdge(const MovingSkeleton& moving, const PlaceholderBody& body, const Clip& clip,
                   double time) {
  std::vector<Affine3> model = playedAt(moving, clip, time);
  skinningTransforms(moving.skeleton, model, model);
  std::vector<Vec3> places(std::size_t(body.mesh.V.rows()));
  for (std::size_t v = 0; v < places.size(); ++v) {
    const auto row = body.mesh.V.row(Eigen::Index(v));
    const auto handles = body.weights.handlesOf(v);
    const auto weights = body.weights.weightsOf(v);
    for (std::size_t i = 0; i < handles.size(); ++i) {
      places[v] += model[std::size_t(handles[i])] * Vec3{row(0), row(1), row(2)} * weights[i];
    }
  }
  double longest = 0;
  for (Eigen::Index f = 0; f < body.mesh.F.rows(); ++f) {
    for (int k = 0; k < 3; ++k) {
      longest = std::max(longest, distance(places[std::size_t(body.mesh.F(f, k))],
                                           places[std::size_t(body.mesh.F(f, (k + 1) % 3))]));
    }
  }
  return longest;
}

}  // namespace

TEST_CASE("a figure whose limbs lie free is left alone") {
  for (const Vec3 arm : {Vec3{1, 0, 0}, Vec3{1, -0.5, 0}, Vec3{0.7, 0, 0.7}}) {
    const MovingSkeleton source{figure(arm, {0.4, -1, 0}), {}};
    const auto parted = partLimbs(source, coarse);
    REQUIRE(parted);
    CHECK(parted->rest.empty());
    CHECK(parted->warnings.empty());
    for (std::size_t b = 0; b < source.skeleton.size(); ++b) {
      CHECK(parted->moving.skeleton[b].local == source.skeleton[b].local);
    }
  }
}

TEST_CASE("arms that lie along the trunk rest as the clip parts them, and nothing tears") {
  for (const Vec3 arm : {Vec3{0, -1, 0}, Vec3{-0.2, -1, 0}, Vec3{-0.1, -1, 0.1}}) {
    const Skeleton skeleton = figure(arm);
    const MovingSkeleton source{skeleton, {raise(skeleton)}};
    const auto parted = partLimbs(source, coarse);
    REQUIRE(parted);
    CHECK(parted->rest.find("raise") != std::string::npos);
    CHECK(parted->warnings.empty());
    const auto body = placeholderBody(parted->moving.skeleton, coarse);
    const auto welded = placeholderBody(skeleton, coarse);
    REQUIRE(body);
    REQUIRE(welded);
    for (const double time : {0.0, 0.7, 1.3, 2.0}) {
      CHECK(farthest(playedAt(source, source.clips[0], time),
                     playedAt(parted->moving, parted->moving.clips[0], time)) < 1e-9);
      CHECK(longestEdge(parted->moving, *body, parted->moving.clips[0], time) < 2);
    }
    CHECK(longestEdge(source, *welded, source.clips[0], 2) > 3);  // as it was: sheets
  }
}

TEST_CASE("without a clip limbs are turned away at their roots") {
  const MovingSkeleton source{figure({-0.1, -1, 0}, {-0.15, -1, 0}), {}};
  const auto parted = partLimbs(source, coarse);
  REQUIRE(parted);
  CHECK(parted->rest == "its own rest with limbs turned away");
  CHECK(parted->warnings.empty());
  const Skeleton &before = source.skeleton, &after = parted->moving.skeleton;
  REQUIRE(after.size() == before.size());
  for (std::size_t b = 0; b < before.size(); ++b) {
    CHECK(after[b].name == before[b].name);
    CHECK(after[b].parent == before[b].parent);
    CHECK(distance(after.head(b), after.tail(b)) ==
          doctest::Approx(distance(before.head(b), before.tail(b))));
  }
  const auto hand = std::size_t(boneNamed(after, "arm.L2"));
  CHECK(std::abs(after.tail(hand).x) > 2.5);
  // Both sides turned alike.
  for (const char* name : {"arm.?1", "arm.?2", "leg.?0", "leg.?1"}) {
    std::string left = name, right = name;
    left[4] = 'L';
    right[4] = 'R';
    const Vec3 a = after.tail(std::size_t(boneNamed(after, left)));
    const Vec3 b = after.tail(std::size_t(boneNamed(after, right)));
    CHECK(distance(a, {-b.x, b.y, b.z}) < 1e-9);
  }
}

TEST_CASE("joints without length are left where they are") {
  std::vector<Bone> bones(3);
  for (std::size_t b = 0; b < bones.size(); ++b) {
    bones[b].id = BoneId(b + 1);
    bones[b].name = "ball" + std::to_string(b);
    bones[b].local.translation = {0.01 * double(b), 0, 0};
  }
  const auto parted = partLimbs({Skeleton::fromBones(bones).value(), {}}, coarse);
  REQUIRE(parted);
  CHECK(parted->rest.empty());
  CHECK(parted->warnings.empty());
}

TEST_CASE("what cannot be parted is named") {
  // Two skeletons in one place, without a limb that could turn.
  const auto bones = test::hung(test::chain({{0, 0, 0}, {4, 0, 0}}, "a"), -1,
                                test::chain({{0, 0.1, 0}, {4, 0.1, 0}}, "b"));
  const auto parted = partLimbs({skeletonFromSegments(bones).value(), {}}, coarse);
  REQUIRE(parted);
  CHECK(parted->rest.empty());
  REQUIRE(parted->warnings.size() == 1);
  CHECK(parted->warnings[0].find("\"a0\" and \"b0\"") != std::string::npos);
}

TEST_CASE("parting refuses what no body can be put around, and can be stopped") {
  CHECK(!partLimbs({}));
  CHECK(!partLimbs({figure({1, 0, 0}), {}}, {.thickness = NAN}));
  CHECK(!partLimbs({figure({1, 0, 0}), {}}, {.cells = 0}));
  const std::atomic<bool> stop = true;
  const auto stopped = partLimbs({figure({0, -1, 0}), {}}, coarse, Progress({}, &stop));
  REQUIRE(!stopped);
  CHECK(stopped.error().code == ErrorCode::cancelled);
}

TEST_CASE("a clip told from a new rest shows what it showed, whatever parts it has") {
  const Skeleton skeleton = figure({1, 0, 0});
  std::uint32_t random = 7;
  const auto next = [&] {
    random = random * 1664525 + 1013904223;
    return double(random >> 8) / (1 << 24) - 0.5;
  };
  const auto turn = [&] { return rotationAbout({next(), next(), next()}, 4 * next()); };
  for (int round = 0; round < 8; ++round) {
    std::vector<Transform> pose(skeleton.size());
    Clip clip{.id = 1, .name = "clip", .duration = 1};
    for (std::size_t b = 0; b < skeleton.size(); ++b) {
      if (next() > 0) pose[b] = {{next(), next(), next()}, turn(), {2, 2, 2}, {}};
      if (next() > 0.2) continue;
      BoneTrack track{.bone = skeleton[b].id};
      if (next() > 0) {
        track.translation = {{.time = 0, .value = {next(), next(), next()}},
                             {.time = 1,
                              .value = {next(), 1, 0},
                              .interpolation = Interpolation::cubic,
                              .in_tangent = {1, next(), 0}}};
        track.translation[0].interpolation = Interpolation::cubic;
        track.translation[0].out_tangent = {next(), 2, 0};
      }
      if (next() > 0) {
        track.rotation = {{.time = 0.2, .value = turn()}, {.time = 0.9, .value = turn()}};
      } else if (next() > 0) {
        track.angle = {{.time = 0.1, .value = next()}, {.time = 1, .value = 2 + next()}};
      }
      if (next() > 0) track.scale = {{.time = 0.5, .value = {1, 2, 1.5}}};
      clip.bones.push_back(track);
    }
    const auto resting = detail::restingIn(skeleton, pose);
    REQUIRE(resting);
    const MovingSkeleton before{skeleton, {clip}},
        after{*resting, {detail::toldFrom(clip, skeleton, pose)}};
    REQUIRE(validate(after.clips[0], after.skeleton));
    for (const double time : {0.0, 0.3, 0.5, 0.8, 1.0}) {
      CHECK(farthest(playedAt(before, before.clips[0], time),
                     playedAt(after, after.clips[0], time)) < 1e-9);
    }
  }
}

TEST_CASE("angles told from a new rest turn as far as they did, whatever their keys") {
  const Skeleton skeleton = figure({1, 0, 0});
  const auto key = [](double time, double angle, Interpolation interpolation) {
    return Key<double>{.time = time, .value = angle, .interpolation = interpolation};
  };
  const double two_turns = 2 * math::radians(360);
  using enum Interpolation;
  Track<double> cubics{key(0.1, 0, cubic), key(0.4, 2, cubic), key(1, two_turns, cubic)};
  cubics[0].out_tangent = 9;
  cubics[1].in_tangent = -5;
  cubics[1].out_tangent = -3;
  cubics[2].in_tangent = 40;
  Track<double> eased{key(0, 0, bezier), key(0.5, two_turns, bezier), key(1, 0.3, linear)};
  eased[0].easing = {{0.1, 0.7}, {0.3, 1.2}};
  eased[1].easing = {{0.8, 0}, {0.9, 0.4}};
  const Track<double> tracks[] = {{key(0, 0, linear), key(1, two_turns, linear)},
                                  {key(0, 3, linear), key(0.5, -6, step), key(1, 10, linear)},
                                  cubics,
                                  eased,
                                  {key(0, 0, bezier), key(1, 1, bezier)}};
  const Quat about_z = rotationAbout({0, 0, 1}, -2.5), leaning = rotationAbout({1, 2, 0.5}, 1.1);
  for (const Track<double>& angle : tracks) {
    for (const Quat rest : {about_z, leaning, normalized(Quat{0, 0, -1, 0})}) {
      CAPTURE(&angle - tracks);
      CAPTURE(rest.x);
      std::vector<Transform> pose(skeleton.size());
      pose[1] = {{0.1, 0.2, 0.3}, rest, {1, 1, 1}, {}};
      const Clip clip{.id = 1, .duration = 1, .bones = {{.bone = skeleton[1].id, .angle = angle}}};
      const Clip told = detail::toldFrom(clip, skeleton, pose);
      const Skeleton resting = detail::restingIn(skeleton, pose).value();
      REQUIRE(validate(told, resting));
      CHECK(told.bones[0].angle.empty() == (rest.x != 0));
      for (double time = 0; time <= 1; time += 0.0101) {
        CAPTURE(time);
        CHECK(farthest(playedAt({skeleton, {}}, clip, time), playedAt({resting, {}}, told, time)) <
              0.02);
      }
    }
  }
}

TEST_CASE("angles of countless turns are told with a bounded number of keys") {
  const Skeleton skeleton = figure({1, 0, 0});
  std::vector<Transform> pose(skeleton.size());
  pose[1].rotation = rotationAbout({1, 0, 0}, 1);
  for (const auto kind : {Interpolation::linear, Interpolation::cubic, Interpolation::bezier}) {
    const Clip clip{
        .id = 1,
        .duration = 1,
        .bones = {{.bone = skeleton[1].id,
                   .angle = {{.time = 0, .interpolation = kind}, {.time = 1, .value = 1e300}}}}};
    CHECK(detail::toldFrom(clip, skeleton, pose).bones[0].rotation.size() < 200'000);
  }
}

TEST_CASE("no body rests where a clip throws its limbs away") {
  const Skeleton skeleton = figure({0, -1, 0});
  const Clip raised = raise(skeleton);
  Clip thrown{.id = 2, .name = "thrown", .duration = 2};
  for (const char* name : {"arm.R1", "arm.L1", "leg.R0", "leg.L0"}) {
    BoneTrack track{.bone = skeleton[std::size_t(boneNamed(skeleton, name))].id};
    track.translation = {{.time = 0, .value = {40, 20, 10}}};
    thrown.bones.push_back(track);
  }
  const auto parted = partLimbs({skeleton, {thrown, raised}}, coarse);
  REQUIRE(parted);
  CHECK(parted->rest.find("thrown") == std::string::npos);
  const auto only_thrown = partLimbs({skeleton, {thrown}}, coarse);
  REQUIRE(only_thrown);
  CHECK(only_thrown->rest.find("thrown") == std::string::npos);
}

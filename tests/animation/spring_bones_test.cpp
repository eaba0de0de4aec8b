// SPDX-License-Identifier: MIT
#include "vide/animation/spring_bones.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <cstring>

#include "vide/core/math.hpp"
#include "vide/skeleton/pose.hpp"

using namespace vide;
using math::pi;

namespace {

// A body of which a tail of bones, 10 units each, stands up.
Skeleton tailed(int bones) {
  std::vector<Bone> list{{.id = 0, .name = "body", .tail = {0, 1, 0}}};
  for (int i = 1; i <= bones; ++i) {
    Bone bone{.id = BoneId(i), .name = std::to_string(i), .parent = i - 1, .tail = {0, 10, 0}};
    bone.local.translation = {0, i > 1 ? 10.0 : 0, 0};
    list.push_back(bone);
  }
  return Skeleton::fromBones(list).value();
}

// A body that is moved and turned, with its springs.
class Swing {
 public:
  Swing(Skeleton skeleton, std::vector<Spring> springs)
      : skeleton_(std::move(skeleton)),
        bones_(SpringBones::create(skeleton_, springs).value()),
        pose(Pose::rest(skeleton_.size())),
        model(skeleton_.size()) {}
  Swing(const Swing&) = delete;

  void advance(double seconds, Vec3 body, double turn = 0) {
    pose = Pose::rest(skeleton_.size());
    pose.local[0] = {.translation = body, .rotation = rotationInPlane(turn)};
    bones_.advance(seconds, pose.local, model);
  }
  // The angle by which the bone leans counter-clockwise from straight up.
  double lean(std::size_t bone) const {
    const Vec3 way = model[bone].linear.y;
    return std::atan2(-way.x, way.y);
  }
  void reset() { bones_.reset(); }

 private:
  Skeleton skeleton_;
  SpringBones bones_;

 public:
  Pose pose;
  std::vector<Affine3> model;
};

}  // namespace

TEST_CASE("what stands still stays still, at any place and turn") {
  Swing swing(tailed(2), {{.bone = 1}, {.bone = 2}});
  for (int i = 0; i < 100; ++i) {
    swing.advance(1.0 / 60, {30, 4, 0}, 0.75);
    CHECK(swing.lean(2) == doctest::Approx(0.75));
  }
}

TEST_CASE("a bone lags behind when the body starts, and comes to rest when it stands") {
  Swing swing(tailed(1), {{.bone = 1, .frequency = 3, .damping = 0.5}});
  swing.advance(0, {});
  for (int i = 1; i <= 6; ++i) swing.advance(1.0 / 60, {2.0 * i, 0, 0});
  CHECK(swing.lean(1) > 0.2);  // the body went right, the tail hangs back to the left
  for (int i = 0; i < 300; ++i) swing.advance(1.0 / 60, {12, 0, 0});
  CHECK(std::abs(swing.lean(1)) < 1e-3);
}

// Small swings of a mass on a spring: x(t) = exp(-d w t) (cos(v t) + d w / v sin(v t)) x(0).
TEST_CASE("after a jolt it swings as the damped oscillation does") {
  const double w = 2 * pi * 2;
  for (const double d : {0.0, 0.2, 0.8, 1.0, 2.0}) {
    CAPTURE(d);
    Swing swing(tailed(1), {{.bone = 1, .frequency = 2, .damping = d}});
    swing.advance(0, {});
    constexpr double jolt = 0.05;
    swing.advance(1.0 / 120, {jolt, 0, 0});
    for (int i = 0; i < 60; ++i) {
      const double t = i / 120.0;  // what is shown is one step late
      double x = 0;
      if (d < 1) {
        const double v = w * std::sqrt(1 - d * d);
        x = std::exp(-d * w * t) * (std::cos(v * t) + d * w / v * std::sin(v * t));
      } else if (d == 1) {
        x = std::exp(-w * t) * (1 + w * t);
      } else {
        const double v = w * std::sqrt(d * d - 1), a = v - d * w, b = -v - d * w;
        x = (b * std::exp(a * t) - a * std::exp(b * t)) / (b - a);
      }
      CHECK(std::abs(swing.lean(1) - jolt * x / 10) < 2e-5);
      swing.advance(1.0 / 120, {jolt, 0, 0});
    }
  }
}

TEST_CASE("gravity makes a bone sag as far as its spring lets it") {
  Swing swing(tailed(1), {{.bone = 1, .frequency = 1, .damping = 1, .gravity = {8, 0, 0}}});
  for (int i = 0; i < 600; ++i) swing.advance(1.0 / 60, {});
  const double sag = 8 / std::pow(2 * pi, 2);
  CHECK(-swing.lean(1) == doctest::Approx(sag / 10).epsilon(0.01));
}

TEST_CASE("bones keep their length and stay in the plane") {
  Swing swing(tailed(4), {{.bone = 1, .frequency = 8, .damping = 0.1},
                          {.bone = 2},
                          {.bone = 4, .frequency = 0.5, .damping = 0}});
  for (int i = 0; i < 400; ++i) {
    swing.advance(1.0 / 60, {40 * math::sin(i * 0.3), 25 * math::cos(i * 0.17), 0}, 0.1 * i);
    for (std::size_t bone = 1; bone < 4; ++bone) {
      const Vec3 way = swing.model[bone + 1].translation - swing.model[bone].translation;
      CHECK(length(way) == doctest::Approx(10));
      CHECK(std::abs(way.z) < 1e-9);
    }
  }
}

TEST_CASE("without mix nothing swings; bones after it follow rigidly") {
  Swing swing(tailed(3), {{.bone = 1, .mix = 0}, {.bone = 2, .frequency = 3}});
  swing.advance(0, {});
  for (int i = 1; i <= 6; ++i) swing.advance(1.0 / 60, {2.0 * i, 0, 0});
  CHECK(std::abs(swing.lean(1)) < 1e-12);
  CHECK(swing.lean(2) > 0.05);
  CHECK(swing.lean(3) == doctest::Approx(swing.lean(2)));
}

TEST_CASE("the extremes of every setting stay finite, for frames of any length") {
  for (const double frequency : {0.01, 30.0}) {
    for (const double damping : {0.0, 1.0, 100.0}) {
      Swing swing(tailed(2),
                  {{.bone = 1, .frequency = frequency, .damping = damping, .gravity = {0, -1e6, 0}},
                   {.bone = 2, .frequency = frequency, .damping = damping}});
      for (const double seconds : {0.0, 1e-9, 0.001, 0.25, 5.0, 1e9, 0.02}) {
        swing.advance(seconds, {1e5 * seconds, 3, 0}, seconds);
        CHECK(isFinite(swing.model[2].translation));
        CHECK(isFinite(swing.model[2].linear.y));
      }
    }
  }
}

TEST_CASE("frames that share steps see the same swing, whatever their length") {
  const auto leanAfterOneSecond = [](int frames) {
    Swing swing(tailed(1), {{.bone = 1, .frequency = 2, .damping = 0.2}});
    swing.advance(0, {});
    for (int i = 1; i <= frames; ++i) {
      swing.advance(1.0 / frames, {20.0 * i / frames, 0, 0});
    }
    return swing.lean(1);
  };
  const double fine = leanAfterOneSecond(120);
  CHECK(leanAfterOneSecond(60) == doctest::Approx(fine).epsilon(1e-3));
  CHECK(leanAfterOneSecond(30) == doctest::Approx(fine).epsilon(1e-3));
  CHECK(leanAfterOneSecond(240) == doctest::Approx(fine).epsilon(0.05));
}

// A bone that has hung along gravity and one that has stood without it swing alike once gravity
// acts across neither: nothing is stored along a bone.
TEST_CASE("hanging stores nothing that a turn would set free") {
  const auto widest = [](double seconds_of_rest) {
    Swing swing(tailed(1), {{.bone = 1, .frequency = 2, .damping = 0.1, .gravity = {0, 98, 0}}});
    swing.advance(0, {});
    for (double t = 0; t < seconds_of_rest; t += 1.0 / 120) swing.advance(1.0 / 120, {});
    double lean = 0;
    for (int i = 0; i < 240; ++i) {
      swing.advance(1.0 / 120, {}, pi / 2);
      lean = std::max(lean, swing.lean(1));
    }
    return lean;
  };
  CHECK(widest(10) == doctest::Approx(widest(1.0 / 120)).epsilon(1e-6));
}

TEST_CASE("what was reset has no memory, and the same calls give the same bits") {
  const auto run = [](Swing& swing) {
    for (int i = 0; i < 30; ++i) swing.advance(0.013, {3.0 * i, 0, 0});
    return swing.model;
  };
  Swing first(tailed(2), {{.bone = 1}, {.bone = 2}}), second(tailed(2), {{.bone = 1}, {.bone = 2}});
  const auto once = run(first), other = run(second);
  CHECK(std::memcmp(once.data(), other.data(), once.size() * sizeof(Affine3)) == 0);
  first.reset();
  first.advance(0.01, {500, 0, 0});
  CHECK(std::abs(first.lean(2)) < 1e-12);
  first.reset();
  const auto again = run(first);
  CHECK(std::memcmp(once.data(), again.data(), once.size() * sizeof(Affine3)) == 0);
}

TEST_CASE("springs that cannot be are refused") {
  const Skeleton skeleton = tailed(1);
  const auto refused = [&](std::vector<Spring> springs) {
    return !SpringBones::create(skeleton, springs);
  };
  CHECK(refused({{.bone = 9}}));
  CHECK(refused({{.bone = 1}, {.bone = 1}}));
  CHECK(refused({{.bone = 1, .frequency = 0}}));
  CHECK(refused({{.bone = 1, .frequency = 31}}));
  CHECK(refused({{.bone = 1, .damping = -1}}));
  CHECK(refused({{.bone = 1, .mix = std::nan("")}}));
  CHECK(refused({{.bone = 1, .gravity = {0, INFINITY, 0}}}));
}

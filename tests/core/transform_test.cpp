// SPDX-License-Identifier: MIT
#include "vide/core/transform.hpp"

#include <doctest/doctest.h>

#include <random>

#include "vide/core/math.hpp"

using namespace vide;

namespace {

double difference(const Affine3& a, const Affine3& b) {
  return length(a.linear.x - b.linear.x) + length(a.linear.y - b.linear.y) +
         length(a.linear.z - b.linear.z) + length(a.translation - b.translation);
}

struct Draw {
  std::mt19937 engine{7};
  double number(double from, double to) {
    return from + (to - from) * (double(engine()) / 4294967295.0);
  }
  Vec3 vector() { return {number(-1, 1), number(-1, 1), number(-1, 1)}; }
  Quat rotation() { return rotationAbout(vector(), number(-3, 3)); }
};

}  // namespace

TEST_CASE("a positive angle turns x towards y") {
  const Vec3 turned = rotate(rotationInPlane(math::pi / 2), {1, 0, 0});
  CHECK(distance(turned, {0, 1, 0}) < 1e-15);
}

TEST_CASE("matrix and quaternion describe the same rotation") {
  Draw draw;
  for (int i = 0; i < 200; ++i) {
    const Quat q = draw.rotation();
    const Vec3 v = draw.vector();
    CHECK(distance(toMatrix(q) * v, rotate(q, v)) < 1e-14);
    const Quat back = toQuat(toMatrix(q));
    CHECK(std::abs(std::abs(dot(q, back)) - 1) < 1e-14);
  }
}

TEST_CASE("the rotation between two directions takes one to the other") {
  Draw draw;
  for (int i = 0; i < 100; ++i) {
    const Vec3 a = normalized(draw.vector()), b = normalized(draw.vector());
    CHECK(distance(rotate(rotationBetween(a, b), a), b) < 1e-13);
    CHECK(distance(rotate(rotationBetween(a, -a), a), -a) < 1e-13);
  }
  CHECK(rotationBetween({0, 1, 0}, {0, -1, 0}) == Quat{0, 0, 1, 0});
  CHECK(rotationBetween({}, {0, 1, 0}) == Quat{});
}

TEST_CASE("slerp moves at constant speed on the shorter arc") {
  const Quat a = rotationInPlane(0.2), b = rotationInPlane(1.4);
  const Quat flipped{-b.x, -b.y, -b.z, -b.w};
  for (double t : {0.0, 0.25, 0.5, 1.0}) {
    CHECK(angleInPlane(slerp(a, b, t)) == doctest::Approx(0.2 + 1.2 * t));
    CHECK(angleInPlane(slerp(a, flipped, t)) == doctest::Approx(0.2 + 1.2 * t));
  }
  CHECK(std::abs(dot(slerp(a, a, 0.5), a) - 1) < 1e-15);
}

TEST_CASE("a transform survives composition into a matrix and back, mirrored ones too") {
  Draw draw;
  for (int i = 0; i < 200; ++i) {
    Transform t{draw.vector(), draw.rotation(), draw.vector() + Vec3{1.5, 1.5, 1.5}, draw.vector()};
    if (i % 2) t.scale.y = -t.scale.y;
    const Affine3 matrix = toAffine(t);
    CHECK(difference(toAffine(decompose(matrix)), matrix) < 1e-12);
    CHECK(difference(matrix * inverse(matrix), Affine3{}) < 1e-11);
  }
}

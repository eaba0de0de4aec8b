// SPDX-License-Identifier: MIT
#include "vide/deform/morph.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <vector>

#include "tests/support/message_of.hpp"
#include "vide/deform/skinning.hpp"

using namespace vide;
using test::failsWith;

namespace {

struct Face {
  std::vector<float> positions{0, 0, 0, 1, 0, 0, 0, 1, 0}, normals{0, 0, 1, 0, 0, 1, 0, 0, 1};
  std::vector<float> smile{0, 0, 1, 0, 0, 2, 0, 0, 3}, tilt{0, 1, 0, 0, 1, 0, 0, 1, 0};
  std::vector<std::uint32_t> corner{2};
  std::vector<float> wink{5, 6, 7};
  std::vector<MorphTarget> targets{{{}, smile, tilt}, {corner, wink, {}}};
  std::vector<float> weights{0.5f, 2};
  std::vector<float> out = std::vector<float>(9), out_normals = std::vector<float>(9);

  MorphJob job() { return {targets, weights, positions, normals, out, out_normals}; }
};

}  // namespace

TEST_CASE("targets add their offsets times their weights") {
  Face face;
  REQUIRE(face.job().validate().has_value());
  face.job().run();
  CHECK(face.out == std::vector<float>{0, 0, 0.5f, 1, 0, 1, 10, 13, 15.5f});
  CHECK(face.out_normals == std::vector<float>{0, 0.5f, 1, 0, 0.5f, 1, 0, 0.5f, 1});
}

TEST_CASE("weights of zero leave the rest shape to the last bit") {
  Face face;
  face.weights = {0, 0};
  face.job().run();
  CHECK(face.out == face.positions);
  CHECK(face.out_normals == face.normals);
}

TEST_CASE("a skinning job moves the morphed shape") {
  Face face;
  face.job().run();
  const std::vector<SkinMatrix> quarter{
      toSkinMatrix({toMatrix(rotationAbout({0, 0, 1}, std::acos(0.0))), {0, 0, 1}})};
  const std::vector<std::uint16_t> handles(3);
  const std::vector<float> ones(3, 1.0f);
  std::vector<float> moved(9);
  const SkinningJob skinning{quarter, 1, handles, ones, face.out, {}, moved, {}};
  REQUIRE(skinning.validate().has_value());
  skinning.run();
  CHECK(moved[6] == doctest::Approx(-13));
  CHECK(moved[7] == doctest::Approx(10));
  CHECK(moved[8] == doctest::Approx(16.5));
}

TEST_CASE("a morph whose parts do not fit is a named error") {
  Face face;
  face.weights.pop_back();
  CHECK(failsWith(face.job().validate(), "1 weights for 2 targets"));
  face = {};
  Face other;
  other.corner[0] = 3;
  CHECK(failsWith(other.job().validate(), "target 1 names vertex 3 of 3"));
  other.corner[0] = 0;
  other.smile[4] = INFINITY;
  CHECK(failsWith(other.job().validate(), "target 0 has an offset that is not finite"));
  other.targets[0].offsets = other.targets[0].offsets.first(6);
  CHECK(failsWith(other.job().validate(), "target 0 has 6 offset floats where 9 are needed"));
  MorphJob job = other.job();
  job.out_positions = job.out_positions.first(6);
  CHECK(failsWith(job.validate(), "differ in length"));
}

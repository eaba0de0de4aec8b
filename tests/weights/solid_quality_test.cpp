// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <cstdio>

#include "tests/support/rigged_case.hpp"
#include "vide/weights/solid_heat.hpp"
#include "vide/weights/weight_tools.hpp"

using namespace vide;

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool sanitized = true;
#else
constexpr bool sanitized = false;
#endif

namespace {

double variation(const test::RiggedCase& character, const SolidHeatOptions& options) {
  const auto result = solidHeatWeights(character.mesh, character.skeleton, options);
  REQUIRE(result);
  CHECK(checkWeights(result->weights, std::size_t(character.mesh.V.rows()), WeightSigns::positive));
  return test::meanVariation(toMatrix(result->weights), character.painted);
}

}  // namespace

TEST_CASE("solid heat comes closer to what artists painted than bone heat does") {
  if (sanitized) {
    std::printf("skipped: how close weights come to painted ones (slow under sanitisers)\n");
    return;
  }
  const char* const painted[] = {"cesium_man",    "fox",       "hand_left",
                                 "rigged_simple", "human_cmu", "human_game"};
  double sum = 0;
  for (const char* name : painted) {
    const auto character = test::riggedCase(name);
    if (!character) return;
    CAPTURE(name);
    const double fine = variation(*character, {});
    CHECK(fine <= 1.15 * character->bone_heat);
    sum += fine;
  }
  CHECK(sum / 6 <= 0.138);
}

TEST_CASE("solid heat weighs every character, however it is built") {
  for (const char* name : {"barbarian", "bunny", "knight", "robot", "scolitex"}) {
    const auto character = test::riggedCase(name);
    if (!character) return;
    CAPTURE(name);
    CHECK(variation(*character, {.solid = {.cells = 5000}}) < 0.35);
  }
}

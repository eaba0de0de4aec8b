// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include "tests/studio/calls.hpp"
#include "tests/studio/dragged_weights.hpp"
#include "tests/support/comb.hpp"
#include "tests/support/plain_png.hpp"

using namespace vide;
using test::Calls;
using test::Json;

namespace {

// Larger than a draft's picture.
constexpr int scale = 4;

Calls riggedComb(const Skeleton& skeleton, const char* method) {
  const Image image = test::comb(scale);
  Calls calls(StudioOptions{.encode_png = test::plainPng});
  test::importPicture(calls, *test::plainPng(image), image);
  test::importSkeleton(calls, skeleton);
  test::weigh(calls, method);
  return calls;
}

}  // namespace

TEST_CASE("bones that were dragged about leave the weights that a fresh document has") {
  for (const char* method : {"geodesic", "straight", "bounded_biharmonic"}) {
    CAPTURE(method);
    const Skeleton skeleton = test::combSkeleton(scale);
    Calls calls = riggedComb(skeleton, method);
    const auto start = test::weighedLayers(calls);
    test::dragEnds(calls, {{3, "tail"}}, {{9, -6}, {-20, 14}});
    test::dragEnds(calls, {{1, "tail"}, {2, "head"}}, {{5, 5}, {17, -4}});
    const auto moved = test::weighedLayers(calls);
    CHECK(moved != start);
    Calls fresh = riggedComb(calls.document().skeleton, method);
    CHECK(moved == test::weighedLayers(fresh));
    test::dragEnds(calls, {{3, "tail"}}, {{-4, 3}, {20, -14}});
    test::dragEnds(calls, {{1, "tail"}, {2, "head"}}, {{-3, -5}, {-17, 4}});
    CHECK(test::weighedLayers(calls) == start);
  }
}

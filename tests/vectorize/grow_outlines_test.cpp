// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "tests/support/outline_checks.hpp"
#include "tests/support/shapes.hpp"
#include "vide/vectorize/trace_outlines.hpp"

using namespace vide;
using namespace vide::test;

// The margin of traceOutlines.

TEST_CASE("a margin keeps islands, holes and pixels, and rings simple and apart") {
  for (const auto& [name, picture] : turnedShapeFamily()) {
    for (const double margin : {0.4, 1.5, 6.0}) {
      CAPTURE(name);
      CAPTURE(margin);
      const auto grown = traceOutlines(picture, {.margin = margin});
      REQUIRE(grown.has_value());
      CHECK(topologyOf(*grown) == topologyOf(picture));
      CHECK(simpleAndApart(*grown));
      CHECK(wellNested(*grown));
      CHECK(lostPixels(*grown, picture) == 0);
    }
  }
}

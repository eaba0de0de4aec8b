// SPDX-License-Identifier: MIT
#include "vide/vectorize/detail/edge_point.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "polygon_families.hpp"

using namespace vide;
using namespace vide::detail;

TEST_CASE("the first multiple within a range is the one that counting finds") {
  for (const std::int64_t modulus : {1, 2, 7, 12, 30, 97})
    for (std::int64_t factor = 0; factor < modulus; ++factor)
      for (std::int64_t low = 0; low < modulus; ++low)
        for (std::int64_t high = low; high < modulus; high += 1 + modulus / 9) {
          std::int64_t counted = 0;
          const auto value = [&] { return factor * counted % modulus; };
          while (counted < modulus && (value() < low || value() > high)) ++counted;
          const std::int64_t expected = counted < modulus ? counted : -1;
          if (firstMultipleWithin(factor, modulus, low, high) != expected)
            FAIL(factor, " mod ", modulus, " in ", low, "..", high);
        }
}

TEST_CASE("points on edges stand near their place and add next to no area") {
  test::Random random(11);
  for (const int slack : {16, 64, 4096})
    for (const double size : {32.0, 500.0, 1e5, 1.0 * (1 << 30)})
      for (int i = 0; i < 300; ++i) {
        const auto coordinate = [&] { return static_cast<std::int32_t>(random() * size); };
        const GridPoint a{coordinate(), coordinate()};
        GridPoint b{coordinate(), coordinate()};
        if (i % 7 == 0) b.x = a.x;
        const auto span = std::max(std::abs(double(b.x) - a.x), std::abs(double(b.y) - a.y));
        if (span < 32) continue;
        const double t = 0.02 + 0.96 * random(), nearer = std::min(t, 1 - t);
        const GridPoint p = pointOnEdge(a, b, t, slack);
        const std::int64_t added = orientation(a, p, b);
        CHECK(added >= 0);
        CHECK(static_cast<double>(added) <= std::min(span, 64 * slack / nearer));
        const double along =
            static_cast<double>(dotAt(a, b, p)) / static_cast<double>(squaredDistance(a, b));
        CHECK(std::abs(along - t) < nearer / slack + 2.5 / span);
      }
}

TEST_CASE("edges along an axis or a diagonal are divided exactly") {
  for (const GridPoint b :
       {GridPoint{1000, 0}, {0, 1000}, {-1000, 0}, {1000, -1000}, {-1000, -1000}}) {
    const GridPoint p = pointOnEdge({0, 0}, b, 0.25, 16);
    CHECK(p == GridPoint{b.x / 4, b.y / 4});
  }
}

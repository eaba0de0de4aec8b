// SPDX-License-Identifier: MIT
#include "vide/mesh/exact_predicates.hpp"

#include <doctest/doctest.h>

using namespace vide;

namespace {

constexpr std::int32_t far = 3 << 29;  // 1.5 * 2^30, the largest difference promised

}  // namespace

TEST_CASE("orientation is exact over the whole range") {
  // Three points on a line, and the middle one moved by a single cell.
  const GridPoint a{-far / 2, -far / 2}, b{far / 2, far / 2};
  CHECK(orientation(a, {0, 0}, b) == 0);
  CHECK(orientation(a, {0, 1}, b) == -std::int64_t{far});
  CHECK(orientation(a, {1, 0}, b) == far);
  // Consecutive convergents: the smallest area a grid triangle can have.
  const std::int32_t k = 1 << 29;
  CHECK(orientation({0, 0}, {2 * k - 1, 2 * k - 3}, {k, k - 1}) == 1);
  CHECK(orientation({0, 0}, {0, far}, {far, 0}) == -std::int64_t{far} * far);
}

TEST_CASE("orientation and in-circle turn their sign with the order of the points") {
  const GridPoint a{17, -40}, b{900, 33}, c{321, 777}, inside{400, 200}, outside{5000, 1};
  CHECK(orientation(a, b, c) == orientation(b, c, a));
  CHECK(orientation(a, b, c) == -orientation(b, a, c));
  CHECK(inCircle(a, b, c, inside) == 1);
  CHECK(inCircle(c, a, b, inside) == 1);
  CHECK(inCircle(a, c, b, inside) == -1);
  CHECK(inCircle(a, b, c, outside) == -1);
  CHECK(inCircle(a, b, c, a) == 0);
}

TEST_CASE("in-circle tells a single cell at the ends of the range") {
  const std::int32_t low = -far / 2, high = far / 2;
  const GridPoint a{low, low}, b{high, low}, c{high, high};
  CHECK(inCircle(a, b, c, {low, high}) == 0);
  CHECK(inCircle(a, b, c, {low + 1, high}) == 1);
  CHECK(inCircle(a, b, c, {low, high - 1}) == 1);
  // 3-4-5 triangles give exact grid points on one circle about the origin.
  const std::int32_t unit = far / 16;
  const GridPoint on[] = {{5 * unit, 0}, {3 * unit, 4 * unit}, {-4 * unit, 3 * unit}};
  CHECK(inCircle(on[0], on[1], on[2], {0, -5 * unit}) == 0);
  CHECK(inCircle(on[0], on[1], on[2], {0, -5 * unit + 1}) == 1);
  CHECK(inCircle(on[0], on[1], on[2], {0, -5 * unit - 1}) == -1);
}

TEST_CASE("dot products tell acute, right and obtuse angles") {
  CHECK(dotAt({0, 0}, {far, 0}, {0, far}) == 0);
  CHECK(dotAt({0, 0}, {far, 0}, {1, far}) > 0);
  CHECK(dotAt({0, 0}, {far, 0}, {-1, far - 1}) < 0);
  CHECK(squaredDistance({-1, -2}, {2, 2}) == 25);
}

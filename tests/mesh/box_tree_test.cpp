// SPDX-License-Identifier: MIT
#include "vide/mesh/box_tree.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <limits>
#include <random>
#include <vector>

#include "vide/mesh/rows.hpp"

using namespace vide;

namespace {

// Places on a coarse grid, so that many coincide and many are equally far from others. With one
// value a coordinate, all of them coincide.
std::vector<Vec3> gridPoints(int count, int values, bool flat, std::mt19937& engine) {
  std::vector<Vec3> points;
  const auto draw = [&] { return double(engine() % unsigned(values)); };
  for (int i = 0; i < count; ++i) {
    const double x = draw(), y = draw();
    points.push_back({x, y, flat ? 0 : draw()});
  }
  return points;
}

int nearestByTrial(const std::vector<Vec3>& points, Vec3 place) {
  const auto nearest =
      std::ranges::min_element(points, {}, [&](Vec3 p) { return squaredLength(p - place); });
  return int(nearest - points.begin());
}

}  // namespace

TEST_CASE("the nearest point is that of a trial of all, ties to the lower index") {
  std::mt19937 engine(1);
  for (int count : {1, 7, 8, 9, 100, 1000}) {
    for (int values : {1, 2, 5, 40}) {
      for (bool flat : {false, true}) {
        const std::vector<Vec3> points = gridPoints(count, values, flat, engine);
        const NearestPoint nearest(points);
        for (Vec3 place : gridPoints(50, 2 * values + 1, flat, engine)) {
          place = place / 2;
          const auto found = nearest.find(place);
          CHECK(found.index == nearestByTrial(points, place));
          CHECK(found.squared_distance == squaredLength(points[std::size_t(found.index)] - place));
        }
      }
    }
  }
}

TEST_CASE("a place so far away that squares pass all numbers still has a nearest point") {
  CHECK(NearestPoint({{3, 0, 0}, {1, 0, 0}, {2, 0, 0}}).find({1e200, 0, 0}).index == 0);
  CHECK(NearestPoint({}).find({}).index == -1);
}

TEST_CASE("a search looks at every box within the limit, once, and at few others") {
  std::mt19937 engine(2);
  std::vector<Box3> boxes;
  for (Vec3 p : gridPoints(2000, 100, false, engine)) boxes.push_back({p, p + Vec3{1, 2, 3}});
  const BoxTree tree(boxes);
  for (const Vec3 place : gridPoints(50, 100, false, engine)) {
    constexpr double limit = 16;
    std::vector<int> looked_at(boxes.size(), 0);
    int bounds = 0;
    tree.search(
        limit,
        [&](const Box3& box) {
          ++bounds;
          return box.squaredDistance(place);
        },
        [&](int i) {
          ++looked_at[std::size_t(i)];
          return limit;
        });
    for (std::size_t i = 0; i < boxes.size(); ++i) {
      CHECK(looked_at[i] == int(boxes[i].squaredDistance(place) <= limit));
    }
    CHECK(bounds < 1000);
  }
}

TEST_CASE("rows are points, in the plane at z = 0") {
  const Eigen::MatrixXd space = (Eigen::MatrixXd(2, 3) << 1, 2, 3, 4, 5, 6).finished();
  CHECK(pointsOf(space) == std::vector<Vec3>{{1, 2, 3}, {4, 5, 6}});
  CHECK(pointsOf(space.leftCols(2)) == std::vector<Vec3>{{1, 2, 0}, {4, 5, 0}});
  CHECK(pointsOf(space, std::vector<int>{1}) == std::vector<Vec3>{{4, 5, 6}});
}

// SPDX-License-Identifier: MIT
#include "vide/weights/handle_constraints.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <sstream>
#include <string>
#include <vector>

#include "tests/support/dmat.hpp"
#include "tests/support/grid_mesh.hpp"
#include "tests/support/tet_grid.hpp"
#include "vide/skeleton/segments.hpp"
#include "vide/weights/bounded_biharmonic.hpp"

using namespace vide;

namespace {

Skeleton bones(std::vector<BoneSegment> segments) {
  for (std::size_t b = 0; b < segments.size(); ++b) {
    segments[b].name = "bone" + std::to_string(b);
  }
  return skeletonFromSegments(segments).value();
}

double valueAt(const HandleConstraints& held, int vertex, int handle) {
  const auto at = std::ranges::find(held.vertex, vertex);
  return at == held.vertex.end() ? -1 : held.value(at - held.vertex.begin(), handle);
}

bool warns(const HandleConstraints& held, const char* part) {
  return std::ranges::any_of(
      held.warnings, [&](const std::string& w) { return w.find(part) != std::string::npos; });
}

bool sumsToOne(const HandleConstraints& held) {
  return (held.value.rowwise().sum().array() - 1).abs().maxCoeff() < 1e-12;
}

}  // namespace

TEST_CASE("a bone holds the vertices on it, and shares those where bones meet") {
  const TriMesh mesh = test::gridMesh(8, 4);
  const auto held =
      boneConstraints(mesh, bones({{"", -1, {1, 2}, {4, 2}}, {"", 0, {4, 2}, {7, 2}}})).value();
  CHECK(held.vertex == std::vector<int>{19, 20, 21, 22, 23, 24, 25});
  CHECK(valueAt(held, 20, 0) == 1);
  CHECK(valueAt(held, 20, 1) == 0);
  CHECK(valueAt(held, 22, 0) == 0.5);
  CHECK(valueAt(held, 22, 1) == 0.5);
  CHECK(held.warnings.empty());
}

TEST_CASE("bones of the reference solid hold what they hold there") {
  const auto V = test::sharedMatrix("reference/bbw/hand_V.dmat");
  const auto T = test::sharedMatrix("reference/bbw/hand_Ele.dmat");
  const auto b = test::sharedMatrix("reference/bbw/hand_b.dmat");
  const auto bc = test::sharedMatrix("reference/bbw/hand_bc.dmat");
  const auto graph = test::sharedFile("data/geometry/hand.tgf");
  if (!V || !T || !b || !bc || !graph) return;
  std::vector<Vec3> joints;
  std::vector<BoneSegment> segments;
  std::istringstream lines(*graph);
  bool edges = false;
  for (std::string line; std::getline(lines, line);) {
    std::istringstream numbers(line);
    int first = 0, second = 0;
    if (line.find('#') != std::string::npos) {
      if (edges) break;
      edges = true;
    } else if (edges && numbers >> first >> second) {
      segments.push_back({"", -1, joints[first - 1], joints[second - 1]});
    } else if (!edges && numbers >> first) {
      Vec3 p;
      numbers >> p.x >> p.y >> p.z;
      joints.push_back(p);
    }
  }
  const auto held = boneConstraints(TetMesh{*V, T->cast<int>()}, bones(segments)).value();
  REQUIRE(held.value.cols() == bc->cols());
  REQUIRE(held.vertex.size() == std::size_t(b->rows()));
  for (Eigen::Index i = 0; i < b->rows(); ++i) {
    for (Eigen::Index h = 0; h < bc->cols(); ++h) {
      CHECK(valueAt(held, int((*b)(i, 0)), int(h)) == doctest::Approx((*bc)(i, h)));
    }
  }
}

TEST_CASE("a bone that touches no vertex still acts") {
  const TriMesh mesh = test::gridMesh(8, 4);
  const Skeleton between = bones({{"", -1, {1, 2}, {3, 2}}, {"", -1, {5.3, 1.4}, {6.6, 1.4}}});
  const auto held = boneConstraints(mesh, between).value();
  CHECK(std::ranges::count_if(held.vertex, [&](int v) { return valueAt(held, v, 1) == 1; }) >= 4);
  CHECK(held.warnings.empty());
  const auto weights = boundedBiharmonicWeights(mesh, held).value();
  CHECK(weights.raw.col(1).maxCoeff() == 1);

  const TetMesh box = test::tetGrid(4, 3, 3);
  const auto inside =
      boneConstraints(box, bones({{"", -1, {0.4, 1.3, 1.6}, {1.2, 1.3, 1.6}}})).value();
  CHECK(inside.vertex.size() >= 4);
  CHECK(inside.warnings.empty());
}

TEST_CASE("handles off the mesh act on what is nearest, and are named") {
  const TriMesh mesh = test::gridMesh(6, 4);
  const auto bone = boneConstraints(mesh, bones({{"", -1, {9, 9}, {12, 9}}})).value();
  CHECK(valueAt(bone, 34, 0) == 1);  // the corner (6, 4)
  CHECK(warns(bone, "bone \"bone0\" lies off the mesh"));
  const auto point = pointConstraints(mesh, Eigen::RowVector2d(-5, -5)).value();
  CHECK(point.vertex == std::vector<int>{0});
  CHECK(warns(point, "point 0 lies off the mesh"));

  // Inside a surface in space there is no element to lie in.
  TriMesh sheet{Eigen::MatrixXd::Zero(mesh.V.rows(), 3), mesh.F};
  sheet.V.leftCols(2) = mesh.V;
  const auto under = boneConstraints(sheet, bones({{"", -1, {1, 1, -2}, {4, 1, -2}}})).value();
  CHECK(valueAt(under, 8, 0) == 1);
  CHECK(valueAt(under, 11, 0) == 1);
}

TEST_CASE("points hold their nearest vertex and share it where they must") {
  const TriMesh mesh = test::gridMesh(6, 4);
  Eigen::MatrixXd points(3, 2);
  points << 1.2, 0.9, 5, 3, 0.8, 1.1;
  const auto held = pointConstraints(mesh, points).value();
  CHECK(held.vertex == std::vector<int>{8, 26});
  CHECK(valueAt(held, 8, 0) == 0.5);
  CHECK(valueAt(held, 8, 2) == 0.5);
  CHECK(valueAt(held, 26, 1) == 1);
  CHECK(warns(held, "points 0 and 2 share vertex 8"));
}

TEST_CASE("a cage is linear along its edges, and so are the weights there") {
  const TriMesh mesh = test::gridMesh(6, 6);
  Eigen::MatrixXd corners(4, 2);
  corners << 0, 0, 6, 0, 6, 6, 0, 6;
  const std::vector<std::array<int, 2>> edges{{0, 1}, {1, 2}, {2, 3}, {3, 0}};
  const auto held = cageConstraints(mesh, corners, edges).value();
  CHECK(held.vertex.size() == 24);
  CHECK(sumsToOne(held));
  CHECK(valueAt(held, 2, 0) == doctest::Approx(4.0 / 6));
  CHECK(valueAt(held, 2, 1) == doctest::Approx(2.0 / 6));
  CHECK(valueAt(held, 0, 0) == doctest::Approx(1));
  const auto weights = boundedBiharmonicWeights(mesh, held).value();
  // The middle belongs to all four corners alike.
  for (int h = 0; h < 4; ++h) CHECK(weights.raw(24, h) == doctest::Approx(0.25).epsilon(0.05));
}

TEST_CASE("regions hold their vertices and share common ones") {
  const std::vector<std::vector<int>> regions{{4, 1, 1}, {1, 2}, {}};
  const auto held = regionConstraints(6, regions).value();
  CHECK(held.vertex == std::vector<int>{1, 2, 4});
  CHECK(sumsToOne(held));
  CHECK(valueAt(held, 1, 0) == 0.5);
  CHECK(valueAt(held, 2, 1) == 1);
  CHECK(warns(held, "region 2 is empty"));
}

TEST_CASE("a model of any size has the same handles") {
  const TriMesh mesh = test::gridMesh(8, 4, 0.3);
  for (double scale : {1e-6, 1.0, 1e6}) {
    const TriMesh scaled{mesh.V * scale, mesh.F};
    const Skeleton skeleton = bones({{"", -1, Vec3{0, 0} * scale, Vec3{8, 0} * scale},
                                     {"", -1, Vec3{2.4, 1.7} * scale, Vec3{3.1, 2.2} * scale}});
    const auto held = boneConstraints(scaled, skeleton).value();
    CHECK(std::ranges::count_if(held.vertex, [&](int v) { return valueAt(held, v, 0) == 1; }) == 9);
    CHECK(held.vertex ==
          boneConstraints(mesh, bones({{"", -1, {0, 0}, {8, 0}}, {"", -1, {2.4, 1.7}, {3.1, 2.2}}}))
              ->vertex);
  }
}

TEST_CASE("more held vertices x handles than the limit are refused by its name") {
  const TriMesh mesh = test::gridMesh(8, 4);
  const Skeleton two = bones({{"", -1, {1, 2}, {4, 2}}, {"", 0, {4, 2}, {7, 2}}});
  const Eigen::MatrixXd places = mesh.V.topRows(3);
  const auto message = [](const Result<HandleConstraints>& held) {
    return held || held.error().code != ErrorCode::limit_exceeded ? "" : held.error().message;
  };
  const auto named = [&](const Result<HandleConstraints>& held) {
    return message(held).find("max_entries") != std::string::npos;
  };
  CHECK(named(boneConstraints(mesh, two, {.max_entries = 13})));
  CHECK(boneConstraints(mesh, two, {.max_entries = 14}));
  CHECK(named(pointConstraints(mesh, places, {.max_entries = 8})));
  CHECK(pointConstraints(mesh, places, {.max_entries = 9}));
  CHECK(named(cageConstraints(mesh, places, {}, {.max_entries = 8})));
  CHECK(named(regionConstraints(45, std::vector<std::vector<int>>(3, {1, 2}), {.max_entries = 5})));
  // Neither the vertices nor the regions are many; what they would make is.
  std::vector<std::vector<int>> regions(50'000);
  for (int r = 0; r < 50'000; ++r) regions[std::size_t(r)] = {r};
  CHECK(named(regionConstraints(50'000, regions)));
}

TEST_CASE("a bone between vertices holds corners of the elements around it, wherever it lies") {
  const TetMesh solid = test::tetGrid(5, 4, 3, 0.2);
  std::vector<BoneSegment> segments;
  for (int b = 1; b < 30; ++b) {  // not on a vertex
    const Vec3 head{0.37 * (b % 13), 0.29 * (b % 11), 0.53 * (b % 5)};
    segments.push_back({"", -1, head, head + Vec3{0.9 - 0.1 * (b % 7), 0.4, 0.2 * (b % 3) - 0.1}});
  }
  for (const BoneSegment& segment : segments) {
    const auto held = boneConstraints(solid, bones({segment}));
    REQUIRE(held);
    // None lies on a vertex: it holds corners of elements around points of it.
    double farthest = 0;
    for (int v : held->vertex) {
      double least = 1e9;
      const Vec3 p{solid.V(v, 0), solid.V(v, 1), solid.V(v, 2)};
      for (int i = 0; i <= 100; ++i) {
        least = std::min(least,
                         distance(p, segment.head + (segment.tail - segment.head) * (i / 100.0)));
      }
      farthest = std::max(farthest, least);
    }
    CHECK(farthest < 2.2);
    CHECK(held->vertex.size() >= 4);
    CHECK(sumsToOne(*held));
  }
}

TEST_CASE("handles that make no sense are named errors") {
  const TriMesh mesh = test::gridMesh(3, 3);
  const auto message = [](const auto& result) {
    return result ? std::string("no error") : result.error().message;
  };
  const auto mentions = [](const std::string& text, const char* part) {
    return text.find(part) != std::string::npos;
  };
  CHECK(mentions(message(pointConstraints(mesh, Eigen::MatrixXd(0, 2))), "give at least one"));
  CHECK(mentions(message(pointConstraints(mesh, Eigen::MatrixXd::Zero(1, 3))), "3 coordinates"));
  CHECK(mentions(message(pointConstraints(mesh, Eigen::RowVector2d(NAN, 0))), "point 0"));
  CHECK(mentions(message(pointConstraints(TriMesh{Eigen::MatrixXd(0, 2), Eigen::MatrixX3i(0, 3)},
                                          Eigen::RowVector2d(0, 0))),
                 "no vertices"));
  CHECK(mentions(message(regionConstraints(3, {})), "no regions"));
  const std::vector<std::vector<int>> far{{0}, {7}};
  CHECK(mentions(message(regionConstraints(3, far)), "region 1 names vertex 7"));
  const std::vector<std::array<int, 2>> edges{{0, 5}};
  CHECK(mentions(message(cageConstraints(mesh, Eigen::RowVector2d(0, 0), edges)), "cage edge 0"));
  CHECK(mentions(message(boneConstraints(mesh, Skeleton())), "no bone deforms"));
}

// SPDX-License-Identifier: MIT
#include "vide/deform/handles.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

using namespace vide;

namespace {

// A row of `count` points along x, 1 apart, and as many above them.
Eigen::MatrixXd ladder(int count, int columns) {
  Eigen::MatrixXd V = Eigen::MatrixXd::Zero(2 * count, columns);
  for (int i = 0; i < count; ++i) {
    V(i, 0) = V(count + i, 0) = i;
    V(count + i, 1) = 1;
  }
  return V;
}

HeldVertices held(const Eigen::MatrixXd& V, const std::vector<Handle>& handles, double time) {
  const auto selected = selectVertices(V, handles);
  REQUIRE(selected);
  return heldVertices(V, handles, *selected, time);
}

std::string messageOf(const Eigen::MatrixXd& V, const std::vector<Handle>& handles,
                      std::span<const int> groups = {}) {
  const auto selected = selectVertices(V, handles, groups);
  return selected ? "" : selected.error().message;
}

bool contains(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

Vec3 rowOf(const Eigen::MatrixXd& m, int row) { return {m(row, 0), m(row, 1), m(row, 2)}; }

}  // namespace

TEST_CASE("each kind of selection finds its vertices, ascending") {
  const Eigen::MatrixXd V = ladder(4, 3);
  const std::vector<int> groups{0, 0, 0, 0, 0, 0, 7, 7};
  const std::vector<Handle> handles{{"list", VertexList{{3, 0}}, {}},
                                    {"group", VertexGroup{7}, {}},
                                    {"box", VertexBox{{0, 1, 0}, {1, 1, 0}}, {}},
                                    {"near", NearestVertex{{1.5, 0, 0}}, {}}};
  const auto selected = selectVertices(V, handles, groups);
  REQUIRE(selected);
  CHECK((*selected)[0] == std::vector<int>{0, 3});
  CHECK((*selected)[1] == std::vector<int>{6, 7});
  CHECK((*selected)[2] == std::vector<int>{4, 5});
  CHECK((*selected)[3] == std::vector<int>{1});  // as near as 2
  const std::vector<Handle> far{{"far", NearestVertex{{1e200, 0, 0}}, {}}};
  CHECK(selectVertices(V, far)->front().size() == 1);
}

TEST_CASE("many handles of every kind find what a trial of all vertices finds") {
  // Places on a coarse grid: many are equally near.
  Eigen::MatrixXd V(600, 3);
  std::vector<int> groups;
  for (int v = 0; v < V.rows(); ++v) {
    V.row(v) << (v * 7) % 11, (v * 5) % 13, (v * 3) % 4;
    groups.push_back((v * 31) % 17 - 8);
  }
  for (int i = 0; i < 40; ++i) {
    const Vec3 place{i % 9 + 0.5, i % 12 + 0.5, 1};
    const VertexBox box{place - Vec3{1, 1, 0.5}, place + Vec3{0.5, 1, 1.5}};
    const int group = i % 17 - 8;
    std::vector<int> inside, grouped;
    int nearest = 0;
    for (int v = 0; v < V.rows(); ++v) {
      const Vec3 p = rowOf(V, v);
      if (p.x >= box.low.x && p.y >= box.low.y && p.z >= box.low.z && p.x <= box.high.x &&
          p.y <= box.high.y && p.z <= box.high.z) {
        inside.push_back(v);
      }
      if (groups[std::size_t(v)] == group) grouped.push_back(v);
      if (distance(p, place) < distance(rowOf(V, nearest), place)) nearest = v;
    }
    const auto found = [&](const VertexSelection& selection) {
      return selectVertices(V, std::vector<Handle>{{"", selection, {}}}, groups)->front();
    };
    CHECK(found(box) == inside);
    CHECK(found(VertexGroup{group}) == grouped);
    CHECK(found(NearestVertex{place}) == std::vector<int>{nearest});
  }
}

TEST_CASE("bad selections are refused with the handle's name") {
  const Eigen::MatrixXd V = ladder(3, 2);
  CHECK(contains(messageOf(V, {{"arm", VertexList{{6}}, {}}}), "handle 'arm': vertex 6"));
  CHECK(contains(messageOf(V, {{"arm", VertexList{{-1}}, {}}}), "vertex -1"));
  CHECK(contains(messageOf(V, {{"", VertexList{{1, 1}}, {}}}), "handle 0: vertex 1 is held"));
  CHECK(contains(messageOf(V, {{"a", VertexList{{1}}, {}}, {"b", VertexList{{2, 1}}, {}}}),
                 "handle 'b': vertex 1 is held already by handle 'a'"));
  CHECK(contains(messageOf(V, {{"a", VertexList{}, {}}}), "no vertex"));
  CHECK(contains(messageOf(V, {{"a", VertexBox{{5, 5, 0}, {6, 6, 0}}, {}}}), "no vertex"));
  CHECK(contains(messageOf(V, {{"a", VertexGroup{1}, {}}}), "group"));
  CHECK(contains(messageOf(V, {{"a", VertexGroup{1}, {}}}, std::vector<int>(6, 0)), "no vertex"));
  CHECK(contains(messageOf(V, {{"a", NearestVertex{{NAN, 0, 0}}, {}}}), "finite"));
  CHECK(contains(messageOf(V, {{"a", VertexBox{{0, NAN, 0}, {1, 1, 1}}, {}}}), "finite"));
  CHECK(contains(messageOf(Eigen::MatrixXd(0, 3), {{"a", NearestVertex{}, {}}}), "no vertex"));
}

TEST_CASE("bad keys are refused") {
  const Eigen::MatrixXd V = ladder(3, 2);
  const auto with = [&](std::vector<HandleKey> keys) {
    return messageOf(V, {{"a", VertexList{{1}}, std::move(keys)}});
  };
  CHECK(with({{.time = 0.5}, {.time = 1}}).empty());
  CHECK(contains(with({{.time = 0}}), "ascend"));
  CHECK(contains(with({{.time = 1}, {.time = 1}}), "ascend"));
  CHECK(contains(with({{.time = std::numeric_limits<double>::infinity()}}), "finite"));
  CHECK(contains(with({{.move = {0, std::nan(""), 0}}}), "finite"));
  CHECK(contains(with({{.axis = {0, 0, 0}, .degrees = 5}}), "axis"));
}

TEST_CASE("handles that do not move give their rest positions exactly") {
  for (int columns : {2, 3}) {
    const Eigen::MatrixXd V = ladder(5, columns) * 0.1;
    const std::vector<Handle> handles{{"still", VertexList{{2, 4}}, {}},
                                      {"later", VertexList{{7, 1}}, {{.degrees = 50}}}};
    const HeldVertices rest = held(V, handles, 0);
    REQUIRE(rest.vertices == std::vector<int>{2, 4, 1, 7});
    REQUIRE(rest.targets.cols() == columns);
    for (int i = 0; i < 4; ++i) CHECK(rest.targets.row(i) == V.row(rest.vertices[i]));
    const HeldVertices moved = held(V, handles, 1);
    CHECK(moved.targets.topRows(2) == rest.targets.topRows(2));
    CHECK((moved.targets - rest.targets).norm() > 0.05);
  }
}

TEST_CASE("a quarter turn about the middle and about a given centre") {
  const Eigen::MatrixXd V = ladder(3, 3);
  const HeldVertices about_middle =
      held(V, {{"", VertexList{{0, 2}}, {{.move = {0, 0, 4}, .degrees = 90}}}}, 1);
  CHECK(distance(rowOf(about_middle.targets, 0), {1, -1, 4}) < 1e-12);
  CHECK(distance(rowOf(about_middle.targets, 1), {1, 1, 4}) < 1e-12);
  const HeldVertices about_origin =
      held(V, {{"", VertexList{{0, 2}}, {{.degrees = 90, .center = Vec3{}}}}}, 1);
  CHECK(distance(rowOf(about_origin.targets, 0), {0, 0, 0}) < 1e-12);
  CHECK(distance(rowOf(about_origin.targets, 1), {0, 2, 0}) < 1e-12);
  const HeldVertices about_x =
      held(V, {{"", VertexList{{5}}, {{.axis = {3, 0, 0}, .degrees = 90, .center = Vec3{}}}}}, 1);
  CHECK(distance(rowOf(about_x.targets, 0), {2, 0, 1}) < 1e-12);
}

TEST_CASE("motion between keys is even, and turns go round as often as they say") {
  const Handle spin{"", VertexList{{0}}, {{.time = 2, .degrees = 720, .center = Vec3{}}}};
  for (double time : {0.0, 0.25, 0.5, 1.0, 1.9, 2.0}) {
    const double angle = time / 2 * 4 * 3.14159265358979323846;
    const Vec3 p = handleMotion(spin, {}, time) * Vec3{1, 0, 0};
    CHECK(distance(p, {std::cos(angle), std::sin(angle), 0}) < 1e-12);
  }
  CHECK(distance(handleMotion(spin, {}, 5) * Vec3{1, 0, 0}, {1, 0, 0}) < 1e-12);

  const Handle path{"", VertexList{{0}}, {{.time = 1, .move = {2, 0, 0}}, {.time = 3}}};
  CHECK(distance(handleMotion(path, {}, 0.5) * Vec3{}, {1, 0, 0}) < 1e-12);
  CHECK(distance(handleMotion(path, {}, 2) * Vec3{}, {1, 0, 0}) < 1e-12);
  CHECK(distance(handleMotion(path, {}, 9) * Vec3{}, {0, 0, 0}) < 1e-12);
}

TEST_CASE("between turns about different axes the rotation stays rigid and meets both") {
  const Handle handle{"",
                      VertexList{{0}},
                      {{.time = 1, .axis = {1, 0, 0}, .degrees = 80, .center = Vec3{0, 1, 0}},
                       {.time = 2, .axis = {0, 1, 1}, .degrees = 130}}};
  const Vec3 middle{0.3, 0.2, 0.1};
  for (double time = 0; time <= 2; time += 0.125) {
    const Affine3 motion = handleMotion(handle, middle, time);
    CHECK(std::abs(determinant(motion.linear) - 1) < 1e-12);
    CHECK(std::abs(length(motion.linear.x) - 1) < 1e-12);
    CHECK(std::abs(dot(motion.linear.x, motion.linear.y)) < 1e-12);
  }
  CHECK(distance(handleMotion(handle, middle, 1) * Vec3{0, 1, 0}, {0, 1, 0}) < 1e-12);
  CHECK(distance(handleMotion(handle, middle, 2) * middle, middle) < 1e-12);
}

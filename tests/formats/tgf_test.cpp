// SPDX-License-Identifier: MIT
#include "vide/formats/tgf.hpp"

#include <doctest/doctest.h>

#include <string>

#include "tests/support/shared_data.hpp"

using namespace vide;

namespace {

template <class T>
std::string messageOf(const Result<T>& result) {
  return result ? std::string() : result.error().message;
}

bool contains(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

Result<Skeleton> skeletonOf(std::string_view text) {
  const auto tgf = parseTgf(text);
  if (!tgf) return std::unexpected(tgf.error());
  return skeletonFromTgf(*tgf);
}

}  // namespace

TEST_CASE("points, edges and what follows them on a line") {
  const Tgf tgf = *parseTgf("7 0 1 2 5e-324 1e300\r\n3 4 5\n\n# bones\n 3 7 1\n#\n");
  CHECK(tgf.ids == std::vector<long>{7, 3});
  CHECK(tgf.points[0] == Vec3{0, 1, 2});
  CHECK(tgf.points[1] == Vec3{4, 5, 0});
  REQUIRE(tgf.edges.size() == 1);
  CHECK(tgf.edges[0].from == 1);
  CHECK(tgf.edges[0].to == 0);
}

TEST_CASE("points without edges are handles") {
  const Tgf tgf = *parseTgf("1 0 0\n2 1 0\n3 2 0\n4 3 0\n#\n2 3\n");
  CHECK(pointHandles(tgf) == std::vector<int>{0, 3});
  CHECK(skeletonFromTgf(tgf)->size() == 1);
}

TEST_CASE("edges become bones that lead away from the root, whichever way they were drawn") {
  const std::string points = "1 0 0\n2 0 1\n3 0 2\n4 1 2\n#\n";
  for (const std::string edges : {"1 2\n2 3\n2 4\n", "2 4\n2 3\n1 2\n", "1 2\n3 2\n2 4\n"}) {
    const Skeleton skeleton = *skeletonOf(points + edges);
    REQUIRE(skeleton.size() == 3);
    const int stem = skeleton.find("1-2");
    REQUIRE(stem == 0);
    for (const char* name : {"2-3", "2-4"}) {
      const int branch = skeleton.find(name);
      REQUIRE(branch >= 0);
      CHECK(skeleton[std::size_t(branch)].parent == stem);
      CHECK(distance(skeleton.head(std::size_t(branch)), {0, 1, 0}) < 1e-15);
    }
  }
}

TEST_CASE("a forest has a root for each tree") {
  const Skeleton skeleton = *skeletonOf("1 0 0\n2 0 1\n3 5 0\n4 5 1\n#\n3 4\n1 2\n");
  CHECK(skeleton[0].name == "3-4");
  CHECK(skeleton[0].parent == -1);
  CHECK(skeleton[1].parent == -1);
}

TEST_CASE("skeletons of real meshes") {
  const std::pair<std::string, std::size_t> files[] = {{"arm", 4}, {"elephant", 24}, {"hand", 20}};
  for (const auto& [file, bones] : files) {
    const auto text = test::sharedFile("data/geometry/" + file + ".tgf");
    if (!text) return;
    const Result<Skeleton> skeleton = skeletonOf(*text);
    CHECK(messageOf(skeleton) == "");
    if (!skeleton) continue;
    CHECK(skeleton->size() == bones);
    for (std::size_t i = 0; i < bones; ++i) {
      if ((*skeleton)[i].parent < 0) CHECK(skeleton->head(i) == skeleton->head(0));  // one tree
    }
  }
}

TEST_CASE("what is wrong is named with its line") {
  CHECK(contains(messageOf(parseTgf("")), "there are no points"));
  CHECK(contains(messageOf(parseTgf("1 0 0\nx 0 0")), "line 2: expected the number of a point"));
  CHECK(contains(messageOf(parseTgf("1 0")), "line 1: a point needs two or three coordinates"));
  CHECK(contains(messageOf(parseTgf("1 0 nan")), "line 1: a point needs"));
  CHECK(contains(messageOf(parseTgf("1 0 0 root")), "line 1: the third coordinate"));
  CHECK(contains(messageOf(parseTgf("1 0 0\n1 1 1")), "line 2: point 1 exists already"));
  CHECK(contains(messageOf(parseTgf("1 0 0\n#\n1")), "line 3: an edge needs two points"));
  CHECK(contains(messageOf(parseTgf("1 0 0\n#\n1 2")), "line 3: there is no point 2"));
  CHECK(contains(messageOf(parseTgf("1 0 0\n#\n1 1")), "line 3: an edge from a point to itself"));
  CHECK(contains(messageOf(parseTgf("1 0 0\n#\n#\n1 2 3")), "line 4: a section after the edges"));
  CHECK(contains(messageOf(parseTgf("1 0 0\n2 0 0", {1})), "more than 1 points (max_points)"));
}

TEST_CASE("graphs that are no skeleton are named errors") {
  CHECK(contains(messageOf(skeletonOf("1 0 0\n2 1 0")), "use its points as handles"));
  CHECK(contains(messageOf(skeletonOf("1 0 0\n2 1 0\n3 1 1\n#\n1 2\n2 3\n3 1")), "close a cycle"));
  CHECK(contains(messageOf(skeletonOf("1 0 0\n2 1 0\n#\n1 2\n2 1")), "close a cycle"));
  CHECK(contains(messageOf(skeletonOf("1 3 3\n2 3 3\n#\n1 2")), "\"1-2\" has no length"));
}

TEST_CASE("what is written reads back as it was") {
  const Tgf graph =
      *parseTgf("7 0.1 -2e-300 3\n-4 1e300 0.30000000000000004 5\n9 1 1\n#\n-4 7\n7 9");
  const auto again = parseTgf(writeTgf(graph));
  REQUIRE(again);
  CHECK(again->ids == graph.ids);
  CHECK(again->points == graph.points);
  REQUIRE(again->edges.size() == 2);
  CHECK(again->edges[0].from == 1);
  CHECK(again->edges[0].to == 0);
  CHECK(again->edges[1].to == 2);
  CHECK(parseTgf(writeTgf(*parseTgf("1 0 0")))->edges.empty());
}

// SPDX-License-Identifier: MIT
#include "vide/formats/obj.hpp"

#include <doctest/doctest.h>

#include <vector>

#include "tests/formats/mesh_bytes.hpp"
#include "tests/support/message_of.hpp"
#include "vide/core/math.hpp"
#include "vide/core/text.hpp"
#include "vide/core/vec.hpp"

using namespace vide;
using test::failsWith;
using test::rowsOf;
using test::sameRows;

namespace {

double signedArea(const Eigen::MatrixXd& V, const Eigen::MatrixX3i& F, Eigen::Index f) {
  const Eigen::RowVector2d a = V.row(F(f, 0)).head(2), b = V.row(F(f, 1)).head(2),
                           c = V.row(F(f, 2)).head(2);
  return ((b - a)(0) * (c - a)(1) - (b - a)(1) * (c - a)(0)) / 2;
}

// One polygon with these corners in the plane.
std::string polygonFile(const std::vector<Vec2>& corners) {
  std::string file, face = "f";
  for (std::size_t i = 0; i < corners.size(); ++i) {
    file += text("v ", corners[i].x, " ", corners[i].y, " 0\n");
    face += text(" ", i + 1);
  }
  return file + face + "\n";
}

// A star with `points` tips: every second corner is a bay.
std::vector<Vec2> star(int points, double inner) {
  std::vector<Vec2> corners;
  for (int i = 0; i < 2 * points; ++i) {
    const auto [s, c] = math::sinCos(math::pi * i / points);
    corners.push_back(Vec2{c, s} * (i % 2 ? inner : 1));
  }
  return corners;
}

double areaOf(const std::vector<Vec2>& corners) {
  double sum = 0;
  for (std::size_t i = 0; i < corners.size(); ++i) {
    sum += cross(corners[i], corners[(i + 1) % corners.size()]) / 2;
  }
  return sum;
}

}  // namespace

TEST_CASE("objects follow one another with indices that count over the whole file") {
  ObjObject flat{"flat\nname", {}, {}}, solid{"solid", {}, {}};
  flat.mesh.V.resize(3, 2);
  flat.mesh.V << 0, 0, 1.5, 0, 0, 0.1;
  flat.mesh.F.resize(1, 3);
  flat.mesh.F << 0, 1, 2;
  flat.uv.resize(3, 2);
  flat.uv << 0, 0, 1, 0, 0, 0.25;
  solid.mesh.V.resize(3, 3);
  solid.mesh.V << 0, 0, 1, 1, 0, 2, 0, 1, 3;
  solid.mesh.F = flat.mesh.F;
  const std::string written = writeObj(std::vector{flat, solid});
  CHECK(written ==
        "o flat name\n"
        "v 0 0 0\nv 1.5 0 0\nv 0 0.1 0\n"
        "vt 0 1\nvt 1 1\nvt 0 0.75\n"
        "f 1/1 2/2 3/3\n"
        "o solid\n"
        "v 0 0 1\nv 1 0 2\nv 0 1 3\n"
        "f 4 5 6\n");
  CHECK(writeObj({}).empty());

  const ObjMesh read = parseObj(written).value();
  CHECK(sameRows(read.mesh.V.topLeftCorner(3, 2), flat.mesh.V));
  CHECK(sameRows(read.mesh.V.bottomRows(3), solid.mesh.V));
  CHECK(sameRows(read.mesh.F, rowsOf(3, {0, 1, 2, 3, 4, 5})));
  CHECK(sameRows(read.uv, flat.uv));
  CHECK(sameRows(read.uv_corners, rowsOf(3, {0, 1, 2, -1, -1, -1})));
  CHECK(read.groups == std::vector<std::string>{"flat name", "solid"});
  CHECK(read.group == std::vector<int>{0, 1});
}

TEST_CASE("corners count from the front or the back and may carry texture and normal") {
  const ObjMesh mesh = parseObj(
                           "# a comment\r\nmtllib some.mtl\nv 0 0 0 1 # w\nv +1 0 0 .5 .5 .5\n"
                           "v 0 1e0 \\\n 0\nvt 0.5 0.25 0\nvt 1\nvn 0 0 1\n"
                           "f -3 -2 -1\nusemtl x\nf 1/1 2/-1 3/2\nf 1//1 2//1 3//-1\n"
                           "f 1/2/1 2/2/1 4/2/1\nl 1 2\np 1\ns off\nv 5 5 5")
                           .value();
  CHECK(sameRows(mesh.mesh.V, rowsOf(3, {0, 0, 0, 1, 0, 0, 0, 1, 0, 5, 5, 5}).cast<double>()));
  CHECK(sameRows(mesh.mesh.F, rowsOf(3, {0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 3})));
  CHECK(sameRows(mesh.uv_corners, rowsOf(3, {-1, -1, -1, 0, 1, 1, -1, -1, -1, 1, 1, 1})));
  CHECK(mesh.uv(0, 1) == 0.75);
  CHECK(mesh.uv(1, 1) == 1);
}

TEST_CASE("groups that come again are the same, and those without faces are left out") {
  const ObjMesh mesh =
      parseObj(
          "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\ng a\ng b c\nf 1 2 3 1\ng d\nf 1 2 3\n"
          "g b c\nf 3 2 1\n")
          .value();
  CHECK(mesh.groups == std::vector<std::string>{"", "b c", "d"});
  CHECK(mesh.group == std::vector<int>{0, 1, 1, 2, 1});
}

TEST_CASE("triangles know their material, and the file the files that describe them") {
  const ObjMesh mesh =
      parseObj(
          "mtllib a b.mtl\nmtllib c.mtl\nmtllib a b.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\n"
          "usemtl unused\nusemtl red\nf 1 2 3 1\ng other\nf 1 2 3\nusemtl blue sky\nf 1 2 3\n"
          "usemtl red\nf 1 2 3\n")
          .value();
  CHECK(mesh.libraries == std::vector<std::string>{"a b.mtl", "c.mtl"});
  CHECK(mesh.materials == std::vector<std::string>{"red", "blue sky"});
  CHECK(mesh.material == std::vector<int>{0, 0, 0, 1, 0});
  const ObjMesh plain = parseObj("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\nusemtl a\nf 1 2 3").value();
  CHECK(plain.materials == std::vector<std::string>{"", "a"});
  CHECK(plain.libraries.empty());
  std::string many;
  for (int i = 0; i < 101; ++i) many += text("mtllib ", i, "\n");
  CHECK(failsWith(parseObj(many), "line 101: more than 100 material files"));
}

TEST_CASE("polygons are cut into triangles that cover them and nothing else") {
  const std::vector<Vec2> comb{{0, 0}, {5, 0}, {5, 3}, {4, 3}, {4, 1}, {3, 1},
                               {3, 3}, {2, 3}, {2, 1}, {1, 1}, {1, 3}, {0, 3}};
  const std::vector<Vec2> arrow{{0, 0}, {2, 1}, {0, 2}, {0.5, 1}},
      bay{{2, 1}, {0, 2}, {0.5, 1}, {0, 0}};
  for (const auto& corners : {comb, arrow, bay, star(3, 0.2), star(5, 0.3), star(40, 0.9)}) {
    const TriMesh mesh = parseObj(polygonFile(corners)).value().mesh;
    REQUIRE(mesh.F.rows() == Eigen::Index(corners.size()) - 2);
    double sum = 0;
    for (Eigen::Index f = 0; f < mesh.F.rows(); ++f) {
      CHECK(signedArea(mesh.V, mesh.F, f) > 0);
      sum += signedArea(mesh.V, mesh.F, f);
    }
    CHECK(sum == doctest::Approx(areaOf(corners)).epsilon(1e-12));
  }
}

TEST_CASE("a polygon keeps its winding whichever way it faces") {
  // Corners of an arrow in each coordinate plane and in a slanted one, both ways round.
  const Vec3 planes[][2] = {{{1, 0, 0}, {0, 1, 0}}, {{0, 1, 0}, {0, 0, 1}},
                            {{0, 0, 1}, {1, 0, 0}}, {{0, 1, 0}, {1, 0, 0}},
                            {{1, 2, 0}, {0, 1, 3}}, {{-1, 2, 1}, {1, 1, 3}}};
  for (const auto& [u, v] : planes) {
    std::string file;
    for (const Vec2 p : {Vec2{0, 0}, {2, 1}, {0, 2}, {0.5, 1}}) {
      const Vec3 q = p.x * u + p.y * v;
      file += text("v ", q.x, " ", q.y, " ", q.z, "\n");
    }
    const TriMesh mesh = parseObj(file + "f 1 2 3 4").value().mesh;
    const Vec3 front = cross(u, v);
    for (Eigen::Index f = 0; f < 2; ++f) {
      const auto at = [&](int i) {
        const Eigen::RowVector3d p = mesh.V.row(mesh.F(f, i));
        return Vec3{p(0), p(1), p(2)};
      };
      CHECK(dot(cross(at(1) - at(0), at(2) - at(0)), front) > 0);
    }
  }
}

TEST_CASE("outlines that cross themselves or are flat still give every triangle") {
  CHECK(parseObj(polygonFile({{0, 0}, {1, 1}, {1, 0}, {0, 1}})).value().mesh.F.rows() == 2);
  CHECK(parseObj(polygonFile({{0, 0}, {1, 0}, {2, 0}, {3, 0}, {1, 0}})).value().mesh.F.rows() == 3);
  CHECK(parseObj("v 1 1 1\nf 1 1 1 1").value().mesh.F.rows() == 2);
}

TEST_CASE("what is wrong in an OBJ file is named with its line") {
  const std::string points = "v 0 0 0\nv 1 0 0\nv 0 1 0\n";
  CHECK(failsWith(parseObj(""), "no vertices"));
  CHECK(failsWith(parseObj("v 0 0 0\nv 1 x 0"), "line 2: expected the three coordinates"));
  CHECK(failsWith(parseObj("v 0 0\nv 1 1 1"), "line 1: expected the three coordinates"));
  CHECK(failsWith(parseObj("v 0 0 nan"), "line 1"));
  CHECK(failsWith(parseObj(points + "f 1 2"), "line 4: a face with 2 corners"));
  CHECK(failsWith(parseObj(points + "f 1 2 0"), "line 4: there is no vertex 0"));
  CHECK(failsWith(parseObj(points + "f 1 2 -4"), "line 4: there is no vertex -4, only 3 so far"));
  CHECK(failsWith(parseObj(points + "f 1 2 4\nf 1 2 3"),
                  "line 4: a corner names vertex 4 (counted from 1), but the file has 3"));
  CHECK(
      failsWith(parseObj(points + "f 1 2 99999999999"), "line 4: there is no vertex 99999999999"));
  CHECK(failsWith(parseObj(points + "f 1 2 x"), "line 4: expected the number of a vertex"));
  CHECK(failsWith(parseObj(points + "f 1/1 2/1 3/1"), "line 4: a face names texture coordinate 1"));
  CHECK(
      failsWith(parseObj(points + "f 1//1 2//x 3//1"), "line 4: expected the number of a normal"));
  CHECK(failsWith(parseObj(points + "f 1//1 2//1/1 3//1"), "line 4: expected the number of a nor"));
  CHECK(failsWith(parseObj(points, {.max_vertices = 2}), "line 3: more than 2 vertices"));
  CHECK(failsWith(parseObj(points + "f 1 2 3\nf 3 2 1", {.max_elements = 1}), "max_elements"));
  CHECK(failsWith(parseObj(points + "f 1 2 3 1", {.max_polygon_corners = 3}),
                  "line 4: more than 3 corners in one face (max_polygon_corners)"));
}

// SPDX-License-Identifier: MIT
#include "vide/mesh/surface_locator.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "tests/support/limbs.hpp"
#include "tests/support/mesh_family.hpp"

using namespace vide;

namespace {

Vec3 rowOf(const Eigen::MatrixXd& V, Eigen::Index v) {
  return {V(v, 0), V(v, 1), V.cols() > 2 ? V(v, 2) : 0};
}

// The distance to a triangle found by walking downhill over its points: knows no special cases.
double distanceByDescent(const TriMesh& mesh, Eigen::Index f, Vec3 p) {
  const Vec3 a = rowOf(mesh.V, mesh.F(f, 0)), b = rowOf(mesh.V, mesh.F(f, 1)),
             c = rowOf(mesh.V, mesh.F(f, 2));
  const auto at = [&](double s, double t) { return a + (b - a) * s + (c - a) * t; };
  double best_s = 0, best_t = 0, best = 1e300;
  for (double step = 0.25; step > 1e-7; step /= 2) {
    for (bool moved = true; moved;) {
      moved = false;
      for (int i = -1; i <= 1; ++i) {
        for (int j = -1; j <= 1; ++j) {
          double s = std::max(best_s + i * step, 0.0), t = std::max(best_t + j * step, 0.0);
          if (s + t > 1) {
            const double over = (s + t - 1) / 2;
            s = std::clamp(s - over, 0.0, 1.0);
            t = 1 - s;
          }
          const double away = distance(p, at(s, t));
          if (away >= best - 1e-12) continue;
          best = away;
          best_s = s;
          best_t = t;
          moved = true;
        }
      }
    }
  }
  return best;
}

}  // namespace

TEST_CASE("the nearest place is the nearest place of any triangle") {
  std::mt19937 engine(3);
  const auto draw = [&] { return double(engine()) / 2147483648.0 - 1; };
  for (const test::NamedMesh& shape : test::meshFamily()) {
    CAPTURE(shape.name);
    const auto locator = SurfaceLocator::build(shape.mesh).value();
    const Vec3 middle = rowOf(shape.mesh.V, shape.mesh.V.rows() / 2);
    for (int i = 0; i < 12; ++i) {
      const Vec3 p = middle + Vec3{draw(), draw(), draw()} * 2;
      const SurfacePoint found = locator.nearest(p);
      double least = 1e300;
      for (Eigen::Index f = 0; f < shape.mesh.F.rows(); ++f) {
        least = std::min(least, distanceByDescent(shape.mesh, f, p));
      }
      CHECK(found.distance == doctest::Approx(least).epsilon(1e-5));
      Vec3 mixed;
      for (std::size_t k = 0; k < 3; ++k) {
        CHECK(found.share[k] >= 0);
        CHECK(found.vertex[k] == shape.mesh.F(found.triangle, Eigen::Index(k)));
        mixed += rowOf(shape.mesh.V, found.vertex[k]) * found.share[k];
      }
      CHECK(distance(mixed, found.point) < 1e-12);
      CHECK(distance(p, found.point) == doctest::Approx(found.distance));
      CHECK(found.share[0] + found.share[1] + found.share[2] == doctest::Approx(1));
    }
  }
}

TEST_CASE("a vertex finds itself exactly") {
  for (const test::NamedMesh& shape : test::meshFamily()) {
    const auto locator = SurfaceLocator::build(shape.mesh).value();
    for (Eigen::Index v = 0; v < shape.mesh.V.rows(); ++v) {
      const SurfacePoint found = locator.nearest(rowOf(shape.mesh.V, v));
      CHECK(found.distance == 0);
      const auto corner = std::ranges::find(found.share, 1.0) - found.share.begin();
      REQUIRE(corner < 3);
      CHECK(found.vertex[std::size_t(corner)] == v);
    }
  }
}

TEST_CASE("triangles without extent and loose vertices are found as what they look like") {
  TriMesh mesh{Eigen::MatrixXd(6, 3), Eigen::MatrixX3i(2, 3)};
  mesh.V << 0, 0, 0, 1, 0, 0, 3, 0, 0, 0, 5, 0, 0, 5, 0, 9, 9, 9;
  mesh.F << 0, 2, 1, 3, 4, 3;
  const auto locator = SurfaceLocator::build(mesh).value();
  const SurfacePoint on_line = locator.nearest({2, 0.5, 0});
  CHECK(on_line.triangle == 0);
  CHECK(distance(on_line.point, {2, 0, 0}) < 1e-12);
  CHECK(locator.nearest({0, 6, 0}).triangle == 1);
  const SurfacePoint loose = locator.nearest({8, 9, 9});
  CHECK(loose.triangle == -1);
  CHECK(loose.vertex[0] == 5);
  CHECK(loose.share[0] == 1);
  CHECK(loose.distance == 1);
}

TEST_CASE("equally near places are the lower triangle's") {
  const TriMesh one = test::limb({0, 0, 0}, {0, 4, 0}, 1);
  const TriMesh twice = test::together(one, one);
  const auto single = SurfaceLocator::build(one).value();
  const auto both = SurfaceLocator::build(twice).value();
  for (double y = -1; y < 5; y += 0.37) {
    const Vec3 p{2 * y - 3, y, 0.4};
    CHECK(both.nearest(p).triangle == single.nearest(p).triangle);
  }
}

TEST_CASE("equally near vertices in no triangle yield to a triangle, then to the lowest") {
  // All are 5 from the middle; the first ones do not come first in the order of their places.
  TriMesh mesh{Eigen::MatrixXd(24, 3), Eigen::MatrixX3i(0, 3)};
  for (int v = 0; v < 24; ++v) {
    const int turn = v * 7 % 12;
    const double x = turn % 2 ? 3 : 4, y = turn % 2 ? 4 : 3;
    mesh.V.row(v) << (turn & 2 ? -x : x), (turn & 4 ? -y : y), 0;
  }
  const auto loose = SurfaceLocator::build(mesh).value().nearest({0, 0, 0});
  CHECK(loose.vertex == std::array{0, 0, 0});
  CHECK(loose.distance == 5);
  mesh.F.resize(1, 3);
  mesh.F.row(0).setConstant(23);
  CHECK(SurfaceLocator::build(mesh).value().nearest({0, 0, 0}).triangle == 0);
}

TEST_CASE("a point too far away to be measured still finds a place") {
  const auto found = SurfaceLocator::build(test::sphere(1)).value().nearest({1e200, 0, 0});
  CHECK(found.triangle >= 0);
  CHECK(found.distance == INFINITY);
}

TEST_CASE("a closed surface stands between inside and outside, and nowhere else") {
  const auto locator = SurfaceLocator::build(test::sphere(3)).value();
  const Vec3 inside{0.1, 0.2, -0.05};
  for (const Vec3 outside : {Vec3{2, 0.3, 0.1}, Vec3{-0.2, -3, 0.4}, Vec3{1, 1, 1.5}}) {
    CHECK(locator.blocks(inside, outside));
    CHECK(locator.blocks(outside, inside));
    CHECK(!locator.blocks(outside, outside * 1.5));
    CHECK(!locator.blocks(inside, inside + (outside - inside) * 0.2));
  }
}

TEST_CASE("the triangles of the vertex that a segment starts from do not stand in its way") {
  const TriMesh ball = test::sphere(2);
  const auto locator = SurfaceLocator::build(ball).value();
  for (Eigen::Index v = 0; v < ball.V.rows(); ++v) {
    const Vec3 p = rowOf(ball.V, v);
    CHECK(!locator.blocks(p, p * 0.1, int(v)));
    CHECK(locator.blocks(p, p * -1.5, int(v)));
  }
}

TEST_CASE("a surface that makes no sense is a named error") {
  const auto message = [](const TriMesh& mesh) {
    const auto built = SurfaceLocator::build(mesh);
    return built ? std::string("no error") : built.error().message;
  };
  TriMesh mesh = test::sphere(0);
  CHECK(message({Eigen::MatrixXd(0, 3), Eigen::MatrixX3i(0, 3)}).find("no vertices") !=
        std::string::npos);
  mesh.F(2, 1) = 6;
  CHECK(message(mesh).find("triangle 2 names vertex 6") != std::string::npos);
  mesh.F(2, 1) = -1;
  CHECK(message(mesh).find("vertex -1") != std::string::npos);
  mesh = test::sphere(0);
  mesh.V(3, 1) = INFINITY;
  CHECK(message(mesh).find("vertex 3") != std::string::npos);
}

// SPDX-License-Identifier: MIT
#include "vide/weights/biharmonic_coordinates.hpp"

#include <doctest/doctest.h>

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <sstream>
#include <string>
#include <vector>

#include "tests/support/cancel_after.hpp"
#include "tests/support/dmat.hpp"
#include "tests/support/grid_mesh.hpp"
#include "tests/support/tet_grid.hpp"
#include "vide/numeric/facet_laplacian.hpp"
#include "vide/weights/detail/facet_energy.hpp"

using namespace vide;

namespace {

std::vector<std::vector<int>> points(std::initializer_list<int> vertices) {
  std::vector<std::vector<int>> handles;
  for (int v : vertices) handles.push_back({v});
  return handles;
}

// Largest error of the rest shape, and of an affine image of it, over the size of the shape.
double affineError(const Eigen::MatrixXd& V, const BiharmonicCoordinates& coordinates,
                   std::span<const std::vector<int>> handles) {
  const Eigen::Index d = V.cols();
  const Eigen::MatrixXd A = Eigen::MatrixXd::NullaryExpr(
      d, d, [](auto i, auto j) { return std::sin(1.0 + double(i + 3 * j)); });
  const Eigen::RowVectorXd shift = Eigen::RowVectorXd::LinSpaced(d, 2, 5);
  Eigen::MatrixXd moved = coordinates.rest;
  Eigen::Index at = 0;
  for (const auto& handle : handles) {
    if (handle.size() == 1) {
      moved.row(at) = coordinates.rest.row(at) * A + shift;
      at += 1;
    } else {
      moved.middleRows(at, d) = A;
      moved.row(at + d) = shift;
      at += d + 1;
    }
  }
  const double rest = (coordinates.W * coordinates.rest - V).cwiseAbs().maxCoeff();
  const Eigen::MatrixXd image = (V * A).rowwise() + shift;
  return std::max(rest, (coordinates.W * moved - image).cwiseAbs().maxCoeff()) / V.maxCoeff();
}

TetMesh octopus(const std::string& file) {
  std::istringstream in(file);
  TetMesh mesh;
  int reference = 0, count = 0;
  for (std::string word; in >> word;) {
    if (word == "Vertices") {
      in >> count;
      mesh.V.resize(count, 3);
      for (int v = 0; v < count; ++v)
        in >> mesh.V(v, 0) >> mesh.V(v, 1) >> mesh.V(v, 2) >> reference;
    } else if (word == "Tetrahedra") {
      in >> count;
      mesh.T.resize(count, 4);
      for (int t = 0; t < count; ++t) {
        for (int k = 0; k < 4; ++k) in >> mesh.T(t, k);
        in >> reference;
      }
      mesh.T.array() -= 1;
    }
  }
  return mesh;
}

}  // namespace

TEST_CASE("coordinates of the reference solid are those of the reference") {
  const auto file = test::sharedFile("data/geometry/octopus-low.mesh");
  const auto b = test::sharedMatrix("reference/coordinates/octopus-low_b.dmat");
  if (!file || !b) return;
  const TetMesh mesh = octopus(*file);
  std::vector<std::vector<int>> handles;
  for (double v : b->reshaped()) handles.push_back({int(v)});
  for (int order : {2, 3}) {
    const auto W = test::sharedMatrix("reference/coordinates/octopus-low_k" +
                                      std::to_string(order) + "_W.dmat");
    const auto coordinates = biharmonicCoordinates(mesh, handles, {order});
    REQUIRE(coordinates.has_value());
    CHECK((coordinates->W - *W).cwiseAbs().maxCoeff() < 1e-6);
    CHECK(affineError(mesh.V, *coordinates, handles) < 1e-10);
  }
}

TEST_CASE("affine maps of the handles move every vertex by that map, on large meshes too") {
  for (int order : {2, 3}) {
    for (int size : {8, 30, 90}) {
      const TriMesh mesh = test::gridMesh(size, size, 0.3);
      const auto handles = points({0, size, size * (size + 1), (size + 1) * (size + 1) - 1,
                                   (size + 1) * (size / 2) + size / 2});
      const auto coordinates = biharmonicCoordinates(mesh, handles, {order});
      REQUIRE(coordinates.has_value());
      INFO("order " << order << " size " << size);
      CHECK(affineError(mesh.V, *coordinates, handles) < 1e-10);
      for (std::size_t h = 0; h < handles.size(); ++h) {
        Eigen::RowVectorXd own = Eigen::RowVectorXd::Zero(Eigen::Index(handles.size()));
        own[Eigen::Index(h)] = 1;
        CHECK(coordinates->W.row(handles[h][0]) == own);
      }
    }
    const TetMesh box = test::tetGrid(7, 6, 8, 0.2);
    const auto handles = points({0, 7, 50, 200, 503, 300});
    const auto coordinates = biharmonicCoordinates(box, handles, {order});
    REQUIRE(coordinates.has_value());
    CHECK(affineError(box.V, *coordinates, handles) < 1e-10);
  }
}

TEST_CASE("the minimiser has no slope at free vertices") {
  const TriMesh mesh = test::gridMesh(12, 10, 0.3);
  const auto handles = points({0, 12, 142, 70});
  for (int order : {2, 3}) {
    const auto coordinates = biharmonicCoordinates(mesh, handles, {order}).value();
    const SparseMatrix A = detail::FacetEnergy(*facetLaplacian(mesh.V, mesh.F), order).matrix();
    std::vector<double> slope(std::size_t(A.rows)), size(slope.size());
    SparseMatrix absolute = A;
    for (double& value : absolute.value) value = std::abs(value);
    for (Eigen::Index c = 0; c < coordinates.W.cols(); ++c) {
      const Eigen::VectorXd w = coordinates.W.col(c), magnitude = w.cwiseAbs();
      multiply(A, {w.data(), slope.size()}, slope);
      multiply(absolute, {magnitude.data(), size.size()}, size);
      for (int v = 0; v < A.rows; ++v) {
        if (std::ranges::count(handles, std::vector<int>{v})) continue;
        CHECK(std::abs(slope[v]) < 1e-11 * size[v]);
      }
    }
  }
}

TEST_CASE("a region moves as its affine map says, and together with points") {
  const TriMesh mesh = test::gridMesh(14, 8, 0.2);
  const std::vector<std::vector<int>> handles{{0, 1, 15, 16}, {134}, {74}};
  const auto coordinates = biharmonicCoordinates(mesh, handles).value();
  CHECK(coordinates.W.cols() == 5);
  CHECK(affineError(mesh.V, coordinates, handles) < 1e-10);
  Eigen::MatrixXd C = coordinates.rest;
  C.topRows(3) << 0, 1, -1, 0, 3, 4;  // a quarter turn and a shift
  const Eigen::MatrixXd moved = coordinates.W * C;
  for (int v : handles[0]) {
    CHECK((moved.row(v) - Eigen::RowVector2d(3 - mesh.V(v, 1), 4 + mesh.V(v, 0))).norm() < 1e-12);
  }
  CHECK((moved.row(134) - mesh.V.row(134)).norm() < 1e-12);
}

TEST_CASE("coordinates do not depend on the size of the model") {
  const TriMesh mesh = test::gridMesh(10, 9, 0.3);
  const auto handles = points({0, 10, 99, 54});
  for (int order : {2, 3}) {
    const auto base = biharmonicCoordinates(mesh, handles, {order}).value();
    for (double scale : {1e-6, 1e6}) {
      const auto scaled = biharmonicCoordinates(TriMesh{mesh.V * scale, mesh.F}, handles, {order});
      REQUIRE(scaled.has_value());
      CHECK((scaled->W - base.W).cwiseAbs().maxCoeff() < 1e-7);
    }
  }
}

TEST_CASE("pieces without a handle follow the affine map of all handles") {
  const TriMesh both = test::besides(test::gridMesh(6, 6), test::gridMesh(3, 3), 8, 2);
  const auto handles = points({0, 6, 48, 42});
  const auto coordinates = biharmonicCoordinates(both, handles).value();
  REQUIRE(coordinates.warnings.size() == 1);
  CHECK(coordinates.warnings[0].find("16 vertices, among them vertex 49") != std::string::npos);
  CHECK(affineError(both.V, coordinates, handles) < 1e-10);
}

TEST_CASE("input without coordinates is a named error") {
  const TriMesh mesh = test::gridMesh(5, 5);
  const auto message = [](const auto& result) {
    return result ? std::string("no error") : result.error().message;
  };
  const auto mentions = [](const std::string& text, const char* part) {
    return text.find(part) != std::string::npos;
  };
  TriMesh bent{Eigen::MatrixXd::Zero(mesh.V.rows(), 3), mesh.F};
  bent.V.leftCols(2) = mesh.V;
  bent.V(14, 2) = 1;
  CHECK(mentions(message(biharmonicCoordinates(bent, points({0, 5, 30}))), "lie in space"));
  CHECK(mentions(message(biharmonicCoordinates(mesh, points({0, 1, 2, 5}))), "on one line"));
  CHECK(mentions(message(biharmonicCoordinates(mesh, points({0, 35}))), "give 3 points"));
  const std::vector<std::vector<int>> none;
  CHECK(mentions(message(biharmonicCoordinates(mesh, none)), "no handles"));
  CHECK(mentions(message(biharmonicCoordinates(mesh, points({0, 5, 36}))), "names vertex 36"));
  CHECK(mentions(message(biharmonicCoordinates(mesh, points({0, 5, 5}))), "vertex 5 is in handle"));
  const std::vector<std::vector<int>> empty{{0}, {5}, {}};
  CHECK(mentions(message(biharmonicCoordinates(mesh, empty)), "handle 2 has no vertices"));
  CHECK(mentions(message(biharmonicCoordinates(mesh, points({0, 5, 30}), {4})), "order is 4"));
  const auto large = biharmonicCoordinates(mesh, points({0, 5, 30}), {.max_entries = 107});
  CHECK(mentions(message(large), "max_entries is 107"));
  CHECK(large.error().code == ErrorCode::limit_exceeded);
  CHECK(biharmonicCoordinates(mesh, points({0, 5, 30}), {.max_entries = 108}));
  TriMesh flat = mesh;
  flat.F(3, 0) = flat.F(3, 1);
  CHECK(mentions(message(biharmonicCoordinates(flat, points({0, 5, 30}))), "triangle 3"));
  TriMesh broken = mesh;
  broken.V(3, 0) = std::nan("");
  CHECK(mentions(message(biharmonicCoordinates(broken, points({0, 5, 30}))), "vertex 3"));
  const auto all = points({0, 1, 2});
  const TriMesh one{mesh.V({0, 1, 6}, Eigen::all), (Eigen::MatrixX3i(1, 3) << 0, 1, 2).finished()};
  CHECK(biharmonicCoordinates(one, all).value().W == Eigen::MatrixXd::Identity(3, 3));
}

TEST_CASE("coordinates can be cancelled before each column") {
  const TriMesh mesh = test::gridMesh(5, 5);
  const auto run = [&](const Progress& progress) {
    return biharmonicCoordinates(mesh, points({0, 5, 30, 35}), {}, progress);
  };
  CHECK(test::checksOf(run) == 4);
  for (int after = 0; after < 4; ++after) {
    CHECK(run(test::cancelAfter(after)).error().code == ErrorCode::cancelled);
  }
}

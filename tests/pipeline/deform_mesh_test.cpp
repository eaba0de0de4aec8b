// SPDX-License-Identifier: MIT
#include "vide/pipeline/deform_mesh.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "tests/support/cancel_after.hpp"
#include "tests/support/grid_mesh.hpp"
#include "tests/support/tet_grid.hpp"
#include "vide/weights/weight_tools.hpp"

using namespace vide;

namespace {

MeshContent flatGrid() {
  const TriMesh grid = test::gridMesh(8, 4);
  MeshContent mesh;
  mesh.V = Eigen::MatrixXd::Zero(grid.V.rows(), 3);
  mesh.V.leftCols(2) = grid.V;
  mesh.F = grid.F;
  return mesh;
}

MeshContent bentGrid() {
  MeshContent mesh = flatGrid();
  for (Eigen::Index v = 0; v < mesh.V.rows(); ++v) mesh.V(v, 2) = 0.1 * mesh.V(v, 0) * mesh.V(v, 0);
  return mesh;
}

MeshContent bar() {
  const TetMesh grid = test::tetGrid(6, 2, 2);
  return {grid.V, {}, grid.T};
}

std::vector<Handle> endsOf(const std::vector<HandleKey>& left,
                           const std::vector<HandleKey>& right) {
  return {{"left", VertexBox{{-0.1, -9, -9}, {1.1, 9, 99}}, left},
          {"right", VertexBox{{4.9, -9, -9}, {9, 9, 99}}, right}};
}

// Weights that fall evenly from the left end to the right one.
VertexWeights evenWeights(const MeshContent& mesh) {
  Eigen::MatrixXd W(mesh.V.rows(), 2);
  for (Eigen::Index v = 0; v < W.rows(); ++v) {
    W(v, 1) = mesh.V(v, 0) / mesh.V.col(0).maxCoeff();
    W(v, 0) = 1 - W(v, 1);
  }
  return weightsFromMatrix(W);
}

DeformOptions optionsFor(DeformMethod method, const MeshContent& mesh) {
  DeformOptions options;
  options.method = method;
  options.weights = evenWeights(mesh);
  return options;
}

constexpr DeformMethod methods[] = {DeformMethod::harmonic, DeformMethod::arap, DeformMethod::fast,
                                    DeformMethod::linear_blend, DeformMethod::dual_quaternion};
constexpr DeformMethod rigid_methods[] = {DeformMethod::arap, DeformMethod::fast,
                                          DeformMethod::linear_blend,
                                          DeformMethod::dual_quaternion};

}  // namespace

TEST_CASE("at rest every method gives the rest shape, later something else") {
  for (const MeshContent& mesh : {flatGrid(), bentGrid(), bar()}) {
    for (const DeformMethod method : methods) {
      auto deformer = MeshDeformer::create(mesh, endsOf({}, {{.move = {1, 2, 0}, .degrees = 40}}),
                                           {}, optionsFor(method, mesh));
      REQUIRE(deformer);
      Eigen::MatrixXd V;
      REQUIRE(deformer->deform(0, V));
      REQUIRE(V.cols() == 3);
      CHECK((V - mesh.V).cwiseAbs().maxCoeff() < 1e-9);
      REQUIRE(deformer->deform(1, V));
      CHECK((V - mesh.V).cwiseAbs().maxCoeff() > 1);
    }
  }
}

TEST_CASE("what is moved in the plane stays in the plane") {
  const MeshContent mesh = flatGrid();
  for (const DeformMethod method : methods) {
    auto deformer =
        MeshDeformer::create(mesh, endsOf({}, {{.degrees = 90}}), {}, optionsFor(method, mesh));
    Eigen::MatrixXd V;
    REQUIRE(deformer->deform(0.5, V));
    CHECK(V.col(2).isZero(0));
  }
}

TEST_CASE("a common turn of all handles turns the mesh, except for harmonic fields") {
  const double angle = 30 * 3.14159265358979323846 / 180;
  for (const MeshContent& mesh : {flatGrid(), bentGrid(), bar()}) {
    for (const DeformMethod method : rigid_methods) {
      const HandleKey turn{.move = {3, 1, 0}, .degrees = 30, .center = Vec3{1, 2, 0}};
      auto deformer =
          MeshDeformer::create(mesh, endsOf({turn}, {turn}), {}, optionsFor(method, mesh));
      Eigen::MatrixXd V;
      REQUIRE(deformer->deform(1, V));
      for (Eigen::Index v = 0; v < V.rows(); ++v) {
        const double x = mesh.V(v, 0) - 1, y = mesh.V(v, 1) - 2;
        CHECK(std::abs(V(v, 0) - (std::cos(angle) * x - std::sin(angle) * y + 4)) < 1e-7);
        CHECK(std::abs(V(v, 1) - (std::sin(angle) * x + std::cos(angle) * y + 3)) < 1e-7);
        CHECK(std::abs(V(v, 2) - mesh.V(v, 2)) < 1e-7);
      }
    }
  }
}

TEST_CASE("coordinates follow an affine motion of points and regions exactly, where they can") {
  const HandleKey turn{.move = {3, 1, 0}, .degrees = 30, .center = Vec3{1, 2, 0}};
  const std::vector<Handle> handles{{"corner", NearestVertex{{0, 0, 0}}, {turn}},
                                    {"other", NearestVertex{{0, 9, 0}}, {turn}},
                                    {"end", VertexBox{{4.9, -9, -9}, {9, 9, 9}}, {turn}}};
  DeformOptions options;
  options.method = DeformMethod::coordinates;
  for (const MeshContent& mesh : {flatGrid(), bar()}) {
    auto deformer = MeshDeformer::create(mesh, handles, {}, options);
    REQUIRE(deformer);
    Eigen::MatrixXd rest, moved;
    REQUIRE(deformer->deform(0, rest));
    CHECK((rest - mesh.V).cwiseAbs().maxCoeff() < 1e-8);
    REQUIRE(deformer->deform(1, moved));
    const Affine3 motion = handleMotion(handles[0], {}, 1);
    for (Eigen::Index v = 0; v < moved.rows(); ++v) {
      const Vec3 p = motion * Vec3{mesh.V(v, 0), mesh.V(v, 1), mesh.V(v, 2)};
      CHECK(distance(p, {moved(v, 0), moved(v, 1), moved(v, 2)}) < 1e-7);
    }
  }
  CHECK(!MeshDeformer::create(bentGrid(), handles, {}, options));
}

TEST_CASE("weights that are not given are found") {
  const MeshContent mesh = flatGrid();
  DeformOptions options;
  options.method = DeformMethod::linear_blend;
  auto deformer = MeshDeformer::create(mesh, endsOf({}, {{.move = {0, 3, 0}}}), {}, options);
  REQUIRE(deformer);
  Eigen::MatrixXd V;
  REQUIRE(deformer->deform(1, V));
  double left = 0, right = 0;
  for (Eigen::Index v = 0; v < V.rows(); ++v) {
    const double rise = V(v, 1) - mesh.V(v, 1);
    CHECK(rise >= -1e-9);
    CHECK(rise <= 3 + 1e-9);
    if (mesh.V(v, 0) == 2) left = rise;
    if (mesh.V(v, 0) == 4) right = rise;
  }
  CHECK(left < 1.5);
  CHECK(right > 1.5);
}

TEST_CASE("what does not come out finite is an error, not a file full of NaN") {
  for (const MeshContent& mesh : {flatGrid(), bar()}) {
    for (const DeformMethod method : methods) {
      for (const HandleKey& far : {HandleKey{.move = {1e300, 1e300, 0}},
                                   {.degrees = 1e308},
                                   {.move = {1.7e308, 0, 0}, .center = Vec3{-1.7e308, 0, 0}}}) {
        auto deformer = MeshDeformer::create(mesh, endsOf({}, {far}), {}, optionsFor(method, mesh));
        REQUIRE(deformer);
        Eigen::MatrixXd V;
        const auto outcome = deformer->deform(1, V);
        if (outcome) CHECK(V.allFinite());
        if (outcome && outcome->energy) CHECK(std::isfinite(*outcome->energy));
      }
    }
  }
}

TEST_CASE("a motion out of a flat mesh's plane is named") {
  const MeshContent mesh = flatGrid();
  const auto warningsFor = [&](const HandleKey& key) {
    const auto deformer = MeshDeformer::create(mesh, endsOf({}, {key}), {}, {});
    REQUIRE(deformer);
    return deformer->warnings().size();
  };
  CHECK(warningsFor({.move = {1, 1, 0}, .degrees = 30}) == 0);
  CHECK(warningsFor({.move = {0, 0, 1}}) == 1);
  CHECK(warningsFor({.axis = {1, 0, 0}, .degrees = 30}) == 1);
}

TEST_CASE("the energy is told where there is one") {
  const MeshContent mesh = bentGrid();
  Eigen::MatrixXd V;
  auto rigid = MeshDeformer::create(mesh, endsOf({}, {{.move = {1, 0, 0}}}), {}, {});
  const auto outcome = rigid->deform(1, V);
  REQUIRE(outcome->energy);
  CHECK(*outcome->energy > 0);
  CHECK(outcome->iterations > 0);
  auto blend = MeshDeformer::create(mesh, endsOf({}, {{.move = {1, 0, 0}}}), {},
                                    optionsFor(DeformMethod::linear_blend, mesh));
  CHECK(!blend->deform(1, V)->energy);
}

TEST_CASE("what cannot be deformed is refused") {
  const MeshContent mesh = flatGrid();
  CHECK(!MeshDeformer::create(mesh, {}, {}, {}));
  CHECK(!MeshDeformer::create(mesh, {{"a", VertexList{{9999}}, {}}}, {}, {}));
  DeformOptions blend;
  blend.method = DeformMethod::linear_blend;
  blend.weights = evenWeights(mesh);
  CHECK(MeshDeformer::create(mesh, endsOf({}, {}), {}, blend));
  CHECK(!MeshDeformer::create(mesh, {{"a", VertexList{{0}}, {}}}, {}, blend));
  blend.weights->weight[0] = 0.2;
  CHECK(!MeshDeformer::create(mesh, endsOf({}, {}), {}, blend));
  MeshContent points = mesh;
  points.F.resize(0, 3);
  CHECK(!MeshDeformer::create(points, endsOf({}, {}), {}, {}));
}

TEST_CASE("making a deformer can be cancelled, while it finds weights too") {
  for (const DeformMethod method : {DeformMethod::arap, DeformMethod::coordinates,
                                    DeformMethod::fast, DeformMethod::linear_blend}) {
    const auto run = [&](const Progress& progress) {
      return MeshDeformer::create(flatGrid(), endsOf({}, {{.move = {1, 0, 0}}}), {},
                                  {.method = method}, progress);
    };
    const int checks = test::checksOf(run);
    CHECK(checks >= (method == DeformMethod::arap ? 1 : 4));
    for (int after = 0; after < checks; ++after) {
      const auto stopped = run(test::cancelAfter(after));
      REQUIRE(!stopped);
      CHECK(stopped.error().code == ErrorCode::cancelled);
    }
  }
}

// SPDX-License-Identifier: MIT
#include "vide/numeric/laplacian.hpp"

#include <doctest/doctest.h>

#include <Eigen/Dense>
#include <cmath>
#include <string>
#include <vector>

#include "tests/support/grid_mesh.hpp"

using namespace vide;
using test::gridMesh;

namespace {

Eigen::MatrixXd dense(const SparseMatrix& A) {
  Eigen::MatrixXd D = Eigen::MatrixXd::Zero(A.rows, A.columns);
  for (int c = 0; c < A.columns; ++c) {
    for (int p = A.start[c]; p < A.start[c + 1]; ++p) D(A.row[p], c) = A.value[p];
  }
  return D;
}

Eigen::MatrixXd stiffnessOf(const TriMesh& mesh) {
  return dense(cotangentStiffness(mesh.V, mesh.F).value());
}

// The mesh put into space: turned out of the plane, bent nowhere.
TriMesh tilted(const TriMesh& mesh) {
  TriMesh result{Eigen::MatrixXd(mesh.V.rows(), 3), mesh.F};
  result.V << mesh.V.col(0) * 0.6, mesh.V.col(1), mesh.V.col(0) * 0.8;
  return result;
}

}  // namespace

TEST_CASE("the energy of a linear function is its squared slope times the area") {
  const TriMesh mesh = gridMesh(7, 5, 0.4);
  const Eigen::MatrixXd K = stiffnessOf(mesh);
  const Eigen::VectorXd x = mesh.V * Eigen::Vector2d(3, -2);
  CHECK(x.dot(K * x) == doctest::Approx(13 * 35));
  CHECK((K - K.transpose()).norm() == 0);
  CHECK((K * Eigen::VectorXd::Ones(K.cols())).cwiseAbs().maxCoeff() < 1e-13);
  CHECK(Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(K).eigenvalues()[0] > -1e-12);
  // Linear functions are harmonic: no force inside.
  const Eigen::VectorXd force = K * x;
  CHECK(std::abs(force[8 + 1]) < 1e-12);
}

TEST_CASE("stiffness depends on shape alone: not on scale, place, or dimension") {
  const TriMesh mesh = gridMesh(4, 4, 0.4);
  const Eigen::MatrixXd K = stiffnessOf(mesh);
  CHECK((stiffnessOf(tilted(mesh)) - K).norm() < 1e-12);
  CHECK((stiffnessOf({(mesh.V * 1e6).eval(), mesh.F}) - K).norm() < 1e-9);
  CHECK((stiffnessOf({(mesh.V * 1e-6).eval(), mesh.F}) - K).norm() < 1e-9);
}

TEST_CASE("half cotangents stand at the opposite corner") {
  // A right angle at 0, 30 degrees at 1, 60 degrees at 2.
  TriMesh mesh{Eigen::MatrixXd(3, 2), Eigen::MatrixX3i(1, 3)};
  mesh.V << 0, 0, std::sqrt(3.0), 0, 0, 1;
  mesh.F << 0, 1, 2;
  const Eigen::MatrixX3d half = halfCotangents(mesh.V, mesh.F).value();
  CHECK(std::abs(half(0, 0)) < 1e-15);
  CHECK(half(0, 1) == doctest::Approx(std::sqrt(3.0) / 2));
  CHECK(half(0, 2) == doctest::Approx(0.5 / std::sqrt(3.0)));
}

TEST_CASE("masses share the whole area, by Voronoi regions where angles allow") {
  for (const TriMesh& mesh : {gridMesh(6, 5), gridMesh(6, 5, 0.45), tilted(gridMesh(6, 5, 0.2))}) {
    const std::vector<double> mass = voronoiMass(mesh.V, mesh.F).value();
    double sum = 0;
    for (double m : mass) {
      CHECK(m > 0);
      sum += m;
    }
    CHECK(sum == doctest::Approx(30));
  }
  const TriMesh squares = gridMesh(3, 3);
  CHECK(voronoiMass(squares.V, squares.F).value()[5] == doctest::Approx(1));
  CHECK(voronoiMass(squares.V, squares.F).value()[0] == doctest::Approx(0.25));

  TriMesh obtuse{Eigen::MatrixXd(4, 2), Eigen::MatrixX3i(1, 3)};
  obtuse.V << 0, 0, 8, 0, 3, 1, 5, 5;
  obtuse.F << 0, 1, 2;
  const std::vector<double> mass = voronoiMass(obtuse.V, obtuse.F).value();
  CHECK(mass[2] == doctest::Approx(2));
  CHECK(mass[0] == doctest::Approx(1));
  CHECK(mass[1] == doctest::Approx(1));
  CHECK(mass[3] == 0);  // in no triangle
}

TEST_CASE("meshes that have no cotangents are named errors") {
  const auto message = [](const TriMesh& mesh) {
    const auto K = cotangentStiffness(mesh.V, mesh.F);
    CHECK(K.has_value() == voronoiMass(mesh.V, mesh.F).has_value());
    CHECK(K.has_value() == halfCotangents(mesh.V, mesh.F).has_value());
    return K ? std::string("no error") : K.error().message;
  };
  const auto mentions = [](const std::string& text, const char* part) {
    return text.find(part) != std::string::npos;
  };
  const TriMesh good = gridMesh(3, 3);
  CHECK(mentions(message({Eigen::MatrixXd(2, 4), good.F}), "4 coordinates"));
  TriMesh bad = good;
  bad.V(7, 1) = INFINITY;
  CHECK(mentions(message(bad), "vertex 7"));
  bad = good;
  bad.F(4, 1) = -1;
  CHECK(mentions(message(bad), "triangle 4"));
  bad = good;
  bad.F(4, 1) = bad.F(4, 0);
  CHECK(mentions(message(bad), "triangle 4 has no area"));
  CHECK(cotangentStiffness(Eigen::MatrixXd(0, 2), {}).value().start == std::vector<int>{0});
}

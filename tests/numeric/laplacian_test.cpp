// SPDX-License-Identifier: MIT
#include "vide/numeric/laplacian.hpp"

#include <doctest/doctest.h>

#include <Eigen/Dense>
#include <cmath>
#include <string>
#include <vector>

#include "tests/support/grid_mesh.hpp"
#include "tests/support/tet_grid.hpp"

using namespace vide;
using test::gridMesh;
using test::tetGrid;

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
  CHECK(cotangentStiffness(Eigen::MatrixXd(0, 2), Eigen::MatrixX3i()).value().start ==
        std::vector<int>{0});
}

TEST_CASE("tetrahedra: the energy of a linear function is its squared slope times the volume") {
  const TetMesh mesh = tetGrid(3, 4, 2, 0.2);
  const Eigen::MatrixXd K = dense(cotangentStiffness(mesh.V, mesh.T).value());
  const Eigen::VectorXd x = mesh.V * Eigen::Vector3d(3, -2, 1);
  CHECK(x.dot(K * x) == doctest::Approx(14 * 24));
  CHECK((K - K.transpose()).norm() == 0);
  CHECK((K * Eigen::VectorXd::Ones(K.cols())).cwiseAbs().maxCoeff() < 1e-13);
  CHECK(Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(K).eigenvalues()[0] > -1e-12);
  const std::vector<double> mass = barycentricMass(mesh.V, mesh.T).value();
  CHECK(Eigen::Map<const Eigen::VectorXd>(mass.data(), Eigen::Index(mass.size())).sum() ==
        doctest::Approx(24));
}

TEST_CASE("a tetrahedron's half cotangents are a sixth of length times cotangent opposite") {
  // Corner of a cube: right angles at the three edges that meet at 0, cot = 1 / sqrt(2) elsewhere.
  TetMesh mesh{Eigen::MatrixXd(4, 3), Eigen::MatrixX4i(1, 4)};
  mesh.V << 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1;
  mesh.T << 0, 1, 2, 3;
  const auto half = halfCotangents(mesh.V, mesh.T).value();
  for (int k = 0; k < 3; ++k) {
    CHECK(half(0, k) == doctest::Approx(1.0 / 6));  // sqrt(2) / sqrt(2) / 6
    CHECK(std::abs(half(0, k + 3)) < 1e-15);        // opposite to a right angle
  }
}

TEST_CASE("barycentric masses are equal shares") {
  const TriMesh mesh = gridMesh(6, 5, 0.45);
  const std::vector<double> areas = elementMeasures(mesh.V, mesh.F).value();
  const std::vector<double> mass = barycentricMass(mesh.V, mesh.F).value();
  double sum = 0, first = 0;
  for (double m : mass) sum += m;
  for (Eigen::Index f = 0; f < mesh.F.rows(); ++f) {
    first += (mesh.F.row(f).array() == 9).any() ? areas[f] / 3 : 0;
  }
  CHECK(sum == doctest::Approx(30));
  CHECK(mass[9] == doctest::Approx(first));
}

TEST_CASE("gradients of linear functions are their slopes, and make up the stiffness") {
  const auto check = [](const Eigen::MatrixXd& V, const auto& elements) {
    const Eigen::Index d = V.cols();
    const Eigen::MatrixXd G = dense(gradient(V, elements).value());
    const std::vector<double> measures = elementMeasures(V, elements).value();
    Eigen::VectorXd A(G.rows());
    for (Eigen::Index row = 0; row < A.size(); ++row) A[row] = measures[row / d];
    const Eigen::MatrixXd K = dense(cotangentStiffness(V, elements).value());
    CHECK((G.transpose() * A.asDiagonal() * G - K).norm() < 1e-11);
    return G;
  };
  const TriMesh plane = gridMesh(5, 4, 0.4);
  const Eigen::MatrixXd slopes = check(plane.V, plane.F) * (plane.V * Eigen::Vector2d(3, -2));
  for (Eigen::Index row = 0; row < slopes.rows(); ++row) {
    CHECK(slopes(row, 0) == doctest::Approx(row % 2 == 0 ? 3 : -2));
  }
  check(tilted(plane).V, plane.F);
  const TetMesh box = tetGrid(2, 2, 2, 0.2);
  const Eigen::MatrixXd field = check(box.V, box.T) * (box.V * Eigen::Vector3d(3, -2, 1));
  for (Eigen::Index t = 0; t < box.T.rows(); ++t) {
    CHECK((field.middleRows(3 * t, 3) - Eigen::Vector3d(3, -2, 1)).norm() < 1e-12);
  }
}

TEST_CASE("polyharmonic matrices are the products they are named after") {
  const TriMesh mesh = gridMesh(5, 4, 0.3);
  const SparseMatrix K = cotangentStiffness(mesh.V, mesh.F).value();
  const std::vector<double> mass = voronoiMass(mesh.V, mesh.F).value();
  const Eigen::MatrixXd D = dense(K);
  const Eigen::VectorXd M = Eigen::Map<const Eigen::VectorXd>(mass.data(), K.rows);
  Eigen::MatrixXd expected = D;
  for (int order = 1; order <= 4; ++order) {
    const Eigen::MatrixXd Q = dense(polyharmonicMatrix(K, mass, order).value());
    CHECK((Q - expected).norm() <= 1e-12 * expected.norm());
    expected = D * M.cwiseInverse().asDiagonal() * expected;
  }
  CHECK_FALSE(polyharmonicMatrix(K, mass, 0).has_value());
  CHECK_FALSE(polyharmonicMatrix(K, mass, 5).has_value());
  CHECK_FALSE(polyharmonicMatrix(K, std::vector<double>(3, 1.0), 2).has_value());
  CHECK_FALSE(polyharmonicMatrix(K, std::vector<double>(mass.size(), -1.0), 2).has_value());
}

TEST_CASE("tetrahedra that have no cotangents are named errors") {
  const auto message = [](const TetMesh& mesh) {
    const auto K = cotangentStiffness(mesh.V, mesh.T);
    return K ? std::string("no error") : K.error().message;
  };
  const TetMesh good = tetGrid(1, 1, 1);
  CHECK(message(good) == "no error");
  CHECK(message({Eigen::MatrixXd(8, 2), good.T}).find("give 3") != std::string::npos);
  TetMesh bad = good;
  bad.T(2, 1) = 8;
  CHECK(message(bad).find("tetrahedron 2 names") != std::string::npos);
  bad.T(2, 1) = bad.T(2, 0);
  CHECK(message(bad).find("tetrahedron 2 has no volume") != std::string::npos);
}

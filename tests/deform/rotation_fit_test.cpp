// SPDX-License-Identifier: MIT
#include "vide/deform/detail/rotation_fit.hpp"

#include <doctest/doctest.h>

#include <Eigen/Dense>
#include <cmath>
#include <random>
#include <vector>

#include "vide/deform/detail/edge_sets.hpp"

using namespace vide;
using Eigen::Matrix3d;

namespace {

// The largest trace(R^T S) by definition.
double bestTrace(const Matrix3d& S) {
  const Eigen::JacobiSVD<Matrix3d> svd(S, Eigen::ComputeFullU | Eigen::ComputeFullV);
  Eigen::Vector3d values = svd.singularValues();
  if ((svd.matrixU() * svd.matrixV().transpose()).determinant() < 0) values[2] = -values[2];
  return values.sum();
}

// Matrices of every rank and sign, well and badly scaled.
std::vector<Matrix3d> matrices() {
  std::mt19937 engine(11);
  const auto draw = [&] { return double(engine()) / 2147483648.0 - 1; };
  std::vector<Matrix3d> all{Matrix3d::Zero(),
                            Matrix3d::Identity(),
                            -Matrix3d::Identity(),
                            Eigen::Vector3d(1, 1, -1).asDiagonal(),
                            Eigen::Vector3d(2, 1, -1).asDiagonal(),
                            Eigen::Vector3d(1, 0, 0).asDiagonal()};
  for (int i = 0; i < 200; ++i) {
    Matrix3d S;
    for (double& s : S.reshaped()) s = draw();
    if (i % 5 == 1) S.col(2) = S.col(0) + 2 * S.col(1);            // rank 2
    if (i % 5 == 2) S = (S.col(0) * S.col(1).transpose()).eval();  // rank 1
    if (i % 5 == 3) S.col(2) = S.col(0) + 1e-7 * S.col(2);         // nearly rank 2
    if (i % 5 == 4) S = (S.col(0) * S.col(1).transpose() + 1e-9 * S).eval();
    all.push_back(S * std::pow(10.0, i % 25 - 12));
  }
  return all;
}

void checkRotation(const Matrix3d& R, const Matrix3d& S, double trace) {
  CHECK((R.transpose() * R - Matrix3d::Identity()).norm() < 1e-9);
  CHECK(R.determinant() == doctest::Approx(1));
  const double best = bestTrace(S), size = S.norm();
  CHECK(std::abs(trace - best) <= 1e-10 * size);
  CHECK((R.transpose() * S).trace() >= best - 1e-9 * size);
}

Matrix3d byRows(const double* values) {
  return Eigen::Map<const Eigen::Matrix<double, 3, 3, Eigen::RowMajor>>(values);
}

}  // namespace

TEST_CASE("the fitted rotation is the best one, whatever the matrix") {
  for (const Matrix3d& S : matrices()) {
    detail::Matrix3 values, R;
    for (int i = 0; i < 9; ++i) values[std::size_t(i)] = S(i / 3, i % 3);
    const double trace = detail::fitRotation(values, R);
    checkRotation(byRows(R.data()), S, trace);
  }
}

TEST_CASE("many at once are fitted as well as one alone") {
  const std::vector<Matrix3d> all = matrices();
  // Each set pulls three points along the axes: its covariance has them for columns.
  std::vector<detail::Pull> pulls;
  std::vector<double> x(4 * (3 * all.size() + 1)), b(x.size());
  for (std::size_t set = 0; set < all.size(); ++set) {
    pulls.push_back({int(set), 0});
    for (std::size_t k = 0; k < 3; ++k) {
      const std::size_t point = 3 * set + k + 1;
      detail::Pull pull{int(set), int(point)};
      pull.vector[k] = 1;
      pulls.push_back(pull);
      for (Eigen::Index i = 0; i < 3; ++i) {
        x[4 * point + std::size_t(i)] = all[set](i, Eigen::Index(k));
      }
    }
  }
  const detail::EdgeSets sets(3, int(all.size()), pulls);
  double expected = 0;
  for (std::size_t set = 0; set < all.size(); ++set) {
    double rotation[9];
    sets.rotationOf(int(set), x, rotation);
    const Matrix3d R = byRows(rotation);
    checkRotation(R, all[set], (R.transpose() * all[set]).trace());
    expected += bestTrace(all[set]);
  }
  CHECK(sets.fit(x, b) == doctest::Approx(expected).epsilon(1e-12));
}

TEST_CASE("where any rotation will do there is none") {
  for (const Matrix3d& S :
       {Matrix3d(Matrix3d::Zero()), Matrix3d(Eigen::Vector3d(3, 0, 0).asDiagonal()),
        Matrix3d(Eigen::Vector3d(0, 2, 1).asDiagonal())}) {
    detail::Matrix3 values, R;
    for (int i = 0; i < 9; ++i) values[std::size_t(i)] = S(i / 3, i % 3);
    detail::fitRotation(values, R);
    CHECK((byRows(R.data()) - Matrix3d::Identity()).norm() < 1e-9);
  }
}

// SPDX-License-Identifier: MIT
#include "vide/deform/detail/rotation_fit.hpp"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>

namespace vide::detail {

namespace {

// Eigenvalues this close to each other, relative to the largest, count as equal.
constexpr double equal_eigenvalues = 1e-10;

// Horn, Closed-form solution of absolute orientation using unit quaternions, 1987: for the
// quaternion q of R, trace(R^T S) = q^T N q.
Eigen::Matrix4d quaternionForm(const Matrix3& S) {
  Eigen::Matrix4d N;
  N << S[0] + S[4] + S[8], S[7] - S[5], S[2] - S[6], S[3] - S[1],  //
      S[7] - S[5], S[0] - S[4] - S[8], S[1] + S[3], S[2] + S[6],   //
      S[2] - S[6], S[1] + S[3], S[4] - S[0] - S[8], S[5] + S[7],   //
      S[3] - S[1], S[2] + S[6], S[5] + S[7], S[8] - S[0] - S[4];
  return N;
}

Matrix3 rotationOf(const Eigen::Vector4d& q) {
  const double w = q[0], x = q[1], y = q[2], z = q[3];
  return {
      w * w + x * x - y * y - z * z, 2 * (x * y - w * z),           2 * (x * z + w * y),
      2 * (x * y + w * z),           w * w - x * x + y * y - z * z, 2 * (y * z - w * x),
      2 * (x * z - w * y),           2 * (y * z + w * x),           w * w - x * x - y * y + z * z};
}

// Among the best quaternions the one nearest to that of no rotation.
Eigen::Vector4d calmest(const Eigen::SelfAdjointEigenSolver<Eigen::Matrix4d>& solver) {
  const Eigen::Vector4d& values = solver.eigenvalues();
  const double least = values[3] - equal_eigenvalues * std::max(values[3], -values[0]);
  Eigen::Vector4d q = Eigen::Vector4d::Zero();
  for (int k = 3; k >= 0 && values[k] >= least; --k) {
    q += solver.eigenvectors()(0, k) * solver.eigenvectors().col(k);
  }
  if (q.norm() < 1e-6) q = solver.eigenvectors().col(3);
  return q.normalized();
}

double largestEntry(const Matrix3& S) {
  double largest = 0;
  for (double s : S) largest = std::max(largest, std::abs(s));
  return largest;
}

}  // namespace

double fitRotation(const Matrix3& S, Matrix3& R) {
  const double size = largestEntry(S);
  if (!(size > 0)) {
    R = {1, 0, 0, 0, 1, 0, 0, 0, 1};
    return 0;
  }
  Matrix3 scaled;
  for (int i = 0; i < 9; ++i) scaled[i] = S[i] / size;
  const Eigen::SelfAdjointEigenSolver<Eigen::Matrix4d> solver(quaternionForm(scaled));
  R = rotationOf(calmest(solver));
  return size * solver.eigenvalues()[3];
}

void fitLane(const double (&S)[9][4], int lane, double (&R)[9][4], double (&trace)[4]) {
  Matrix3 one, rotation;
  for (int i = 0; i < 9; ++i) one[i] = S[i][lane];
  trace[lane] = fitRotation(one, rotation);
  for (int i = 0; i < 9; ++i) R[i][lane] = rotation[i];
}

}  // namespace vide::detail

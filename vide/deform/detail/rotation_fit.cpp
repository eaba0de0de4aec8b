// SPDX-License-Identifier: MIT
#include "vide/deform/detail/rotation_fit.hpp"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>

namespace vide::detail {

namespace {

// Below this gap between the best rotation and the next best, relative to |S|^3, the closed form
// has lost too many digits.
constexpr double least_gap = 1e-4;
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

Matrix3 laneOf(const Matrix3Pair& pair, int lane) {
  Matrix3 one;
  for (int i = 0; i < 9; ++i) one[i] = pair[i][lane];
  return one;
}

Double2 squaredNorm(const Matrix3Pair& S) {
  Double2 sum{};
  for (Double2 s : S) sum += s * s;
  return sum;
}

// Rows are the cross products of the other two rows.
Matrix3Pair cofactors(const Matrix3Pair& S) {
  Matrix3Pair cof;
  for (int r = 0; r < 3; ++r) {
    const int a = 3 * ((r + 1) % 3), b = 3 * ((r + 2) % 3);
    for (int c = 0; c < 3; ++c) {
      const int u = (c + 1) % 3, v = (c + 2) % 3;
      cof[3 * r + c] = S[a + u] * S[b + v] - S[a + v] * S[b + u];
    }
  }
  return cof;
}

// S S^T S.
Matrix3Pair cubed(const Matrix3Pair& S) {
  std::array<Double2, 6> G;  // S^T S: xx, xy, xz, yy, yz, zz
  for (int i = 0, k = 0; i < 3; ++i) {
    for (int j = i; j < 3; ++j, ++k) G[k] = S[i] * S[j] + S[3 + i] * S[3 + j] + S[6 + i] * S[6 + j];
  }
  constexpr int at[3][3] = {{0, 1, 2}, {1, 3, 4}, {2, 4, 5}};
  Matrix3Pair cube;
  for (int r = 0; r < 3; ++r) {
    for (int c = 0; c < 3; ++c) {
      cube[3 * r + c] =
          S[3 * r] * G[at[0][c]] + S[3 * r + 1] * G[at[1][c]] + S[3 * r + 2] * G[at[2][c]];
    }
  }
  return cube;
}

// The largest root of (t^2 - 1)^2 = 8 det t + 4 |cof|^2, by Newton's method from above.
Double2 largestTrace(Double2 det, Double2 squared_cof) {
  const Double2 zero{};
  const Double2 positive = larger(det, zero);
  Double2 t = squareRoot(
      both(1) + both(2) * squareRoot(squared_cof + both(2 * 1.7320508075688773) * positive));
  for (int step = 0; step < 20; ++step) {
    const Double2 rest = t * t - both(1);
    const Double2 value = rest * rest - both(8) * det * t - both(4) * squared_cof;
    const Double2 slope = both(4) * t * rest - both(8) * det;
    const Double2 change = value / slope;
    t -= change;
    if (!(std::abs(change[0]) > 1e-15) && !(std::abs(change[1]) > 1e-15)) break;
  }
  return t;
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

// With S = R U, U symmetric, and t = tr U, u = (t^2 - |S|^2) / 2, det the invariants of U:
//     cof S = R (U^2 - t U + u),   S S^T S = R U^3 = R (t U^2 - u U + det)
// whence (t u - det) R = t cof S + (t^2 - u) S - S S^T S. The trace t is the largest root of the
// polynomial that the invariants of S give; S is scaled to |S| = 1 before.
Double2 fitRotations(const Matrix3Pair& S, Matrix3Pair& R) {
  const Double2 size = squareRoot(squaredNorm(S));
  const Double2 scale = both(1) / size;
  Matrix3Pair unit;
  for (int i = 0; i < 9; ++i) unit[i] = S[i] * scale;
  const Matrix3Pair cof = cofactors(unit), cube = cubed(unit);
  const Double2 det = unit[0] * cof[0] + unit[1] * cof[1] + unit[2] * cof[2];
  const Double2 t = largestTrace(det, squaredNorm(cof));
  const Double2 u = (t * t - both(1)) * both(0.5);
  const Double2 gap = t * u - det, inverse = both(1) / gap;
  for (int i = 0; i < 9; ++i) {
    R[i] = (t * cof[i] + (t * t - u) * unit[i] - cube[i]) * inverse;
  }
  Double2 trace = t * size;
  const Double2 length = squaredNorm(R);
  for (int lane = 0; lane < 2; ++lane) {
    if (gap[lane] > least_gap && std::abs(length[lane] - 3) < 1e-9) continue;
    Matrix3 one;
    trace[lane] = fitRotation(laneOf(S, lane), one);
    for (int i = 0; i < 9; ++i) R[i][lane] = one[i];
  }
  return trace;
}

Double2 fitRotations(const std::array<Double2, 4>& S, std::array<Double2, 4>& R) {
  const Double2 along = S[0] + S[3], across = S[2] - S[1];
  const Double2 size = squareRoot(along * along + across * across);
  const Double2 some = size > both(0) ? size : both(1);
  const Double2 cosine = size > both(0) ? along / some : both(1);
  const Double2 sine = across / some;
  R = {cosine, -sine, sine, cosine};
  return size;
}

}  // namespace vide::detail

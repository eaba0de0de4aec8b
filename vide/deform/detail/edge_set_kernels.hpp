// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <span>

namespace vide::detail {

// Points stand `stride` numbers apart: x y in the plane, x y z 0 in space, so that a point of space
// is one vector.
constexpr int strideOf(int dimension) { return dimension == 2 ? 2 : 4; }

// Points that stand close together are put strideOf(dimension) apart.
inline void spread(std::span<const double> points, int dimension, std::span<double> x) {
  const std::size_t coordinates = std::size_t(dimension), stride = std::size_t(strideOf(dimension));
  for (std::size_t i = 0; i < points.size(); ++i) {
    x[i / coordinates * stride + i % coordinates] = points[i];
  }
}

// Four edge sets side by side, padded to the same number of points with pulls of zero.
struct EdgeSetGroup {
  std::array<int, 4> center;  // a point of each set whose pull is minus the sum of the others
  std::size_t first, end;     // into EdgeSetView::point
};

struct EdgeSetView {
  std::span<const EdgeSetGroup> groups;
  const std::array<int, 4>* point;
  const double* pull;  // for each entry of point, dimension x 4 numbers
};

// An edge of the mesh with its weight over all elements.
struct WeightedEdge {
  int from, to;
  double weight;
};

// What an iteration spends its time on, in one dimension. Every sum runs in the same order at any
// vector width: results are the same bits on every machine.
struct EdgeSetKernels {
  // Fits every rotation to x, adds the right-hand side to b and returns the sum of traces.
  double (*fit)(const EdgeSetView& sets, const double* x, double* b);
  // The rotation of set `lane` of a group, dimension x dimension by rows.
  void (*rotation)(const EdgeSetView& sets, std::size_t group, int lane, const double* x,
                   double* R);
  // b -= K x; returns x^T K x, for K the stiffness of the edges.
  double (*stretch)(std::span<const WeightedEdge> edges, const double* x, double* b);
  // y = A x for a dense symmetric A of that many rows, one point each.
  void (*multiply)(const double* A, int rows, const double* x, double* y);
};

// Those for the widest vectors that this machine has; dimension 2 or 3.
const EdgeSetKernels& edgeSetKernels(int dimension);

}  // namespace vide::detail

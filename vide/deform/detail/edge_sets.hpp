// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "vide/deform/arap.hpp"
#include "vide/deform/detail/element_mesh.hpp"
#include "vide/deform/detail/lanes.hpp"

namespace vide::detail {

// How a position takes part in the best rotation of an edge set: S = sum of x pull^T.
struct Pull {
  int set = 0;
  int point = 0;
  std::array<double, 3> vector{};
};

// The edge sets of an as-rigid-as-possible energy. Everything such an energy does beside its
// quadratic part is linear in the positions: set s has the covariance
//     S_s = sum over its points p of x_p pull_sp^T     (the pulls of a set sum to zero),
// its best rotation maximises trace(R_s^T S_s), and the right-hand side of the global step is
//     b_p = sum over sets s of R_s pull_sp.
// Spokes, spokes and rims, elements, groups of them, and the reduced points of skinning differ in
// their pulls alone.
class EdgeSets {
 public:
  EdgeSets() = default;
  // Pulls of the same set and point add up. Sets are numbered 0 .. sets - 1; points below `points`.
  EdgeSets(int dimension, int sets, std::vector<Pull> pulls);

  // Fits every rotation to the positions x (points x dimension), writes b and returns the sum of
  // trace(R_s^T S_s).
  double fit(std::span<const double> x, std::span<double> b) const;

  // The lowest set that has this point among its pulls, or -1.
  int setAt(int point) const;

  // The best rotation of one set, dimension x dimension by rows.
  void rotationOf(int set, std::span<const double> x, std::span<double> R) const;

 private:
  // Two sets side by side, padded to the same number of points with pulls of zero.
  struct Pair {
    std::array<int, 2> center;  // a point of each set whose pull is minus the sum of the others
    std::size_t first, end;     // into point_
  };
  template <int Dimension>
  std::array<Double2, Dimension * Dimension> covarianceOf(const Pair& pair, const double* x) const;
  template <int Dimension>
  void rotationIn(int set, const double* x, double* R) const;
  template <int Dimension>
  double fitIn(const double* x, double* b) const;

  int dimension_ = 3;
  std::vector<Pair> pairs_;
  std::vector<std::array<int, 2>> point_;
  std::vector<double> pull_;  // for each entry of point_, dimension x 2 numbers
};

// The sets of an energy. `clusters` has a number for each set, or is empty; sets are the vertices,
// or the elements by their place in `mesh`.
EdgeSets edgeSetsOf(const ElementMesh& mesh, ArapEnergy energy, std::span<const int> clusters);

}  // namespace vide::detail

// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "vide/core/error.hpp"
#include "vide/deform/arap.hpp"
#include "vide/deform/detail/edge_set_kernels.hpp"
#include "vide/deform/detail/element_mesh.hpp"

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
  // Pulls of the same set and point add up. Sets are numbered 0 .. sets - 1.
  EdgeSets(int dimension, int sets, std::vector<Pull> pulls);

  // Fits every rotation to the positions x, writes b and returns the sum of trace(R_s^T S_s).
  // Points of x and b stand strideOf(dimension) apart.
  double fit(std::span<const double> x, std::span<double> b) const;

  // The lowest set that has this point among its pulls, or -1.
  int setAt(int point) const;

  // The best rotation of one set, dimension x dimension by rows.
  void rotationOf(int set, std::span<const double> x, std::span<double> R) const;

 private:
  using Rows = std::span<const Pull>;  // the pulls of one set
  void append(const std::array<Rows, 4>& sets);
  EdgeSetView view() const { return {groups_, point_.data(), pull_.data()}; }

  int dimension_ = 3;
  std::vector<int> place_;       // of each set: 4 group + lane
  std::vector<int> lowest_set_;  // of each point, or -1
  std::vector<EdgeSetGroup> groups_;
  std::vector<std::array<int, 4>> point_;
  std::vector<double> pull_;  // for each entry of point_, dimension x 4 numbers
};

// Error: not one cluster number, from 0 up and below `sets`, for each set. Empty will do.
Result<void> checkClusters(std::span<const int> clusters, int sets);

// The pulls of an energy; sets are the vertices, or the elements by their place in `mesh`.
// `clusters` has a number for each set, or is empty.
std::vector<Pull> pullsOf(const ElementMesh& mesh, ArapEnergy energy,
                          std::span<const int> clusters);
EdgeSets edgeSetsOf(const ElementMesh& mesh, ArapEnergy energy, std::span<const int> clusters);

}  // namespace vide::detail

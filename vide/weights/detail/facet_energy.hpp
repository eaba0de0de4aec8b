// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

#include "vide/numeric/facet_laplacian.hpp"
#include "vide/numeric/sparse_matrix.hpp"

namespace vide::detail {

// The energy of biharmonic coordinates, kept in factors: A = B^T N B or B^T N (-L) N B.
class FacetEnergy {
 public:
  FacetEnergy(const FacetLaplacian& facets, int order);

  SparseMatrix matrix() const;  // A

  // y = A x, worked out factor by factor in about twice the precision of a double.
  void multiplyExactly(std::span<const double> x, std::span<double> y) const;

 private:
  int order_;
  SparseMatrix B_, minus_L_;
  std::vector<double> N_;
};

}  // namespace vide::detail

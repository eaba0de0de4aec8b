// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "vide/core/error.hpp"
#include "vide/numeric/sparse_cholesky.hpp"
#include "vide/numeric/sparse_matrix.hpp"

namespace vide::detail {

// A with the rows and columns of fixed unknowns replaced by those of the identity: the numbering
// stays. `fixed` has a flag for each row.
SparseMatrix decoupled(const SparseMatrix& A, std::span<const std::uint8_t> fixed);

// Solves A x = b where some unknowns are fixed: what they pull moves to the right-hand side.
class VertexSystem {
 public:
  // A is symmetric. Errors: those of SparseCholesky.
  static Result<VertexSystem> create(const SparseMatrix& A, std::span<const std::uint8_t> fixed);

  // b and x are size x vectors by rows. At fixed rows b holds the values that x shall have. b is
  // used up; `scratch` has as many numbers.
  void solve(std::span<double> b, std::span<double> x, int vectors,
             std::span<double> scratch) const;

 private:
  VertexSystem(SparseCholesky factor, std::vector<Triplet> coupling);

  SparseCholesky factor_;
  std::vector<Triplet> coupling_;  // A(free, fixed)
};

}  // namespace vide::detail

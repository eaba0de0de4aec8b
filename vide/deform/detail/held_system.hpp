// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/LU>
#include <cstdint>
#include <span>
#include <vector>

#include "vide/core/error.hpp"
#include "vide/numeric/sparse_cholesky.hpp"
#include "vide/numeric/sparse_matrix.hpp"

namespace vide::detail {

// Minimises 1/2 x^T A x - r^T x subject to b_i^T x = c_i for the constraints that are active, A
// positive semi-definite and definite once every constraint holds.
//
// One factorisation serves every set of active constraints. It is that of A' = A + B^T B, B holding
// all constraints as rows: adding B^T B changes nothing where a constraint holds. With Y = A'^-1
// B^T, S = B Y and x0 = A'^-1 r the minimiser is x = x0 + Y m, where m solves a dense system with
// one row per constraint:
//     active:    (S m)_i + (B x0)_i = c_i    the constraint holds
//     inactive:  m_i - (S m)_i = (B x0)_i    what B^T B added is taken away again
// The force of constraint i is m_i - b_i^T x. An active constraint yields to it by a tiny
// compliance, b_i^T x = c_i - compliance * force, which changes nothing that can be seen and
// settles constraints that contradict each other by least squares.
class HeldSystem {
 public:
  // What depends on the active set, with the scratch of a solve.
  struct Hold {
    std::vector<std::uint8_t> active;
    Eigen::PartialPivLU<Eigen::MatrixXd> dense;
    Eigen::MatrixXd system, right, m;
    std::vector<double> product, scratch;
  };

  // `entries` are those of A, both triangles. Column i of `constraints` (size x constraints) is
  // b_i. Each solve has `vectors` right-hand sides, 1 or 2. Errors: those of SparseCholesky.
  static Result<HeldSystem> create(std::vector<Triplet> entries, SparseMatrix constraints,
                                   int vectors);

  Hold makeHold() const;
  // One flag per constraint; the active ones must hold every part of the system.
  void setActive(std::span<const std::uint8_t> active, Hold& hold) const;
  // r and x are size x vectors, c is constraints x vectors, all by rows.
  void solve(std::span<const double> r, std::span<const double> c, Hold& hold,
             std::span<double> x) const;

 private:
  HeldSystem(SparseCholesky factor, SparseMatrix constraints, int vectors);
  void findResponses();

  SparseCholesky factor_;
  SparseMatrix constraints_;
  int vectors_;
  std::vector<double> responses_;  // Y, by columns
  Eigen::MatrixXd S_;
};

}  // namespace vide::detail

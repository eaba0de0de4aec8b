// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <memory>
#include <span>

#include "vide/core/error.hpp"
#include "vide/numeric/sparse_matrix.hpp"

namespace vide {

// Solves A x = b for a sparse symmetric positive definite A: factorises once (A = L L^T after a
// fill-reducing reordering), then each solve is two substitutions. Columns that share their rows
// are worked on as dense blocks, which is several times faster than entry by entry.
//
// Of A only the lower triangle (row >= column) is read. Results are the same bits on any machine.
// Nothing is promised for an A that is nearly singular beyond what rounding leaves.
class SparseCholesky {
 public:
  // Errors: A is not square or its indices are out of order (malformed_data); it is not positive
  // definite, or holds numbers that are not finite (numeric_failure).
  static Result<SparseCholesky> factorize(const SparseMatrix& A);

  SparseCholesky(SparseCholesky&&) noexcept;
  SparseCholesky& operator=(SparseCholesky&&) noexcept;
  ~SparseCholesky();

  // Another matrix with the same pattern as the first: reuses the ordering and the symbolic
  // analysis. After an error the object must be refactorised before it can solve again.
  Result<void> refactorize(const SparseMatrix& A);

  int size() const;

  // `vectors` right-hand sides at once: b and x are size() x vectors by rows (the values of one row
  // stand side by side) and may be the same memory; scratch holds as many numbers. Allocates
  // nothing; calls from several threads, each with its own scratch, are safe.
  void solve(std::span<const double> b, std::span<double> x, int vectors,
             std::span<double> scratch) const noexcept;

  // The same in single precision: half the memory to read, about 6 digits for a well-conditioned A.
  // The factor itself is found in double and rounded by roundToSingle(), which is needed once.
  void solve(std::span<const float> b, std::span<float> x, int vectors,
             std::span<float> scratch) const noexcept;
  void roundToSingle();

 private:
  struct Factor;
  explicit SparseCholesky(std::unique_ptr<Factor> factor);
  std::unique_ptr<Factor> factor_;
};

}  // namespace vide

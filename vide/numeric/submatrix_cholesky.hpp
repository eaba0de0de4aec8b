// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "vide/core/error.hpp"
#include "vide/numeric/sparse_matrix.hpp"

namespace vide {

// Factorises principal submatrices of one sparse symmetric matrix, as active-set methods need them:
// the order of elimination and the blocks are found once for the whole, so that each submatrix
// costs little more than its arithmetic. Several threads may factorise at the same time.
class SubmatrixCholesky {
 public:
  // Of A the lower triangle is read. Errors: A is not square or its indices are out of order
  // (malformed_data).
  static Result<SubmatrixCholesky> analyse(const SparseMatrix& A);

  SubmatrixCholesky(SubmatrixCholesky&&) noexcept;
  SubmatrixCholesky& operator=(SubmatrixCholesky&&) noexcept;
  ~SubmatrixCholesky();

  int size() const;

  // The factor of the rows and columns r with kept[r]; must not outlive the analysis.
  class Factor {
   public:
    Factor(Factor&&) noexcept;
    Factor& operator=(Factor&&) noexcept;
    ~Factor();

    int size() const;  // rows kept

    // In place for `vectors` right-hand sides, size of the whole x vectors by rows: solves for the
    // kept rows of x and leaves the others. scratch holds at least size() x vectors numbers.
    void solve(std::span<double> x, int vectors, std::span<double> scratch) const noexcept;

   private:
    friend class SubmatrixCholesky;
    struct Blocks;
    explicit Factor(std::unique_ptr<Blocks> blocks);
    std::unique_ptr<Blocks> blocks_;
  };
  // Errors: the submatrix is not positive definite or not finite (numeric_failure).
  Result<Factor> factorize(std::span<const std::uint8_t> kept) const;

 private:
  struct Analysis;
  explicit SubmatrixCholesky(std::unique_ptr<const Analysis> analysis);
  std::unique_ptr<const Analysis> analysis_;
};

}  // namespace vide

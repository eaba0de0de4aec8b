// SPDX-License-Identifier: MIT
#include "vide/numeric/sparse_cholesky.hpp"

#include <cassert>
#include <utility>

#include "vide/numeric/detail/supernodal_factor.hpp"

namespace vide {

struct SparseCholesky::Factor {
  detail::SupernodalFactor blocks;
  std::size_t entries;  // of the analysed pattern
  bool single = false;
};

SparseCholesky::SparseCholesky(std::unique_ptr<Factor> factor) : factor_(std::move(factor)) {}
SparseCholesky::SparseCholesky(SparseCholesky&&) noexcept = default;
SparseCholesky& SparseCholesky::operator=(SparseCholesky&&) noexcept = default;
SparseCholesky::~SparseCholesky() = default;

Result<SparseCholesky> SparseCholesky::factorize(const SparseMatrix& A) {
  if (auto checked = detail::checkPattern(A); !checked) return std::unexpected(checked.error());
  SparseCholesky solver(std::make_unique<Factor>(
      Factor{detail::SupernodalFactor(detail::findSupernodes(A, detail::minimumDegreeOrder(A))),
             A.row.size()}));
  if (auto done = solver.refactorize(A); !done) return std::unexpected(done.error());
  return solver;
}

Result<void> SparseCholesky::refactorize(const SparseMatrix& A) {
  assert(A.row.size() == factor_->entries && "the pattern must be that of the first matrix");
  if (auto done = factor_->blocks.factorize(A.value); !done) return done;
  if (factor_->single) factor_->blocks.roundToSingle();
  return {};
}

void SparseCholesky::roundToSingle() {
  factor_->single = true;
  factor_->blocks.roundToSingle();
}

int SparseCholesky::size() const { return factor_->blocks.nodes().size(); }

void SparseCholesky::solve(std::span<const double> b, std::span<double> x, int vectors,
                           std::span<double> scratch) const noexcept {
  factor_->blocks.solveInOrder(b, x, vectors, scratch);
}

void SparseCholesky::solve(std::span<const float> b, std::span<float> x, int vectors,
                           std::span<float> scratch) const noexcept {
  assert(factor_->single && "call roundToSingle() first");
  factor_->blocks.solveInOrder(b, x, vectors, scratch);
}

}  // namespace vide

// SPDX-License-Identifier: MIT
#include "vide/numeric/submatrix_cholesky.hpp"

#include <algorithm>
#include <cassert>
#include <utility>
#include <vector>

#include "vide/numeric/detail/supernodal_factor.hpp"

namespace vide {

struct SubmatrixCholesky::Analysis {
  detail::Supernodes nodes;
  std::vector<double> value;
};

struct SubmatrixCholesky::Factor::Blocks {
  detail::SupernodalFactor factor;
};

SubmatrixCholesky::Factor::Factor(std::unique_ptr<Blocks> blocks) : blocks_(std::move(blocks)) {}
SubmatrixCholesky::Factor::Factor(Factor&&) noexcept = default;
SubmatrixCholesky::Factor& SubmatrixCholesky::Factor::operator=(Factor&&) noexcept = default;
SubmatrixCholesky::Factor::~Factor() = default;

SubmatrixCholesky::SubmatrixCholesky(std::unique_ptr<const Analysis> analysis)
    : analysis_(std::move(analysis)) {}
SubmatrixCholesky::SubmatrixCholesky(SubmatrixCholesky&&) noexcept = default;
SubmatrixCholesky& SubmatrixCholesky::operator=(SubmatrixCholesky&&) noexcept = default;
SubmatrixCholesky::~SubmatrixCholesky() = default;

Result<SubmatrixCholesky> SubmatrixCholesky::analyse(const SparseMatrix& A) {
  if (auto checked = detail::checkPattern(A); !checked) return std::unexpected(checked.error());
  return SubmatrixCholesky(std::make_unique<const Analysis>(
      Analysis{detail::findSupernodes(A, detail::minimumDegreeOrder(A)), A.value}));
}

int SubmatrixCholesky::size() const { return analysis_->nodes.size(); }

Result<SubmatrixCholesky::Factor> SubmatrixCholesky::factorize(
    std::span<const std::uint8_t> kept) const {
  assert(kept.size() == std::size_t(size()));
  auto blocks = std::make_unique<Factor::Blocks>(
      Factor::Blocks{detail::SupernodalFactor(detail::restricted(analysis_->nodes, kept))});
  if (auto done = blocks->factor.factorize(analysis_->value); !done) {
    return std::unexpected(done.error());
  }
  return Factor(std::move(blocks));
}

int SubmatrixCholesky::Factor::size() const { return blocks_->factor.nodes().size(); }

void SubmatrixCholesky::Factor::solve(std::span<double> x, int vectors,
                                      std::span<double> scratch) const noexcept {
  blocks_->factor.solveInOrder<double>(x, x, vectors, scratch);
}

}  // namespace vide

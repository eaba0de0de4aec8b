// SPDX-License-Identifier: MIT
#include "vide/numeric/sparse_cholesky.hpp"

#include <algorithm>
#include <cassert>
#include <numeric>
#include <utility>
#include <vector>

#include "vide/core/text.hpp"
#include "vide/numeric/detail/supernodal_factor.hpp"

namespace vide {

namespace {

Result<void> checkPattern(const SparseMatrix& A) {
  const auto wrong = [](auto... pieces) {
    return fail(ErrorCode::malformed_data, text("sparse matrix: ", pieces...));
  };
  if (A.rows != A.columns) return wrong(A.rows, " x ", A.columns, ", but it must be square");
  if (A.start.size() != std::size_t(A.columns) + 1 || A.start[0] != 0 ||
      !std::ranges::is_sorted(A.start) || A.start.back() != int(A.row.size()) ||
      A.row.size() != A.value.size()) {
    return wrong("its arrays have sizes that do not fit together");
  }
  for (int c = 0; c < A.columns; ++c) {
    for (int p = A.start[c]; p < A.start[c + 1]; ++p) {
      const bool ascending = p == A.start[c] || A.row[p - 1] < A.row[p];
      if (A.row[p] < 0 || A.row[p] >= A.rows || !ascending) {
        return wrong("the rows of column ", c, " are out of range or order");
      }
    }
  }
  return {};
}

// Rows of b in the order of elimination.
template <class Scalar>
void gather(std::span<const int> order, std::span<const Scalar> b, std::span<Scalar> sorted,
            std::size_t width) {
  for (std::size_t i = 0; i < order.size(); ++i) {
    const Scalar* from = b.data() + std::size_t(order[i]) * width;
    std::copy(from, from + width, sorted.data() + i * width);
  }
}

template <class Scalar>
void scatter(std::span<const int> order, std::span<const Scalar> sorted, std::span<Scalar> x,
             std::size_t width) {
  for (std::size_t i = 0; i < order.size(); ++i) {
    const Scalar* from = sorted.data() + i * width;
    std::copy(from, from + width, x.data() + std::size_t(order[i]) * width);
  }
}

template <class Scalar>
void solveWith(const detail::SupernodalFactor& factor, std::span<const Scalar> b,
               std::span<Scalar> x, int vectors, std::span<Scalar> scratch) {
  const std::vector<int>& order = factor.nodes().order;
  const std::size_t width = std::size_t(vectors), size = order.size() * width;
  assert(b.size() == size && x.size() == size && scratch.size() >= size);
  const std::span<Scalar> sorted = scratch.first(size);
  gather(order, b, sorted, width);
  factor.solve(sorted, vectors);
  scatter<Scalar>(order, sorted, x, width);
}

}  // namespace

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
  if (auto checked = checkPattern(A); !checked) return std::unexpected(checked.error());
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
  solveWith(factor_->blocks, b, x, vectors, scratch);
}

void SparseCholesky::solve(std::span<const float> b, std::span<float> x, int vectors,
                           std::span<float> scratch) const noexcept {
  assert(factor_->single && "call roundToSingle() first");
  solveWith(factor_->blocks, b, x, vectors, scratch);
}

}  // namespace vide

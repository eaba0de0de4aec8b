// SPDX-License-Identifier: MIT
#include "vide/numeric/sparse_cholesky.hpp"

#include <Eigen/SparseCholesky>
#include <algorithm>
#include <cassert>
#include <cmath>
#include <utility>

#include "vide/core/text.hpp"

namespace vide {

namespace {

using EigenMatrix = Eigen::SparseMatrix<double>;
using EigenFactor = Eigen::SimplicialLDLT<EigenMatrix, Eigen::Lower, Eigen::AMDOrdering<int>>;

Eigen::Map<const EigenMatrix> view(const SparseMatrix& A) {
  return {A.rows,         A.columns,    Eigen::Index(A.row.size()),
          A.start.data(), A.row.data(), A.value.data()};
}

// The strictly lower triangle of L by columns, and the diagonal D.
struct FactorView {
  int size;
  const int* start;
  const int* row;
  const double* value;
  const double* inverse_diagonal;
};

// In place: x := (L D L^T)^-1 x. With Width > 0 the number of right-hand sides is known to the
// compiler; 0 means `width` says it.
template <int Width>
void substitute(const FactorView& L, double* x, int width) {
  const int k_end = Width > 0 ? Width : width;
  const auto rowOf = [&](int i) { return x + std::ptrdiff_t(i) * k_end; };
  for (int j = 0; j < L.size; ++j) {
    const double* from = rowOf(j);
    for (int p = L.start[j]; p < L.start[j + 1]; ++p) {
      double* to = rowOf(L.row[p]);
      for (int k = 0; k < k_end; ++k) to[k] -= L.value[p] * from[k];
    }
  }
  for (int j = L.size - 1; j >= 0; --j) {
    double* to = rowOf(j);
    for (int k = 0; k < k_end; ++k) to[k] *= L.inverse_diagonal[j];
    for (int p = L.start[j]; p < L.start[j + 1]; ++p) {
      const double* from = rowOf(L.row[p]);
      for (int k = 0; k < k_end; ++k) to[k] -= L.value[p] * from[k];
    }
  }
}

void substituteAny(const FactorView& L, double* x, int width) {
  switch (width) {
    case 1:
      return substitute<1>(L, x, width);
    case 2:
      return substitute<2>(L, x, width);
    case 3:
      return substitute<3>(L, x, width);
    default:
      return substitute<0>(L, x, width);
  }
}

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

}  // namespace

struct SparseCholesky::Factor {
  EigenFactor eigen;
  Eigen::VectorXd inverse_diagonal;
  std::size_t entries = 0;  // of the analysed pattern

  FactorView lower() const {
    const EigenMatrix& L = eigen.matrixL().nestedExpression();
    return {int(L.rows()), L.outerIndexPtr(), L.innerIndexPtr(), L.valuePtr(),
            inverse_diagonal.data()};
  }
};

SparseCholesky::SparseCholesky(std::unique_ptr<Factor> factor) : factor_(std::move(factor)) {}
SparseCholesky::SparseCholesky(SparseCholesky&&) noexcept = default;
SparseCholesky& SparseCholesky::operator=(SparseCholesky&&) noexcept = default;
SparseCholesky::~SparseCholesky() = default;

Result<SparseCholesky> SparseCholesky::factorize(const SparseMatrix& A) {
  if (auto checked = checkPattern(A); !checked) return std::unexpected(checked.error());
  SparseCholesky solver(std::make_unique<Factor>());
  solver.factor_->entries = A.row.size();
  solver.factor_->eigen.analyzePattern(view(A));
  if (auto done = solver.refactorize(A); !done) return std::unexpected(done.error());
  return solver;
}

Result<void> SparseCholesky::refactorize(const SparseMatrix& A) {
  assert(A.row.size() == factor_->entries && "the pattern must be that of the first matrix");
  factor_->eigen.factorize(view(A));
  const Eigen::VectorXd D = factor_->eigen.vectorD();
  for (Eigen::Index i = 0; i < D.size(); ++i) {
    if (!(D[i] > 0) || !std::isfinite(D[i])) {
      return fail(ErrorCode::numeric_failure,
                  text("sparse matrix: not positive definite or not finite (pivot ", i, " of ",
                       D.size(), " is ", D[i], "); some unknowns are not held"));
    }
  }
  factor_->inverse_diagonal = D.cwiseInverse();
  return {};
}

int SparseCholesky::size() const { return int(factor_->eigen.rows()); }

void SparseCholesky::solve(std::span<const double> b, std::span<double> x, int vectors,
                           std::span<double> scratch) const noexcept {
  const std::size_t width = std::size_t(vectors);
  assert(b.size() == std::size_t(size()) * width && x.size() == b.size());
  assert(scratch.size() >= b.size());
  const auto& place = factor_->eigen.permutationP().indices();
  for (Eigen::Index i = 0; i < place.size(); ++i) {
    const double* from = b.data() + std::size_t(i) * width;
    std::copy(from, from + width, scratch.data() + std::size_t(place[i]) * width);
  }
  substituteAny(factor_->lower(), scratch.data(), vectors);
  for (Eigen::Index i = 0; i < place.size(); ++i) {
    const double* from = scratch.data() + std::size_t(place[i]) * width;
    std::copy(from, from + width, x.data() + std::size_t(i) * width);
  }
}

}  // namespace vide

// SPDX-License-Identifier: MIT
#include "vide/deform/detail/vertex_system.hpp"

#include <cstddef>
#include <utility>

namespace vide::detail {

SparseMatrix decoupled(const SparseMatrix& A, std::span<const std::uint8_t> fixed) {
  SparseMatrix result{A.rows, A.columns};
  result.start.clear();
  for (int c = 0; c < A.columns; ++c) {
    result.start.push_back(int(result.row.size()));
    if (fixed[c]) {
      result.row.push_back(c);
      result.value.push_back(1);
      continue;
    }
    for (int p = A.start[c]; p < A.start[c + 1]; ++p) {
      if (fixed[A.row[p]]) continue;
      result.row.push_back(A.row[p]);
      result.value.push_back(A.value[p]);
    }
  }
  result.start.push_back(int(result.row.size()));
  return result;
}

VertexSystem::VertexSystem(SparseCholesky factor, std::vector<Triplet> coupling)
    : factor_(std::move(factor)), coupling_(std::move(coupling)) {}

Result<VertexSystem> VertexSystem::create(const SparseMatrix& A,
                                          std::span<const std::uint8_t> fixed) {
  auto factor = SparseCholesky::factorize(decoupled(A, fixed));
  if (!factor) return std::unexpected(factor.error());
  std::vector<Triplet> coupling;
  for (int c = 0; c < A.columns; ++c) {
    if (!fixed[c]) continue;
    for (int p = A.start[c]; p < A.start[c + 1]; ++p) {
      if (!fixed[A.row[p]]) coupling.push_back({A.row[p], c, A.value[p]});
    }
  }
  return VertexSystem(std::move(*factor), std::move(coupling));
}

void VertexSystem::solve(std::span<double> b, std::span<double> x, int vectors,
                         std::span<double> scratch) const {
  for (const Triplet& entry : coupling_) {
    const double* from = b.data() + std::size_t(entry.column) * vectors;
    double* to = b.data() + std::size_t(entry.row) * vectors;
    for (int k = 0; k < vectors; ++k) to[k] -= entry.value * from[k];
  }
  factor_.solve(b, x, vectors, scratch);
}

}  // namespace vide::detail

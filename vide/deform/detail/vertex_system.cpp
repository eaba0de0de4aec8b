// SPDX-License-Identifier: MIT
#include "vide/deform/detail/vertex_system.hpp"

#include <cstddef>
#include <utility>

namespace vide::detail {

VertexSystem::VertexSystem(SparseCholesky factor, std::vector<Triplet> coupling)
    : factor_(std::move(factor)), coupling_(std::move(coupling)) {}

Result<VertexSystem> VertexSystem::create(const SparseMatrix& A,
                                          std::span<const std::uint8_t> fixed) {
  std::vector<Triplet> coupling;
  SparseMatrix decoupled{A.rows, A.columns};
  decoupled.start.clear();
  for (int c = 0; c < A.columns; ++c) {
    decoupled.start.push_back(int(decoupled.row.size()));
    if (fixed[c]) {
      decoupled.row.push_back(c);
      decoupled.value.push_back(1);
    }
    for (int p = A.start[c]; p < A.start[c + 1]; ++p) {
      const int r = A.row[p];
      if (fixed[r]) continue;
      if (fixed[c]) {
        coupling.push_back({r, c, A.value[p]});
      } else {
        decoupled.row.push_back(r);
        decoupled.value.push_back(A.value[p]);
      }
    }
  }
  decoupled.start.push_back(int(decoupled.row.size()));
  auto factor = SparseCholesky::factorize(decoupled);
  if (!factor) return std::unexpected(factor.error());
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

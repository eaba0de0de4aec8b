// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "vide/core/error.hpp"
#include "vide/numeric/detail/supernodes.hpp"
#include "vide/numeric/sparse_matrix.hpp"

namespace vide::detail {

// The Cholesky factor of a sparse symmetric positive definite matrix in dense blocks, by the
// multifrontal method: each supernode gathers what its children leave for it, factorises its
// columns, and leaves an update for its parent. Tiles are laid out as tile_kernels.hpp says.
class SupernodalFactor {
 public:
  explicit SupernodalFactor(Supernodes nodes);

  // `value` are the values of the matrix that the supernodes were found for. Error: not positive
  // definite or not finite (numeric_failure).
  Result<void> factorize(std::span<const double> value);

  // x := (L L^T)^-1 b for `width` right-hand sides by rows, which nodes().order numbers; b and x
  // may be the same memory. scratch holds nodes().size() x width numbers. In single precision only
  // after roundToSingle().
  template <class Scalar>
  void solveInOrder(std::span<const Scalar> b, std::span<Scalar> x, int width,
                    std::span<Scalar> scratch) const noexcept;
  void roundToSingle() { single_.assign(value_.begin(), value_.end()); }

  const Supernodes& nodes() const { return nodes_; }

 private:
  class Fronts;

  Supernodes nodes_;
  std::vector<std::size_t> start_;  // supernode s: value_[start_[s]] .. value_[start_[s + 1]]
  std::vector<double> value_;
  std::vector<float> single_;
};

}  // namespace vide::detail

// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <span>

#include "vide/core/error.hpp"
#include "vide/core/text.hpp"

namespace vide::detail {

// The one-off case of a deformer: solve(targets, out) with matrices. Targets must be a row for each
// of `held` vertices, with as many columns as V; the result is like V.
template <class Solve>
Result<Eigen::MatrixXd> solveByRows(const Eigen::MatrixXd& V, std::size_t held,
                                    const Eigen::MatrixXd& targets, Solve solve) {
  if (targets.rows() != Eigen::Index(held) || targets.cols() != V.cols()) {
    return fail(ErrorCode::invalid_argument,
                text("targets are ", targets.rows(), " x ", targets.cols(), " but must be ", held,
                     " x ", V.cols()));
  }
  using ByRows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  const ByRows from = targets;
  ByRows to(V.rows(), V.cols());
  const auto done = solve(std::span<const double>(from.data(), std::size_t(from.size())),
                          std::span<double>(to.data(), std::size_t(to.size())));
  if (!done) return std::unexpected(done.error());
  return to;
}

}  // namespace vide::detail

// SPDX-License-Identifier: MIT
#include "vide/deform/detail/held_system.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

namespace vide::detail {

namespace {

// By how much an active constraint yields to a unit of force.
constexpr double compliance = 1e-8;

void addOuterProducts(const SparseMatrix& constraints, std::vector<Triplet>& entries) {
  for (int c = 0; c < constraints.columns; ++c) {
    for (int p = constraints.start[c]; p < constraints.start[c + 1]; ++p) {
      for (int q = constraints.start[c]; q < constraints.start[c + 1]; ++q) {
        entries.push_back(
            {constraints.row[p], constraints.row[q], constraints.value[p] * constraints.value[q]});
      }
    }
  }
}

// x += Y m, one constraint after the other: the inner loop then has no sum that must stay in order,
// and compiles to wide arithmetic. Vectors is known to the compiler for the same reason.
template <int Vectors>
void addResponses(std::span<const double> Y, const Eigen::MatrixXd& m, std::span<double> x) {
  const std::size_t rows = x.size() / Vectors;
  for (Eigen::Index c = 0; c < m.rows(); ++c) {
    const double* y = Y.data() + std::size_t(c) * rows;
    std::array<double, Vectors> scale;
    for (int v = 0; v < Vectors; ++v) scale[v] = m(c, v);
    for (std::size_t i = 0; i < rows; ++i) {
      for (int v = 0; v < Vectors; ++v) x[i * Vectors + v] += y[i] * scale[v];
    }
  }
}

}  // namespace

HeldSystem::HeldSystem(SparseCholesky factor, SparseMatrix constraints, int vectors)
    : factor_(std::move(factor)), constraints_(std::move(constraints)), vectors_(vectors) {}

Result<HeldSystem> HeldSystem::create(std::vector<Triplet> entries, SparseMatrix constraints,
                                      int vectors) {
  addOuterProducts(constraints, entries);
  auto factor =
      SparseCholesky::factorize(fromTriplets(constraints.rows, constraints.rows, entries));
  if (!factor) return std::unexpected(factor.error());
  HeldSystem held(std::move(*factor), std::move(constraints), vectors);
  held.findResponses();
  return held;
}

void HeldSystem::findResponses() {
  const int count = constraints_.columns;
  const std::size_t size = std::size_t(constraints_.rows);
  std::vector<double> right(size), product(count), scratch(size);
  responses_.resize(size * count);
  S_.resize(count, count);
  for (int c = 0; c < count; ++c) {
    std::ranges::fill(right, 0.0);
    for (int p = constraints_.start[c]; p < constraints_.start[c + 1]; ++p) {
      right[constraints_.row[p]] = constraints_.value[p];
    }
    const std::span<double> response = std::span(responses_).subspan(c * size, size);
    factor_.solve(right, response, 1, scratch);
    multiplyTransposed(constraints_, response, product);
    for (int i = 0; i < count; ++i) S_(i, c) = product[i];
  }
  S_ = ((S_ + S_.transpose()) / 2).eval();
}

HeldSystem::Hold HeldSystem::makeHold() const {
  const Eigen::Index count = constraints_.columns;
  Hold hold;
  hold.dense = Eigen::PartialPivLU<Eigen::MatrixXd>(count);
  hold.system.resize(count, count);
  hold.right.resize(count, vectors_);
  hold.m.resize(count, vectors_);
  hold.product.resize(std::size_t(count) * vectors_);
  hold.scratch.resize(std::size_t(constraints_.rows) * vectors_);
  return hold;
}

void HeldSystem::setActive(std::span<const std::uint8_t> active, Hold& hold) const {
  if (std::ranges::equal(active, hold.active)) return;
  hold.active.assign(active.begin(), active.end());
  for (Eigen::Index i = 0; i < S_.rows(); ++i) {
    hold.system.row(i) = (active[i] ? 1 - compliance : -1) * S_.row(i);
    hold.system(i, i) += active[i] ? compliance : 1;
  }
  hold.dense.compute(hold.system);
}

void HeldSystem::solve(std::span<const double> r, std::span<const double> c, Hold& hold,
                       std::span<double> x) const {
  factor_.solve(r, x, vectors_, hold.scratch);
  multiplyTransposed(constraints_, x, hold.product, vectors_);
  for (Eigen::Index i = 0; i < hold.right.rows(); ++i) {
    for (int v = 0; v < vectors_; ++v) {
      const std::size_t place = std::size_t(i) * vectors_ + v;
      const double at_x0 = hold.product[place];
      hold.right(i, v) = hold.active[i] ? c[place] - (1 - compliance) * at_x0 : at_x0;
    }
  }
  hold.m.noalias() = hold.dense.solve(hold.right);
  if (vectors_ == 1) return addResponses<1>(responses_, hold.m, x);
  addResponses<2>(responses_, hold.m, x);
}

}  // namespace vide::detail

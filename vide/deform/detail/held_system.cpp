// SPDX-License-Identifier: MIT
#include "vide/deform/detail/held_system.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace vide {

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

// x += Y m for each row of x; Vectors is known to the compiler so that a row stays in registers.
template <int Vectors>
void addResponses(std::span<const double> Y, const Eigen::MatrixXd& m, std::span<double> x) {
  const std::size_t constraints = std::size_t(m.rows());
  const std::size_t rows = x.size() / Vectors;
  for (std::size_t i = 0; i < rows; ++i) {
    const double* y = Y.data() + i * constraints;
    double* to = x.data() + i * Vectors;
    for (int v = 0; v < Vectors; ++v) {
      const double* of = m.data() + std::size_t(v) * constraints;
      double sum = to[v];
      for (std::size_t k = 0; k < constraints; ++k) sum += y[k] * of[k];
      to[v] = sum;
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
  responses_.assign(std::size_t(constraints_.rows) * count, 0.0);
  for (int c = 0; c < count; ++c) {
    for (int p = constraints_.start[c]; p < constraints_.start[c + 1]; ++p) {
      responses_[std::size_t(constraints_.row[p]) * count + c] = constraints_.value[p];
    }
  }
  std::vector<double> scratch(responses_.size());
  factor_.solve(responses_, responses_, count, scratch);
  std::vector<double> product(std::size_t(count) * count);
  multiplyTransposed(constraints_, responses_, product, count);
  const Eigen::Map<Eigen::MatrixXd> S(product.data(), count, count);
  S_ = (S + S.transpose()) / 2;
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

}  // namespace vide

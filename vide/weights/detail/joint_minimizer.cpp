// SPDX-License-Identifier: MIT
#include "vide/weights/detail/joint_minimizer.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <utility>

#include "vide/core/text.hpp"
#include "vide/numeric/sparse_cholesky.hpp"

namespace vide::detail {

namespace {

constexpr int most_rounds = 200;

// In place: the nearest point whose entries are not negative and sum to one. Held, Wolfe, Crowder,
// Validation of subgradient optimization, 1974.
void projectOnSimplex(std::vector<double>& row) {
  std::vector<double> sorted = row;
  std::ranges::sort(sorted, std::greater<>());
  double sum = 0, shift = 0;
  for (std::size_t k = 0; k < sorted.size(); ++k) {
    sum += sorted[k];
    const double candidate = (sum - 1) / double(k + 1);
    if (sorted[k] > candidate) shift = candidate;
  }
  for (double& x : row) x = std::max(x - shift, 0.0);
}

class JointMinimizer {
 public:
  JointMinimizer(const BoundedEnergy& energy, std::span<const std::uint8_t> given,
                 std::vector<std::vector<double>>& x)
      : energy_(energy),
        given_(given),
        x_(x),
        slope_(x.size(), std::vector<double>(given.size())),
        bound_(x.size(), std::vector<Bound>(given.size(), Bound::free)),
        pivot_(given.size()),
        first_(given.size() + 1) {
    for (std::size_t h = 0; h < x_.size(); ++h) {
      for (std::size_t v = 0; v < given.size(); ++v) {
        if (given[v]) {
          bound_[h][v] = Bound::given;
        } else if (!(x_[h][v] > 0)) {
          bound_[h][v] = Bound::lower;
        }
      }
    }
  }

  Result<JointOutcome> run(const JointOptions& options, const Progress& progress) {
    JointOutcome outcome;
    double slack = 0.1 * options.tolerance;
    BoundedMinimizer guess(energy_);
    for (int round = 0; round < most_rounds; ++round) {
      if (progress.cancelled()) return fail(ErrorCode::cancelled, "cancelled");
      choosePivots();
      if (auto fits = checkSize(options.max_entries); !fits) return std::unexpected(fits.error());
      if (auto done = solve(); !done) return std::unexpected(done.error());
      ++outcome.factorizations;
      outcome.residual = residual(x_);
      if (outcome.residual <= options.tolerance) break;
      if (!correct(guess, slack)) slack *= 0.1;
    }
    for (std::size_t v = 0; v < given_.size(); ++v) {
      if (!given_[v]) projectRow(x_, v);
    }
    outcome.residual = residual(x_);
    return outcome;
  }

 private:
  // At each vertex the largest free entry is the one that the others leave; the rest are unknowns.
  void choosePivots() {
    unknown_.clear();
    for (std::size_t v = 0; v < given_.size(); ++v) {
      first_[v] = int(unknown_.size());
      if (given_[v]) continue;
      std::size_t pivot = 0;
      for (std::size_t h = 1; h < x_.size(); ++h) {
        if (x_[h][v] > x_[pivot][v]) pivot = h;
      }
      pivot_[v] = int(pivot);
      bound_[pivot][v] = Bound::free;
      double others = 0;
      for (std::size_t h = 0; h < x_.size(); ++h) {
        if (h == pivot) continue;
        others += x_[h][v];
        if (bound_[h][v] == Bound::free) unknown_.push_back(int(h));
      }
      x_[pivot][v] = 1 - others;
    }
    first_.back() = int(unknown_.size());
    for (std::size_t h = 0; h < x_.size(); ++h) multiplyTransposed(energy_.Q, x_[h], slope_[h]);
  }

  // The second derivative by the unknowns of handle i at v and handle j at u, over Q(v, u).
  int coupling(int v, int i, int u, int j) const {
    return int(i == j) - int(i == pivot_[u]) - int(pivot_[v] == j) + int(pivot_[v] == pivot_[u]);
  }

  // Entries are counted as int. Where two vertices leave the same handle out every pair of unknowns
  // is coupled; elsewhere those of one handle, and those of a handle that the other leaves out.
  Result<void> checkSize(std::size_t max_entries) const {
    const SparseMatrix& Q = energy_.Q;
    const std::size_t most = std::min<std::size_t>(max_entries, std::numeric_limits<int>::max());
    std::size_t entries = 0;
    for (int u = 0; u < Q.columns && entries <= most; ++u) {
      const auto here = std::size_t(first_[u + 1] - first_[u]);
      for (int p = Q.start[u]; p < Q.start[u + 1]; ++p) {
        const int v = Q.row[p];
        const auto there = std::size_t(first_[v + 1] - first_[v]);
        entries += pivot_[u] == pivot_[v] ? here * there : std::min(here, there) + here + there;
      }
    }
    if (entries <= most) return {};
    return fail(ErrorCode::limit_exceeded,
                text("the system of all handles has more than ", most, " entries; max_entries is ",
                     max_entries, "; couple fewer handles, or solve each by itself"));
  }

  SparseMatrix system() const {
    const SparseMatrix& Q = energy_.Q;
    SparseMatrix H{int(unknown_.size()), int(unknown_.size()), {0}, {}, {}};
    for (int u = 0; u < Q.columns; ++u) {
      for (int column = first_[u]; column < first_[u + 1]; ++column) {
        for (int p = Q.start[u]; p < Q.start[u + 1]; ++p) {
          const int v = Q.row[p];
          for (int row = first_[v]; row < first_[v + 1]; ++row) {
            const int factor = coupling(v, unknown_[row], u, unknown_[column]);
            if (factor == 0) continue;
            H.row.push_back(row);
            H.value.push_back(factor * Q.value[p]);
          }
        }
        H.start.push_back(int(H.row.size()));
      }
    }
    return H;
  }

  Result<void> solve() {
    if (unknown_.empty()) return {};
    const auto solver = SparseCholesky::factorize(system());
    if (!solver) return std::unexpected(solver.error());
    std::vector<double> step(unknown_.size()), scratch(unknown_.size());
    const auto forEachUnknown = [&](auto visit) {
      for (std::size_t v = 0; v < given_.size(); ++v) {
        for (int k = first_[v]; k < first_[v + 1]; ++k) visit(v, k);
      }
    };
    forEachUnknown(
        [&](std::size_t v, int k) { step[k] = slope_[unknown_[k]][v] - slope_[pivot_[v]][v]; });
    solver->solve(step, step, 1, scratch);
    forEachUnknown([&](std::size_t v, int k) {
      x_[unknown_[k]][v] -= step[k];
      x_[pivot_[v]][v] += step[k];
    });
    for (std::size_t h = 0; h < x_.size(); ++h) multiplyTransposed(energy_.Q, x_[h], slope_[h]);
    return {};
  }

  void projectRow(std::vector<std::vector<double>>& x, std::size_t v) const {
    std::vector<double> row(x.size());
    for (std::size_t h = 0; h < x.size(); ++h) row[h] = x[h][v];
    projectOnSimplex(row);
    for (std::size_t h = 0; h < x.size(); ++h) x[h][v] = row[h];
  }

  double residual(const std::vector<std::vector<double>>& at) const {
    std::vector<std::vector<double>> x = at, slope(x.size(), std::vector<double>(given_.size()));
    for (std::size_t v = 0; v < given_.size(); ++v) {
      if (!given_[v]) projectRow(x, v);
    }
    for (std::size_t h = 0; h < x.size(); ++h) multiplyTransposed(energy_.Q, x[h], slope[h]);
    double worst = 0;
    std::vector<double> wish(x.size());
    for (std::size_t v = 0; v < given_.size(); ++v) {
      if (given_[v]) continue;
      for (std::size_t h = 0; h < x.size(); ++h) {
        wish[h] = x[h][v] - slope[h][v] / energy_.diagonal[v];
      }
      projectOnSimplex(wish);
      for (std::size_t h = 0; h < x.size(); ++h) {
        worst = std::max(worst, std::abs(x[h][v] - wish[h]));
      }
    }
    return worst;
  }

  // The derivative that counts is that by an entry at the pivot's expense.
  bool correct(BoundedMinimizer& guess, double slack) {
    std::vector<double> at_pivot(given_.size());
    for (std::size_t v = 0; v < given_.size(); ++v) {
      if (!given_[v]) at_pivot[v] = slope_[pivot_[v]][v];
    }
    bool changed = false;
    for (std::size_t h = 0; h < x_.size(); ++h) {
      for (std::size_t v = 0; v < given_.size(); ++v) slope_[h][v] -= at_pivot[v];
      // No entry is held at one: where all others are zero it is the pivot.
      changed |= guess.correctGuess(x_[h], bound_[h], slope_[h], slack);
      for (std::size_t v = 0; v < given_.size(); ++v) {
        if (bound_[h][v] == Bound::upper) bound_[h][v] = Bound::free;
      }
    }
    return changed;
  }

  const BoundedEnergy& energy_;
  std::span<const std::uint8_t> given_;
  std::vector<std::vector<double>>& x_;
  std::vector<std::vector<double>> slope_;  // Q x of each handle
  std::vector<std::vector<Bound>> bound_;
  std::vector<int> pivot_;
  std::vector<int> first_;    // vertex v's unknowns are unknown_[first_[v]] .. [first_[v + 1]]
  std::vector<int> unknown_;  // the handle of each
};

}  // namespace

Result<JointOutcome> minimizeJointly(const BoundedEnergy& energy,
                                     std::span<const std::uint8_t> given,
                                     const JointOptions& options,
                                     std::vector<std::vector<double>>& x,
                                     const Progress& progress) {
  return JointMinimizer(energy, given, x).run(options, progress);
}

}  // namespace vide::detail

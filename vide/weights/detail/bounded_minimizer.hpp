// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "vide/core/error.hpp"
#include "vide/core/progress.hpp"
#include "vide/numeric/sparse_matrix.hpp"
#include "vide/numeric/submatrix_cholesky.hpp"

// Minimises x^T Q x subject to 0 <= x <= 1, with some entries of x given, for the sparse energies
// of a mesh. An active-set method: guess which entries stand at a bound, solve for the others,
// correct the guess.
//
// Two things make it quick. Whole solves alternate with cheap ones that move only a strip along the
// edge of the contact set, where guesses change ring by ring. And of a zone that has turned
// negative only the third nearest the contact set is taken into it: near contact a minimiser grows
// like the square of the distance, and its solution with too small a contact set crosses zero about
// three times as far out as the true edge.
//
// The active-set iteration is that of Hintermueller, Ito, Kunisch, The primal-dual active set
// strategy as a semismooth Newton method, 2002.
namespace vide::detail {

enum class Bound : std::uint8_t { free, lower, upper, given };

// What all minimisations of one energy share.
class BoundedEnergy {
 public:
  // `neighbours` has an entry where two vertices share an edge of the mesh; its values are not
  // looked at. Both are symmetric and n x n; Q is positive definite on whatever is left free.
  static Result<BoundedEnergy> create(SparseMatrix Q, SparseMatrix neighbours);

  int size() const { return Q.rows; }
  std::span<const int> neighboursOf(int v) const {
    return std::span(neighbours.row)
        .subspan(neighbours.start[v], neighbours.start[v + 1] - neighbours.start[v]);
  }

  SparseMatrix Q;
  SparseMatrix neighbours;
  std::vector<double> diagonal;
  SubmatrixCholesky parts;
};

struct MinimizerOptions {
  double tolerance = 1e-6;  // of the residual
  int max_rounds = 60;      // whole solves
  int strip_rounds = 1;     // solves of the strip after each whole one
  int rings = 4;            // how far the strip reaches from the edge of the contact set
  Progress progress;        // asked before each solve; nothing is reported
};

struct MinimizerOutcome {
  // max over free v of |x - clamp(x - diag(Q)^-1 Q x, 0, 1)|: zero at the minimiser and only there.
  double residual = 0;
  int whole_solves = 0;
  int strip_solves = 0;
};

class BoundedMinimizer {
 public:
  explicit BoundedMinimizer(const BoundedEnergy& energy);

  // x is the start and becomes the minimiser, within the bounds; entries whose bound is `given`
  // stay. `bound` is the first guess and becomes the last one. Errors: a system that is not
  // positive definite (numeric_failure), cancelled. A residual above the tolerance is no error
  // here.
  Result<MinimizerOutcome> minimize(const MinimizerOptions& options, std::vector<double>& x,
                                    std::vector<Bound>& bound);

  // The correction of the guess alone, for whoever solves by other means: `slope` is the derivative
  // of the energy by each entry. Entries that are taken to a bound are put there, and `slope` is
  // kept up with them. True when the guess changed; departures within `slack` are let be.
  bool correctGuess(std::vector<double>& x, std::vector<Bound>& bound, std::vector<double>& slope,
                    double slack);

 private:
  struct Zone {
    int deepest = 0;
    double worst = 0;
  };

  double violation(int v) const;
  Result<void> solve(std::span<const int> among);
  double residual(std::span<const double> x, std::span<const double> slope) const;
  double certify();
  bool correct(std::span<const int> among, double slack);
  void findZones(std::span<const int> among, double slack);
  void measureDepths();
  void growZone(int first);
  bool belongsToContact(int v) const;
  void place(int v, Bound bound);
  void findStrip(int rings);

  const BoundedEnergy& energy_;
  std::vector<double>* x_ = nullptr;
  std::vector<Bound>* bound_ = nullptr;
  std::vector<double> slope_;  // Q x
  std::vector<double> step_, scratch_, clamped_, clamped_slope_;
  std::vector<std::uint8_t> kept_;
  std::vector<int> all_, strip_, ring_;
  std::vector<int> violated_, depth_, zone_of_;
  std::vector<Zone> zones_;
};

}  // namespace vide::detail

// SPDX-License-Identifier: MIT
#include "vide/weights/detail/bounded_minimizer.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>
#include <utility>

namespace vide::detail {

Result<BoundedEnergy> BoundedEnergy::create(SparseMatrix Q, SparseMatrix neighbours) {
  auto parts = SubmatrixCholesky::analyse(Q);
  if (!parts) return std::unexpected(parts.error());
  std::vector<double> diagonal_of_q = vide::diagonal(Q);
  return BoundedEnergy{std::move(Q), std::move(neighbours), std::move(diagonal_of_q),
                       std::move(*parts)};
}

BoundedMinimizer::BoundedMinimizer(const BoundedEnergy& energy) : energy_(energy) {
  const std::size_t size = std::size_t(energy.size());
  for (auto* values : {&slope_, &step_, &scratch_, &clamped_, &clamped_slope_}) {
    values->resize(size);
  }
  kept_.resize(size);
  all_.resize(size);
  std::iota(all_.begin(), all_.end(), 0);
  ring_.assign(size, -1);
  depth_.assign(size, -1);
  zone_of_.assign(size, -1);
}

Result<MinimizerOutcome> BoundedMinimizer::minimize(const MinimizerOptions& options,
                                                    std::vector<double>& x,
                                                    std::vector<Bound>& bound) {
  x_ = &x;
  bound_ = &bound;
  MinimizerOutcome outcome;
  double slack = 0.1 * options.tolerance;
  const auto solveUnlessCancelled = [&](std::span<const int> among) -> Result<void> {
    if (options.progress.cancelled()) return fail(ErrorCode::cancelled, "cancelled");
    return solve(among);
  };
  multiplyTransposed(energy_.Q, x, slope_);  // Q is symmetric, and this product is the faster one
  for (int round = 0; round < options.max_rounds; ++round) {
    if (auto done = solveUnlessCancelled(all_); !done) return std::unexpected(done.error());
    ++outcome.whole_solves;
    outcome.residual = residual(x, slope_);
    if (outcome.residual <= options.tolerance) outcome.residual = certify();
    if (outcome.residual <= options.tolerance) break;
    if (!correct(all_, slack)) slack *= 0.1;
    strip_ = all_;
    for (int strip = 0; strip < options.strip_rounds; ++strip) {
      findStrip(options.rings);
      if (auto done = solveUnlessCancelled(strip_); !done) return std::unexpected(done.error());
      ++outcome.strip_solves;
      if (!correct(strip_, slack)) break;
    }
  }
  if (outcome.residual > options.tolerance) outcome.residual = certify();
  x = clamped_;
  return outcome;
}

bool BoundedMinimizer::correctGuess(std::vector<double>& x, std::vector<Bound>& bound,
                                    std::vector<double>& slope, double slack) {
  x_ = &x;
  bound_ = &bound;
  slope_.swap(slope);
  const bool changed = correct(all_, slack);
  slope_.swap(slope);
  return changed;
}

// How far v lies outside its bounds.
double BoundedMinimizer::violation(int v) const { return std::max(-(*x_)[v], (*x_)[v] - 1); }

// Minimises over the free entries among those listed, the rest as they are.
Result<void> BoundedMinimizer::solve(std::span<const int> among) {
  std::ranges::fill(kept_, 0);
  for (int v : among) {
    kept_[v] = (*bound_)[v] == Bound::free;
    if (kept_[v]) step_[v] = slope_[v];
  }
  const auto factor = energy_.parts.factorize(kept_);
  if (!factor) return std::unexpected(factor.error());
  factor->solve(step_, 1, scratch_);
  const SparseMatrix& Q = energy_.Q;
  for (int v : among) {
    if (!kept_[v]) continue;
    (*x_)[v] -= step_[v];
    for (int p = Q.start[v]; p < Q.start[v + 1]; ++p) slope_[Q.row[p]] -= Q.value[p] * step_[v];
  }
  return {};
}

double BoundedMinimizer::residual(std::span<const double> x, std::span<const double> slope) const {
  double worst = 0;
  for (int v : all_) {
    if ((*bound_)[v] == Bound::given) continue;
    const double wish = x[v] - slope[v] / energy_.diagonal[v];
    worst = std::max(worst, std::abs(x[v] - std::clamp(wish, 0.0, 1.0)));
  }
  return worst;
}

// The residual of x put back into its bounds, from scratch.
double BoundedMinimizer::certify() {
  std::ranges::transform(*x_, clamped_.begin(), [](double x) { return std::clamp(x, 0.0, 1.0); });
  multiplyTransposed(energy_.Q, clamped_, clamped_slope_);
  return residual(clamped_, clamped_slope_);
}

void BoundedMinimizer::place(int v, Bound bound) {
  (*bound_)[v] = bound;
  if (bound == Bound::free) return;
  const double step = (bound == Bound::upper ? 1.0 : 0.0) - (*x_)[v];
  (*x_)[v] += step;
  const SparseMatrix& Q = energy_.Q;
  for (int p = Q.start[v]; p < Q.start[v + 1]; ++p) slope_[Q.row[p]] += Q.value[p] * step;
}

// Corrects the guess among the vertices listed; true when it changed.
bool BoundedMinimizer::correct(std::span<const int> among, double slack) {
  std::vector<int> freed;
  for (int v : among) {
    const double pull = slope_[v] / energy_.diagonal[v];
    const Bound bound = (*bound_)[v];
    if (bound == Bound::lower ? pull < -slack : bound == Bound::upper && pull > slack) {
      freed.push_back(v);
    }
  }
  findZones(among, slack);
  std::vector<int> taken;
  std::ranges::copy_if(violated_, std::back_inserter(taken),
                       [&](int v) { return belongsToContact(v); });
  for (int v : violated_) depth_[v] = zone_of_[v] = -1;
  for (int v : freed) place(v, Bound::free);
  for (int v : taken) place(v, (*x_)[v] < 0 ? Bound::lower : Bound::upper);
  return !freed.empty() || !taken.empty();
}

// Gathers the free vertices outside their bounds into connected zones.
void BoundedMinimizer::findZones(std::span<const int> among, double slack) {
  violated_.clear();
  for (int v : among) {
    if ((*bound_)[v] == Bound::free && violation(v) > slack) violated_.push_back(v);
  }
  measureDepths();
  zones_.clear();
  for (int v : violated_) {
    if (zone_of_[v] < 0) growZone(v);
  }
}

// How many edges each violated vertex is from the contact set, going through its zone; 0 where the
// zone does not touch it.
void BoundedMinimizer::measureDepths() {
  for (int v : violated_) depth_[v] = 0;
  std::vector<int> front;
  for (int v : violated_) {
    const bool touches = std::ranges::any_of(energy_.neighboursOf(v), [&](int u) {
      return (*bound_)[u] == Bound::lower || (*bound_)[u] == Bound::upper;
    });
    if (!touches) continue;
    depth_[v] = 1;
    front.push_back(v);
  }
  for (std::size_t i = 0; i < front.size(); ++i) {
    for (int u : energy_.neighboursOf(front[i])) {
      if (depth_[u] != 0) continue;
      depth_[u] = depth_[front[i]] + 1;
      front.push_back(u);
    }
  }
}

// The zone of violated vertices around `first` that leave their bounds to the same side.
void BoundedMinimizer::growZone(int first) {
  std::vector<int> zone{first};
  zone_of_[first] = int(zones_.size());
  Zone found;
  for (std::size_t i = 0; i < zone.size(); ++i) {
    const int v = zone[i];
    found.deepest = std::max(found.deepest, depth_[v]);
    found.worst = std::max(found.worst, violation(v));
    for (int u : energy_.neighboursOf(v)) {
      if (depth_[u] < 0 || zone_of_[u] >= 0 || ((*x_)[u] < 0) != ((*x_)[v] < 0)) continue;
      zone_of_[u] = int(zones_.size());
      zone.push_back(u);
    }
  }
  zones_.push_back(found);
}

bool BoundedMinimizer::belongsToContact(int v) const {
  const Zone& zone = zones_[zone_of_[v]];
  if (zone.deepest == 0) return violation(v) > 0.5 * zone.worst;
  return depth_[v] > 0 && depth_[v] <= (zone.deepest + 2) / 3;
}

// The vertices within so many rings of the edge of the contact set. Looks for that edge in the last
// strip alone, since nothing else has changed.
void BoundedMinimizer::findStrip(int rings) {
  const auto inContact = [&](int v) {
    return (*bound_)[v] == Bound::lower || (*bound_)[v] == Bound::upper;
  };
  std::vector<int> found;
  const auto reach = [&](int v, int ring) {
    if (ring_[v] >= 0) return;
    ring_[v] = ring;
    found.push_back(v);
  };
  // From the free side, which is the smaller one where there are many handles.
  for (int v : strip_) {
    if ((*bound_)[v] != Bound::free) continue;
    for (int u : energy_.neighboursOf(v)) {
      if (inContact(u)) reach(u, 0);
    }
  }
  for (std::size_t i = 0; i < found.size() && ring_[found[i]] < rings; ++i) {
    for (int u : energy_.neighboursOf(found[i])) reach(u, ring_[found[i]] + 1);
  }
  for (int v : found) ring_[v] = -1;
  strip_ = std::move(found);
}

}  // namespace vide::detail

// SPDX-License-Identifier: MIT
#include "vide/weights/detail/energy_levels.hpp"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cstddef>
#include <utility>

#include "vide/numeric/laplacian.hpp"

namespace vide::detail {

namespace {

// A level must have at most this part of the finer one's vertices to be worth its solves.
constexpr double least_coarsening = 0.7;
// Prolonged values this near a bound start in the contact set.
constexpr double contact_value = 1e-9;
// Coarser levels only make a start. A good one saves solves on all finer levels: with a residual of
// 1e-3 the number of solves on surfaces grows with the mesh.
constexpr double coarse_tolerance = 1e-5;
constexpr int coarse_rounds = 6;

struct MeshLevel {
  SparseMatrix K;
  std::vector<double> mass;
  Eigen::MatrixXd V;
  std::vector<std::uint8_t> given;

  std::span<const int> neighboursOf(int v) const {
    return std::span(K.row).subspan(K.start[v], K.start[v + 1] - K.start[v]);
  }
};

// Every given vertex, and of the others a greedy choice in breadth-first order such that no two
// are neighbours and each vertex left out has a chosen one beside it.
std::vector<int> chooseCoarse(const MeshLevel& fine) {
  const int n = fine.K.rows;
  enum : std::uint8_t { open, covered, chosen };
  std::vector<std::uint8_t> state(fine.given.size(), open), seen(fine.given);
  std::vector<int> queue;
  const auto choose = [&](int v) {
    for (int u : fine.neighboursOf(v)) state[u] = std::max<std::uint8_t>(state[u], covered);
    state[v] = chosen;
  };
  for (int v = 0; v < n; ++v) {
    if (!fine.given[v]) continue;
    choose(v);
    queue.push_back(v);
  }
  for (std::size_t i = 0; i < queue.size(); ++i) {
    if (state[queue[i]] == open) choose(queue[i]);
    for (int u : fine.neighboursOf(queue[i])) {
      if (seen[u]) continue;
      seen[u] = 1;
      queue.push_back(u);
    }
  }
  std::vector<int> coarse;
  for (int v = 0; v < n; ++v) {
    if (state[v] == chosen) coarse.push_back(v);
  }
  return coarse;
}

// Gathers the coarse vertices near one vertex: those within two edges, nearest first.
class NearestCoarse {
 public:
  NearestCoarse(const MeshLevel& fine, std::span<const int> place)
      : fine_(fine), place_(place), seen_by_(place.size(), -1) {}

  std::span<const std::pair<double, int>> find(int v, int most) {
    found_.clear();
    ring_.assign(1, v);
    seen_by_[v] = v;
    for (std::size_t begin = 0, depth = 0; depth < 2 && int(found_.size()) < most; ++depth) {
      const std::size_t end = ring_.size();
      for (; begin < end; ++begin) {
        for (int u : fine_.neighboursOf(ring_[begin])) visit(v, u);
      }
    }
    std::ranges::sort(found_);
    found_.resize(std::min(found_.size(), std::size_t(most)));
    return found_;
  }

 private:
  void visit(int v, int u) {
    if (seen_by_[u] == v) return;
    seen_by_[u] = v;
    ring_.push_back(u);
    if (place_[u] >= 0) found_.emplace_back((fine_.V.row(u) - fine_.V.row(v)).squaredNorm(), u);
  }

  const MeshLevel& fine_;
  std::span<const int> place_;
  std::vector<int> seen_by_, ring_;
  std::vector<std::pair<double, int>> found_;
};

// Weights that sum to one and bring the weighted mean of the points as near to the origin as small
// weights can; then none negative. `X` has a point per row.
Eigen::Vector4d interpolationWeights(const Eigen::Matrix<double, 4, 3>& X, int points) {
  constexpr double smallness = 0.01;
  Eigen::Matrix4d gram = X * X.transpose();
  const double scale = gram.diagonal().maxCoeff();
  gram.diagonal().array() += scale > 0 ? smallness * scale : 1;
  Eigen::Vector4d ones = Eigen::Vector4d::Zero();
  ones.head(points).setOnes();
  for (int i = points; i < 4; ++i) gram.col(i).setUnit(i), gram.row(i).setUnit(i);
  const Eigen::Vector4d weights = gram.ldlt().solve(ones).cwiseMax(0);
  return weights / weights.sum();
}

SparseMatrix prolongationTo(const MeshLevel& fine, std::span<const int> coarse, int parents) {
  std::vector<int> place(fine.given.size(), -1);
  for (std::size_t i = 0; i < coarse.size(); ++i) place[coarse[i]] = int(i);
  NearestCoarse nearest(fine, place);
  std::vector<Triplet> entries;
  for (int v = 0; v < fine.K.rows; ++v) {
    if (place[v] >= 0) {
      entries.push_back({v, place[v], 1});
      continue;
    }
    const auto found = nearest.find(v, parents);
    Eigen::Matrix<double, 4, 3> X = Eigen::Matrix<double, 4, 3>::Zero();
    for (std::size_t i = 0; i < found.size(); ++i) {
      X.row(Eigen::Index(i)).head(fine.V.cols()) = fine.V.row(found[i].second) - fine.V.row(v);
    }
    const Eigen::Vector4d weights = interpolationWeights(X, int(found.size()));
    for (std::size_t i = 0; i < found.size(); ++i) {
      const double weight = weights[Eigen::Index(i)];
      if (weight > 0) entries.push_back({v, place[found[i].second], weight});
    }
  }
  return fromTriplets(fine.K.rows, int(coarse.size()), entries);
}

MeshLevel coarsened(const MeshLevel& fine, std::span<const int> coarse, const SparseMatrix& P) {
  MeshLevel level{product(transposed(P), product(fine.K, P)), std::vector<double>(coarse.size()),
                  Eigen::MatrixXd(Eigen::Index(coarse.size()), fine.V.cols()),
                  std::vector<std::uint8_t>(coarse.size())};
  multiplyTransposed(P, fine.mass, level.mass);
  for (std::size_t i = 0; i < coarse.size(); ++i) {
    level.V.row(Eigen::Index(i)) = fine.V.row(coarse[i]);
    level.given[i] = fine.given[coarse[i]];
  }
  return level;
}

Result<EnergyLevel> energyOf(const MeshLevel& mesh, std::vector<int> finer, SparseMatrix P) {
  auto Q = polyharmonicMatrix(mesh.K, mesh.mass, 2);
  if (!Q) return std::unexpected(Q.error());
  auto energy = BoundedEnergy::create(std::move(*Q), mesh.K);
  if (!energy) return std::unexpected(energy.error());
  return EnergyLevel{std::move(*energy), std::move(finer), std::move(P)};
}

// What the next coarser level found, brought up to this one; the given values again exact.
void prolong(const EnergyLevel& from, std::span<const std::uint8_t> given,
             std::span<const double> values, std::vector<double>& x, std::vector<Bound>& bound) {
  std::vector<double> finer(given.size());
  multiply(from.prolongation, x, finer);
  x = std::move(finer);
  bound.assign(given.size(), Bound::free);
  for (std::size_t v = 0; v < given.size(); ++v) {
    if (given[v]) {
      bound[v] = Bound::given;
      x[v] = values[v];
    } else if (x[v] <= contact_value || x[v] >= 1 - contact_value) {
      bound[v] = x[v] <= contact_value ? Bound::lower : Bound::upper;
      x[v] = x[v] <= contact_value ? 0 : 1;
    }
  }
}

template <class T>
std::vector<T> pick(std::span<const T> values, std::span<const int> which) {
  std::vector<T> picked;
  picked.reserve(which.size());
  for (int v : which) picked.push_back(values[v]);
  return picked;
}

}  // namespace

Result<std::vector<EnergyLevel>> makeLevels(SparseMatrix K, std::vector<double> mass,
                                            Eigen::MatrixXd V, std::vector<std::uint8_t> given,
                                            const LevelOptions& options) {
  MeshLevel mesh{std::move(K), std::move(mass), std::move(V), std::move(given)};
  std::vector<EnergyLevel> levels;
  auto finest = energyOf(mesh, {}, {});
  if (!finest) return std::unexpected(finest.error());
  levels.push_back(std::move(*finest));
  while (mesh.K.rows > options.smallest) {
    std::vector<int> coarse = chooseCoarse(mesh);
    if (double(coarse.size()) > least_coarsening * mesh.K.rows) break;
    SparseMatrix P = prolongationTo(mesh, coarse, options.parents);
    mesh = coarsened(mesh, coarse, P);
    auto level = energyOf(mesh, std::move(coarse), std::move(P));
    if (!level) return std::unexpected(level.error());
    levels.push_back(std::move(*level));
  }
  return levels;
}

Result<LevelsOutcome> minimizeOnLevels(std::span<const EnergyLevel> levels,
                                       std::span<const std::uint8_t> given,
                                       const MinimizerOptions& options, std::vector<double>& x,
                                       std::vector<Bound>& bound) {
  std::vector<std::vector<std::uint8_t>> masks{{given.begin(), given.end()}};
  std::vector<std::vector<double>> values{x};
  for (const EnergyLevel& level : levels.subspan(1)) {
    masks.push_back(pick<std::uint8_t>(masks.back(), level.finer));
    values.push_back(pick<double>(values.back(), level.finer));
  }
  x = values.back();
  bound.assign(x.size(), Bound::free);
  for (std::size_t v = 0; v < x.size(); ++v) {
    if (masks.back()[v]) bound[v] = Bound::given;
  }
  for (std::size_t l = levels.size(); l-- > 0;) {
    if (l + 1 < levels.size()) prolong(levels[l + 1], masks[l], values[l], x, bound);
    MinimizerOptions here = options;
    if (l > 0) {
      here.tolerance = coarse_tolerance;
      here.max_rounds = coarse_rounds;
    }
    const auto outcome = BoundedMinimizer(levels[l].energy).minimize(here, x, bound);
    if (!outcome) return std::unexpected(outcome.error());
    if (l > 0) continue;
    return LevelsOutcome{outcome->residual, outcome->whole_solves, outcome->strip_solves};
  }
  return LevelsOutcome{};
}

}  // namespace vide::detail

// SPDX-License-Identifier: MIT
#include "vide/weights/bounded_biharmonic.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <utility>

#include "vide/core/name_list.hpp"
#include "vide/core/text.hpp"
#include "vide/core/thread_pool.hpp"
#include "vide/mesh/box_tree.hpp"
#include "vide/mesh/rows.hpp"
#include "vide/weights/detail/energy_domain.hpp"
#include "vide/weights/detail/energy_levels.hpp"
#include "vide/weights/detail/joint_minimizer.hpp"
#include "vide/weights/weight_tools.hpp"

namespace vide {

using detail::Bound;
using detail::EnergyDomain;
using detail::EnergyLevel;

namespace {

constexpr const char* method = "bounded biharmonic weights";
// A row whose raw weights sum to less has no meaning when normalised.
constexpr double least_sum = 1e-9;

template <class... Pieces>
std::unexpected<Error> wrong(const Pieces&... pieces) {
  return fail(ErrorCode::invalid_argument, text(method, ": ", pieces...));
}

Result<void> checkOptions(const BoundedBiharmonicOptions& options) {
  if (!(options.tolerance > 0)) return wrong("the tolerance is ", options.tolerance, "; give > 0");
  if (options.influences < 1) return wrong("influences is ", options.influences, "; give >= 1");
  return {};
}

// How far strips reach: solids grow so much more per ring that less is better there.
detail::MinimizerOptions minimizerOptions(int corners, double tolerance, const Progress& progress) {
  detail::MinimizerOptions options;
  options.progress = progress;
  options.tolerance = tolerance;
  options.rings = corners == 4 ? 2 : 4;
  return options;
}

double energyOf(const SparseMatrix& Q, std::span<const double> w) {
  std::vector<double> slope(w.size());
  multiplyTransposed(Q, w, slope);
  return std::inner_product(w.begin(), w.end(), slope.begin(), 0.0);
}

// One handle's minimiser on the domain, and what it took.
struct HandleSolution {
  std::vector<double> w;
  double energy = 0, residual = 0;
  int factorizations = 0;
};

Result<HandleSolution> solveHandle(std::span<const EnergyLevel> levels, const EnergyDomain& domain,
                                   const HandleConstraints& constraints, int handle,
                                   const detail::MinimizerOptions& options) {
  HandleSolution solution{std::vector<double>(domain.given.size())};
  for (std::size_t v = 0; v < domain.given.size(); ++v) {
    if (domain.given[v]) solution.w[v] = constraints.value(domain.constraint[v], handle);
  }
  if (std::ranges::none_of(solution.w, [](double w) { return w > 0; })) return solution;
  std::vector<Bound> bound;
  const auto outcome = detail::minimizeOnLevels(levels, domain.given, options, solution.w, bound);
  if (!outcome) return failAt(text("handle ", handle), outcome.error());
  solution.energy = energyOf(levels.front().energy.Q, solution.w);
  solution.residual = outcome->residual;
  solution.factorizations = outcome->whole_solves + outcome->strip_solves;
  return solution;
}

Result<std::vector<HandleSolution>> solveHandles(std::span<const EnergyLevel> levels,
                                                 const EnergyDomain& domain,
                                                 const HandleConstraints& constraints,
                                                 const detail::MinimizerOptions& options,
                                                 ThreadPool* pool, const Progress& progress) {
  std::vector<Result<HandleSolution>> solved(std::size_t(constraints.handles()));
  parallelFor(pool, solved.size(), [&](std::size_t h) {
    if (progress.cancelled()) return;
    solved[h] = solveHandle(levels, domain, constraints, int(h), options);
  });
  if (progress.cancelled()) return fail(ErrorCode::cancelled, text(method, ": cancelled"));
  std::vector<HandleSolution> solutions;
  for (auto& one : solved) {
    if (!one) return failAt(method, one.error());
    solutions.push_back(std::move(*one));
  }
  return solutions;
}

// From the separate minimisers, their rows normalised, to the joint one.
Result<void> coupleHandles(const detail::BoundedEnergy& energy, const EnergyDomain& domain,
                           const BoundedBiharmonicOptions& options,
                           std::vector<HandleSolution>& solutions, const Progress& progress) {
  std::vector<std::vector<double>> x;
  for (HandleSolution& solution : solutions) x.push_back(std::move(solution.w));
  for (std::size_t v = 0; v < domain.given.size(); ++v) {
    double sum = 0;
    for (const auto& w : x) sum += w[v];
    for (auto& w : x) w[v] = sum > least_sum ? w[v] / sum : 1 / double(x.size());
  }
  const auto outcome = detail::minimizeJointly(
      energy, domain.given, {options.tolerance, options.max_entries}, x, progress);
  if (!outcome) return failAt(method, outcome.error());
  for (std::size_t h = 0; h < x.size(); ++h) {
    solutions[h] = {std::move(x[h]), 0, outcome->residual, solutions[h].factorizations};
    solutions[h].energy = energyOf(energy.Q, solutions[h].w);
  }
  solutions.front().factorizations += outcome->factorizations;
  return {};
}

// The minimisers as they are, on all vertices of the mesh.
Eigen::MatrixXd rawWeights(const EnergyDomain& domain, const HandleConstraints& constraints,
                           std::span<const HandleSolution> solutions) {
  Eigen::MatrixXd raw(Eigen::Index(domain.follows.size()), constraints.handles());
  for (std::size_t v = 0; v < domain.follows.size(); ++v) {
    if (domain.follows[v] < 0) continue;
    raw.row(Eigen::Index(v)) = constraints.value.row(domain.follows[v]);
  }
  for (std::size_t h = 0; h < solutions.size(); ++h) {
    for (int i = 0; i < domain.size(); ++i) {
      raw(domain.vertex[i], Eigen::Index(h)) = solutions[h].w[i];
    }
  }
  return raw;
}

// The same rows, normalised and sparse. A row that has next to nothing takes the weights of the
// nearest held vertex.
VertexWeights normalizedWeights(const Eigen::MatrixXd& V, const HandleConstraints& constraints,
                                const Eigen::MatrixXd& raw, std::vector<std::string>& warnings) {
  VertexWeights weights;
  weights.handles = int(raw.cols());
  std::vector<Influence> row;
  int unreached = 0, first_unreached = 0;
  const NearestPoint held(pointsOf(V, constraints.vertex));
  for (Eigen::Index v = 0; v < raw.rows(); ++v) {
    const double sum = raw.row(v).sum();
    const bool reached = sum > least_sum;
    if (!reached && unreached++ == 0) first_unreached = int(v);
    const auto nearest = reached ? 0 : held.find(rowOf(V, v)).index;
    row.clear();
    for (int h = 0; h < raw.cols(); ++h) {
      row.push_back({h, reached ? raw(v, h) / sum : constraints.value(nearest, h)});
    }
    appendRow(weights, row);
  }
  if (unreached > 0) {
    warnings.push_back(text(unreached, " vertices have no weight from any handle (the first is ",
                            "vertex ", first_unreached, "); each follows the one nearest to it"));
  }
  return weights;
}

void nameIdleHandles(const HandleConstraints& constraints, std::vector<std::string>& warnings) {
  std::vector<std::string> idle;
  for (int h = 0; h < constraints.handles(); ++h) {
    if (!(constraints.value.col(h).maxCoeff() > 0)) idle.push_back(text("handle ", h));
  }
  if (idle.empty()) return;
  warnings.push_back(
      idle.size() == 1
          ? text(idle.front(), " holds no vertex; its weights are zero")
          : text(idle.size(), " handles hold no vertex, their weights are zero: ", nameList(idle)));
}

Result<void> checkResidual(const BoundedBiharmonicResult& result, double tolerance) {
  if (result.residual <= tolerance) return {};
  return fail(ErrorCode::numeric_failure,
              text(method, ": the residual stays at ", result.residual, ", above ", tolerance,
                   "; allow a larger tolerance, or mend elements that are extremely thin"));
}

template <class Elements>
Result<EnergyDomain> domainOf(const Eigen::MatrixXd& V, const Elements& elements,
                              const HandleConstraints& constraints,
                              const BoundedBiharmonicOptions& options) {
  if (auto checked = checkOptions(options); !checked) return std::unexpected(checked.error());
  if (auto fits = checkEntries(method, std::size_t(V.rows()), std::size_t(constraints.handles()),
                               options.max_entries);
      !fits) {
    return std::unexpected(fits.error());
  }
  auto domain =
      detail::makeDomain(V, elements, constraints,
                         options.mass == LumpedMass::automatic ? detail::DomainMass::voronoi
                                                               : detail::DomainMass::barycentric);
  if (!domain) return failAt(method, domain.error());
  return domain;
}

// The minimisers of all handles; elements have so many corners.
Result<std::vector<HandleSolution>> minimizersOn(const EnergyDomain& domain, int corners,
                                                 const HandleConstraints& constraints,
                                                 const BoundedBiharmonicOptions& options,
                                                 const Progress& progress) {
  if (progress.cancelled()) return fail(ErrorCode::cancelled, text(method, ": cancelled"));
  const auto levels =
      detail::makeLevels(domain.K, domain.mass, domain.V, domain.given, {.parents = corners});
  if (!levels) return failAt(method, levels.error());
  progress.report(0.1);
  auto solutions =
      solveHandles(*levels, domain, constraints,
                   minimizerOptions(corners, options.tolerance, progress), options.pool, progress);
  if (!solutions || options.coupling != WeightCoupling::joint) return solutions;
  const auto coupled = coupleHandles(levels->front().energy, domain, options, *solutions, progress);
  if (!coupled) return std::unexpected(coupled.error());
  return solutions;
}

template <class Elements>
Result<BoundedBiharmonicResult> solveOn(const Eigen::MatrixXd& V, const Elements& elements,
                                        const HandleConstraints& constraints,
                                        const BoundedBiharmonicOptions& options,
                                        const Progress& progress) {
  const auto domain = domainOf(V, elements, constraints, options);
  if (!domain) return std::unexpected(domain.error());
  const auto solutions =
      minimizersOn(*domain, int(elements.cols()), constraints, options, progress);
  if (!solutions) return std::unexpected(solutions.error());
  BoundedBiharmonicResult result;
  result.raw = rawWeights(*domain, constraints, *solutions);
  for (const HandleSolution& solution : *solutions) {
    result.energy.push_back(solution.energy);
    result.residual = std::max(result.residual, solution.residual);
    result.factorizations += solution.factorizations;
  }
  if (auto checked = checkResidual(result, options.tolerance); !checked) {
    return std::unexpected(checked.error());
  }
  result.warnings = constraints.warnings;
  result.warnings.insert(result.warnings.end(), domain->warnings.begin(), domain->warnings.end());
  nameIdleHandles(constraints, result.warnings);
  result.weights =
      prune(normalizedWeights(V, constraints, result.raw, result.warnings), options.influences);
  progress.report(1);
  return result;
}

}  // namespace

Result<BoundedBiharmonicResult> boundedBiharmonicWeights(const TriMesh& mesh,
                                                         const HandleConstraints& constraints,
                                                         const BoundedBiharmonicOptions& options,
                                                         const Progress& progress) {
  return solveOn(mesh.V, mesh.F, constraints, options, progress);
}

Result<BoundedBiharmonicResult> boundedBiharmonicWeights(const TetMesh& mesh,
                                                         const HandleConstraints& constraints,
                                                         const BoundedBiharmonicOptions& options,
                                                         const Progress& progress) {
  return solveOn(mesh.V, mesh.T, constraints, options, progress);
}

}  // namespace vide

// SPDX-License-Identifier: MIT
#include "vide/deform/arap.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "vide/core/text.hpp"
#include "vide/deform/detail/alternation.hpp"
#include "vide/deform/detail/edge_sets.hpp"
#include "vide/deform/detail/element_mesh.hpp"
#include "vide/deform/detail/held_vertices.hpp"
#include "vide/deform/detail/rigid_start.hpp"
#include "vide/deform/detail/solve_by_rows.hpp"
#include "vide/deform/detail/vertex_system.hpp"
#include "vide/numeric/sparse_cholesky.hpp"

namespace vide {

namespace {

using detail::Care;
using detail::CarriedVertices;
using detail::EdgeSets;
using detail::ElementMesh;
using detail::HeldVertices;
using detail::Rotation;
using detail::WeightedEdge;

auto wrong(auto... pieces) { return fail(ErrorCode::invalid_argument, text("arap: ", pieces...)); }

std::vector<WeightedEdge> edgesFrom(const SparseMatrix& K) {
  std::vector<WeightedEdge> edges;
  for (int c = 0; c < K.columns; ++c) {
    for (int p = K.start[c]; p < K.start[c + 1]; ++p) {
      if (K.row[p] > c) edges.push_back({c, K.row[p], -K.value[p]});
    }
  }
  return edges;
}

detail::AlternationLimits limitsOf(const ArapOptions& options) {
  return {options.max_iterations, options.tolerance, options.acceleration};
}

Result<void> checkOptions(const ElementMesh& mesh, const ArapOptions& options) {
  if (auto checked = limitsOf(options).check(); !checked) return checked;
  const int sets = options.energy == ArapEnergy::elements ? mesh.elements() : mesh.vertices();
  return detail::checkClusters(options.clusters, sets);
}

// The clusters of the edge sets that are left once carried parts are dropped.
std::vector<int> clustersOf(const ElementMesh& mesh, const ArapOptions& options) {
  std::vector<int> clusters(options.clusters.begin(), options.clusters.end());
  if (clusters.empty() || options.energy != ArapEnergy::elements) return clusters;
  std::vector<int> kept;
  for (int e : mesh.element_id) kept.push_back(clusters[std::size_t(e)]);
  return kept;
}

// `mean` has as many numbers as a point has coordinates.
void meanOf(std::span<const double> points, std::span<double> mean) {
  std::ranges::fill(mean, 0.0);
  for (std::size_t i = 0; i < points.size(); ++i) mean[i % mean.size()] += points[i];
  for (double& m : mean) m /= double(points.size() / mean.size());
}

}  // namespace

struct ArapSolver::Parts {
  ElementMesh mesh;  // rest positions relative to the mean of the held vertices
  HeldVertices held;
  std::vector<double> held_rest;
  std::vector<int> carrying_set;  // for each carried part, an edge set of its held vertex or -1
  std::vector<int> fixed;         // held and carried vertices: none of them moves in a step
  ArapOptions options;
  EdgeSets sets;
  std::vector<WeightedEdge> edges;
  double rest_energy;  // x^T K x at rest
  SparseCholesky factor;

  static Result<ArapSolver> create(Result<ElementMesh> mesh, std::span<const int> held,
                                   const ArapOptions& options);
  std::size_t stride() const { return std::size_t(detail::strideOf(mesh.dimension)); }
  std::size_t size() const { return std::size_t(mesh.vertices()) * stride(); }
  double restEnergy() const;
  Rotation start(const ArapFrame& frame, Workspace::Scratch& scratch) const;
  double fit(std::span<const double> x, std::span<double> residual) const;
  ArapOutcome iterate(Workspace::Scratch& scratch) const;
  void solveInSingle(std::span<const double> residual, Workspace::Scratch& scratch,
                     std::span<double> step) const;
  void carry(const Rotation& of_all, std::span<double> x) const;
};

// Positions inside stand stride() apart and are relative to the mean of the targets.
struct ArapSolver::Workspace::Scratch {
  std::vector<double> targets, mean;
  std::vector<double> x, substitution;
  std::vector<float> single, single_substitution;
  detail::AlternationScratch alternation;
};

ArapSolver::Workspace::Workspace(const ArapSolver& solver) : scratch_(std::make_unique<Scratch>()) {
  const Parts& parts = *solver.parts_;
  scratch_->targets.resize(solver.held() * solver.dimension());
  scratch_->mean.resize(solver.dimension());
  scratch_->x.resize(parts.size());
  if (parts.options.acceleration == ArapAcceleration::anderson) {
    scratch_->single.resize(parts.size());
    scratch_->single_substitution.resize(parts.size());
  }
  scratch_->substitution.resize(parts.size());
  scratch_->alternation = detail::AlternationScratch(parts.size(), parts.options.acceleration);
}

ArapSolver::Workspace::Workspace(Workspace&&) noexcept = default;
ArapSolver::Workspace& ArapSolver::Workspace::operator=(Workspace&&) noexcept = default;
ArapSolver::Workspace::~Workspace() = default;

ArapSolver::ArapSolver(std::unique_ptr<const Parts> parts) : parts_(std::move(parts)) {}
ArapSolver::ArapSolver(ArapSolver&&) noexcept = default;
ArapSolver& ArapSolver::operator=(ArapSolver&&) noexcept = default;
ArapSolver::~ArapSolver() = default;

std::size_t ArapSolver::vertices() const { return std::size_t(parts_->mesh.vertices()); }
std::size_t ArapSolver::dimension() const { return std::size_t(parts_->mesh.dimension); }
std::size_t ArapSolver::held() const { return parts_->held.vertices.size(); }
std::span<const std::string> ArapSolver::warnings() const { return parts_->held.warnings; }

Result<ArapSolver> ArapSolver::create(const TriMesh& mesh, std::span<const int> held,
                                      const ArapOptions& options) {
  return Parts::create(detail::weighElements(mesh), held, options);
}

Result<ArapSolver> ArapSolver::create(const TetMesh& mesh, std::span<const int> held,
                                      const ArapOptions& options) {
  return Parts::create(detail::weighElements(mesh), held, options);
}

Result<ArapSolver> ArapSolver::Parts::create(Result<ElementMesh> weighed, std::span<const int> held,
                                             const ArapOptions& options) {
  if (!weighed) return failAt("arap", weighed.error());
  ElementMesh& mesh = *weighed;
  if (auto checked = checkOptions(mesh, options); !checked) return failAt("arap", checked.error());
  auto holding = detail::holdVertices(mesh, held);
  if (!holding) return failAt("arap", holding.error());
  const std::size_t dimension = std::size_t(mesh.dimension);
  std::vector<double> held_rest;
  for (int v : held) held_rest.insert(held_rest.end(), mesh.restOf(v), mesh.restOf(v) + dimension);
  std::vector<double> mean(dimension);
  meanOf(held_rest, mean);
  for (std::size_t i = 0; i < held_rest.size(); ++i) held_rest[i] -= mean[i % dimension];
  for (std::size_t i = 0; i < mesh.rest.size(); ++i) mesh.rest[i] -= mean[i % dimension];

  detail::dropCarried(*holding, mesh);
  if (options.weights == ArapWeights::clamped) detail::clampWeights(mesh);
  const SparseMatrix K = detail::stiffnessOf(mesh);
  const std::vector<std::uint8_t> flags = holding->fixedFlags(mesh.vertices());
  auto factor = SparseCholesky::factorize(detail::decoupled(K, flags));
  if (!factor) return failAt("arap", factor.error());
  if (options.acceleration == ArapAcceleration::anderson) factor->roundToSingle();
  EdgeSets sets = detail::edgeSetsOf(mesh, options.energy, clustersOf(mesh, options));
  std::vector<int> carrying, fixed;
  for (const CarriedVertices& part : holding->carried) {
    carrying.push_back(sets.setAt(holding->vertices[part.nearest]));
  }
  for (int v = 0; v < mesh.vertices(); ++v) {
    if (flags[std::size_t(v)]) fixed.push_back(v);
  }
  ArapOptions kept = options;
  kept.clusters = {};
  Parts parts{std::move(mesh),     std::move(*holding), std::move(held_rest),
              std::move(carrying), std::move(fixed),    kept,
              std::move(sets),     edgesFrom(K),        0,
              std::move(*factor)};
  parts.rest_energy = parts.restEnergy();
  return ArapSolver(std::make_unique<const Parts>(std::move(parts)));
}

double ArapSolver::Parts::restEnergy() const {
  std::vector<double> x(size()), ignored(size());
  detail::spread(mesh.rest, mesh.dimension, x);
  return detail::edgeSetKernels(mesh.dimension).stretch(edges, x.data(), ignored.data());
}

Rotation ArapSolver::Parts::start(const ArapFrame& frame, Workspace::Scratch& scratch) const {
  const std::size_t dimension = std::size_t(mesh.dimension), vertices = mesh.vertices();
  meanOf(frame.targets, scratch.mean);
  for (std::size_t i = 0; i < frame.targets.size(); ++i) {
    scratch.targets[i] = frame.targets[i] - scratch.mean[i % dimension];
  }
  const Rotation R = detail::bestRotation(held_rest, scratch.targets, mesh.dimension);
  for (std::size_t v = 0; v < vertices; ++v) {
    double* x = &scratch.x[v * stride()];
    if (frame.guess.empty()) {
      detail::turn(R, mesh.dimension, mesh.restOf(int(v)), x);
    } else {
      for (std::size_t k = 0; k < dimension; ++k) {
        x[k] = frame.guess[v * dimension + k] - scratch.mean[k];
      }
    }
  }
  for (std::size_t i = 0; i < held.vertices.size(); ++i) {
    std::copy_n(&scratch.targets[i * dimension], dimension,
                &scratch.x[std::size_t(held.vertices[i]) * stride()]);
  }
  return R;
}

double ArapSolver::Parts::fit(std::span<const double> x, std::span<double> residual) const {
  const double trace = sets.fit(x, residual);
  const double stretch =
      detail::edgeSetKernels(mesh.dimension).stretch(edges, x.data(), residual.data());
  for (int v : fixed) std::fill_n(&residual[std::size_t(v) * stride()], stride(), 0.0);
  return stretch + rest_energy - 2 * trace;
}

ArapOutcome ArapSolver::Parts::iterate(Workspace::Scratch& scratch) const {
  const detail::AlternationLimits limits = limitsOf(options);
  const auto fitTo = [this](std::span<const double> x, std::span<double> residual) {
    return fit(x, residual);
  };
  const auto solveFor = [&](std::span<const double> residual, std::span<double> step, Care care) {
    if (care == Care::exact) {
      factor.solve(residual, step, int(stride()), scratch.substitution);
    } else {
      solveInSingle(residual, scratch, step);
    }
  };
  return detail::Alternation(limits, scratch.alternation, scratch.x, fitTo, solveFor).run();
}

// What is solved for goes to zero: few digits of it are enough, at half the memory to read.
void ArapSolver::Parts::solveInSingle(std::span<const double> residual, Workspace::Scratch& scratch,
                                      std::span<double> step) const {
  const std::span<float> values(scratch.single);
  for (std::size_t i = 0; i < residual.size(); ++i) values[i] = float(residual[i]);
  factor.solve(std::span<const float>(values), values, int(stride()), scratch.single_substitution);
  for (std::size_t i = 0; i < residual.size(); ++i) step[i] = double(values[i]);
}

void ArapSolver::Parts::carry(const Rotation& of_all, std::span<double> x) const {
  const std::size_t dimension = std::size_t(mesh.dimension);
  for (std::size_t i = 0; i < held.carried.size(); ++i) {
    const int nearest = held.vertices[held.carried[i].nearest];
    Rotation R = of_all;
    if (carrying_set[i] >= 0) sets.rotationOf(carrying_set[i], x, R);
    const double* pivot = &x[std::size_t(nearest) * stride()];
    for (int v : held.carried[i].vertices) {
      double arm[3], turned[3];
      for (std::size_t k = 0; k < dimension; ++k) {
        arm[k] = mesh.restOf(v)[k] - mesh.restOf(nearest)[k];
      }
      detail::turn(R, mesh.dimension, arm, turned);
      for (std::size_t k = 0; k < dimension; ++k) {
        x[std::size_t(v) * stride() + k] = pivot[k] + turned[k];
      }
    }
  }
}

Result<ArapOutcome> ArapSolver::solve(const ArapFrame& frame, Workspace& workspace,
                                      std::span<double> out) const {
  assert(frame.targets.size() == held() * dimension() && out.size() == vertices() * dimension());
  assert(frame.guess.empty() || frame.guess.size() == out.size());
  if (auto checked = detail::checkTargets(parts_->held, frame.targets); !checked) {
    return failAt("arap", checked.error());
  }
  if (!std::ranges::all_of(frame.guess, [](double x) { return std::isfinite(x); })) {
    return wrong("the guess has positions that are not finite");
  }
  Workspace::Scratch& scratch = *workspace.scratch_;
  const Rotation of_all = parts_->start(frame, scratch);
  const ArapOutcome outcome = parts_->iterate(scratch);
  parts_->carry(of_all, scratch.x);
  for (std::size_t v = 0; v < vertices(); ++v) {
    for (std::size_t k = 0; k < dimension(); ++k) {
      out[v * dimension() + k] = scratch.x[v * parts_->stride() + k] + scratch.mean[k];
    }
  }
  return outcome;
}

double ArapSolver::energy(std::span<const double> positions, Workspace& workspace) const {
  assert(positions.size() == vertices() * dimension());
  Workspace::Scratch& scratch = *workspace.scratch_;
  detail::spread(positions, parts_->mesh.dimension, scratch.x);
  return parts_->fit(scratch.x, scratch.alternation.residual);
}

namespace {

template <class Mesh>
Result<Eigen::MatrixXd> arapOnce(const Mesh& mesh, std::span<const int> held,
                                 const Eigen::MatrixXd& targets, const ArapOptions& options) {
  const auto solver = ArapSolver::create(mesh, held, options);
  if (!solver) return std::unexpected(solver.error());
  ArapSolver::Workspace workspace(*solver);
  return detail::solveByRows(mesh.V, held.size(), targets,
                             [&](std::span<const double> to, std::span<double> out) {
                               return solver->solve({to, {}}, workspace, out);
                             });
}

}  // namespace

Result<Eigen::MatrixXd> arap(const TriMesh& mesh, std::span<const int> held,
                             const Eigen::MatrixXd& targets, const ArapOptions& options) {
  return arapOnce(mesh, held, targets, options);
}

Result<Eigen::MatrixXd> arap(const TetMesh& mesh, std::span<const int> held,
                             const Eigen::MatrixXd& targets, const ArapOptions& options) {
  return arapOnce(mesh, held, targets, options);
}

}  // namespace vide

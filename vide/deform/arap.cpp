// SPDX-License-Identifier: MIT
#include "vide/deform/arap.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

#include "vide/core/text.hpp"
#include "vide/deform/detail/alternation.hpp"
#include "vide/deform/detail/edge_sets.hpp"
#include "vide/deform/detail/element_mesh.hpp"
#include "vide/deform/detail/held_vertices.hpp"
#include "vide/deform/detail/rigid_start.hpp"
#include "vide/deform/detail/vertex_system.hpp"

namespace vide {

namespace {

using detail::CarriedVertices;
using detail::EdgeSets;
using detail::ElementMesh;
using detail::HeldVertices;
using detail::Rotation;
using detail::VertexSystem;

auto wrong(auto... pieces) { return fail(ErrorCode::invalid_argument, text("arap: ", pieces...)); }

// An edge of the mesh with its weight over all elements.
struct WeightedEdge {
  int from, to;
  double weight;
};

std::vector<WeightedEdge> edgesFrom(const SparseMatrix& K) {
  std::vector<WeightedEdge> edges;
  for (int c = 0; c < K.columns; ++c) {
    for (int p = K.start[c]; p < K.start[c + 1]; ++p) {
      if (K.row[p] > c) edges.push_back({c, K.row[p], -K.value[p]});
    }
  }
  return edges;
}

// Sum of w |dx|^2. Four sums in turn, so that no addition waits for the one before.
template <int Dimension>
double stretchEnergy(std::span<const WeightedEdge> edges, const double* x) {
  double sums[4] = {};
  std::size_t turn = 0;
  for (const WeightedEdge& edge : edges) {
    const double* a = x + std::ptrdiff_t(edge.from) * Dimension;
    const double* b = x + std::ptrdiff_t(edge.to) * Dimension;
    double squared = 0;
    for (int k = 0; k < Dimension; ++k) squared += (a[k] - b[k]) * (a[k] - b[k]);
    sums[turn++ % 4] += edge.weight * squared;
  }
  return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

double stretchEnergy(std::span<const WeightedEdge> edges, int dimension,
                     std::span<const double> x) {
  return dimension == 2 ? stretchEnergy<2>(edges, x.data()) : stretchEnergy<3>(edges, x.data());
}

Result<void> checkOptions(const ElementMesh& mesh, const ArapOptions& options) {
  if (options.max_iterations < 0 || !(options.tolerance >= 0)) {
    return wrong("max_iterations is ", options.max_iterations, " and tolerance ", options.tolerance,
                 "; neither may be negative");
  }
  if (options.clusters.empty()) return {};
  const int sets = options.energy == ArapEnergy::elements ? mesh.elements() : mesh.vertices();
  if (options.clusters.size() != std::size_t(sets)) {
    return wrong(options.clusters.size(), " cluster numbers for ", sets, " edge sets");
  }
  for (std::size_t i = 0; i < options.clusters.size(); ++i) {
    if (options.clusters[i] < 0 || options.clusters[i] >= sets) {
      return wrong("edge set ", i, " has cluster ", options.clusters[i],
                   "; number them 0 .. k - 1");
    }
  }
  return {};
}

// The clusters of the edge sets that are left once carried parts are dropped.
std::vector<int> clustersOf(const ElementMesh& mesh, const ArapOptions& options) {
  std::vector<int> clusters(options.clusters.begin(), options.clusters.end());
  if (clusters.empty() || options.energy != ArapEnergy::elements) return clusters;
  std::vector<int> kept;
  for (int e : mesh.element_id) kept.push_back(clusters[std::size_t(e)]);
  return kept;
}

std::vector<double> meanOf(std::span<const double> points, std::size_t dimension) {
  std::vector<double> mean(dimension);
  for (std::size_t i = 0; i < points.size(); ++i) mean[i % dimension] += points[i];
  for (double& m : mean) m /= double(points.size() / dimension);
  return mean;
}

}  // namespace

struct ArapSolver::Parts {
  ElementMesh mesh;  // rest positions relative to the mean of the held vertices
  HeldVertices held;
  std::vector<double> held_rest;
  std::vector<int> carrying_set;  // for each carried part, an edge set of its held vertex or -1
  ArapOptions options;
  EdgeSets sets;
  std::vector<WeightedEdge> edges;
  double rest_energy;
  VertexSystem system;

  static Result<ArapSolver> create(Result<ElementMesh> mesh, std::span<const int> held,
                                   const ArapOptions& options);
  Rotation start(const ArapFrame& frame, Workspace::Scratch& scratch, std::span<double> x) const;
  ArapOutcome iterate(Workspace::Scratch& scratch, std::span<double> x) const;
  double fit(std::span<const double> x, std::span<double> right) const;
  void carry(const Rotation& of_all, std::span<double> x) const;
};

struct ArapSolver::Workspace::Scratch {
  std::vector<double> targets;  // relative to their mean
  std::vector<double> mean;
  std::vector<double> right, substitution;
  detail::AlternationScratch alternation;
};

ArapSolver::Workspace::Workspace(const ArapSolver& solver) : scratch_(std::make_unique<Scratch>()) {
  const std::size_t size = solver.vertices() * solver.dimension();
  scratch_->targets.resize(solver.held() * solver.dimension());
  scratch_->mean.resize(solver.dimension());
  scratch_->right.resize(size);
  scratch_->substitution.resize(size);
  scratch_->alternation = detail::AlternationScratch(size, solver.parts_->options.acceleration);
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
  if (auto checked = checkOptions(mesh, options); !checked) {
    return std::unexpected(checked.error());
  }
  auto holding = detail::holdVertices(mesh, held);
  if (!holding) return failAt("arap", holding.error());
  const std::size_t dimension = std::size_t(mesh.dimension);
  std::vector<double> held_rest;
  for (int v : held) held_rest.insert(held_rest.end(), mesh.restOf(v), mesh.restOf(v) + dimension);
  const std::vector<double> mean = meanOf(held_rest, dimension);
  for (std::size_t i = 0; i < held_rest.size(); ++i) held_rest[i] -= mean[i % dimension];
  for (std::size_t i = 0; i < mesh.rest.size(); ++i) mesh.rest[i] -= mean[i % dimension];

  detail::dropCarried(*holding, mesh);
  if (options.weights == ArapWeights::clamped) detail::clampWeights(mesh);
  const SparseMatrix K = detail::stiffnessOf(mesh);
  auto system = VertexSystem::create(K, holding->fixedFlags(mesh.vertices()));
  if (!system) return failAt("arap", system.error());
  EdgeSets sets = detail::edgeSetsOf(mesh, options.energy, clustersOf(mesh, options));
  std::vector<int> carrying;
  for (const CarriedVertices& part : holding->carried) {
    carrying.push_back(sets.setAt(holding->vertices[part.nearest]));
  }
  std::vector<WeightedEdge> edges = edgesFrom(K);
  const double rest_energy = stretchEnergy(edges, mesh.dimension, mesh.rest);
  ArapOptions kept = options;
  kept.clusters = {};
  return ArapSolver(std::unique_ptr<const Parts>(
      new Parts{std::move(mesh), std::move(*holding), std::move(held_rest), std::move(carrying),
                kept, std::move(sets), std::move(edges), rest_energy, std::move(*system)}));
}

Rotation ArapSolver::Parts::start(const ArapFrame& frame, Workspace::Scratch& scratch,
                                  std::span<double> x) const {
  const std::size_t dimension = std::size_t(mesh.dimension);
  std::ranges::fill(scratch.mean, 0.0);
  for (std::size_t i = 0; i < frame.targets.size(); ++i) {
    scratch.mean[i % dimension] += frame.targets[i];
  }
  for (double& m : scratch.mean) m /= double(held.vertices.size());
  for (std::size_t i = 0; i < frame.targets.size(); ++i) {
    scratch.targets[i] = frame.targets[i] - scratch.mean[i % dimension];
  }
  const Rotation R = detail::bestRotation(held_rest, scratch.targets, mesh.dimension);
  for (std::size_t i = 0; i < x.size(); i += dimension) {
    if (frame.guess.empty()) {
      detail::turn(R, mesh.dimension, &mesh.rest[i], &x[i]);
    } else {
      for (std::size_t k = 0; k < dimension; ++k) x[i + k] = frame.guess[i + k] - scratch.mean[k];
    }
  }
  for (std::size_t i = 0; i < held.vertices.size(); ++i) {
    std::copy_n(&scratch.targets[i * dimension], dimension,
                &x[std::size_t(held.vertices[i]) * dimension]);
  }
  return R;
}

double ArapSolver::Parts::fit(std::span<const double> x, std::span<double> right) const {
  const double trace = sets.fit(x, right);
  return stretchEnergy(edges, mesh.dimension, x) + rest_energy - 2 * trace;
}

ArapOutcome ArapSolver::Parts::iterate(Workspace::Scratch& scratch, std::span<double> x) const {
  const std::size_t dimension = std::size_t(mesh.dimension);
  const auto step = [&](std::span<double> next) {
    for (std::size_t i = 0; i < held.vertices.size(); ++i) {
      std::copy_n(&scratch.targets[i * dimension], dimension,
                  &scratch.right[std::size_t(held.vertices[i]) * dimension]);
    }
    system.solve(scratch.right, next, mesh.dimension, scratch.substitution);
  };
  return detail::alternate(
      {options.max_iterations, options.tolerance, options.acceleration}, scratch.alternation, x,
      [&](std::span<const double> at) { return fit(at, scratch.right); }, step);
}

void ArapSolver::Parts::carry(const Rotation& of_all, std::span<double> x) const {
  const std::size_t dimension = std::size_t(mesh.dimension);
  for (std::size_t i = 0; i < held.carried.size(); ++i) {
    const int nearest = held.vertices[held.carried[i].nearest];
    Rotation R = of_all;
    if (carrying_set[i] >= 0) sets.rotationOf(carrying_set[i], x, R);
    for (int v : held.carried[i].vertices) {
      double edge[3], turned[3];
      for (std::size_t k = 0; k < dimension; ++k) {
        edge[k] = mesh.restOf(v)[k] - mesh.restOf(nearest)[k];
      }
      detail::turn(R, mesh.dimension, edge, turned);
      for (std::size_t k = 0; k < dimension; ++k) {
        x[std::size_t(v) * dimension + k] = x[std::size_t(nearest) * dimension + k] + turned[k];
      }
    }
  }
}

Result<ArapOutcome> ArapSolver::solve(const ArapFrame& frame, Workspace& workspace,
                                      std::span<double> out) const {
  assert(frame.targets.size() == held() * dimension() && out.size() == vertices() * dimension());
  assert(frame.guess.empty() || frame.guess.size() == out.size());
  const auto finite = [](double x) { return std::isfinite(x); };
  if (const auto bad = std::ranges::find_if_not(frame.targets, finite);
      bad != frame.targets.end()) {
    const std::size_t entry = std::size_t(bad - frame.targets.begin()) / dimension();
    return wrong("the target of held vertex ", parts_->held.vertices[entry], " is not finite");
  }
  if (!std::ranges::all_of(frame.guess, finite)) {
    return wrong("the guess has positions that are not finite");
  }
  Workspace::Scratch& scratch = *workspace.scratch_;
  const Rotation of_all = parts_->start(frame, scratch, out);
  const ArapOutcome outcome = parts_->iterate(scratch, out);
  parts_->carry(of_all, out);
  for (std::size_t i = 0; i < out.size(); ++i) out[i] += scratch.mean[i % dimension()];
  return outcome;
}

double ArapSolver::energy(std::span<const double> positions, Workspace& workspace) const {
  assert(positions.size() == vertices() * dimension());
  return parts_->fit(positions, workspace.scratch_->right);
}

namespace {

template <class Mesh>
Result<Eigen::MatrixXd> arapOnce(const Mesh& mesh, std::span<const int> held,
                                 const Eigen::MatrixXd& targets, const ArapOptions& options) {
  const auto solver = ArapSolver::create(mesh, held, options);
  if (!solver) return std::unexpected(solver.error());
  if (targets.rows() != Eigen::Index(held.size()) || targets.cols() != mesh.V.cols()) {
    return wrong("targets are ", targets.rows(), " x ", targets.cols(), " but must be ",
                 held.size(), " x ", mesh.V.cols());
  }
  using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  const RowMajor by_rows = targets;
  RowMajor moved(mesh.V.rows(), mesh.V.cols());
  ArapSolver::Workspace workspace(*solver);
  const auto outcome = solver->solve({{by_rows.data(), std::size_t(by_rows.size())}, {}}, workspace,
                                     {moved.data(), std::size_t(moved.size())});
  if (!outcome) return std::unexpected(outcome.error());
  return moved;
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

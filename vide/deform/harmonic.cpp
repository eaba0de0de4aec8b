// SPDX-License-Identifier: MIT
#include "vide/deform/harmonic.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

#include "vide/deform/detail/element_mesh.hpp"
#include "vide/deform/detail/held_vertices.hpp"
#include "vide/deform/detail/solve_by_rows.hpp"
#include "vide/deform/detail/vertex_system.hpp"
#include "vide/numeric/laplacian.hpp"

namespace vide {

namespace {

using detail::CarriedVertices;
using detail::ElementMesh;
using detail::HeldVertices;
using detail::VertexSystem;

Result<std::vector<double>> massOf(const TriMesh& mesh) { return voronoiMass(mesh.V, mesh.F); }
Result<std::vector<double>> massOf(const TetMesh& mesh) { return barycentricMass(mesh.V, mesh.T); }

// The unit of length must not decide how large the numbers of Q get.
double makeMeanOne(std::vector<double>& mass) {
  const double mean = std::accumulate(mass.begin(), mass.end(), 0.0) / double(mass.size());
  for (double& m : mass) m /= mean;
  return mean;
}

}  // namespace

struct HarmonicSolver::Parts {
  ElementMesh mesh;
  HeldVertices held;
  HarmonicUnknown unknown;
  VertexSystem system;
  SparseMatrix Q;   // with masses whose mean is one
  double unit = 1;  // Q over the matrix in the mesh's own units
  std::vector<std::uint8_t> is_carried;

  template <class Mesh>
  static Result<HarmonicSolver> create(const Mesh& mesh, std::span<const int> held,
                                       const HarmonicOptions& options);
  void placeTargets(std::span<const double> targets, Workspace::Scratch& scratch) const;
  void carry(std::span<const double> targets, std::span<double> out) const;
};

struct HarmonicSolver::Workspace::Scratch {
  std::vector<double> right, substitution, unknown, slope;
  std::vector<double> shift;  // of the first held vertex: what all have in common
};

HarmonicSolver::Workspace::Workspace(const HarmonicSolver& solver)
    : scratch_(std::make_unique<Scratch>()) {
  const std::size_t size = solver.vertices() * solver.dimension();
  scratch_->right.resize(size);
  scratch_->substitution.resize(size);
  scratch_->unknown.resize(solver.vertices());
  scratch_->slope.resize(solver.vertices());
  scratch_->shift.resize(solver.dimension());
}

HarmonicSolver::Workspace::Workspace(Workspace&&) noexcept = default;
HarmonicSolver::Workspace& HarmonicSolver::Workspace::operator=(Workspace&&) noexcept = default;
HarmonicSolver::Workspace::~Workspace() = default;

HarmonicSolver::HarmonicSolver(std::unique_ptr<const Parts> parts) : parts_(std::move(parts)) {}
HarmonicSolver::HarmonicSolver(HarmonicSolver&&) noexcept = default;
HarmonicSolver& HarmonicSolver::operator=(HarmonicSolver&&) noexcept = default;
HarmonicSolver::~HarmonicSolver() = default;

std::size_t HarmonicSolver::vertices() const { return std::size_t(parts_->mesh.vertices()); }
std::size_t HarmonicSolver::dimension() const { return std::size_t(parts_->mesh.dimension); }
std::size_t HarmonicSolver::held() const { return parts_->held.vertices.size(); }
std::span<const std::string> HarmonicSolver::warnings() const { return parts_->held.warnings; }

template <class Mesh>
Result<HarmonicSolver> HarmonicSolver::Parts::create(const Mesh& mesh, std::span<const int> held,
                                                     const HarmonicOptions& options) {
  auto weighed = detail::weighElements(mesh);
  if (!weighed) return failAt("harmonic", weighed.error());
  auto holding = detail::holdVertices(*weighed, held);
  if (!holding) return failAt("harmonic", holding.error());
  auto mass = massOf(mesh);
  if (!mass) return failAt("harmonic", mass.error());
  const double mean = makeMeanOne(*mass);
  auto Q = polyharmonicMatrix(detail::stiffnessOf(*weighed), *mass, options.order);
  if (!Q) return failAt("harmonic", Q.error());
  auto system = VertexSystem::create(*Q, holding->fixedFlags(weighed->vertices()));
  if (!system) return failAt("harmonic", system.error());
  std::vector<std::uint8_t> is_carried(std::size_t(weighed->vertices()), 0);
  for (const CarriedVertices& part : holding->carried) {
    for (int v : part.vertices) is_carried[std::size_t(v)] = 1;
  }
  return HarmonicSolver(std::unique_ptr<const Parts>(
      new Parts{std::move(*weighed), std::move(*holding), options.unknown, std::move(*system),
                std::move(*Q), std::pow(mean, options.order - 1), std::move(is_carried)}));
}

Result<HarmonicSolver> HarmonicSolver::create(const TriMesh& mesh, std::span<const int> held,
                                              const HarmonicOptions& options) {
  return Parts::create(mesh, held, options);
}

Result<HarmonicSolver> HarmonicSolver::create(const TetMesh& mesh, std::span<const int> held,
                                              const HarmonicOptions& options) {
  return Parts::create(mesh, held, options);
}

// What is the same everywhere solves itself, and better so: only what differs goes to the system.
void HarmonicSolver::Parts::placeTargets(std::span<const double> targets,
                                         Workspace::Scratch& scratch) const {
  const std::size_t dimension = std::size_t(mesh.dimension);
  const auto known = [&](std::size_t i, std::size_t k) {
    const double rest = mesh.restOf(held.vertices[i])[k];
    return targets[i * dimension + k] - (unknown == HarmonicUnknown::positions ? 0 : rest);
  };
  for (std::size_t k = 0; k < dimension; ++k) scratch.shift[k] = known(0, k);
  std::ranges::fill(scratch.right, 0.0);
  for (std::size_t i = 0; i < held.vertices.size(); ++i) {
    double* to = &scratch.right[std::size_t(held.vertices[i]) * dimension];
    for (std::size_t k = 0; k < dimension; ++k) to[k] = known(i, k) - scratch.shift[k];
  }
}

void HarmonicSolver::Parts::carry(std::span<const double> targets, std::span<double> out) const {
  const std::size_t dimension = std::size_t(mesh.dimension);
  for (const CarriedVertices& part : held.carried) {
    const double* from = mesh.restOf(held.vertices[part.nearest]);
    for (int v : part.vertices) {
      for (std::size_t k = 0; k < dimension; ++k) {
        out[std::size_t(v) * dimension + k] =
            mesh.restOf(v)[k] + (targets[part.nearest * dimension + k] - from[k]);
      }
    }
  }
}

Result<void> HarmonicSolver::solve(std::span<const double> targets, Workspace& workspace,
                                   std::span<double> out) const {
  assert(targets.size() == held() * dimension() && out.size() == vertices() * dimension());
  if (auto checked = detail::checkTargets(parts_->held, targets); !checked) {
    return failAt("harmonic", checked.error());
  }
  Workspace::Scratch& scratch = *workspace.scratch_;
  parts_->placeTargets(targets, scratch);
  parts_->system.solve(scratch.right, out, int(dimension()), scratch.substitution);
  const bool field = parts_->unknown == HarmonicUnknown::displacements;
  for (std::size_t i = 0; i < out.size(); ++i) {
    out[i] += scratch.shift[i % dimension()] + (field ? parts_->mesh.rest[i] : 0);
  }
  for (std::size_t i = 0; i < held(); ++i) {
    std::copy_n(&targets[i * dimension()], dimension(),
                &out[std::size_t(parts_->held.vertices[i]) * dimension()]);
  }
  parts_->carry(targets, out);
  return {};
}

double HarmonicSolver::energy(std::span<const double> positions,
                              Workspace& workspace) const noexcept {
  assert(positions.size() == vertices() * dimension());
  const Parts& parts = *parts_;
  Workspace::Scratch& scratch = *workspace.scratch_;
  const bool field = parts.unknown == HarmonicUnknown::displacements;
  const auto at = [&](std::size_t v, std::size_t k) {
    const std::size_t i = v * dimension() + k;
    return positions[i] - (field ? parts.mesh.rest[i] : 0);
  };
  double sum = 0;
  for (std::size_t k = 0; k < dimension(); ++k) {
    // Q does not feel what is the same everywhere, rounding does.
    const double shift = at(std::size_t(parts.held.vertices.front()), k);
    for (std::size_t v = 0; v < vertices(); ++v) {
      scratch.unknown[v] = parts.is_carried[v] ? 0 : at(v, k) - shift;
    }
    multiplyTransposed(parts.Q, scratch.unknown, scratch.slope);  // Q is symmetric
    sum += std::inner_product(scratch.unknown.begin(), scratch.unknown.end(), scratch.slope.begin(),
                              0.0);
  }
  return sum / parts.unit;
}

namespace {

template <class Mesh>
Result<Eigen::MatrixXd> harmonicOnce(const Mesh& mesh, std::span<const int> held,
                                     const Eigen::MatrixXd& targets,
                                     const HarmonicOptions& options) {
  const auto solver = HarmonicSolver::create(mesh, held, options);
  if (!solver) return std::unexpected(solver.error());
  HarmonicSolver::Workspace workspace(*solver);
  return detail::solveByRows(mesh.V, held.size(), targets,
                             [&](std::span<const double> to, std::span<double> out) {
                               return solver->solve(to, workspace, out);
                             });
}

}  // namespace

Result<Eigen::MatrixXd> harmonic(const TriMesh& mesh, std::span<const int> held,
                                 const Eigen::MatrixXd& targets, const HarmonicOptions& options) {
  return harmonicOnce(mesh, held, targets, options);
}

Result<Eigen::MatrixXd> harmonic(const TetMesh& mesh, std::span<const int> held,
                                 const Eigen::MatrixXd& targets, const HarmonicOptions& options) {
  return harmonicOnce(mesh, held, targets, options);
}

}  // namespace vide

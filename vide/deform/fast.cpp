// SPDX-License-Identifier: MIT
#include "vide/deform/fast.hpp"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cassert>
#include <cmath>
#include <utility>

#include "vide/core/text.hpp"
#include "vide/deform/detail/alternation.hpp"
#include "vide/deform/detail/blended_positions.hpp"
#include "vide/deform/detail/element_mesh.hpp"
#include "vide/deform/detail/rigid_start.hpp"
#include "vide/deform/detail/skinning_space.hpp"
#include "vide/deform/rotation_clusters.hpp"
#include "vide/deform/skinning.hpp"
#include "vide/numeric/sparse_cholesky.hpp"
#include "vide/numeric/sparse_matrix.hpp"

namespace vide {

namespace {

using detail::BlendedPositions;
using detail::Care;
using detail::ElementMesh;
using detail::Rotation;
using detail::SkinningSpace;

// Directions of the space that cost less than this part of the dearest one are not felt.
constexpr double least_stiffness = 1e-11;
// How much a given linear part says about the motion of the whole, beside points one size apart.
constexpr double linear_share = 0.01;

auto wrong(auto... pieces) { return fail(ErrorCode::invalid_argument, text("fast: ", pieces...)); }

detail::AlternationLimits limitsOf(const FastOptions& options) {
  return {options.max_iterations, options.tolerance, options.acceleration};
}

Result<void> checkOptions(const ElementMesh& mesh, const FastOptions& options) {
  if (auto checked = limitsOf(options).check(); !checked) return checked;
  if (options.rotation_clusters < 1 && options.clusters.empty()) {
    return fail(ErrorCode::invalid_argument,
                text("rotation_clusters is ", options.rotation_clusters, "; ask for at least one"));
  }
  const int sets = options.energy == ArapEnergy::elements ? mesh.elements() : mesh.vertices();
  return detail::checkClusters(options.clusters, sets);
}

VertexWeights summingToOne(VertexWeights weights) {
  for (std::size_t v = 0; v < weights.vertices(); ++v) {
    double sum = 0;
    for (double w : weights.weightsOf(v)) sum += w;
    for (std::size_t k = weights.row_start[v]; k < weights.row_start[v + 1]; ++k) {
      weights.weight[k] /= sum;
    }
  }
  return weights;
}

const Eigen::MatrixX3i& elementsOf(const TriMesh& mesh) { return mesh.F; }
const Eigen::MatrixX4i& elementsOf(const TetMesh& mesh) { return mesh.T; }

template <class Mesh>
Result<std::vector<int>> clustersOf(const Mesh& mesh, const VertexWeights& weights,
                                    const FastOptions& options) {
  if (!options.clusters.empty()) {
    return std::vector<int>(options.clusters.begin(), options.clusters.end());
  }
  const bool of_elements = options.energy == ArapEnergy::elements;
  const auto sets = std::size_t(std::max(mesh.V.rows(), of_elements ? elementsOf(mesh).rows() : 0));
  if (auto fits =
          checkEntries("finding clusters", sets, std::size_t(weights.handles), options.max_entries);
      !fits) {
    return std::unexpected(fits.error());
  }
  const Eigen::MatrixXd features = weightFeatures(weights);
  if (!of_elements) {
    return clusterPoints(features, options.rotation_clusters);
  }
  return clusterPoints(averagedOver(elementsOf(mesh), features), options.rotation_clusters);
}

Affine3 toAffine(const Rotation& R, int dimension, Vec3 translation) {
  if (dimension == 2) return {{{R[0], R[2], 0}, {R[1], R[3], 0}, {0, 0, 1}}, translation};
  return {{{R[0], R[3], R[6]}, {R[1], R[4], R[7]}, {R[2], R[5], R[8]}}, translation};
}

// S += a b^T.
void addOuter(Vec3 a, Vec3 b, double scale, int dimension, Rotation& S) {
  const double u[3] = {a.x, a.y, a.z}, v[3] = {b.x, b.y, b.z};
  for (int i = 0; i < dimension; ++i) {
    for (int j = 0; j < dimension; ++j) {
      S[std::size_t(dimension * i + j)] += scale * u[i] * v[j];
    }
  }
}

double leastFelt(const Eigen::VectorXd& eigenvalues) {
  return least_stiffness * eigenvalues.cwiseAbs().maxCoeff();
}

// response = N A^-1 N^T where all ways of N are felt. Every sum here has an order of its own, where
// that of eigenvectors depends on how wide the machine's registers are: rotations are fitted in
// single precision, which makes 1e-8 of a last bit.
bool respondByFactor(const Eigen::MatrixXd& N, const Eigen::MatrixXd& A,
                     Eigen::MatrixXd& response) {
  const Eigen::VectorXd eigenvalues =
      Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(A, Eigen::EigenvaluesOnly).eigenvalues();
  if (!(eigenvalues.minCoeff() > leastFelt(eigenvalues))) return false;
  const int ways = int(A.rows()), rows = int(N.rows());
  std::vector<Triplet> lower;
  for (int c = 0; c < ways; ++c) {
    for (int r = c; r < ways; ++r) lower.push_back({r, c, A(r, c)});
  }
  const auto factor = SparseCholesky::factorize(fromTriplets(ways, ways, lower));
  if (!factor) return false;
  // By columns, N is N^T by rows, as the factor takes it.
  std::vector<double> solved(std::size_t(N.size())), work(solved.size());
  factor->solve({N.data(), solved.size()}, solved, rows, work);
  const Eigen::Map<const Eigen::MatrixXd> by_rows(solved.data(), rows, ways);
  response.setZero();
  for (int way = 0; way < ways; ++way) {
    for (int r = 0; r < rows; ++r) {
      if (N(r, way) != 0) response.col(r) += N(r, way) * by_rows.col(way);
    }
  }
  return true;
}

// The same with the pseudo-inverse: what is not felt does not move.
void respondByFelt(const Eigen::MatrixXd& N, const Eigen::MatrixXd& A, Eigen::MatrixXd& response) {
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(A);
  const double least = leastFelt(solver.eigenvalues());
  const Eigen::VectorXd inverse =
      solver.eigenvalues().unaryExpr([&](double s) { return s > least ? 1 / s : 0; });
  const Eigen::MatrixXd ways = N * solver.eigenvectors();
  response = ways * inverse.asDiagonal() * ways.transpose();
}

}  // namespace

struct FastSolver::Parts {
  SkinningSpace space;
  BlendedPositions blend;
  FastOptions options;
  std::size_t vertices;

  template <class Mesh>
  static Result<FastSolver> create(const Mesh& mesh, const VertexWeights& weights,
                                   const FastOptions& options);
  std::size_t stride() const { return std::size_t(detail::strideOf(space.dimension)); }
  // Numbers of a point vector: point 0 stays at the origin, then come the rows of T.
  std::size_t size() const { return (std::size_t(space.rows()) + 1) * stride(); }
  std::size_t firstOf(std::size_t handle) const {
    return (handle * std::size_t(space.rowsOfHandle()) + 1) * stride();
  }

  Result<void> check(const FastFrame& frame) const;
  Affine3 rigidMotion(std::span<const FastHandle> handles) const;
  void setHolds(std::span<const FastHandle> handles, Workspace::Scratch& scratch) const;
  Eigen::MatrixXd freedomOf(std::span<const FastHandle> handles) const;
  void start(const FastFrame& frame, Workspace::Scratch& scratch) const;
  ArapOutcome iterate(Workspace::Scratch& scratch) const;
  const detail::EdgeSetKernels& kernels() const { return detail::edgeSetKernels(space.dimension); }
  double fit(std::span<const double> x, std::span<double> residual, std::span<double> force) const;
};

struct FastSolver::Workspace::Scratch {
  std::vector<FastHold> holds;
  Eigen::MatrixXd response;  // from a residual to the step that the holds allow
  std::vector<double> x, force;
  std::vector<float> matrices;
  detail::AlternationScratch alternation;
};

FastSolver::Workspace::Workspace(const FastSolver& solver) : scratch_(std::make_unique<Scratch>()) {
  const Parts& parts = *solver.parts_;
  scratch_->x.resize(parts.size());
  scratch_->force.resize(parts.size() - parts.stride());
  scratch_->matrices.resize(BlendedPositions::scratchSize(solver.handles()));
  scratch_->alternation = detail::AlternationScratch(parts.size(), parts.options.acceleration);
}

FastSolver::Workspace::Workspace(Workspace&&) noexcept = default;
FastSolver::Workspace& FastSolver::Workspace::operator=(Workspace&&) noexcept = default;
FastSolver::Workspace::~Workspace() = default;

FastSolver::FastSolver(std::unique_ptr<const Parts> parts) : parts_(std::move(parts)) {}
FastSolver::FastSolver(FastSolver&&) noexcept = default;
FastSolver& FastSolver::operator=(FastSolver&&) noexcept = default;
FastSolver::~FastSolver() = default;

std::size_t FastSolver::vertices() const { return parts_->vertices; }
std::size_t FastSolver::dimension() const { return std::size_t(parts_->space.dimension); }
std::size_t FastSolver::handles() const { return std::size_t(parts_->space.handles); }

std::optional<Vec3> FastSolver::point(std::size_t handle) const {
  const SkinningSpace& space = parts_->space;
  if (!space.point[handle]) return std::nullopt;
  return space.size * *space.point[handle] + space.middle;
}

template <class Mesh>
Result<FastSolver> FastSolver::Parts::create(const Mesh& mesh, const VertexWeights& weights,
                                             const FastOptions& options) {
  auto weighed = detail::weighElements(mesh);
  if (!weighed) return failAt("fast", weighed.error());
  if (weights.handles < 1) return wrong("the weights have no handles");
  if (weights.handles > options.max_handles) {
    return fail(ErrorCode::limit_exceeded,
                text("fast: ", weights.handles, " handles; max_handles is ", options.max_handles));
  }
  if (auto checked = checkWeights(weights, std::size_t(mesh.V.rows()), WeightSigns::any);
      !checked) {
    return failAt("fast", checked.error());
  }
  if (auto checked = checkOptions(*weighed, options); !checked) {
    return failAt("fast", checked.error());
  }
  if (options.weights == ArapWeights::clamped) detail::clampWeights(*weighed);
  const VertexWeights shares = summingToOne(weights);
  const auto clusters = clustersOf(mesh, shares, options);
  if (!clusters) return failAt("fast", clusters.error());
  if (auto fits = checkEntries(
          "fast: clusters x numbers of all handles", std::size_t(std::ranges::max(*clusters)) + 1,
          std::size_t(weights.handles) * std::size_t(mesh.V.cols() + 1), options.max_entries);
      !fits) {
    return std::unexpected(fits.error());
  }
  const ElementMesh as_given = *weighed;
  SkinningSpace space = detail::skinningSpace(*weighed, shares, options.energy, *clusters);
  BlendedPositions blend(as_given, space.middle, shares);
  FastOptions kept = options;
  kept.clusters = {};
  return FastSolver(std::unique_ptr<const Parts>(
      new Parts{std::move(space), std::move(blend), kept, std::size_t(mesh.V.rows())}));
}

Result<FastSolver> FastSolver::create(const TriMesh& mesh, const VertexWeights& weights,
                                      const FastOptions& options) {
  return Parts::create(mesh, weights, options);
}

Result<FastSolver> FastSolver::create(const TetMesh& mesh, const VertexWeights& weights,
                                      const FastOptions& options) {
  return Parts::create(mesh, weights, options);
}

Result<void> FastSolver::Parts::check(const FastFrame& frame) const {
  for (std::size_t i = 0; i < frame.handles.size(); ++i) {
    const FastHandle& handle = frame.handles[i];
    if (handle.hold != FastHold::free && !isFinite(handle.target)) {
      return wrong("the target of handle ", i, " is not finite");
    }
    if (handle.hold == FastHold::position && !space.point[i]) {
      return wrong("handle ", i, " has no vertex of weight 1 whose position could be held");
    }
  }
  for (std::size_t i = 0; i < frame.guess.size(); ++i) {
    if (!isFinite(frame.guess[i])) return wrong("the guess for handle ", i, " is not finite");
  }
  return {};
}

// The rigid motion that comes closest to what the held handles say.
Affine3 FastSolver::Parts::rigidMotion(std::span<const FastHandle> handles) const {
  Vec3 from_mean, to_mean;
  double count = 0;
  const auto forEachPoint = [&](auto visit) {
    for (std::size_t i = 0; i < handles.size(); ++i) {
      if (handles[i].hold == FastHold::position) {
        visit(*space.point[i], space.inside(handles[i].target.translation));
      } else if (handles[i].hold == FastHold::transform) {
        visit(space.pivot[i], space.inside(handles[i].target) * space.pivot[i]);
      }
    }
  };
  forEachPoint([&](Vec3 from, Vec3 to) {
    from_mean += from;
    to_mean += to;
    count += 1;
  });
  if (count > 0) {
    from_mean = from_mean / count;
    to_mean = to_mean / count;
  }
  Rotation S{};
  forEachPoint(
      [&](Vec3 from, Vec3 to) { addOuter(to - to_mean, from - from_mean, 1, space.dimension, S); });
  for (const FastHandle& handle : handles) {
    if (handle.hold != FastHold::linear && handle.hold != FastHold::transform) continue;
    addOuter(handle.target.linear.x, {1, 0, 0}, linear_share, space.dimension, S);
    addOuter(handle.target.linear.y, {0, 1, 0}, linear_share, space.dimension, S);
    addOuter(handle.target.linear.z, {0, 0, 1}, linear_share, space.dimension, S);
  }
  const Rotation R = detail::nearestRotation(S, space.dimension);
  const Affine3 turn = toAffine(R, space.dimension, {});
  return {turn.linear, to_mean - turn * from_mean};
}

// A column for each way in which the rows of T may change while the holds hold.
Eigen::MatrixXd FastSolver::Parts::freedomOf(std::span<const FastHandle> handles) const {
  const int dimension = space.dimension;
  Eigen::MatrixXd N = Eigen::MatrixXd::Zero(space.rows(), space.rows());
  Eigen::Index ways = 0;
  for (std::size_t i = 0; i < handles.size(); ++i) {
    const Eigen::Index first = Eigen::Index(i) * (dimension + 1);
    const FastHold hold = handles[i].hold;
    if (hold == FastHold::free || hold == FastHold::position) {
      for (int c = 0; c < dimension; ++c) N(first + c, ways + c) = 1;
    }
    if (hold == FastHold::position) {
      const Vec3 p = *space.point[i];
      const double coordinates[3] = {p.x, p.y, p.z};
      for (int c = 0; c < dimension; ++c) N(first + dimension, ways + c) = -coordinates[c];
    }
    if (hold == FastHold::free || hold == FastHold::position) ways += dimension;
    if (hold == FastHold::free || hold == FastHold::linear) N(first + dimension, ways++) = 1;
  }
  return N.leftCols(ways);
}

void FastSolver::Parts::setHolds(std::span<const FastHandle> handles,
                                 Workspace::Scratch& scratch) const {
  if (std::ranges::equal(handles, scratch.holds, {}, &FastHandle::hold)) return;
  scratch.holds.clear();
  for (const FastHandle& handle : handles) scratch.holds.push_back(handle.hold);
  const Eigen::MatrixXd N = freedomOf(handles);
  scratch.response = Eigen::MatrixXd::Zero(space.rows(), space.rows());
  if (N.cols() == 0) return;
  const Eigen::MatrixXd stiffness = N.transpose() * space.Q * N;
  if (!respondByFactor(N, stiffness, scratch.response)) {
    respondByFelt(N, stiffness, scratch.response);
  }
}

void FastSolver::Parts::start(const FastFrame& frame, Workspace::Scratch& scratch) const {
  const Affine3 rigid = frame.guess.empty() ? rigidMotion(frame.handles) : Affine3{};
  std::ranges::fill(scratch.x, 0.0);
  for (std::size_t i = 0; i < frame.handles.size(); ++i) {
    const FastHandle& handle = frame.handles[i];
    Affine3 transform = frame.guess.empty() ? rigid : space.inside(frame.guess[i]);
    switch (handle.hold) {
      case FastHold::free:
        break;
      case FastHold::position: {
        const Affine3 turn{transform.linear, {}};
        transform.translation = space.inside(handle.target.translation) - turn * *space.point[i];
        break;
      }
      case FastHold::linear: {
        const Affine3 turn{handle.target.linear, {}};
        transform = {turn.linear, transform * space.pivot[i] - turn * space.pivot[i]};
        break;
      }
      case FastHold::transform:
        transform = space.inside(handle.target);
        break;
    }
    space.toRows(transform, &scratch.x[firstOf(i)]);
  }
}

double FastSolver::Parts::fit(std::span<const double> x, std::span<double> residual,
                              std::span<double> force) const {
  const double trace = space.sets.fit(x, residual);
  kernels().multiply(space.Q.data(), space.rows(), &x[stride()], force.data());
  std::fill_n(residual.begin(), stride(), 0.0);
  double stretch = 0;
  for (std::size_t i = 0; i < force.size(); ++i) {
    stretch += force[i] * x[stride() + i];
    residual[stride() + i] -= force[i];
  }
  return stretch + space.rest_energy - 2 * trace;
}

ArapOutcome FastSolver::Parts::iterate(Workspace::Scratch& scratch) const {
  const detail::AlternationLimits limits = limitsOf(options);
  const auto fitTo = [&](std::span<const double> x, std::span<double> residual) {
    return fit(x, residual, scratch.force);
  };
  const auto solveFor = [&](std::span<const double> residual, std::span<double> step, Care) {
    std::fill_n(step.begin(), stride(), 0.0);
    kernels().multiply(scratch.response.data(), space.rows(), &residual[stride()], &step[stride()]);
  };
  ArapOutcome outcome =
      detail::Alternation(limits, scratch.alternation, scratch.x, fitTo, solveFor).run();
  outcome.energy *= space.size * space.size;
  return outcome;
}

Result<ArapOutcome> FastSolver::solve(const FastFrame& frame, Workspace& workspace,
                                      std::span<Affine3> out) const {
  assert(frame.handles.size() == handles() && out.size() == handles());
  assert(frame.guess.empty() || frame.guess.size() == handles());
  if (auto checked = parts_->check(frame); !checked) return std::unexpected(checked.error());
  Workspace::Scratch& scratch = *workspace.scratch_;
  parts_->setHolds(frame.handles, scratch);
  parts_->start(frame, scratch);
  const ArapOutcome outcome = parts_->iterate(scratch);
  for (std::size_t i = 0; i < handles(); ++i) {
    out[i] = parts_->space.fromRows(&scratch.x[parts_->firstOf(i)]);
    // Accelerated steps keep a position to single precision alone.
    if (frame.handles[i].hold != FastHold::position) continue;
    out[i].translation = frame.handles[i].target.translation - Affine3{out[i].linear} * *point(i);
    if (dimension() == 2) out[i].translation.z = 0;
  }
  return outcome;
}

void FastSolver::positions(std::span<const Affine3> transforms, Workspace& workspace,
                           std::span<float> out) const noexcept {
  assert(transforms.size() == handles() && out.size() == vertices() * dimension());
  parts_->blend.run(transforms, workspace.scratch_->matrices, out);
}

namespace {

template <class Mesh>
Result<std::vector<Affine3>> fastOnce(const Mesh& mesh, const VertexWeights& weights,
                                      std::span<const FastHandle> handles,
                                      const FastOptions& options) {
  const auto solver = FastSolver::create(mesh, weights, options);
  if (!solver) return std::unexpected(solver.error());
  if (handles.size() != solver->handles()) {
    return wrong(handles.size(), " handles for weights of ", solver->handles());
  }
  FastSolver::Workspace workspace(*solver);
  std::vector<Affine3> transforms(handles.size());
  const auto outcome = solver->solve({handles, {}}, workspace, transforms);
  if (!outcome) return std::unexpected(outcome.error());
  return transforms;
}

}  // namespace

Result<std::vector<Affine3>> fast(const TriMesh& mesh, const VertexWeights& weights,
                                  std::span<const FastHandle> handles, const FastOptions& options) {
  return fastOnce(mesh, weights, handles, options);
}

Result<std::vector<Affine3>> fast(const TetMesh& mesh, const VertexWeights& weights,
                                  std::span<const FastHandle> handles, const FastOptions& options) {
  return fastOnce(mesh, weights, handles, options);
}

}  // namespace vide

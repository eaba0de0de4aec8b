// SPDX-License-Identifier: MIT
#include "vide/deform/arap_points.hpp"

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <utility>
#include <vector>

#include "vide/core/text.hpp"
#include "vide/deform/detail/held_shape.hpp"
#include "vide/deform/detail/held_system.hpp"
#include "vide/deform/detail/rigid_fit.hpp"

namespace vide {

namespace {

using detail::CarriedPart;
using detail::HeldShape;
using detail::HeldSystem;
using detail::TriangleElement;

// How much the as-similar-as-possible start also resists stretching. Without it a part held at a
// single point could take any size, and points would draw spikes out of the shape.
constexpr double start_stiffness = 0.05;

auto wrong(auto... pieces) { return fail(ErrorCode::invalid_argument, text("arap: ", pieces...)); }

static_assert(sizeof(Vec2) == 2 * sizeof(double));

std::span<const double> numbersOf(std::span<const Vec2> points) {
  return {points.empty() ? nullptr : &points.front().x, points.size() * 2};
}

std::span<double> numbersIn(std::span<Vec2> points) {
  return {points.empty() ? nullptr : &points.front().x, points.size() * 2};
}

// Each entry twice: for the x and the y of its row, which are unknowns 2 i and 2 i + 1.
std::vector<Triplet> forBothCoordinates(const SparseMatrix& A, double scale) {
  std::vector<Triplet> entries;
  for (int c = 0; c < A.columns; ++c) {
    for (int p = A.start[c]; p < A.start[c + 1]; ++p) {
      for (int axis = 0; axis < 2; ++axis) {
        entries.push_back({2 * A.row[p] + axis, 2 * c + axis, scale * A.value[p]});
      }
    }
  }
  return entries;
}

std::vector<Triplet> entriesOf(const SparseMatrix& A) {
  std::vector<Triplet> entries;
  for (int c = 0; c < A.columns; ++c) {
    for (int p = A.start[c]; p < A.start[c + 1]; ++p) {
      entries.push_back({A.row[p], c, A.value[p]});
    }
  }
  return entries;
}

// Directed edges, each counted by how many triangles to its left exceed those to its right. Inside
// a shape whose triangles wind alike everything cancels and the outline remains.
std::vector<Triplet> outlineEdges(const HeldShape& shape) {
  std::vector<Triplet> edges;
  for (const TriangleElement& element : shape.elements) {
    const auto& v = element.vertex;
    const Vec2 a = shape.rest[v[0]], b = shape.rest[v[1]], c = shape.rest[v[2]];
    const double winding = cross(b - a, c - a) > 0 ? 1 : -1;
    for (int k = 0; k < 3; ++k) {
      const int i = v[k], j = v[(k + 1) % 3];
      edges.push_back({std::min(i, j), std::max(i, j), i < j ? winding : -winding});
    }
  }
  const int n = int(shape.rest.size());
  std::vector<Triplet> outline = entriesOf(fromTriplets(n, n, edges));
  std::erase_if(outline, [](const Triplet& edge) { return edge.value == 0; });
  return outline;
}

// 1/2 z^T A z = 1/2 z^T K z (1 + stiffness) - area(z): what a map loses by not being a similarity
// (Levy, Petitjean, Ray, Maillot, Least squares conformal maps, 2002), plus the resistance.
std::vector<Triplet> similarityEntries(const HeldShape& shape) {
  std::vector<Triplet> entries = forBothCoordinates(shape.stiffness, 1 + start_stiffness);
  for (const Triplet& edge : outlineEdges(shape)) {
    const int i = 2 * edge.row, j = 2 * edge.column;
    const double half = edge.value / 2;
    entries.insert(entries.end(),
                   {{i, j + 1, -half}, {j + 1, i, -half}, {i + 1, j, half}, {j, i + 1, half}});
  }
  return entries;
}

Result<HeldSystem> similaritySystem(const HeldShape& shape) {
  const SparseMatrix& B = shape.constraints;
  return HeldSystem::create(similarityEntries(shape),
                            fromTriplets(2 * B.rows, 2 * B.columns, forBothCoordinates(B, 1)), 1);
}

Result<void> checkOptions(const PointArapOptions& options) {
  if (options.max_iterations >= 0 && options.tolerance >= 0) return {};
  return wrong("max_iterations is ", options.max_iterations, " and tolerance ", options.tolerance,
               "; neither may be negative");
}

}  // namespace

struct PointArapSolver::Parts {
  HeldShape shape;
  PointArapOptions options;
  HeldSystem similarity;        // one right-hand side, x and y interleaved
  HeldSystem global;            // two right-hand sides
  std::vector<Vec2> rest_pull;  // start_stiffness * K * rest

  void findTargets(const PointArapFrame& frame, Workspace::Scratch& scratch) const;
  void start(const PointArapFrame& frame, Workspace::Scratch& scratch, std::span<Vec2> x) const;
  ArapOutcome iterate(Workspace::Scratch& scratch, std::span<Vec2> x) const;
  void carry(std::span<Vec2> x) const;
};

struct PointArapSolver::Workspace::Scratch {
  HeldSystem::Hold similarity, global;
  std::vector<Vec2> right;
  detail::RigidMotion motion;        // of the active handles
  std::vector<Vec2> targets;         // of handles that hold in this frame
  std::vector<std::uint8_t> active;  // per handle
  std::vector<std::uint8_t> active_twice;
  std::vector<std::uint8_t> part_held;
};

PointArapSolver::Workspace::Workspace(const PointArapSolver& solver)
    : scratch_(std::make_unique<Scratch>()) {
  const Parts& parts = *solver.parts_;
  const std::size_t handles = parts.shape.handle_rest.size();
  scratch_->similarity = parts.similarity.makeHold();
  scratch_->global = parts.global.makeHold();
  scratch_->right.resize(parts.shape.rest.size());
  scratch_->targets.resize(handles);
  scratch_->active.resize(handles);
  scratch_->active_twice.resize(2 * handles);
  scratch_->part_held.resize(std::size_t(parts.shape.parts));
}

PointArapSolver::Workspace::Workspace(Workspace&&) noexcept = default;
PointArapSolver::Workspace& PointArapSolver::Workspace::operator=(Workspace&&) noexcept = default;
PointArapSolver::Workspace::~Workspace() = default;

PointArapSolver::PointArapSolver(std::unique_ptr<const Parts> parts) : parts_(std::move(parts)) {}
PointArapSolver::PointArapSolver(PointArapSolver&&) noexcept = default;
PointArapSolver& PointArapSolver::operator=(PointArapSolver&&) noexcept = default;
PointArapSolver::~PointArapSolver() = default;

std::size_t PointArapSolver::vertices() const { return parts_->shape.rest.size(); }
std::size_t PointArapSolver::handles() const { return parts_->shape.handle_rest.size(); }
std::span<const std::string> PointArapSolver::warnings() const { return parts_->shape.warnings; }

Result<PointArapSolver> PointArapSolver::create(const TriMesh& mesh,
                                                std::span<const PointHandle> handles,
                                                const PointArapOptions& options) {
  if (auto checked = checkOptions(options); !checked) return std::unexpected(checked.error());
  auto shape = detail::holdShape(mesh, handles);
  if (!shape) return std::unexpected(shape.error());
  auto similarity = similaritySystem(*shape);
  if (!similarity) return failAt("arap", similarity.error());
  auto global = HeldSystem::create(entriesOf(shape->stiffness), shape->constraints, 2);
  if (!global) return failAt("arap", global.error());

  std::vector<Vec2> rest_pull(shape->rest.size());
  multiply(shape->stiffness, numbersOf(shape->rest), numbersIn(rest_pull), 2);
  for (Vec2& pull : rest_pull) pull = pull * start_stiffness;
  return PointArapSolver(
      std::unique_ptr<const Parts>(new Parts{std::move(*shape), options, std::move(*similarity),
                                             std::move(*global), std::move(rest_pull)}));
}

// A part of the shape whose handles were all let go is held by them nevertheless, where the rigid
// motion of the others puts them: it would float otherwise.
void PointArapSolver::Parts::findTargets(const PointArapFrame& frame,
                                         Workspace::Scratch& scratch) const {
  const std::size_t count = shape.handle_rest.size();
  for (std::size_t i = 0; i < count; ++i) {
    scratch.active[i] = frame.active.empty() || frame.active[i];
  }
  scratch.motion = detail::bestRigidMotion(shape.handle_rest, frame.targets, scratch.active);
  std::ranges::fill(scratch.part_held, std::uint8_t{0});
  for (std::size_t i = 0; i < count; ++i) {
    if (scratch.active[i]) scratch.part_held[shape.handle_part[i]] = 1;
  }
  for (std::size_t i = 0; i < count; ++i) {
    const bool floats = !scratch.part_held[shape.handle_part[i]];
    scratch.targets[i] =
        scratch.active[i] ? frame.targets[i] : scratch.motion * shape.handle_rest[i];
    if (floats) scratch.active[i] = 1;
    scratch.active_twice[2 * i] = scratch.active_twice[2 * i + 1] = scratch.active[i];
  }
}

void PointArapSolver::Parts::start(const PointArapFrame& frame, Workspace::Scratch& scratch,
                                   std::span<Vec2> x) const {
  if (!frame.guess.empty()) {
    std::ranges::copy(frame.guess, x.begin());
    return;
  }
  similarity.setActive(scratch.active_twice, scratch.similarity);
  for (std::size_t v = 0; v < x.size(); ++v) {
    scratch.right[v] = detail::times(scratch.motion.rotation, rest_pull[v]);
  }
  similarity.solve(numbersOf(scratch.right), numbersOf(scratch.targets), scratch.similarity,
                   numbersIn(x));
}

ArapOutcome PointArapSolver::Parts::iterate(Workspace::Scratch& scratch, std::span<Vec2> x) const {
  global.setActive(scratch.active, scratch.global);
  ArapOutcome outcome{0, detail::fitRotations(shape.elements, x, scratch.right)};
  while (outcome.iterations < options.max_iterations) {
    global.solve(numbersOf(scratch.right), numbersOf(scratch.targets), scratch.global,
                 numbersIn(x));
    const double before =
        std::exchange(outcome.energy, detail::fitRotations(shape.elements, x, scratch.right));
    ++outcome.iterations;
    // A guess need not meet the targets, so its energy may lie below that of any answer.
    const bool comparable = outcome.iterations > 1;
    if (comparable && before - outcome.energy <= options.tolerance * before) break;
  }
  return outcome;
}

// Moves parts without handles with the triangle of theirs.
void PointArapSolver::Parts::carry(std::span<Vec2> x) const {
  for (const CarriedPart& part : shape.carried) {
    const TriangleElement& element = shape.handle_elements[part.handle];
    const auto& barycentric = shape.attachments[part.handle].barycentric;
    Vec2 handle;
    for (int k = 0; k < 3; ++k) handle += barycentric[k] * x[element.vertex[k]];
    const Vec2 rotation = detail::rotationTowards(detail::stretchOf(element, x).similar);
    for (int v : part.vertices) {
      x[v] = handle + detail::times(rotation, shape.rest[v] - shape.handle_rest[part.handle]);
    }
  }
}

Result<ArapOutcome> PointArapSolver::solve(const PointArapFrame& frame, Workspace& workspace,
                                           std::span<Vec2> out) const {
  const Parts& parts = *parts_;
  assert(frame.targets.size() == handles() && out.size() == vertices());
  assert(frame.active.empty() || frame.active.size() == handles());
  assert(frame.guess.empty() || frame.guess.size() == vertices());
  for (std::size_t i = 0; i < handles(); ++i) {
    const bool needed = frame.active.empty() || frame.active[i];
    if (needed && !isFinite(frame.targets[i])) {
      return wrong("the target of handle ", i, " is not finite");
    }
  }
  if (!std::ranges::all_of(frame.guess, [](Vec2 p) { return isFinite(p); })) {
    return wrong("the guess has positions that are not finite");
  }
  parts.findTargets(frame, *workspace.scratch_);
  parts.start(frame, *workspace.scratch_, out);
  const ArapOutcome outcome = parts.iterate(*workspace.scratch_, out);
  parts.carry(out);
  return outcome;
}

Result<Eigen::MatrixXd> arap(const TriMesh& mesh, std::span<const PointHandle> handles,
                             std::span<const Vec2> targets, const PointArapOptions& options) {
  if (handles.size() != targets.size()) {
    return wrong(handles.size(), " handles but ", targets.size(), " targets");
  }
  const auto solver = PointArapSolver::create(mesh, handles, options);
  if (!solver) return std::unexpected(solver.error());
  PointArapSolver::Workspace workspace(*solver);
  std::vector<Vec2> moved(solver->vertices());
  const auto outcome = solver->solve({targets, {}, {}}, workspace, moved);
  if (!outcome) return std::unexpected(outcome.error());
  Eigen::MatrixXd V(Eigen::Index(moved.size()), 2);
  for (std::size_t v = 0; v < moved.size(); ++v) V.row(Eigen::Index(v)) << moved[v].x, moved[v].y;
  return V;
}

}  // namespace vide

// SPDX-License-Identifier: MIT
#include "vide/deform/biharmonic_bones.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <utility>
#include <vector>

#include "vide/core/text.hpp"
#include "vide/deform/detail/attachment.hpp"
#include "vide/deform/detail/rigid_fit.hpp"
#include "vide/deform/harmonic.hpp"

namespace vide {

namespace {

auto wrong(auto... pieces) {
  return fail(ErrorCode::invalid_argument, text("biharmonic: ", pieces...));
}

using Corners = std::array<Vec2, 3>;

Corners cornersOf(const TriMesh& mesh, Eigen::Index triangle) {
  return {detail::positionIn(mesh, mesh.F(triangle, 0)),
          detail::positionIn(mesh, mesh.F(triangle, 1)),
          detail::positionIn(mesh, mesh.F(triangle, 2))};
}

// Whether all of `points` lie on the side of the line a b where `side` is positive, none on it.
bool areBeyond(Vec2 a, Vec2 b, double side, std::span<const Vec2> points) {
  return std::ranges::all_of(points, [&](Vec2 p) { return side * cross(b - a, p - a) > 0; });
}

// Two convex shapes meet unless the line of an edge of one of them keeps them apart.
bool crosses(const PlaneBone& bone, const Corners& corners) {
  const std::array ends{bone.head, bone.tail};
  const double winding = cross(corners[1] - corners[0], corners[2] - corners[0]) > 0 ? 1.0 : -1.0;
  for (int k = 0; k < 3; ++k) {
    if (areBeyond(corners[k], corners[(k + 1) % 3], -winding, ends)) return false;
  }
  if (bone.head == bone.tail) return true;
  return !areBeyond(bone.head, bone.tail, 1, corners) &&
         !areBeyond(bone.head, bone.tail, -1, corners);
}

// A vertex and a bone that holds it.
struct Hold {
  int vertex = 0;
  int bone = 0;

  friend auto operator<=>(const Hold&, const Hold&) = default;
};

void holdCorners(const TriMesh& mesh, Eigen::Index triangle, int bone, std::vector<Hold>& holds) {
  for (int k = 0; k < 3; ++k) holds.push_back({mesh.F(triangle, k), bone});
}

void holdAlong(const TriMesh& mesh, const PlaneBone& bone, int index, std::vector<Hold>& holds) {
  const std::size_t before = holds.size();
  for (Eigen::Index t = 0; t < mesh.F.rows(); ++t) {
    if (crosses(bone, cornersOf(mesh, t))) holdCorners(mesh, t, index, holds);
  }
  if (holds.size() > before) return;
  const Vec2 middle = (bone.head + bone.tail) / 2;
  holdCorners(mesh, detail::attachToNearest(mesh, middle).triangle, index, holds);
}

// By vertex, then bone, each once.
std::vector<Hold> holdsOf(const TriMesh& mesh, std::span<const PlaneBone> bones) {
  std::vector<Hold> holds;
  for (std::size_t b = 0; b < bones.size(); ++b) holdAlong(mesh, bones[b], int(b), holds);
  std::ranges::sort(holds);
  holds.erase(std::ranges::unique(holds).begin(), holds.end());
  return holds;
}

Result<void> checkInput(const TriMesh& mesh, std::span<const PlaneBone> bones) {
  if (mesh.V.cols() != 2) return wrong("V has ", mesh.V.cols(), " columns; it must have 2");
  if (mesh.F.rows() == 0) return wrong("there are no triangles");
  if (mesh.F.minCoeff() < 0 || mesh.F.maxCoeff() >= mesh.V.rows()) {
    return wrong("a triangle names a vertex outside 0 .. ", mesh.V.rows() - 1);
  }
  if (bones.empty()) return wrong("there are no bones");
  for (std::size_t b = 0; b < bones.size(); ++b) {
    if (!isFinite(bones[b].head) || !isFinite(bones[b].tail)) {
      return wrong("bone ", b, " is not finite");
    }
  }
  return {};
}

static_assert(sizeof(Vec2) == 2 * sizeof(double));

std::span<double> numbersIn(std::span<Vec2> points) {
  return {points.empty() ? nullptr : &points.front().x, points.size() * 2};
}

}  // namespace

struct BiharmonicBoneSolver::Parts {
  std::vector<Vec2> rest;       // by vertex
  std::vector<Vec2> held_rest;  // by held vertex
  std::vector<Hold> holds;      // those of a held vertex one after another
  std::size_t bones = 0;
  HarmonicSolver field;

  void findTargets(std::span<const Affine3> motions, std::span<Vec2> targets) const;
};

struct BiharmonicBoneSolver::Workspace::Scratch {
  HarmonicSolver::Workspace field;
  std::vector<Vec2> targets;      // by held vertex
  std::vector<std::uint8_t> all;  // as many ones
};

BiharmonicBoneSolver::Workspace::Workspace(const BiharmonicBoneSolver& solver)
    : scratch_(std::make_unique<Scratch>(
          Scratch{HarmonicSolver::Workspace(solver.parts_->field),
                  std::vector<Vec2>(solver.parts_->held_rest.size()),
                  std::vector<std::uint8_t>(solver.parts_->held_rest.size(), 1)})) {}
BiharmonicBoneSolver::Workspace::Workspace(Workspace&&) noexcept = default;
BiharmonicBoneSolver::Workspace& BiharmonicBoneSolver::Workspace::operator=(Workspace&&) noexcept =
    default;
BiharmonicBoneSolver::Workspace::~Workspace() = default;

BiharmonicBoneSolver::BiharmonicBoneSolver(std::unique_ptr<const Parts> parts)
    : parts_(std::move(parts)) {}
BiharmonicBoneSolver::BiharmonicBoneSolver(BiharmonicBoneSolver&&) noexcept = default;
BiharmonicBoneSolver& BiharmonicBoneSolver::operator=(BiharmonicBoneSolver&&) noexcept = default;
BiharmonicBoneSolver::~BiharmonicBoneSolver() = default;

std::size_t BiharmonicBoneSolver::vertices() const { return parts_->rest.size(); }
std::size_t BiharmonicBoneSolver::bones() const { return parts_->bones; }
std::span<const std::string> BiharmonicBoneSolver::warnings() const {
  return parts_->field.warnings();
}

Result<BiharmonicBoneSolver> BiharmonicBoneSolver::create(const TriMesh& mesh,
                                                          std::span<const PlaneBone> bones) {
  if (auto right = checkInput(mesh, bones); !right) return std::unexpected(right.error());
  std::vector<Hold> holds = holdsOf(mesh, bones);
  std::vector<int> held;
  std::vector<Vec2> held_rest;
  for (const Hold& hold : holds) {
    if (!held.empty() && held.back() == hold.vertex) continue;
    held.push_back(hold.vertex);
    held_rest.push_back(detail::positionIn(mesh, hold.vertex));
  }
  auto field = HarmonicSolver::create(mesh, held);
  if (!field) return std::unexpected(field.error());
  std::vector<Vec2> rest;
  for (int v = 0; v < mesh.V.rows(); ++v) rest.push_back(detail::positionIn(mesh, v));
  return BiharmonicBoneSolver(std::unique_ptr<const Parts>(new Parts{
      std::move(rest), std::move(held_rest), std::move(holds), bones.size(), *std::move(field)}));
}

void BiharmonicBoneSolver::Parts::findTargets(std::span<const Affine3> motions,
                                              std::span<Vec2> targets) const {
  std::size_t i = 0;
  for (auto hold = holds.begin(); hold != holds.end(); ++i) {
    const int vertex = hold->vertex;
    Vec2 sum;
    int count = 0;
    for (; hold != holds.end() && hold->vertex == vertex; ++hold, ++count) {
      sum += xy(motions[std::size_t(hold->bone)] * Vec3{held_rest[i].x, held_rest[i].y, 0});
    }
    targets[i] = sum / count;
  }
}

// The field is solved in the frame of the best rigid motion, and carried along by it.
Result<void> BiharmonicBoneSolver::solve(std::span<const Affine3> motions, Workspace& workspace,
                                         std::span<Vec2> out) const {
  assert(motions.size() == bones() && out.size() == vertices());
  for (std::size_t b = 0; b < motions.size(); ++b) {
    if (!isFinite(motions[b])) return wrong("the motion of bone ", b, " is not finite");
  }
  auto& [field, targets, all] = *workspace.scratch_;
  parts_->findTargets(motions, targets);
  const detail::RigidMotion body = detail::bestRigidMotion(parts_->held_rest, targets, all);
  for (Vec2& target : targets) {
    target = detail::times(detail::conjugate(body.rotation), target - body.translation);
  }
  auto solved = parts_->field.solve(numbersIn(targets), field, numbersIn(out));
  if (!solved) return solved;
  for (Vec2& position : out) position = body * position;
  return {};
}

}  // namespace vide

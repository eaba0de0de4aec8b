// SPDX-License-Identifier: MIT
#include "vide/pipeline/deform_mesh.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "vide/author/weigh_mesh.hpp"
#include "vide/core/text.hpp"
#include "vide/deform/dual_quaternion.hpp"
#include "vide/deform/skinning.hpp"
#include "vide/weights/handle_constraints.hpp"

namespace vide {
namespace {

using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

// What every method is asked: where the handles are, and then where everything is. `V` has as many
// columns as the rest shape.
class Method {
 public:
  virtual ~Method() = default;
  virtual Result<DeformOutcome> deform(const HeldVertices& held, std::span<const Affine3> motions,
                                       Eigen::MatrixXd& V) = 0;
  virtual std::span<const std::string> warnings() const { return {}; }
};

// A method whose solver takes targets of held vertices by rows and gives all positions by rows.
template <class Solver>
class HeldMethod : public Method {
 public:
  explicit HeldMethod(Solver solver) : solver_(std::move(solver)), workspace_(solver_) {}

  Result<DeformOutcome> deform(const HeldVertices& held, std::span<const Affine3>,
                               Eigen::MatrixXd& V) override {
    targets_ = held.targets;
    out_.resize(Eigen::Index(solver_.vertices()), held.targets.cols());
    auto outcome = solve({targets_.data(), std::size_t(targets_.size())},
                         {out_.data(), std::size_t(out_.size())});
    V = out_;
    return outcome;
  }
  std::span<const std::string> warnings() const override { return solver_.warnings(); }

 protected:
  virtual Result<DeformOutcome> solve(std::span<const double> targets, std::span<double> out) = 0;

  Solver solver_;
  typename Solver::Workspace workspace_;

 private:
  RowMajor targets_, out_;
};

class HarmonicMethod : public HeldMethod<HarmonicSolver> {
 public:
  using HeldMethod::HeldMethod;

 private:
  Result<DeformOutcome> solve(std::span<const double> targets, std::span<double> out) override {
    if (auto solved = solver_.solve(targets, workspace_, out); !solved) {
      return std::unexpected(solved.error());
    }
    return DeformOutcome{1, solver_.energy(out, workspace_)};
  }
};

class ArapMethod : public HeldMethod<ArapSolver> {
 public:
  using HeldMethod::HeldMethod;

 private:
  Result<DeformOutcome> solve(std::span<const double> targets, std::span<double> out) override {
    const auto solved = solver_.solve({.targets = targets, .guess = {}}, workspace_, out);
    if (!solved) return std::unexpected(solved.error());
    return DeformOutcome{solved->iterations, solved->energy};
  }
};

// A skin() of one kind or the other.
using Skin = Eigen::MatrixXd (*)(const Eigen::MatrixXd&, const VertexWeights&,
                                 std::span<const Affine3>);

class SkinMethod : public Method {
 public:
  SkinMethod(Eigen::MatrixXd V, VertexWeights weights, Skin skin)
      : V_(std::move(V)), weights_(std::move(weights)), skin_(skin) {}

  Result<DeformOutcome> deform(const HeldVertices&, std::span<const Affine3> motions,
                               Eigen::MatrixXd& V) override {
    V = skin_(V_, weights_, motions);
    return DeformOutcome{};
  }

 private:
  Eigen::MatrixXd V_;
  VertexWeights weights_;
  Skin skin_;
};

// A handle of one vertex gives its position, one of several its motion.
class CoordinatesMethod : public Method {
 public:
  CoordinatesMethod(BiharmonicCoordinates found, std::span<const std::vector<int>> selected)
      : found_(std::move(found)), C_(found_.rest) {
    for (const auto& vertices : selected) sizes_.push_back(vertices.size());
  }

  Result<DeformOutcome> deform(const HeldVertices& held, std::span<const Affine3> motions,
                               Eigen::MatrixXd& V) override {
    Eigen::Index row = 0, vertex = 0;
    for (std::size_t h = 0; h < sizes_.size(); ++h) {
      if (sizes_[h] == 1) {
        C_.row(row++) = held.targets.row(vertex);
      } else {
        for (const Vec3& image : imagesOf(motions[h])) setRow(row++, image);
        setRow(row++, motions[h].translation);
      }
      vertex += Eigen::Index(sizes_[h]);
    }
    V = found_.W * C_;
    return DeformOutcome{};
  }
  std::span<const std::string> warnings() const override { return found_.warnings; }

 private:
  // Those of the axes that the shape has.
  std::span<const Vec3> imagesOf(const Affine3& motion) {
    images_ = {motion.linear.x, motion.linear.y, motion.linear.z};
    return std::span(images_).first(std::size_t(C_.cols()));
  }
  void setRow(Eigen::Index row, Vec3 value) {
    C_(row, 0) = value.x;
    C_(row, 1) = value.y;
    if (C_.cols() > 2) C_(row, 2) = value.z;
  }

  BiharmonicCoordinates found_;
  Eigen::MatrixXd C_;  // where the handles are now, laid out as found_.rest
  std::vector<std::size_t> sizes_;
  std::array<Vec3, 3> images_;
};

class FastMethod : public Method {
 public:
  FastMethod(FastSolver solver, Eigen::MatrixXd V, VertexWeights weights,
             std::span<const Handle> handles)
      : solver_(std::move(solver)),
        workspace_(solver_),
        V_(std::move(V)),
        weights_(std::move(weights)),
        transforms_(handles.size()) {
    for (const Handle& handle : handles) handles_.push_back({handle.hold, {}});
  }

  Result<DeformOutcome> deform(const HeldVertices&, std::span<const Affine3> motions,
                               Eigen::MatrixXd& V) override {
    for (std::size_t h = 0; h < handles_.size(); ++h) {
      handles_[h].target = motions[h];
      if (handles_[h].hold != FastHold::position) continue;
      if (const auto point = solver_.point(h)) handles_[h].target.translation = motions[h] * *point;
    }
    const auto solved = solver_.solve({.handles = handles_, .guess = {}}, workspace_, transforms_);
    if (!solved) return std::unexpected(solved.error());
    V = skin(V_, weights_, transforms_);
    return DeformOutcome{solved->iterations, solved->energy};
  }

 private:
  FastSolver solver_;
  FastSolver::Workspace workspace_;
  Eigen::MatrixXd V_;
  VertexWeights weights_;
  std::vector<FastHandle> handles_;
  std::vector<Affine3> transforms_;
};

// What is needed to make a method.
struct Plan {
  const MeshDomain& rest;
  std::span<const Handle> handles;
  std::span<const std::vector<int>> selected;
  std::span<const int> held;
  const DeformOptions& options;
  const Progress& progress;
};

Result<VertexWeights> weightsFor(const Plan& plan, std::vector<std::string>& warnings) {
  const auto& given = plan.options.weights;
  if (!given) {
    const auto constraints = regionConstraints(int(plan.rest.V.rows()), plan.selected);
    if (!constraints) return std::unexpected(constraints.error());
    auto found = plan.rest.with([&](const auto& mesh) {
      return boundedBiharmonicWeights(
          mesh, *constraints, {.influences = plan.options.influences, .pool = plan.options.pool},
          plan.progress);
    });
    if (!found) return std::unexpected(found.error());
    warnings.insert(warnings.end(), found->warnings.begin(), found->warnings.end());
    return std::move(found->weights);
  }
  if (auto valid = checkWeights(*given, std::size_t(plan.rest.V.rows()), WeightSigns::any);
      !valid) {
    return std::unexpected(valid.error());
  }
  if (std::size_t(given->handles) == plan.handles.size()) return *given;
  return fail(ErrorCode::invalid_argument, text("the weights are for ", given->handles,
                                                " handles, but there are ", plan.handles.size()));
}

template <class Made, class Solver>
Result<std::unique_ptr<Method>> wrapped(Result<Solver> solver) {
  if (!solver) return std::unexpected(solver.error());
  return std::make_unique<Made>(std::move(*solver));
}

Result<std::unique_ptr<Method>> makeWeighted(const Plan& plan, std::vector<std::string>& warnings) {
  auto weights = weightsFor(plan, warnings);
  if (!weights) return std::unexpected(weights.error());
  const Eigen::MatrixXd& V = plan.rest.V;
  if (plan.options.method == DeformMethod::linear_blend) {
    return std::make_unique<SkinMethod>(V, std::move(*weights), skin);
  }
  if (plan.options.method == DeformMethod::dual_quaternion) {
    return std::make_unique<SkinMethod>(V, std::move(*weights), skinByDualQuaternions);
  }
  auto solver = plan.rest.with(
      [&](const auto& mesh) { return FastSolver::create(mesh, *weights, plan.options.fast); });
  if (!solver) return std::unexpected(solver.error());
  return std::make_unique<FastMethod>(std::move(*solver), V, std::move(*weights), plan.handles);
}

Result<std::unique_ptr<Method>> makeMethod(const Plan& plan, std::vector<std::string>& warnings) {
  const DeformOptions& options = plan.options;
  if (options.method == DeformMethod::harmonic) {
    return wrapped<HarmonicMethod>(plan.rest.with([&](const auto& mesh) {
      return HarmonicSolver::create(mesh, plan.held, options.harmonic);
    }));
  }
  if (options.method == DeformMethod::arap) {
    return wrapped<ArapMethod>(plan.rest.with(
        [&](const auto& mesh) { return ArapSolver::create(mesh, plan.held, options.arap); }));
  }
  if (options.method == DeformMethod::coordinates) {
    auto found = plan.rest.with([&](const auto& mesh) {
      return biharmonicCoordinates(mesh, plan.selected, options.coordinates, plan.progress);
    });
    if (!found) return std::unexpected(found.error());
    return std::make_unique<CoordinatesMethod>(std::move(*found), plan.selected);
  }
  return makeWeighted(plan, warnings);
}

// A flat mesh stays flat, so a motion that leaves its plane cannot be followed.
void warnOfDepth(std::span<const Handle> handles, std::vector<std::string>& warnings) {
  for (std::size_t h = 0; h < handles.size(); ++h) {
    const bool leaves = std::ranges::any_of(handles[h].keys, [](const HandleKey& key) {
      return key.move.z != 0 || (key.degrees != 0 && (key.axis.x != 0 || key.axis.y != 0));
    });
    if (!leaves) continue;
    warnings.push_back(text("handle ", h, handles[h].name.empty() ? "" : " '", handles[h].name,
                            handles[h].name.empty() ? "" : "'",
                            " moves out of the plane, where a flat mesh cannot follow"));
  }
}

}  // namespace

struct MeshDeformer::Parts {
  MeshDomain rest;
  std::vector<Handle> handles;
  std::vector<std::vector<int>> selected;
  std::unique_ptr<Method> method;
  std::vector<std::string> warnings;
};

MeshDeformer::MeshDeformer(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}
MeshDeformer::MeshDeformer(MeshDeformer&&) noexcept = default;
MeshDeformer& MeshDeformer::operator=(MeshDeformer&&) noexcept = default;
MeshDeformer::~MeshDeformer() = default;

Result<MeshDeformer> MeshDeformer::create(const MeshContent& mesh, std::vector<Handle> handles,
                                          std::span<const int> groups, const DeformOptions& options,
                                          const Progress& progress) {
  if (mesh.F.rows() == 0 && mesh.T.rows() == 0) {
    return fail(ErrorCode::invalid_argument, "the mesh has no triangles and no tetrahedra");
  }
  auto parts = std::make_unique<Parts>();
  parts->rest = domainOf(mesh);
  if (parts->rest.V.cols() == 2) warnOfDepth(handles, parts->warnings);
  auto selected = selectVertices(parts->rest.V, handles, groups);
  if (!selected) return std::unexpected(selected.error());
  parts->selected = std::move(*selected);
  parts->handles = std::move(handles);
  const auto held = heldVertices(parts->rest.V, parts->handles, parts->selected, 0).vertices;
  auto method = makeMethod({parts->rest, parts->handles, parts->selected, held, options, progress},
                           parts->warnings);
  if (!method) return std::unexpected(method.error());
  if (progress.cancelled()) return fail(ErrorCode::cancelled, "cancelled");
  parts->method = std::move(*method);
  const auto said = parts->method->warnings();
  parts->warnings.insert(parts->warnings.end(), said.begin(), said.end());
  return MeshDeformer(std::move(parts));
}

Result<DeformOutcome> MeshDeformer::deform(double time, Eigen::MatrixXd& V) {
  const Eigen::MatrixXd& rest = parts_->rest.V;
  const HeldVertices held = heldVertices(rest, parts_->handles, parts_->selected, time);
  if (!held.targets.allFinite()) {
    return fail(
        ErrorCode::invalid_argument,
        text("at time ", time, " a handle is farther away than numbers reach; move it less"));
  }
  const auto motions = handleMotions(rest, parts_->handles, parts_->selected, time);
  auto outcome = parts_->method->deform(held, motions, V);
  if (!outcome) return outcome;
  if (!V.allFinite() || !std::isfinite(outcome->energy.value_or(0))) {
    return fail(
        ErrorCode::numeric_failure,
        text("at time ", time, " the mesh and its handles are too far apart for numbers of ",
             "this size; scale them down"));
  }
  if (V.cols() == 2) {
    V.conservativeResize(Eigen::NoChange, 3);
    V.col(2).setZero();
  }
  return outcome;
}

std::span<const std::string> MeshDeformer::warnings() const { return parts_->warnings; }

}  // namespace vide

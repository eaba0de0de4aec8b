// SPDX-License-Identifier: MIT
#include "vide/pipeline/deform_mesh.hpp"

#include <algorithm>

#include "vide/core/text.hpp"
#include "vide/deform/skinning.hpp"
#include "vide/formats/mesh_file.hpp"

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

// The rest shape in the form that suits it.
struct RestShape {
  Eigen::MatrixXd V;  // n x 2 in the plane, else n x 3
  Eigen::MatrixX3i F;
  Eigen::MatrixX4i T;  // where there are tetrahedra, they count alone

  template <class Use>
  auto with(Use use) const {
    return T.rows() > 0 ? use(TetMesh{V, T}) : use(TriMesh{V, F});
  }
};

RestShape restShapeOf(const MeshContent& mesh) {
  const bool flat = mesh.T.rows() == 0 && (mesh.V.col(2).array() == 0).all();
  return {flat ? mesh.V.leftCols(2) : mesh.V, mesh.F, mesh.T};
}

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
    return DeformOutcome{};
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

class LinearBlendMethod : public Method {
 public:
  LinearBlendMethod(Eigen::MatrixXd V, VertexWeights weights)
      : V_(std::move(V)), weights_(std::move(weights)) {}

  Result<DeformOutcome> deform(const HeldVertices&, std::span<const Affine3> motions,
                               Eigen::MatrixXd& V) override {
    V = skin(V_, weights_, motions);
    return DeformOutcome{};
  }

 private:
  Eigen::MatrixXd V_;
  VertexWeights weights_;
};

Result<VertexWeights> weightsFor(const RestShape& rest, std::size_t handles,
                                 const DeformOptions& options) {
  if (!options.weights) {
    return fail(ErrorCode::invalid_argument,
                "this method moves vertices by weights; give a matrix with a column per handle");
  }
  if (auto valid = checkWeights(*options.weights, std::size_t(rest.V.rows())); !valid) {
    return std::unexpected(valid.error());
  }
  if (std::size_t(options.weights->handles) != handles) {
    return fail(ErrorCode::invalid_argument, text("the weights are for ", options.weights->handles,
                                                  " handles, but there are ", handles));
  }
  return *options.weights;
}

template <class Made, class Solver>
Result<std::unique_ptr<Method>> wrapped(Result<Solver> solver) {
  if (!solver) return std::unexpected(solver.error());
  return std::make_unique<Made>(std::move(*solver));
}

Result<std::unique_ptr<Method>> makeMethod(const RestShape& rest, std::span<const int> held,
                                           std::size_t handles, const DeformOptions& options) {
  switch (options.method) {
    case DeformMethod::harmonic:
      return wrapped<HarmonicMethod>(rest.with(
          [&](const auto& mesh) { return HarmonicSolver::create(mesh, held, options.harmonic); }));
    case DeformMethod::arap:
      return wrapped<ArapMethod>(rest.with(
          [&](const auto& mesh) { return ArapSolver::create(mesh, held, options.arap); }));
    case DeformMethod::linear_blend:
      break;
  }
  auto weights = weightsFor(rest, handles, options);
  if (!weights) return std::unexpected(weights.error());
  return std::make_unique<LinearBlendMethod>(rest.V, std::move(*weights));
}

}  // namespace

struct MeshDeformer::Parts {
  RestShape rest;
  std::vector<Handle> handles;
  std::vector<std::vector<int>> selected;
  std::unique_ptr<Method> method;
};

MeshDeformer::MeshDeformer(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}
MeshDeformer::MeshDeformer(MeshDeformer&&) noexcept = default;
MeshDeformer& MeshDeformer::operator=(MeshDeformer&&) noexcept = default;
MeshDeformer::~MeshDeformer() = default;

Result<MeshDeformer> MeshDeformer::create(const MeshContent& mesh, std::vector<Handle> handles,
                                          std::span<const int> groups,
                                          const DeformOptions& options) {
  if (handles.empty()) {
    return fail(ErrorCode::invalid_argument, "there are no handles; name at least one");
  }
  auto parts = std::make_unique<Parts>();
  parts->rest = restShapeOf(mesh);
  auto selected = selectVertices(parts->rest.V, handles, groups);
  if (!selected) return std::unexpected(selected.error());
  parts->selected = std::move(*selected);
  parts->handles = std::move(handles);
  const auto held = heldVertices(parts->rest.V, parts->handles, parts->selected, 0).vertices;
  auto method = makeMethod(parts->rest, held, parts->handles.size(), options);
  if (!method) return std::unexpected(method.error());
  parts->method = std::move(*method);
  return MeshDeformer(std::move(parts));
}

Result<DeformOutcome> MeshDeformer::deform(double time, Eigen::MatrixXd& V) {
  const Eigen::MatrixXd& rest = parts_->rest.V;
  const HeldVertices held = heldVertices(rest, parts_->handles, parts_->selected, time);
  const auto motions = handleMotions(rest, parts_->handles, parts_->selected, time);
  auto outcome = parts_->method->deform(held, motions, V);
  if (outcome && V.cols() == 2) {
    V.conservativeResize(Eigen::NoChange, 3);
    V.col(2).setZero();
  }
  return outcome;
}

std::span<const std::string> MeshDeformer::warnings() const { return parts_->method->warnings(); }

}  // namespace vide

// SPDX-License-Identifier: MIT
#include <filesystem>
#include <map>
#include <numeric>

#include "apps/vide/command.hpp"
#include "apps/vide/mesh_output.hpp"
#include "vide/core/text.hpp"
#include "vide/core/utf8.hpp"
#include "vide/formats/mesh_file.hpp"
#include "vide/io/file.hpp"
#include "vide/pipeline/read_files.hpp"
#include "vide/pipeline/read_handles.hpp"
#include "vide/pipeline/weigh_mesh.hpp"
#include "vide/weights/biharmonic_coordinates.hpp"
#include "vide/weights/weight_colors.hpp"
#include "vide/weights/weight_tools.hpp"

namespace vide::cli {
namespace {

class WeightsCommand : public Command {
 public:
  void declare(CLI::App& app) override {
    app.add_option("MESH", mesh_, text("triangles or tetrahedra: ", meshEndings()))->required();
    auto* skeleton =
        app.add_option("--skeleton", skeleton_, "bones: .json, .tgf, .bvh, .yaml or .glb");
    auto* handles =
        app.add_option("--handles", handles_, "in place of bones: parts of the mesh (.json)");
    skeleton->excludes(handles);
    app.add_option("-o,--output", output_,
                   "OUT.dmat (a column per handle), OUT.glb (a document; with --skeleton) or "
                   "OUT.png (a picture)")
        ->required();
    app.add_option("--method", method_,
                   "bbw: bounded biharmonic weights; biharmonic: coordinates of --handles")
        ->check(CLI::IsMember({"bbw", "biharmonic"}))
        ->capture_default_str();
    app.add_option("--order", order_, "of the biharmonic coordinates")
        ->check(CLI::Range(2, 3))
        ->capture_default_str();
    app.add_flag("--joint", joint_, "all handles at once, with a sum of one as a constraint");
    app.add_flag("--raw", raw_, "write the minimisers, neither normalised nor pruned (.dmat)");
    app.add_option("--influences", influences_, "most handles a vertex follows")
        ->check(CLI::Range(1, 255))
        ->capture_default_str();
    view_.declare(app);
  }

  Result<void> run(const RunContext& context, Report& report) override {
    if (auto known = requireOutput(); !known) return known;
    const auto mesh = readMesh(mesh_);
    if (!mesh) return std::unexpected(mesh.error());
    auto found =
        method_ == "bbw" ? boundedWeights(*mesh, context, report) : coordinates(*mesh, report);
    if (!found) return std::unexpected(found.error());
    if (auto written = write(*mesh, *found); !written) return written;
    report.wrote(output_);
    return {};
  }

 private:
  Result<void> requireOutput() const {
    const std::string ending = endingOf(output_);
    if (skeleton_.empty() && handles_.empty()) {
      return fail(ErrorCode::invalid_argument, "give --skeleton or --handles");
    }
    if (method_ == "biharmonic" && handles_.empty()) {
      return fail(ErrorCode::invalid_argument, "biharmonic coordinates need --handles");
    }
    if (method_ == "biharmonic" && joint_) {
      return fail(ErrorCode::invalid_argument, "--joint: biharmonic coordinates have no such form");
    }
    if (raw_ && ending != ".dmat") {
      return fail(ErrorCode::unsupported, text(output_, ": --raw writes a .dmat"));
    }
    if (ending == ".glb" && skeleton_.empty()) {
      return fail(ErrorCode::unsupported,
                  text(output_, ": a document needs bones; give --skeleton, or write a .dmat"));
    }
    if (ending == ".dmat" || ending == ".glb" || ending == ".png") return {};
    return fail(ErrorCode::unsupported,
                text(output_, ": not a kind of file that can be written; use .dmat, .glb or .png"));
  }

  // What is written: the matrix as it was found, and as weights.
  struct Found {
    Eigen::MatrixXd raw;
    VertexWeights weights;
  };

  void tell(const Found& found, std::size_t handles, Report& report) const {
    report.set("vertices", found.weights.vertices());
    report.set(skeleton_.empty() ? "handles" : "bones", handles);
    report.set("max_influences", mostInfluences(found.weights));
    report.set("method", method_);
  }

  Result<Found> boundedWeights(const MeshContent& mesh, const RunContext& context, Report& report) {
    auto result = solve(mesh, context);
    if (!result) return std::unexpected(result.error());
    Found found{std::move(result->raw), std::move(result->weights)};
    tell(found, std::size_t(found.weights.handles), report);
    report.set("objective", std::accumulate(result->energy.begin(), result->energy.end(), 0.0));
    report.set("kkt_residual", result->residual);
    report.warn(result->warnings);
    return found;
  }

  Result<BoundedBiharmonicResult> solve(const MeshContent& mesh, const RunContext& context) {
    const BoundedBiharmonicOptions options{
        .coupling = joint_ ? WeightCoupling::joint : WeightCoupling::separate,
        .influences = influences_,
        .pool = &context.pool};
    if (handles_.empty()) {
      auto skeleton = readSkeleton(skeleton_);
      if (!skeleton) return std::unexpected(skeleton.error());
      bones_ = std::move(*skeleton);
      auto result = weighByBones(mesh, bones_, options, context.progress);
      return result ? std::move(result) : failAt(mesh_, result.error());
    }
    const auto handles = readHandles(handles_);
    if (!handles) return std::unexpected(handles.error());
    const auto selected = selectVertices(mesh.V, handles->handles, handles->groups);
    if (!selected) return failAt(handles_, selected.error());
    auto result =
        weighByHandles(mesh, handles->handles, handles->groups, options, context.progress);
    return result ? std::move(result) : failAt(mesh_, result.error());
  }

  Result<Found> coordinates(const MeshContent& mesh, Report& report) const {
    const auto handles = readHandles(handles_);
    if (!handles) return std::unexpected(handles.error());
    const MeshDomain domain = domainOf(mesh);
    const auto selected = selectVertices(domain.V, handles->handles, handles->groups);
    if (!selected) return failAt(handles_, selected.error());
    auto result = domain.with([&](const auto& shape) {
      return biharmonicCoordinates(shape, *selected, {.order = order_});
    });
    if (!result) return failAt(mesh_, result.error());
    Found found{std::move(result->W), {}};
    found.weights = weightsFromMatrix(found.raw);
    tell(found, selected->size(), report);
    report.warn(result->warnings);
    return found;
  }

  Result<void> write(const MeshContent& mesh, const Found& found) const {
    const std::string ending = endingOf(output_);
    if (ending == ".dmat") return saveMatrix(output_, raw_ ? found.raw : toMatrix(found.weights));
    if (ending == ".png") {
      const std::vector<Color> colors = weightColors(found.weights);
      MeshPictureOptions options = view_.options();
      options.colors = colors;
      return writeMeshOutput(output_, mesh, options);
    }
    std::string name = std::filesystem::path(mesh_).stem().string();
    if (!isUtf8(name)) name = "mesh";
    LayerSettings settings;
    settings.weights = WeightMethod::bounded_biharmonic;
    settings.influences = influences_;
    return writeDocument(output_, riggedMesh(name, mesh, bones_, found.weights, settings));
  }

  std::string mesh_, skeleton_, handles_, output_, method_ = "bbw";
  bool joint_ = false, raw_ = false;
  int influences_ = 4, order_ = 2;
  MeshViewOptions view_;
  Skeleton bones_;
};

}  // namespace

std::unique_ptr<Command> makeWeightsCommand() { return std::make_unique<WeightsCommand>(); }

}  // namespace vide::cli

// SPDX-License-Identifier: MIT
#include <algorithm>
#include <map>
#include <numeric>
#include <optional>

#include "apps/vide/command.hpp"
#include "apps/vide/idle_options.hpp"
#include "apps/vide/mesh_output.hpp"
#include "apps/vide/values.hpp"
#include "vide/author/bone_weights.hpp"
#include "vide/author/weigh_mesh.hpp"
#include "vide/core/text.hpp"
#include "vide/formats/mesh_file.hpp"
#include "vide/io/file.hpp"
#include "vide/pipeline/model_file.hpp"
#include "vide/pipeline/read_files.hpp"
#include "vide/pipeline/read_handles.hpp"
#include "vide/weights/biharmonic_coordinates.hpp"
#include "vide/weights/mirror_weights.hpp"
#include "vide/weights/smooth_weights.hpp"
#include "vide/weights/transfer_weights.hpp"
#include "vide/weights/weight_colors.hpp"
#include "vide/weights/weight_tools.hpp"

namespace vide::cli {
namespace {

constexpr std::string_view coordinates_method = "biharmonic";

// The side of the mesh that is copied to the other.
const std::map<std::string, MirrorOptions> sides = {
    {"+x", {{MirrorAxis::x, 0}, MirrorDirection::positive_to_negative}},
    {"-x", {{MirrorAxis::x, 0}, MirrorDirection::negative_to_positive}},
    {"+y", {{MirrorAxis::y, 0}, MirrorDirection::positive_to_negative}},
    {"-y", {{MirrorAxis::y, 0}, MirrorDirection::negative_to_positive}},
    {"+z", {{MirrorAxis::z, 0}, MirrorDirection::positive_to_negative}},
    {"-z", {{MirrorAxis::z, 0}, MirrorDirection::negative_to_positive}}};

CLI::Validator methodCheck() {
  std::vector<std::string> names{"auto"};
  for (const BoneWeightMethod& method : boneWeightMethods()) names.emplace_back(method.name);
  names.emplace_back(coordinates_method);
  return CLI::IsMember(names);
}

std::string methodHelp() {
  std::string help = "auto: what suits the mesh, and says why";
  for (const BoneWeightMethod& method : boneWeightMethods()) {
    help += text("; ", method.name, ": ", method.purpose);
  }
  return help + text("; ", coordinates_method, ": coordinates of --handles");
}

// Which methods read an option; "--from" stands for weights that are copied.
std::vector<ReservedOption> reservedOptions() {
  std::vector<std::string> filling{"auto"}, falling, all{"auto"};
  for (const BoneWeightMethod& method : boneWeightMethods()) {
    const std::string name(method.name);
    all.push_back(name);
    if (method.has_solid) filling.push_back(name);
    if (method.has_smoothness) falling.push_back(name);
  }
  const std::string coordinates(coordinates_method);
  all.push_back("--from");
  return {{"--influences", all},     {"--smooth", all},
          {"--mirror", all},         {"--cells", filling},
          {"--memory", filling},     {"--smoothness", falling},
          {"--joint", {"bbw"}},      {"--raw", {"bbw", coordinates}},
          {"--order", {coordinates}}};
}

// What is written: the matrix as it was found where there is one, and weights.
struct Found {
  Eigen::MatrixXd raw;
  VertexWeights weights;
  WeightMethod recorded = WeightMethod::authored;
};

class WeightsCommand : public Command {
 public:
  void declare(CLI::App& app) override {
    app.add_option("MESH", mesh_, text("triangles or tetrahedra: .glb, .gltf, ", meshEndings()))
        ->required();
    declareHandles(app);
    declareMethod(app);
    declareTools(app);
    app.add_option("-o,--output", output_,
                   "OUT.glb (the model, moved by the bones), OUT.dmat (a column per handle) or "
                   "OUT.png (a picture)")
        ->required();
    view_.declare(app);
    app.parse_complete_callback([this, &app] { checkWords(app); });
  }

  Result<void> run(const RunContext& context, Report& report) override {
    if (auto known = requireOutput(); !known) return known;
    auto model = ModelFile::open(
        mesh_, skeleton_.empty() && from_.empty() ? ModelParts::skinned : ModelParts::all);
    if (!model) return std::unexpected(model.error());
    report.warn(model->warnings());
    if (auto chosen = chooseBones(*model, report); !chosen) return chosen;
    auto found = find(*model, context, report);
    if (!found) return std::unexpected(found.error());
    if (auto refined = refine(*model, *found, context.progress, report); !refined) return refined;
    tell(*found, report);
    if (auto written = write(*model, *found, report); !written) return written;
    report.wrote(output_);
    return {};
  }

 private:
  void declareHandles(CLI::App& app) {
    auto* skeleton = app.add_option("--skeleton", skeleton_,
                                    "bones: .json, .tgf, .bvh, .yaml or .glb; without it, the "
                                    "bones that MESH brings");
    auto* handles =
        app.add_option("--handles", handles_, "in place of bones: parts of the mesh (.json)");
    auto* from = app.add_option("--from", from_,
                                "copy bones and weights from this model (.glb), which stands "
                                "where MESH does");
    skeleton->excludes(handles);
    from->excludes(handles)->excludes(skeleton);
  }

  void declareMethod(CLI::App& app) {
    app.add_option("--method", method_, methodHelp())
        ->check(methodCheck())
        ->capture_default_str()
        ->excludes("--from");
    app.add_option("--influences", influences_, "most handles a vertex follows")
        ->check(CLI::Range(1, 255))
        ->capture_default_str();
    app.add_option("--smoothness", smoothness_,
                   "distance over which a bone's pull falls by e, in the mesh's unit")
        ->check(aboveZero());
    app.add_option("--cells", cells_, "about how many cells fill the mesh")
        ->check(CLI::Range(1, 10'000'000));
    app.add_option("--memory", memory_, "megabytes that filling the mesh may take")
        ->check(CLI::Range(1, 1'000'000));
    app.add_option("--order", order_, "of the biharmonic coordinates: 2 (usual) or 3")
        ->check(CLI::Range(2, 3));
    app.add_flag("--joint", joint_, "bbw: all handles at once, with a sum of one as a constraint");
    app.add_flag("--raw", raw_, "write the minimisers, neither normalised nor pruned (.dmat)");
  }

  void declareTools(CLI::App& app) {
    const std::string group = "Afterwards";
    app.add_option("--smooth", smooth_, "rounds in which vertices mix with their neighbours")
        ->check(CLI::Range(1, 10'000))
        ->excludes("--raw")
        ->group(group);
    app.add_option("--mirror", mirror_,
                   "copy this side (+x, -x, +y, ...) to the other, left bones to right ones")
        ->check(CLI::IsMember(sides))
        ->excludes("--raw")
        ->excludes("--handles")
        ->group(group);
  }

  bool findsCoordinates() const { return method_ == coordinates_method; }
  bool isRaw() const { return raw_ || findsCoordinates(); }

  // Throws a usage error for words that do not go together.
  void checkWords(const CLI::App& app) const {
    const bool by_handles = !handles_.empty();
    if (findsCoordinates() && !by_handles) {
      throw CLI::ValidationError("--method", "biharmonic coordinates need --handles");
    }
    if (by_handles && method_ != "auto" && method_ != "bbw" && !findsCoordinates()) {
      throw CLI::ValidationError(
          "--method", text(method_, " is for bones; with --handles use bbw or biharmonic"));
    }
    const std::string chosen = by_handles && method_ == "auto" ? "bbw" : method_;
    refuseIdleOptions(app, from_.empty() ? chosen : "--from", reservedOptions());
    view_.refuseWithout(app, output_);
  }

  Result<void> requireOutput() const {
    const std::string ending = endingOf(output_);
    if (raw_ && ending != ".dmat") {
      return fail(ErrorCode::unsupported, text(output_, ": --raw writes a .dmat"));
    }
    if (ending == ".glb" && !handles_.empty()) {
      return fail(ErrorCode::unsupported,
                  text(output_, ": a document needs bones; give --skeleton, or write a .dmat"));
    }
    if (ending == ".dmat" || ending == ".glb" || ending == ".png") return checkTarget(output_);
    return fail(ErrorCode::unsupported,
                text(output_, ": not a kind of file that can be written; use .dmat, .glb or .png"));
  }

  // The bones that weights are found for, if any.
  Result<void> chooseBones(const ModelFile& model, Report& report) {
    if (!handles_.empty()) return {};
    if (!from_.empty()) {
      auto source = readDocument(from_);
      if (!source) return std::unexpected(source.error());
      bones_ = source->skeleton;
      source_ = riggedSurfaceOf(*source);
      if (source_.weights.vertices() > 0) return {};
      return fail(ErrorCode::invalid_argument, text(from_, ": nothing in it follows bones"));
    }
    if (skeleton_.empty()) {
      bones_ = model.skeleton();
      if (!model.boneNote().empty()) report.warn(text(mesh_, ": ", model.boneNote()));
      if (!bones_.empty()) return {};
      return fail(ErrorCode::invalid_argument,
                  text(mesh_, ": it brings no bones (a glTF brings those of its skins); give ",
                       "--skeleton, --from or --handles"));
    }
    auto skeleton = readSkeleton(skeleton_);
    if (!skeleton) return std::unexpected(skeleton.error());
    bones_ = std::move(*skeleton);
    if (std::ranges::any_of(bones_.bones(), &Bone::deform)) return {};
    return fail(ErrorCode::invalid_argument, text(skeleton_, ": none of its bones deforms"));
  }

  Result<Found> find(const ModelFile& model, const RunContext& context, Report& report) {
    if (!from_.empty()) return transferred(model, context, report);
    if (findsCoordinates()) return coordinates(model.mesh(), report);
    return handles_.empty() ? byBones(model.mesh(), context, report)
                            : byHandles(model.mesh(), context, report);
  }

  Result<Found> transferred(const ModelFile& model, const RunContext& context, Report& report) {
    method_ = "transfer";
    auto result = transferWeights(source_.weights, source_.mesh, model.mesh().V,
                                  {.influences = influences_}, context.progress);
    if (!result) return failAt(from_, result.error());
    report.warn(result->warnings);
    return Found{{}, std::move(result->weights)};
  }

  Result<Found> byBones(const MeshContent& mesh, const RunContext& context, Report& report) {
    BoneWeightsOptions options{
        .method = method_,
        .influences = influences_,
        .smoothness = smoothness_,
        .coupling = joint_ ? WeightCoupling::joint : WeightCoupling::separate,
        .pool = &context.pool};
    options.cells = cells_;
    if (memory_) options.max_bytes = std::size_t(*memory_) << 20;
    auto result = boneWeights(mesh, bones_, options, context.progress);
    if (!result) return failAt(mesh_, result.error());
    method_ = result->method;
    report.warn(result->warnings);
    if (!result->reason.empty()) reason_ = result->reason;
    Found found{{}, std::move(result->weights), result->recorded};
    if (result->proof) {
      found.raw = std::move(result->proof->raw);
      proof_ = {result->proof->objective, result->proof->residual};
    }
    return found;
  }

  Result<Found> byHandles(const MeshContent& mesh, const RunContext& context, Report& report) {
    method_ = "bbw";
    const auto handles = readHandles(handles_);
    if (!handles) return std::unexpected(handles.error());
    const auto selected = selectVertices(mesh.V, handles->handles, handles->groups);
    if (!selected) return failAt(handles_, selected.error());
    auto result =
        weighByHandles(mesh, handles->handles, handles->groups,
                       {.coupling = joint_ ? WeightCoupling::joint : WeightCoupling::separate,
                        .influences = influences_,
                        .pool = &context.pool},
                       context.progress);
    if (!result) return failAt(mesh_, result.error());
    report.warn(result->warnings);
    proof_ = {std::accumulate(result->energy.begin(), result->energy.end(), 0.0), result->residual};
    return Found{std::move(result->raw), std::move(result->weights),
                 WeightMethod::bounded_biharmonic};
  }

  Result<Found> coordinates(const MeshContent& mesh, Report& report) const {
    const auto handles = readHandles(handles_);
    if (!handles) return std::unexpected(handles.error());
    const MeshDomain domain = domainOf(mesh);
    const auto selected = selectVertices(domain.V, handles->handles, handles->groups);
    if (!selected) return failAt(handles_, selected.error());
    auto result = domain.with([&](const auto& shape) {
      return biharmonicCoordinates(shape, *selected, {.order = order_.value_or(2)});
    });
    if (!result) return failAt(mesh_, result.error());
    Found found{std::move(result->W), {}};
    found.weights = weightsFromMatrix(found.raw);
    report.warn(result->warnings);
    return found;
  }

  Result<void> refine(const ModelFile& model, Found& found, const Progress& progress,
                      Report& report) const {
    const TriMesh surface{model.mesh().V, model.mesh().F};
    if (!mirror_.empty()) {
      MirrorOptions options = sides.at(mirror_);
      options.influences = influences_;
      auto mirrored = mirrorWeights(found.weights, surface, bones_, options, progress);
      if (!mirrored) return failAt(text(mesh_, ": --mirror"), mirrored.error());
      found.weights = std::move(mirrored->weights);
      report.warn(mirrored->warnings);
    }
    if (smooth_ == 0) return {};
    auto smoothed = smoothWeights(found.weights, surface,
                                  {.rounds = smooth_, .influences = influences_}, progress);
    if (!smoothed) return failAt(text(mesh_, ": --smooth"), smoothed.error());
    found.weights = *std::move(smoothed);
    return {};
  }

  void tell(const Found& found, Report& report) const {
    report.set("vertices", found.weights.vertices());
    report.set(handles_.empty() ? "bones" : "handles", found.weights.handles);
    report.set("max_influences", mostInfluences(found.weights));
    report.set("method", method_);
    if (reason_) report.set("reason", *reason_);
    if (!proof_) return;
    report.set("objective", proof_->objective);
    report.set("kkt_residual", proof_->residual);
  }

  Result<void> write(const ModelFile& model, const Found& found, Report& report) const {
    const std::string ending = endingOf(output_);
    if (ending == ".dmat")
      return saveMatrix(output_, isRaw() ? found.raw : toMatrix(found.weights));
    if (ending == ".png") {
      const std::vector<Color> colors = weightColors(found.weights);
      MeshPictureOptions options = view_.options();
      options.colors = colors;
      return writeMeshOutput(output_, model.mesh(), options);
    }
    LayerSettings settings;
    settings.weights = found.recorded;
    settings.influences = influences_;
    settings.smoothness = smoothness_;
    const bool own_bones = skeleton_.empty() && from_.empty();
    auto warnings =
        model.saveRigged(output_, found.weights, settings, own_bones ? nullptr : &bones_);
    if (!warnings) return std::unexpected(warnings.error());
    report.warn(*warnings);
    return {};
  }

  struct Proof {
    double objective, residual;
  };

  std::string mesh_, skeleton_, handles_, from_, output_, method_ = "auto", mirror_;
  bool joint_ = false, raw_ = false;
  int influences_ = 4, smooth_ = 0;
  std::optional<int> order_, cells_, memory_;
  std::optional<double> smoothness_;
  std::optional<std::string> reason_;
  std::optional<Proof> proof_;
  MeshViewOptions view_;
  Skeleton bones_;
  RiggedSurface source_;
};

}  // namespace

std::unique_ptr<Command> makeWeightsCommand() { return std::make_unique<WeightsCommand>(); }

}  // namespace vide::cli

// SPDX-License-Identifier: MIT
#include <algorithm>
#include <map>

#include "apps/vide/command.hpp"
#include "apps/vide/idle_options.hpp"
#include "apps/vide/layer_options.hpp"
#include "apps/vide/mesh_report.hpp"
#include "apps/vide/picture_options.hpp"
#include "apps/vide/values.hpp"
#include "apps/vide/write_document.hpp"
#include "vide/author/rig_layers.hpp"
#include "vide/author/rig_picture.hpp"
#include "vide/core/text.hpp"
#include "vide/pipeline/read_files.hpp"
#include "vide/pipeline/read_picture.hpp"
#include "vide/skeleton/pose.hpp"
#include "vide/weights/weight_tools.hpp"

namespace vide::cli {
namespace {

const std::map<std::string, WeightMethod> methods = {{"geodesic", WeightMethod::geodesic},
                                                     {"straight", WeightMethod::straight}};
const std::map<std::string, GeodesicMetric> metrics = {{"euclidean", GeodesicMetric::euclidean},
                                                       {"octile", GeodesicMetric::octile},
                                                       {"manhattan", GeodesicMetric::manhattan}};

const std::map<std::string, Deformer> deformers = {{"linear", Deformer::linear_blend},
                                                   {"dual-quaternion", Deformer::dual_quaternion},
                                                   {"arap", Deformer::arap},
                                                   {"biharmonic", Deformer::biharmonic}};

class RigCommand : public Command {
 public:
  void declare(CLI::App& app) override {
    app.add_option(
           "INPUT", input_,
           "a PNG, JPEG or WebP; or a drawing in layers: an OpenRaster .ora, or a folder of "
           "PNGs")
        ->required();
    app.add_option("--skeleton", skeleton_, "bones: .json, .tgf, .bvh, .yaml, .glb or .gltf")
        ->required();
    app.add_option("--clips", clips_, "clips to keep in the document (.json)");
    app.add_option("-o,--output", output_,
                   "OUT.glb (a document), OUT.obj, or OUT.png (a picture of the weights)")
        ->required();
    const std::string group = "Weights";
    app.add_option("--method", method_, "geodesic: inside the shape; straight: through gaps")
        ->check(CLI::IsMember(methods))
        ->capture_default_str()
        ->group(group);
    app.add_option("--metric", metric_, "how geodesic distances are measured")
        ->check(CLI::IsMember(metrics))
        ->capture_default_str()
        ->group(group);
    app.add_option("--smoothness", smoothness_,
                   "pixels over which a bone's pull fades (default: from the shape's size)")
        ->check(aboveZero())
        ->group(group);
    app.add_option("--bone-smoothness", bone_smoothness_,
                   "BONE=PIXELS for a single bone; may be given again")
        ->check(namedSizeCheck("BONE=PIXELS (as in upper_arm=12)"))
        ->allow_extra_args(false)
        ->group(group);
    app.add_option("--influences", influences_, "most bones a vertex follows")
        ->check(CLI::Range(1, 255))
        ->capture_default_str()
        ->group(group);
    app.add_option(
           "--deformer", deformer_,
           "what moves the mesh: linear or dual-quaternion blending by the weights; arap: as "
           "rigid as possible between the bones' ends; biharmonic: smoothly from bone to bone")
        ->check(CLI::IsMember(deformers))
        ->capture_default_str()
        ->group(group);
    app.add_flag("--dense-joints", dense_joints_, "a denser mesh where bending happens")
        ->group("Mesh");
    layers_.declare(app);
    picture_.declareMask(app);
    picture_.declare(app);
    app.parse_complete_callback([this, &app] {
      refuseIdleOptions(app, method_, std::vector<ReservedOption>{{"--metric", {"geodesic"}}});
      layers_.refuseIdle(app, input_);
    });
  }

  Result<void> run(const RunContext& context, Report& report) override {
    if (auto usable = requirePosedOutput(output_); !usable) return usable;
    const auto skeleton = readPictureSkeleton(skeleton_);
    if (!skeleton) return std::unexpected(skeleton.error());
    auto made = rigged(*skeleton, context);
    if (!made) return std::unexpected(made.error());
    Document& document = made->document;
    auto clips = clips_.empty() ? Result<std::vector<Clip>>{} : readClips(clips_, document);
    if (!clips) return std::unexpected(clips.error());
    document.clips = std::move(*clips);
    RenderOptions view{.framing = Framing::canvas};
    view.style = {.surface = Surface::weights, .show_bones = true};
    if (auto written = writePosed({output_, document}, view, context.progress, report); !written) {
      return written;
    }

    reportMeshes(document, made->meshes, report);
    report.set("bones", skeleton->size());
    int influences = 0;
    for (const Layer& layer : document.layers) {
      influences = std::max(influences, mostInfluences(layer.weights));
    }
    report.set("max_influences", influences);
    report.set("method", method_);
    report.set("clips", document.clips.size());
    report.warn(made->warnings);
    return {};
  }

 private:
  Result<LayeredDocument> rigged(const Skeleton& skeleton, const RunContext& context) const {
    const RigOptions options = rigOptions(context);
    if (layers_.apply(input_)) {
      const auto drawing = layers_.read(input_);
      if (!drawing) return std::unexpected(drawing.error());
      return rigLayers(*drawing, skeleton, {.rig = options, .bindings = layers_.bindings()},
                       context.progress);
    }
    const auto picture = readPicture(input_, picture_.maskPath());
    if (!picture) return std::unexpected(picture.error());
    auto made = rigPicture(*picture, skeleton, options, context.progress);
    if (!made) return std::unexpected(made.error());
    return LayeredDocument{.document = std::move(made->document),
                           .pictures = {std::move(made->picture)},
                           .meshes = {std::move(made->mesh)},
                           .warnings = std::move(made->warnings)};
  }

  RigOptions rigOptions(const RunContext& context) const {
    RigOptions options;
    options.shape = picture_.shape();
    options.mesh = picture_.mesh();
    options.joints = dense_joints_ ? JointDensity::denser : JointDensity::even;
    options.method = methods.at(method_);
    options.metric = metrics.at(metric_);
    options.smoothness = smoothness_;
    options.influences = influences_;
    options.deformer = deformers.at(deformer_);
    options.pool = &context.pool;
    for (const std::string& word : bone_smoothness_) {
      const auto parsed = *parseNamedNumbers(word);
      options.bone_smoothness.emplace_back(parsed.name, parsed.numbers[0]);
    }
    return options;
  }

  std::string input_, skeleton_, clips_, output_;
  std::string method_ = "geodesic", metric_ = "euclidean", deformer_ = "linear";
  double smoothness_ = 0;
  std::vector<std::string> bone_smoothness_;
  int influences_ = 4;
  bool dense_joints_ = false;
  LayerOptions layers_;
  PictureOptions picture_;
};

}  // namespace

std::unique_ptr<Command> makeRigCommand() { return std::make_unique<RigCommand>(); }

}  // namespace vide::cli

// SPDX-License-Identifier: MIT
#include <chrono>
#include <filesystem>
#include <map>

#include "apps/vide/command.hpp"
#include "apps/vide/idle_options.hpp"
#include "apps/vide/mesh_output.hpp"
#include "apps/vide/values.hpp"
#include "vide/core/seconds_since.hpp"
#include "vide/core/text.hpp"
#include "vide/formats/mesh_file.hpp"
#include "vide/io/file.hpp"
#include "vide/pipeline/deform_mesh.hpp"
#include "vide/pipeline/read_handles.hpp"
#include "vide/weights/weight_tools.hpp"

namespace vide::cli {
namespace {

const std::map<std::string, DeformMethod> methods = {{"arap", DeformMethod::arap},
                                                     {"harmonic", DeformMethod::harmonic},
                                                     {"coordinates", DeformMethod::coordinates},
                                                     {"fast", DeformMethod::fast},
                                                     {"lbs", DeformMethod::linear_blend},
                                                     {"dqs", DeformMethod::dual_quaternion}};
const std::map<std::string, ArapEnergy> energies = {
    {"spokes", ArapEnergy::spokes},
    {"spokes-and-rims", ArapEnergy::spokes_and_rims},
    {"elements", ArapEnergy::elements}};

const std::vector<std::string> minimisers = {"arap", "fast"};
const std::vector<ReservedOption> of_methods = {{"--weights", {"fast", "lbs", "dqs"}},
                                                {"--energy", minimisers},
                                                {"--iterations", minimisers},
                                                {"--tolerance", minimisers},
                                                {"--clamped-weights", minimisers},
                                                {"--order", {"harmonic", "coordinates"}},
                                                {"--surface", {"harmonic"}}};

class DeformCommand : public Command {
 public:
  void declare(CLI::App& app) override {
    app.add_option("MESH", mesh_, text("triangles or tetrahedra: ", meshEndings()))->required();
    app.add_option("--handles", handles_, "what is held and where it goes (.json)")->required();
    app.add_option("-o,--output", output_,
                   text("a mesh (", meshEndings(), ") or a picture of it (.png)"))
        ->required();
    app.add_option("--method", method_, "how the rest follows")
        ->check(CLI::IsMember(methods))
        ->capture_default_str();
    app.add_option("--time", time_, "when to look: handles rest at 0, and most arrive at 1")
        ->check(zeroOrMore())
        ->capture_default_str();
    app.add_option("--frames", frames_,
                   "write so many meshes from time 0 to --time, numbered before the ending")
        ->check(CLI::Range(2, 100'000));
    app.add_option("--weights", weights_,
                   "for fast, lbs and dqs: a .dmat with a column per handle; found when not given");
    declareArap(app);
    app.add_option("--order", order_, "how smooth: 1 to 4, for coordinates 2 or 3")
        ->check(CLI::Range(1, 4))
        ->capture_default_str()
        ->group("Harmonic and coordinates");
    app.add_flag("--surface", surface_, "smooth positions and not displacements")
        ->group("Harmonic and coordinates");
    view_.declare(app);
    app.parse_complete_callback([this, &app] {
      refuseIdleOptions(app, method_, of_methods);
      view_.refuseWithout(app, output_);
    });
  }

  Result<void> run(const RunContext& context, Report& report) override {
    if (auto usable = requireMeshOutput(pathOf(0)); !usable) return usable;
    const auto mesh = readMesh(mesh_);
    if (!mesh) return std::unexpected(mesh.error());
    const auto handles = readHandles(handles_);
    if (!handles) return std::unexpected(handles.error());
    auto options = deformOptions(*mesh, context);
    if (!options) return std::unexpected(options.error());
    const auto start = std::chrono::steady_clock::now();
    auto deformer = MeshDeformer::create(*mesh, handles->handles, handles->groups, *options,
                                         context.progress.slice(0, frames_begin));
    if (!deformer) {
      const auto selected = selectVertices(mesh->V, handles->handles, handles->groups);
      if (!selected) return failAt(handles_, selected.error());
      return failAt(weights_.empty() ? mesh_ : text(mesh_, ", ", weights_), deformer.error());
    }
    report.set("vertices", mesh->V.rows());
    report.set("method", method_);
    report.set("seconds_precompute", secondsSince(start));
    for (const std::string& warning : deformer->warnings()) report.warn(warning);
    return writeFrames(*mesh, *deformer, context.progress.slice(frames_begin, 1), report);
  }

 private:
  static constexpr double frames_begin = 0.5;  // of the progress: weights may take long to find

  void declareArap(CLI::App& app) {
    const std::string group = "As rigid as possible";
    app.add_option("--energy", energy_, "what stays rigid")
        ->check(CLI::IsMember(energies))
        ->capture_default_str()
        ->group(group);
    app.add_option("--iterations", iterations_, "most iterations")
        ->check(CLI::Range(1, 1'000'000))
        ->capture_default_str()
        ->group(group);
    app.add_option("--tolerance", tolerance_, "stop when the energy falls by less than this part")
        ->check(between(0, 1))
        ->capture_default_str()
        ->group(group);
    app.add_flag("--clamped-weights", clamped_, "count no edge negatively")->group(group);
  }

  Result<DeformOptions> deformOptions(const MeshContent& mesh, const RunContext& context) const {
    DeformOptions options;
    options.method = methods.at(method_);
    options.harmonic = {
        .order = order_,
        .unknown = surface_ ? HarmonicUnknown::positions : HarmonicUnknown::displacements};
    options.arap.energy = energies.at(energy_);
    options.arap.weights = clamped_ ? ArapWeights::clamped : ArapWeights::cotangent;
    options.arap.max_iterations = iterations_;
    options.arap.tolerance = tolerance_;
    options.fast.energy = options.arap.energy;
    options.fast.weights = options.arap.weights;
    options.fast.max_iterations = iterations_;
    options.fast.tolerance = tolerance_;
    options.coordinates.order = order_;
    options.pool = &context.pool;
    if (weights_.empty()) return options;
    const auto matrix = readMatrix(weights_);
    if (!matrix) return std::unexpected(matrix.error());
    options.weights = weightsFromMatrix(*matrix);
    if (auto valid = checkWeights(*options.weights, std::size_t(mesh.V.rows()), WeightSigns::any);
        !valid) {
      return failAt(weights_, valid.error());
    }
    return options;
  }

  // The time of one of the frames, and the file it goes to.
  double timeOf(int frame) const { return frames_ < 2 ? time_ : time_ * frame / (frames_ - 1); }
  std::string pathOf(int frame) const {
    if (frames_ < 2) return output_;
    const std::filesystem::path path(output_);
    std::string number = std::to_string(frame + 1);
    number.insert(0, std::to_string(frames_).size() - number.size(), '0');
    return (path.parent_path() / (path.stem().string() + "_" + number + path.extension().string()))
        .string();
  }

  // One view for all pictures of a motion, so that the camera stands still.
  Result<MeshPictureOptions> viewFor(MeshDeformer& deformer) const {
    MeshPictureOptions options = view_.options();
    if (frames_ < 2 || endingOf(output_) != ".png") return options;
    Box2 view;
    Eigen::MatrixXd V;
    for (int frame = 0; frame < frames_; ++frame) {
      if (const auto moved = deformer.deform(timeOf(frame), V); !moved) {
        return std::unexpected(moved.error());
      }
      const Box2 seen = viewOf(V, options);
      view.include(seen.min);
      view.include(seen.max);
    }
    options.view = view;
    return options;
  }

  Result<void> writeFrames(const MeshContent& mesh, MeshDeformer& deformer,
                           const Progress& progress, Report& report) const {
    const auto view = viewFor(deformer);
    if (!view) return failAt(handles_, view.error());
    MeshContent posed = mesh;
    DeformOutcome last;
    double seconds = 0;
    for (int frame = 0; frame < std::max(frames_, 1); ++frame) {
      if (progress.cancelled()) return fail(ErrorCode::cancelled, "cancelled");
      const auto start = std::chrono::steady_clock::now();
      const auto outcome = deformer.deform(timeOf(frame), posed.V);
      seconds += secondsSince(start);
      if (!outcome) return failAt(handles_, outcome.error());
      last = *outcome;
      if (auto written = writeMeshOutput(pathOf(frame), posed, *view); !written) {
        return written;
      }
      report.wrote(pathOf(frame));
      progress.report(double(frame + 1) / std::max(frames_, 1));
    }
    report.set("iterations", last.iterations);
    if (last.energy)
      report.set("energy", *last.energy);
    else
      report.set("energy", nullptr);
    report.set("seconds_solve", seconds);
    return {};
  }

  std::string mesh_, handles_, output_, weights_;
  std::string method_ = "arap", energy_ = "spokes-and-rims";
  double time_ = 1, tolerance_ = 1e-3;
  int frames_ = 0, iterations_ = 100, order_ = 2;
  bool clamped_ = false, surface_ = false;
  MeshViewOptions view_;
};

}  // namespace

std::unique_ptr<Command> makeDeformCommand() { return std::make_unique<DeformCommand>(); }

}  // namespace vide::cli

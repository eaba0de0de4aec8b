// SPDX-License-Identifier: MIT
#include <string>

#include "apps/vide/command.hpp"
#include "apps/vide/values.hpp"
#include "apps/vide/write_document.hpp"
#include "vide/pipeline/part_limbs.hpp"
#include "vide/pipeline/placeholder.hpp"
#include "vide/pipeline/read_files.hpp"
#include "vide/skeleton/pose.hpp"
#include "vide/weights/weight_tools.hpp"

namespace vide::cli {
namespace {

class PlaceholderCommand : public Command {
 public:
  void declare(CLI::App& app) override {
    app.add_option("SKEL", skeleton_, "bones: .json, .tgf, .bvh, .yaml, .glb or .gltf")->required();
    app.add_option("-o,--output", output_,
                   "OUT.glb (a document with the file's motions), OUT.obj, or OUT.png")
        ->required();
    app.add_option("--thickness", thickness_, "factor of how thick the body is")
        ->check(between(0.1, 10))
        ->capture_default_str();
    app.add_option("--cells", cells_, "how fine: cells along the skeleton's longest side")
        ->check(CLI::Range(8, 512))
        ->capture_default_str();
    app.add_option("--influences", influences_, "most bones a vertex follows")
        ->check(CLI::Range(1, 255))
        ->capture_default_str();
  }

  Result<void> run(const RunContext& context, Report& report) override {
    if (auto usable = requirePosedOutput(output_); !usable) return usable;
    auto source = readMovingSkeleton(skeleton_);
    if (!source) return std::unexpected(source.error());
    const PlaceholderOptions options{
        .thickness = thickness_, .cells = cells_, .influences = influences_, .pool = &context.pool};
    const auto parted = partLimbs(*std::move(source), options, context.progress.slice(0, 0.3));
    if (!parted) return failAt(skeleton_, parted.error());
    const auto body =
        placeholderBody(parted->moving.skeleton, options, context.progress.slice(0.3, 1));
    if (!body) return failAt(skeleton_, body.error());
    const std::string name = nameIn(skeleton_, "body");
    const Document document = placeholderDocument(name, parted->moving, *body);
    if (auto written = writePosed({output_, document}, {}, context.progress, report); !written) {
      return written;
    }
    report.set("vertices", body->mesh.V.rows());
    report.set("triangles", body->mesh.F.rows());
    report.set("bones", document.skeleton.size());
    report.set("max_influences", mostInfluences(body->weights));
    report.set("clips", document.clips.size());
    if (!parted->rest.empty()) report.set("rest", parted->rest);
    report.warn(parted->warnings);
    return {};
  }

 private:
  std::string skeleton_, output_;
  double thickness_ = 1;
  int cells_ = 128, influences_ = 4;
};

}  // namespace

std::unique_ptr<Command> makePlaceholderCommand() { return std::make_unique<PlaceholderCommand>(); }

}  // namespace vide::cli

// SPDX-License-Identifier: MIT
#include <algorithm>
#include <optional>
#include <utility>

#include "apps/vide/command.hpp"
#include "apps/vide/frame_options.hpp"
#include "apps/vide/idle_options.hpp"
#include "apps/vide/values.hpp"
#include "apps/vide/write_document.hpp"
#include "vide/animation/sample.hpp"
#include "vide/author/pose_edit.hpp"
#include "vide/core/math.hpp"
#include "vide/core/text.hpp"
#include "vide/io/file.hpp"
#include "vide/pipeline/read_files.hpp"

namespace vide::cli {
namespace {

Vec3 inRadians(const std::vector<double>& degrees) {
  return {math::radians(degrees[0]), math::radians(degrees[1]), math::radians(degrees[2])};
}

Vec3 toVec3(const std::vector<double>& numbers, double missing) {
  return {numbers[0], numbers[1], numbers.size() > 2 ? numbers[2] : missing};
}

class PoseCommand : public Command {
 public:
  void declare(CLI::App& app) override {
    app.add_option("DOC", document_, "a .glb or .gltf")->required();
    app.add_option("-o,--output", output_,
                   "OUT.png, OUT.obj, or OUT.glb (the pose becomes the clip 'pose')")
        ->required();
    declareEdits(app);
    declarePicture(app);
  }

  Result<void> run(const RunContext& context, Report& report) override {
    if (auto usable = requirePosedOutput(output_); !usable) return usable;
    auto open = openDocument(document_);
    if (!open) return std::unexpected(open.error());
    Document* document = &open->document;
    const std::vector<BoneEdit> changes = edits();
    const auto start = startClip(*document);
    if (!start) return failAt(document_, start.error());
    const auto pose = editPose(document->skeleton, startPose(*document, *start), changes);
    if (!pose) return failAt(document_, pose.error());
    const auto options = renderOptions();
    if (!options) return std::unexpected(options.error());
    auto shapes = poseShapes(*document, *start, time_, shapeEdits());
    if (!shapes) return failAt(document_, shapes.error());
    Clip still = clipOf(*document, *start, *pose);
    still.morphs = *std::move(shapes);
    if (endingOf(output_) == ".glb") keepAsClip(*document, still);
    if (document->layers.empty() && endingOf(output_) == ".png") {
      return fail(ErrorCode::invalid_argument,
                  text(document_, ": the document shows nothing; there is no picture"));
    }
    const PosedOutput output{output_, *document, std::move(still), &open->file};
    if (auto written = writePosed(output, *options, context.progress, report); !written) {
      return written;
    }
    report.set("bones", document->skeleton.size());
    report.set("edits", changes.size() + shapes_.size());
    return {};
  }

 private:
  void declareEdits(CLI::App& app) {
    const std::string group = "Pose";
    const auto add_edit = [&](const char* name, std::vector<std::string>& words, const char* about,
                              const char* form, std::vector<std::size_t> counts) {
      app.add_option(name, words, about)
          ->check(namedNumbersCheck(form, std::move(counts)))
          ->allow_extra_args(false)
          ->group(group);
    };
    add_edit("--rotate", rotations_, "BONE=DEGREES, or BONE=X,Y,Z in space; may be given again",
             "BONE=DEGREES or BONE=X,Y,Z (as in upper_arm=40)", {1, 3});
    add_edit("--move", moves_, "BONE=X,Y[,Z] in units, along the bone's axes",
             "BONE=X,Y or BONE=X,Y,Z (as in hips=0,12)", {2, 3});
    add_edit("--scale", scales_, "BONE=FACTOR, or BONE=X,Y[,Z]",
             "BONE=FACTOR, BONE=X,Y or BONE=X,Y,Z (as in head=1.2)", {1, 2, 3});
    app.add_option("--shape", shapes_, "SHAPE=WEIGHT of a morph target, 0 to 1 or beyond")
        ->check(namedNumbersCheck("SHAPE=WEIGHT (as in smile=0.7)", {1}))
        ->allow_extra_args(false)
        ->group(group);
    auto* clip = app.add_option("--clip", clip_, "start from a moment of this clip")->group(group);
    app.add_option("--time", time_, "the moment, in seconds")
        ->needs(clip)
        ->check(anyNumber())
        ->group(group);
  }

  void declarePicture(CLI::App& app) {
    app.add_option("--size", size_, "of the picture, WIDTHxHEIGHT")
        ->check(sizeCheck())
        ->group("Frames");
    frames_.declareBackdrop(app);
    frames_.declareView(app);
    app.add_flag("--show-bones", show_bones_, "draw the bones on top")->group("Frames");
    app.add_flag("--show-wireframe", show_wireframe_, "draw the mesh on top")->group("Frames");
    app.parse_complete_callback([this, &app] {
      const std::vector<std::string> pictures{".png"};
      refuseIdleOptions(app, endingOf(output_),
                        std::vector<ReservedOption>{{"--size", pictures},
                                                    {"--background", pictures},
                                                    {"--yaw", pictures},
                                                    {"--pitch", pictures},
                                                    {"--show-bones", pictures},
                                                    {"--show-wireframe", pictures}});
    });
  }

  std::vector<BoneEdit> edits() const {
    std::vector<BoneEdit> edits;
    for (const std::string& word : rotations_) {
      const auto [bone, degrees] = *parseNamedNumbers(word);
      BoneEdit edit{.bone = bone};
      if (degrees.size() == 1) edit.angle = math::radians(degrees[0]);
      if (degrees.size() == 3) edit.euler = inRadians(degrees);
      edits.push_back(std::move(edit));
    }
    for (const std::string& word : moves_) {
      const auto [bone, steps] = *parseNamedNumbers(word);
      edits.push_back({.bone = bone, .move = toVec3(steps, 0)});
    }
    for (const std::string& word : scales_) {
      const auto [bone, factors] = *parseNamedNumbers(word);
      const double all = factors[0];
      edits.push_back(
          {.bone = bone, .scale = factors.size() == 1 ? Vec3{all, all, all} : toVec3(factors, 1)});
    }
    return edits;
  }

  std::vector<ShapeEdit> shapeEdits() const {
    std::vector<ShapeEdit> edits;
    for (const std::string& word : shapes_) {
      const auto [shape, weights] = *parseNamedNumbers(word);
      edits.push_back({shape, weights[0]});
    }
    return edits;
  }

  // The clip that the pose starts from; none: it starts from rest.
  Result<const Clip*> startClip(const Document& document) const {
    if (!clip_) return nullptr;
    const auto clip = findClip(document.clips, *clip_);
    if (!clip) return std::unexpected(clip.error());
    return &document.clips[*clip];
  }

  Pose startPose(const Document& document, const Clip* start) const {
    Pose pose = Pose::rest(document.skeleton.size());
    if (start) samplePose(*start, document.skeleton, time_, pose.local);
    return pose;
  }

  Result<RenderOptions> renderOptions() const {
    RenderOptions options;
    if (const auto size = parseSize(size_)) {
      options.width = size->width;
      options.height = size->height;
    }
    auto backdrop = frames_.backdrop(false);
    if (!backdrop) return std::unexpected(backdrop.error());
    options.backdrop = std::move(*backdrop);
    options.view = frames_.view();
    options.style.show_bones = show_bones_;
    options.style.show_wireframe = show_wireframe_;
    return options;
  }

  // All that the moment holds, with these bones.
  Clip clipOf(const Document& document, const Clip* start, const Pose& pose) const {
    Clip still = start ? stateAt(*start, time_, document) : Clip{};
    still.name = "pose";
    still.bones = tracksOfPose(document.skeleton, pose);
    return still;
  }

  static void keepAsClip(Document& document, Clip clip) {
    if (const auto old = findClip(document.clips, clip.name)) {
      clip.id = document.clips[*old].id;
      document.clips[*old] = std::move(clip);
      return;
    }
    for (const Clip& other : document.clips) clip.id = std::max(clip.id, other.id + 1);
    document.clips.push_back(std::move(clip));
  }

  std::string document_, output_, size_;
  std::optional<std::string> clip_;
  std::vector<std::string> rotations_, moves_, scales_, shapes_;
  double time_ = 0;
  bool show_bones_ = false, show_wireframe_ = false;
  FrameOptions frames_;
};

}  // namespace

std::unique_ptr<Command> makePoseCommand() { return std::make_unique<PoseCommand>(); }

}  // namespace vide::cli

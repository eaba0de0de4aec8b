// SPDX-License-Identifier: MIT
#include "apps/vide/command.hpp"
#include "apps/vide/frame_options.hpp"
#include "apps/vide/picture_options.hpp"
#include "vide/pipeline/animate_character.hpp"
#include "vide/pipeline/read_character.hpp"

namespace vide::cli {
namespace {

class AnimateCommand : public Command {
 public:
  void declare(CLI::App& app) override {
    app.add_option("CHARACTER", character_,
                   "the figure's char_cfg.yaml, with texture.png and mask.png beside it")
        ->required();
    app.add_option("--motion", motion_, "how to read a recording (.yaml)")->required();
    app.add_option("--retarget", retarget_, "how the figure follows it (.yaml)")->required();
    app.add_option("-o,--output", output_, animation_outputs)->required();
    app.add_option("--deform", deform_, "arap: joints drag the drawing; skin: bones turn it")
        ->check(CLI::IsMember({"arap", "skin"}))
        ->capture_default_str();
    app.add_option("--size", size_, "of the frames, WIDTHxHEIGHT")
        ->check(sizeCheck())
        ->capture_default_str()
        ->group("Frames");
    frames_.declareBackdrop(app);
    frames_.declareAnimation(app);
    app.parse_complete_callback(
        [this, &app] { frames_.refuseIdle(app, output_, FrameOptions::FolderRate::nothing); });
    picture_.declareMask(app);
    picture_.declare(app);
  }

  Result<void> run(const RunContext& context, Report& report) override {
    const auto format = requireAnimationOutput(output_);
    if (!format) return std::unexpected(format.error());
    const auto character =
        readCharacterMotion({character_, motion_, retarget_, picture_.maskPath()});
    if (!character) return std::unexpected(character.error());
    auto backdrop = frames_.backdrop(*format == AnimationFormat::gif);
    if (!backdrop) return std::unexpected(backdrop.error());
    const Size size = *parseSize(size_);
    AnimateOptions options{.width = size.width, .height = size.height};
    options.deform = deform_ == "arap" ? CharacterDeform::arap : CharacterDeform::skin;
    options.shape = picture_.shape();
    options.mesh = picture_.mesh();
    options.backdrop = std::move(*backdrop);
    options.frame_rate = frames_.frameRate().value_or(0);
    options.encode = frames_.encode();
    options.pool = &context.pool;
    const auto made = animateCharacter(*character, output_, *format, options, context.progress);
    if (!made) return std::unexpected(made.error());

    for (const std::string& path : made->paths) report.wrote(path);
    report.set("frames", made->frames);
    report.set("motion_frames", made->motion_frames);
    report.set("width", made->width);
    report.set("height", made->height);
    report.set("vertices", made->vertices);
    report.set("triangles", made->triangles);
    report.set("seconds_prepare", made->seconds_prepare);
    report.set("seconds_render", made->seconds_render);
    report.set("seconds_encode", made->seconds_encode);
    report.warn(frames_.warnings(*format));
    report.warn(made->warnings);
    return {};
  }

 private:
  std::string character_, motion_, retarget_, output_;
  std::string deform_ = "arap";
  std::string size_ = "500x500";
  FrameOptions frames_;
  PictureOptions picture_;
};

}  // namespace

std::unique_ptr<Command> makeAnimateCommand() { return std::make_unique<AnimateCommand>(); }

}  // namespace vide::cli

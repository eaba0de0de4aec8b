// SPDX-License-Identifier: MIT
#include <algorithm>
#include <chrono>
#include <map>
#include <utility>

#include "apps/vide/command.hpp"
#include "apps/vide/frame_options.hpp"
#include "apps/vide/values.hpp"
#include "vide/author/pose_edit.hpp"
#include "vide/core/text.hpp"
#include "vide/io/file.hpp"
#include "vide/io/image_file.hpp"
#include "vide/pipeline/read_files.hpp"
#include "vide/pipeline/render_document.hpp"

namespace vide::cli {
namespace {

const std::map<std::string, Surface> surfaces{
    {"picture", Surface::picture}, {"weights", Surface::weights}, {"clay", Surface::clay}};

class RenderCommand : public Command {
 public:
  void declare(CLI::App& app) override {
    app.add_option("DOC", document_, "a .glb, .gltf, _ske.json or .tscn")->required();
    app.add_option("--clip", clip_,
                   "the clip to show, or A,B,..: one after the other; without it, the rest pose as "
                   "one PNG or on a turntable, or all clips in a sprite sheet");
    app.add_option("--fade", fade_, "seconds in which each of several clips takes over")
        ->check(CLI::Range(0.0, 1e6))
        ->capture_default_str();
    app.add_option("--skin", skin_, "the skin to wear; without it, the document's own");
    app.add_option("-o,--output", output_, animation_outputs)->required();
    const std::string group = "Frames";
    app.add_option(
           "--size", size_,
           "of the frames, WIDTHxHEIGHT (default: a pixel a unit; in space 512 on the longer side)")
        ->check(sizeCheck())
        ->group(group);
    app.add_option("--framing", framing_,
                   "motion: all that the character covers; canvas: as it was drawn")
        ->check(CLI::IsMember({"motion", "canvas"}))
        ->group(group);
    app.add_option("--surface", surface_, "picture, weights as colours, or clay: the shape alone")
        ->check(CLI::IsMember({"picture", "weights", "clay"}))
        ->capture_default_str()
        ->group(group);
    app.add_flag("--show-bones", show_bones_, "draw the bones on top")->group(group);
    app.add_flag("--show-wireframe", show_wireframe_, "draw the mesh on top")->group(group);
    frames_.declareView(app);
    auto* turn = app.add_flag("--turntable", turntable_, "turn once around, with or without a clip")
                     ->group("Documents in space");
    app.add_option("--turn-seconds", turn_seconds_, "of the turn; below 0: the other way round")
        ->check(anyNumber())
        ->needs(turn)
        ->capture_default_str()
        ->group("Documents in space");
    frames_.declareBackdrop(app);
    frames_.declareAnimation(app);
    app.parse_complete_callback([this, &app] { checkWords(app); });
  }

  Result<void> run(const RunContext& context, Report& report) override {
    if (auto usable = requireOutput(); !usable) return usable;
    std::vector<std::string> warnings;
    auto document = readDocument(document_, &warnings);
    if (!document) return std::unexpected(document.error());
    if (auto dressed = wearSkin(*document); !dressed) {
      return failAt(document_, dressed.error());
    }
    report.warn(warnings);
    if (framing_ == "canvas" && document->canvas_width == 0) {
      return fail(ErrorCode::invalid_argument,
                  text(document_, ": has no canvas; leave out --framing canvas"));
    }
    return isStill() ? renderStill(*document, context, report)
                     : renderMotion(*document, context, report);
  }

 private:
  bool isSheet() const { return animationFormatOf(output_) == AnimationFormat::sprite_sheet; }
  bool isStill() const { return clip_.empty() && !turntable_ && !isSheet(); }

  // Throws a usage error for words that would be left unread.
  void checkWords(const CLI::App& app) const {
    for (const auto& [name, value] : {std::pair{"--clip", &clip_}, std::pair{"--skin", &skin_}}) {
      if (app.count(name) > 0 && value->empty()) {
        throw CLI::ValidationError(name, "the name is empty");
      }
    }
    const bool has_sequence = clip_.find(',') != std::string::npos && !isSheet();
    if (app.count("--fade") > 0 && !has_sequence) {
      throw CLI::ValidationError("--fade",
                                 "is for several clips that follow each other "
                                 "(--clip A,B), which a sprite sheet keeps apart");
    }
    // Other endings are refused later, for what they are.
    if (isStill() && endingOf(output_) == ".png") {
      frames_.refuseIdleForStill(app);
    } else {
      frames_.refuseIdle(app, output_, FrameOptions::FolderRate::picks_frames);
    }
  }

  Result<void> requireOutput() const {
    if (!isStill()) {
      const auto format = requireAnimationOutput(output_);
      return format ? Result<void>() : std::unexpected(format.error());
    }
    if (endingOf(output_) == ".png") return checkTarget(output_);
    return fail(ErrorCode::invalid_argument,
                text(output_, ": one picture is written as .png; name a --clip to animate"));
  }

  Result<void> renderStill(const Document& document, const RunContext& context,
                           Report& report) const {
    auto options = renderOptions(Framing::canvas, false);
    if (!options) return std::unexpected(options.error());
    const auto picture = renderMoment(document, {}, 0, *options, context.progress);
    if (!picture) return failedRender(picture.error());
    const auto start = std::chrono::steady_clock::now();
    if (auto written = writePng(output_, picture->image, {.progress = context.progress}); !written)
      return written;
    const std::chrono::duration<double> encoding = std::chrono::steady_clock::now() - start;
    report.wrote(output_);
    report.warn(picture->warnings);
    report.set("frames", 1);
    report.set("width", picture->image.width);
    report.set("height", picture->image.height);
    report.set("seconds_encode", encoding.count());
    return {};
  }

  Result<void> renderMotion(const Document& document, const RunContext& context,
                            Report& report) const {
    const AnimationFormat format = *animationFormatOf(output_);
    const auto clips = namedClips(document);
    if (!clips) return failAt(document_, clips.error());
    if (turntable_ && clips->size() > 1) {
      return fail(ErrorCode::invalid_argument, "a turntable shows one clip; name one with --clip");
    }
    auto options = renderOptions(Framing::motion, format == AnimationFormat::gif);
    if (!options) return std::unexpected(options.error());
    options->frame_rate = frames_.frameRate().value_or(30);
    options->encode = frames_.encode();
    options->pool = &context.pool;
    const auto made = showClips(document, *clips, format, *options, context.progress);
    if (!made) return failedRender(made.error());
    for (const std::string& path : made->paths) report.wrote(path);
    report.set("frames", made->frames);
    report.set("width", made->width);
    report.set("height", made->height);
    report.set("seconds_encode", made->seconds_encode);
    report.warn(made->warnings);
    report.warn(frames_.warnings(format));
    return {};
  }

  Result<void> wearSkin(Document& document) const {
    if (skin_.empty()) return {};
    const auto skin = findSkin(document.skins, skin_);
    if (!skin) return std::unexpected(skin.error());
    document.skin = document.skins[*skin].id;
    return {};
  }

  // A clip whose own name has a comma is one clip.
  Result<std::vector<const Clip*>> namedClips(const Document& document) const {
    std::vector<const Clip*> clips;
    if (clip_.empty()) return isSheet() && !turntable_ ? allClips(document) : clips;
    if (const auto whole = findClip(document.clips, clip_)) {
      return std::vector{&document.clips[*whole]};
    }
    for (std::size_t start = 0; start <= clip_.size();) {
      const std::size_t comma = std::min(clip_.find(',', start), clip_.size());
      const auto found = findClip(document.clips, clip_.substr(start, comma - start));
      if (!found) return std::unexpected(found.error());
      clips.push_back(&document.clips[*found]);
      start = comma + 1;
    }
    return clips;
  }

  static Result<std::vector<const Clip*>> allClips(const Document& document) {
    if (document.clips.empty()) {
      return fail(ErrorCode::invalid_argument, "has no clips, of which a sprite sheet is made");
    }
    std::vector<const Clip*> clips;
    for (const Clip& clip : document.clips) clips.push_back(&clip);
    return clips;
  }

  Result<RenderReport> showClips(const Document& document, const std::vector<const Clip*>& clips,
                                 AnimationFormat format, const RenderOptions& options,
                                 const Progress& progress) const {
    if (turntable_) {
      return renderTurntable(document, clips.empty() ? nullptr : clips[0], output_, format, options,
                             {.seconds = turn_seconds_}, progress);
    }
    if (clips.size() == 1 || format == AnimationFormat::sprite_sheet) {
      return renderClips(document, clips, output_, format, options, progress);
    }
    ClipSequence sequence{.fade = fade_};
    for (const Clip* clip : clips) sequence.clips.push_back(clip->id);
    return renderSequence(document, sequence, output_, format, options, progress);
  }

  // What failed in writing names the output already; all else but Ctrl-C is about the document.
  Result<void> failedRender(const Error& error) const {
    const bool is_placed = error.message.starts_with(output_ + ":");
    if (is_placed || error.code == ErrorCode::cancelled) return std::unexpected(error);
    return failAt(document_, error);
  }

  Result<RenderOptions> renderOptions(Framing framing, bool is_gif) const {
    RenderOptions options{.framing = framing};
    if (framing_ == "canvas") options.framing = Framing::canvas;
    if (framing_ == "motion") options.framing = Framing::motion;
    if (const auto size = parseSize(size_)) {
      options.width = size->width;
      options.height = size->height;
    }
    auto backdrop = frames_.backdrop(is_gif);
    if (!backdrop) return std::unexpected(backdrop.error());
    options.backdrop = std::move(*backdrop);
    options.view = frames_.view();
    options.style = {surfaces.at(surface_), show_wireframe_, show_bones_};
    return options;
  }

  std::string document_, clip_, skin_, output_, size_, framing_;
  std::string surface_ = "picture";
  bool show_bones_ = false, show_wireframe_ = false, turntable_ = false;
  double fade_ = ClipSequence{}.fade;
  double turn_seconds_ = Turntable{}.seconds;
  FrameOptions frames_;
};

}  // namespace

std::unique_ptr<Command> makeRenderCommand() { return std::make_unique<RenderCommand>(); }

}  // namespace vide::cli

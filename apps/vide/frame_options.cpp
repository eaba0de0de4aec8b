// SPDX-License-Identifier: MIT
#include "apps/vide/frame_options.hpp"

#include "apps/vide/idle_options.hpp"
#include "vide/core/color_text.hpp"
#include "vide/core/math.hpp"
#include "vide/core/text.hpp"
#include "vide/io/image_file.hpp"

namespace vide::cli {
namespace {

constexpr auto still = "a single picture", folder = "a folder of PNGs", sheet = "a sprite sheet";

const char* nameOf(AnimationFormat format) {
  switch (format) {
    case AnimationFormat::gif:
      return "GIF";
    case AnimationFormat::apng:
      return "animated PNG";
    case AnimationFormat::webp:
      return "WebP";
    case AnimationFormat::png_sequence:
      return folder;
    case AnimationFormat::sprite_sheet:
      return sheet;
    case AnimationFormat::mp4:
      return "MP4";
    case AnimationFormat::webm:
      return "WebM";
  }
  return "";
}

}  // namespace

void FrameOptions::declareBackdrop(CLI::App& app) {
  app.add_option("--background", background_,
                 text("what stands behind: a colour (", accepted_colors,
                      ") or a picture file (default: transparent; white for GIF and MP4)"))
      ->group("Frames");
}

void FrameOptions::declareView(CLI::App& app) {
  const std::string group = "Documents in space";
  app.add_option("--yaw", yaw_,
                 "degrees the model turns about the upward axis (default: 30, or 0 with --pitch)")
      ->check(anyNumber())
      ->group(group);
  app.add_option("--pitch", pitch_,
                 "degrees it then tips towards the viewer (default: 12, or 0 with --yaw)")
      ->check(anyNumber())
      ->group(group);
}

std::optional<Viewpoint> FrameOptions::view() const {
  if (!yaw_ && !pitch_) return std::nullopt;
  return Viewpoint{.yaw = math::radians(yaw_.value_or(0)),
                   .pitch = math::radians(pitch_.value_or(0)),
                   .pivot = {}};
}

void FrameOptions::declareAnimation(CLI::App& app) {
  const std::string group = "Frames";
  app.add_option("--fps", frame_rate_, "frames a second")->check(between(0.01, 1000))->group(group);
  app.add_option("--loops", loops_, "how often the animation plays; 0: for ever")
      ->check(CLI::Range(0, 65535))
      ->group(group);
  auto* quality = app.add_option("--quality", quality_, "of WebP, MP4 and WebM, 0..100")
                      ->check(between(0, 100))
                      ->capture_default_str()
                      ->group(group);
  app.add_flag("--lossless", lossless_, "WebP without loss")->excludes(quality)->group(group);
  app.add_flag("--no-dither", dither_off_, "GIF without dithering: smaller, with bands")
      ->group(group);
  declareSheet(app);
}

void FrameOptions::declareSheet(CLI::App& app) {
  const std::string group = "Sprite sheets";
  app.add_option("--sheet-frames", sheet_frames_,
                 "hash: frames by name; array: a list, frames named by number")
      ->check(CLI::IsMember({"hash", "array"}))
      ->capture_default_str()
      ->group(group);
  app.add_option("--atlas-size", atlas_.largest, "the largest page, pixels on a side")
      ->check(CLI::Range(64, 16'384))
      ->capture_default_str()
      ->group(group);
  app.add_option("--atlas-padding", atlas_.padding, "pixels between frames")
      ->check(CLI::Range(0, 64))
      ->capture_default_str()
      ->group(group);
}

void FrameOptions::refuseIdleFor(const CLI::App& app, const std::string& kind,
                                 FolderRate folder_rate) const {
  const ReservedOption words[] = {{"--loops", {"GIF", "animated PNG", "WebP"}},
                                  {"--quality", {"WebP", "MP4", "WebM"}},
                                  {"--lossless", {"WebP"}},
                                  {"--no-dither", {"GIF"}},
                                  {"--sheet-frames", {sheet}},
                                  {"--atlas-size", {sheet}},
                                  {"--atlas-padding", {sheet}}};
  refuseIdleOptions(app, kind, words);
  const bool has_rate =
      kind != still && (kind != folder || folder_rate == FolderRate::picks_frames);
  if (app.count("--fps") > 0 && !has_rate) {
    throw CLI::ValidationError("--fps", text(kind, " has no frame rate"));
  }
}

void FrameOptions::refuseIdle(const CLI::App& app, const std::string& output,
                              FolderRate folder_rate) const {
  // Names that are no animation are refused later, for what they are.
  if (const auto format = animationFormatOf(output)) {
    refuseIdleFor(app, nameOf(*format), folder_rate);
  }
}

void FrameOptions::refuseIdleForStill(const CLI::App& app) const {
  refuseIdleFor(app, still, FolderRate::picks_frames);
}

Result<Backdrop> FrameOptions::backdrop(bool is_gif) const {
  Backdrop backdrop;
  if (background_.empty()) {
    if (is_gif) backdrop.color = {255, 255, 255, 255};
    return backdrop;
  }
  if (const auto color = parseColor(background_)) {
    backdrop.color = *color;
    return backdrop;
  }
  auto picture = readImage(background_);
  if (!picture && picture.error().code == ErrorCode::not_found) {
    return fail(ErrorCode::not_found,
                text("--background: '", background_, "' is neither a colour (", accepted_colors,
                     ") nor a picture file"));
  }
  if (!picture) return failAt("--background", picture.error());
  backdrop.picture = std::move(*picture);
  return backdrop;
}

AnimationOptions FrameOptions::encode() const {
  AnimationOptions options;
  options.loops = loops_;
  options.dither = dither_off_ ? GifDither::none : GifDither::ordered;
  options.quality = quality_;
  options.atlas = atlas_;
  options.sheet_layout = sheet_frames_ == "hash" ? SheetLayout::hash : SheetLayout::array;
  options.webp_coding = lossless_ ? WebpOptions::Coding::lossless : WebpOptions::Coding::lossy;
  return options;
}

std::vector<std::string> FrameOptions::warnings(AnimationFormat format) const {
  if (format != AnimationFormat::gif || frame_rate_.value_or(0) <= 50) return {};
  return {"most viewers slow down a GIF of more than 50 frames a second; use .webp or .png"};
}

Result<AnimationFormat> requireAnimationOutput(const std::string& path) {
  if (const auto format = animationFormatOf(path)) {
    const auto usable = checkAnimationTarget(path, *format);
    if (!usable) return std::unexpected(usable.error());
    return *format;
  }
  return fail(ErrorCode::unsupported,
              text(path, ": not a kind of animation; use ", animation_endings));
}

}  // namespace vide::cli

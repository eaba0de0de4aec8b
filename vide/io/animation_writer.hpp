// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "vide/core/error.hpp"
#include "vide/core/progress.hpp"
#include "vide/core/thread_pool.hpp"
#include "vide/formats/gif_encoder.hpp"
#include "vide/formats/sheet_builder.hpp"
#include "vide/image/atlas.hpp"
#include "vide/image/image.hpp"
#include "vide/image/palette.hpp"
#include "vide/io/webp_animation_encoder.hpp"

// Animations as files, one class for all kinds: frames go in, in order; the file appears at the
// end.
namespace vide {

enum class AnimationFormat {
  gif,
  apng,
  webp,
  png_sequence,  // a folder of frame_0001.png, frame_0002.png, ...
  sprite_sheet,  // NAME.json with NAME.png; further pages are NAME-1.json with NAME-1.png, ...
  mp4,           // H.264 without transparency, by the program ffmpeg
  webm,          // VP9, by the program ffmpeg
};

// By the name's ending: .gif; .png or .apng; .webp; .json; .mp4; .webm; a slash or no ending at all
// means a folder of PNGs. Nothing for other endings, nor for .spine.json and _ske.json, which are
// characters and no pictures.
std::optional<AnimationFormat> animationFormatOf(const std::string& path);

// The endings that animationFormatOf knows, for messages: ".gif, .png, ... or FOLDER/".
extern const char* const animation_endings;

// What a PNG sequence calls a frame, counted from 1: "frame_0001.png".
std::string frameFileName(std::size_t number);

// The frames in a folder that a PNG sequence of so many frames does not have: an earlier, longer
// one left them there. Their names, in order.
std::vector<std::string> leftoverFrames(const std::string& folder, std::size_t frames);

// The files of a page of a sprite sheet, counted from 0. The first text is `path`.
SheetPage sheetPage(const std::string& path, std::size_t page);

// Whether AnimationWriter could claim this place now: for a word before long work. Touches nothing.
// Errors: file_access, not_found (a folder, or ffmpeg); messages begin with the path.
Result<void> checkAnimationTarget(const std::string& path, AnimationFormat format);

struct AnimationOptions {
  int width = 0;  // pixels, as every frame's
  int height = 0;
  double frame_rate = 30;      // frames a second; a PNG sequence does not store it
  int loops = 0;               // how often the animation plays; 0: for ever
  std::vector<Color> palette;  // GIF: at most 255 colours; chosen from the first frames if empty
  GifDither dither = GifDither::ordered;
  double quality = 90;  // 0..100, of WebP and videos
  WebpOptions::Coding webp_coding = WebpOptions::Coding::lossy;
  std::size_t first_number = 1;  // in a PNG sequence, of the first frame
  // Of a sprite sheet, in the order of the frames, all of them; none: one clip called as the file.
  std::vector<ClipSpan> clips;
  // What lies beyond a trimmed frame is transparent, not its edge once more.
  AtlasOptions atlas{.extrude = 0};
  SheetLayout sheet_layout = SheetLayout::hash;
  // No frame has a transparent pixel: a WebM then goes without alpha.
  bool opaque = false;
  Progress progress;  // asked, while another program works, whether to stop
};

struct WrittenAnimation {
  std::vector<std::string> paths;  // the one that was asked for last
  std::vector<std::string> warnings;
};

class AnimationWriter {
 public:
  // Claims the place at once, so that a target that cannot be written fails before the work is
  // done; nothing appears under the target's name before finish(). Messages begin with the path.
  static Result<std::unique_ptr<AnimationWriter>> create(const std::string& path,
                                                         AnimationFormat format,
                                                         const AnimationOptions& options,
                                                         ThreadPool* pool = nullptr);
  virtual ~AnimationWriter() = default;

  // Appends frames, which are encoded side by side: hand over several at a time.
  virtual Result<void> add(std::span<const Image> frames) = 0;
  // Writes the file, or all files, replacing old ones. Of a PNG sequence the old folder's other
  // files stay, so that several writers can fill one folder.
  virtual Result<WrittenAnimation> finish() = 0;
};

}  // namespace vide

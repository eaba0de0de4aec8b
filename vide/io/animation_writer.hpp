// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "vide/core/error.hpp"
#include "vide/core/thread_pool.hpp"
#include "vide/formats/gif_encoder.hpp"
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
};

// By the name's ending: .gif; .png or .apng; .webp; a slash or no ending at all means a folder of
// PNGs. Nothing for other endings.
std::optional<AnimationFormat> animationFormatOf(const std::string& path);

// What a PNG sequence calls a frame, counted from 1: "frame_0001.png".
std::string frameFileName(std::size_t number);

// Whether AnimationWriter could claim this place now: for a word before long work. Touches nothing.
// Errors: file_access, not_found; messages begin with the path.
Result<void> checkAnimationTarget(const std::string& path, AnimationFormat format);

struct AnimationOptions {
  int width = 0;  // pixels, as every frame's
  int height = 0;
  double frame_rate = 30;      // frames a second; a PNG sequence does not store it
  int loops = 0;               // how often the animation plays; 0: for ever
  std::vector<Color> palette;  // GIF: at most 255 colours; chosen from the first frames if empty
  GifDither dither = GifDither::ordered;
  double webp_quality = 90;  // 0..100
  WebpOptions::Coding webp_coding = WebpOptions::Coding::lossy;
  std::size_t first_number = 1;  // in a PNG sequence, of the first frame
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
  // Writes the file, replacing an old one. Of a PNG sequence the old folder's other files stay, so
  // that several writers can fill one folder.
  virtual Result<void> finish() = 0;
};

}  // namespace vide

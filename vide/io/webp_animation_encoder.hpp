// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "vide/core/error.hpp"
#include "vide/core/thread_pool.hpp"
#include "vide/image/image.hpp"

namespace vide {

struct WebpOptions {
  int width = 0;  // pixels, 1..16383, as every frame's
  int height = 0;
  double frame_rate = 30;  // frames a second, above 0 and at most 1000
  int loops = 0;           // how often the animation plays; 0: for ever
  // 0..100 loses detail to save space (100 still loses some); `lossless` ignores it.
  double quality = 90;
  enum class Coding { lossy, lossless } coding = Coding::lossy;
};

// Writes an animated WebP (RFC 9649) into memory, half-transparent pixels included. Frames are
// independent of one another, each covering its content, so that they are encoded side by side.
// Durations are whole milliseconds and alternate so that the mean frame rate is exact.
class WebpAnimationEncoder {
 public:
  // Errors: sizes, rates, loops and quality out of range.
  static Result<WebpAnimationEncoder> create(const WebpOptions& options,
                                             ThreadPool* pool = nullptr);
  WebpAnimationEncoder(WebpAnimationEncoder&&) noexcept;
  WebpAnimationEncoder& operator=(WebpAnimationEncoder&&) noexcept;
  ~WebpAnimationEncoder();

  // Appends frames. Errors: a frame of another size, out of memory.
  Result<void> add(std::span<const Image> frames);
  // Ends the animation and hands over the file's bytes. Error: no frame was added.
  Result<std::vector<std::uint8_t>> finish();

 private:
  struct Mux;
  WebpAnimationEncoder(const WebpOptions& options, ThreadPool* pool);
  int nextDuration();

  WebpOptions options_;
  ThreadPool* pool_;
  std::unique_ptr<Mux> mux_;
  std::int64_t frames_ = 0;
};

}  // namespace vide

// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "vide/core/error.hpp"
#include "vide/core/thread_pool.hpp"
#include "vide/image/image.hpp"

namespace vide {

struct ApngOptions {
  int width = 0;  // pixels, as every frame's
  int height = 0;
  double frame_rate = 30;  // frames a second, above 0 and at most 1000
  int loops = 0;           // how often the animation plays; 0: for ever
  int compression = 6;     // 0 (none) .. 12 (smallest, slowest)
};

// Writes an animated PNG (W3C, "Portable Network Graphics, Third Edition") into memory: without
// loss, half-transparent pixels included. Each frame stores the rectangle that differs from the one
// before. Programs that do not know animation show the first frame.
class ApngEncoder {
 public:
  // Errors: sizes, rates and loops out of range.
  static Result<ApngEncoder> create(const ApngOptions& options, ThreadPool* pool = nullptr);

  // Appends frames, compressing them side by side. Error: a frame of another size.
  Result<void> add(std::span<const Image> frames);
  // Ends the animation and hands over the file's bytes. Error: no frame was added.
  Result<std::vector<std::uint8_t>> finish();

 private:
  ApngEncoder(const ApngOptions& options, ThreadPool* pool) : options_(options), pool_(pool) {}

  ApngOptions options_;
  ThreadPool* pool_;
  Image last_;
  std::vector<std::uint8_t> chunks_;  // what stands between the header and the end
  std::uint32_t frames_ = 0;
  std::uint32_t sequence_ = 0;
};

}  // namespace vide

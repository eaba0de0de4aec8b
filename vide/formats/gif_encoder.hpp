// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "vide/core/error.hpp"
#include "vide/core/thread_pool.hpp"
#include "vide/image/image.hpp"
#include "vide/image/palette.hpp"

namespace vide {

namespace detail {
struct IndexedFrame;
}

enum class GifDither {
  none,     // smallest files; flat drawings
  ordered,  // a fixed 8 x 8 pattern: gradients without bands, and no flicker between frames
};

struct GifOptions {
  int width = 0;  // pixels, 1..65535, as every frame's
  int height = 0;
  double frame_rate = 30;  // frames a second, above 0 and at most 100
  int loops = 0;           // how often the animation plays; 0: for ever
  GifDither dither = GifDither::ordered;
  // Colours for all frames, at most 255; chosen from the first frames added where empty.
  std::vector<Color> palette;
};

// Writes an animated GIF (CompuServe, "Graphics Interchange Format 89a", 1990) into memory.
//
// One palette serves the whole animation, so that colours hold still. Pixels with alpha below 128
// are transparent, others opaque: the format knows nothing in between. Frames are independent of
// one another (each covers its content and is disposed of), or, where all are opaque, store only
// what changed. GIF counts time in hundredths of a second: delays alternate so that the mean frame
// rate is exact; most viewers slow down frames shorter than two hundredths.
class GifEncoder {
 public:
  // Errors: sizes and rates out of range, more than 255 colours.
  static Result<GifEncoder> create(GifOptions options, ThreadPool* pool = nullptr);

  GifEncoder(GifEncoder&&) noexcept;
  GifEncoder& operator=(GifEncoder&&) noexcept;
  ~GifEncoder();

  // Appends frames, encoding them side by side. Error: a frame of another size.
  Result<void> add(std::span<const Image> frames);
  // Ends the animation and hands over the file's bytes. Error: no frame was added.
  Result<std::vector<std::uint8_t>> finish();

 private:
  GifEncoder(GifOptions options, ThreadPool* pool);
  void writeHeader();
  std::vector<std::uint8_t> encodeFrame(const detail::IndexedFrame* previous,
                                        const detail::IndexedFrame& frame,
                                        const detail::IndexedFrame* next, int delay) const;
  int nextDelay();

  GifOptions options_;
  ThreadPool* pool_;
  std::optional<PaletteMap> map_;  // once the palette is known
  std::vector<std::uint8_t> bytes_;
  // How a frame is stored depends on its neighbours, so the newest one waits for the next.
  std::unique_ptr<detail::IndexedFrame> previous_;
  std::unique_ptr<detail::IndexedFrame> waiting_;
  std::int64_t delays_given_ = 0;
};

}  // namespace vide

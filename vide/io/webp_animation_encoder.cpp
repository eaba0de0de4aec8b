// SPDX-License-Identifier: MIT
#include "vide/io/webp_animation_encoder.hpp"

#include <webp/encode.h>
#include <webp/mux.h>

#include <algorithm>
#include <cmath>

#include "vide/core/text.hpp"

namespace vide {
namespace {

struct Region {
  int left = 0, top = 0, width = 1, height = 1;
};

// The rectangle around what is not fully transparent; offsets are even, as the format asks.
Region contentRegion(const Image& image) {
  int left = image.width, right = -1, top = image.height, bottom = -1;
  for (int row = 0; row < image.height; ++row) {
    const std::uint8_t* pixel = image.pixel(0, row);
    int first = 0;
    while (first < image.width && pixel[4 * first + 3] == 0) ++first;
    if (first == image.width) continue;
    int last = image.width - 1;
    while (pixel[4 * last + 3] == 0) --last;
    left = std::min(left, first);
    right = std::max(right, last);
    top = std::min(top, row);
    bottom = row;
  }
  if (bottom < 0) return {};
  left &= ~1;
  top &= ~1;
  return {left, top, right - left + 1, bottom - top + 1};
}

struct EncodedFrame {
  Region region;
  std::vector<std::uint8_t> bytes;  // empty where the encoder failed
};

EncodedFrame encodeFrame(const Image& image, const WebpOptions& options) {
  EncodedFrame encoded{contentRegion(image), {}};
  const bool lossless = options.coding == WebpOptions::Coding::lossless;
  WebPConfig config;
  WebPPicture picture;
  if (!WebPConfigInit(&config) || !WebPPictureInit(&picture)) return encoded;
  config.lossless = lossless;
  config.quality = lossless ? 30 : static_cast<float>(options.quality);
  config.method = lossless ? 1 : 2;  // measured: beyond these, files shrink little for the time
  picture.use_argb = lossless;
  picture.width = encoded.region.width;
  picture.height = encoded.region.height;

  WebPMemoryWriter memory;
  WebPMemoryWriterInit(&memory);
  picture.writer = WebPMemoryWrite;
  picture.custom_ptr = &memory;
  const std::uint8_t* first = image.pixel(encoded.region.left, encoded.region.top);
  if (WebPPictureImportRGBA(&picture, first, 4 * image.width) && WebPEncode(&config, &picture)) {
    encoded.bytes.assign(memory.mem, memory.mem + memory.size);
  }
  WebPPictureFree(&picture);
  WebPMemoryWriterClear(&memory);
  return encoded;
}

}  // namespace

struct WebpAnimationEncoder::Mux {
  WebPMux* handle = WebPMuxNew();
  ~Mux() { WebPMuxDelete(handle); }
};

WebpAnimationEncoder::WebpAnimationEncoder(const WebpOptions& options, ThreadPool* pool)
    : options_(options), pool_(pool), mux_(std::make_unique<Mux>()) {}
WebpAnimationEncoder::WebpAnimationEncoder(WebpAnimationEncoder&&) noexcept = default;
WebpAnimationEncoder& WebpAnimationEncoder::operator=(WebpAnimationEncoder&&) noexcept = default;
WebpAnimationEncoder::~WebpAnimationEncoder() = default;

Result<WebpAnimationEncoder> WebpAnimationEncoder::create(const WebpOptions& options,
                                                          ThreadPool* pool) {
  const auto bad = [](auto... pieces) {
    return fail(ErrorCode::invalid_argument, text(pieces...));
  };
  if (options.width < 1 || options.height < 1 || options.width > WEBP_MAX_DIMENSION ||
      options.height > WEBP_MAX_DIMENSION) {
    return bad("WebP size ", options.width, " x ", options.height, " is outside 1..",
               WEBP_MAX_DIMENSION);
  }
  if (!(options.frame_rate > 0 && options.frame_rate <= 1000)) {
    return bad("WebP frame rate ", options.frame_rate, " is outside 0..1000");
  }
  if (options.loops < 0 || options.loops > 65535) {
    return bad("WebP loop count ", options.loops, " is outside 0..65535");
  }
  if (!(options.quality >= 0 && options.quality <= 100)) {
    return bad("WebP quality ", options.quality, " is outside 0..100");
  }
  return WebpAnimationEncoder(options, pool);
}

int WebpAnimationEncoder::nextDuration() {
  const auto at = [&](std::int64_t frame) {
    return std::floor(double(frame) * 1000 / options_.frame_rate + 0.5);
  };
  const double duration = at(frames_ + 1) - at(frames_);
  ++frames_;
  return static_cast<int>(std::min(duration, 16777215.0));  // 24 bits
}

Result<void> WebpAnimationEncoder::add(std::span<const Image> frames) {
  for (const Image& frame : frames) {
    if (frame.width != options_.width || frame.height != options_.height) {
      return fail(ErrorCode::invalid_argument,
                  text("a frame is ", frame.width, " x ", frame.height, ", the WebP ",
                       options_.width, " x ", options_.height));
    }
  }
  std::vector<EncodedFrame> encoded(frames.size());
  parallelFor(pool_, frames.size(),
              [&](std::size_t i) { encoded[i] = encodeFrame(frames[i], options_); });
  for (const EncodedFrame& frame : encoded) {
    WebPMuxFrameInfo info{};
    info.bitstream = {frame.bytes.data(), frame.bytes.size()};
    info.x_offset = frame.region.left;
    info.y_offset = frame.region.top;
    info.duration = nextDuration();
    info.id = WEBP_CHUNK_ANMF;
    info.dispose_method = WEBP_MUX_DISPOSE_BACKGROUND;
    info.blend_method = WEBP_MUX_NO_BLEND;
    if (frame.bytes.empty() || WebPMuxPushFrame(mux_->handle, &info, 1) != WEBP_MUX_OK) {
      return fail(ErrorCode::numeric_failure,
                  text("WebP frame ", frames_ - 1, " could not be encoded; is memory short?"));
    }
  }
  return {};
}

Result<std::vector<std::uint8_t>> WebpAnimationEncoder::finish() {
  if (frames_ == 0) {
    return fail(ErrorCode::invalid_argument, "an animated WebP needs at least one frame");
  }
  const WebPMuxAnimParams animation{0, options_.loops};  // a transparent background
  WebPData file{};
  if (WebPMuxSetAnimationParams(mux_->handle, &animation) != WEBP_MUX_OK ||
      WebPMuxSetCanvasSize(mux_->handle, options_.width, options_.height) != WEBP_MUX_OK ||
      WebPMuxAssemble(mux_->handle, &file) != WEBP_MUX_OK) {
    return fail(ErrorCode::numeric_failure, "the animated WebP could not be assembled");
  }
  std::vector<std::uint8_t> bytes(file.bytes, file.bytes + file.size);
  WebPDataClear(&file);
  return bytes;
}

}  // namespace vide

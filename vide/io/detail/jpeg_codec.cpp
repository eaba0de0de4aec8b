// SPDX-License-Identifier: MIT
// jpeglib.h needs <cstdio> before it.
#include <cstdio>

#include <jerror.h>
#include <jpeglib.h>

#include <array>
#include <csetjmp>
#include <string>

#include "vide/core/text.hpp"
#include "vide/io/detail/codecs.hpp"

// libjpeg-turbo is left by longjmp, as libpng is: see png_codec.cpp.
namespace vide::detail {
namespace {

// A small forged file can ask for scan after scan over a large picture; real ones have about ten.
constexpr int max_scans = 100;

// Faults that libjpeg repairs without loss of picture data. All other warnings mean that pixels
// were made up, and are errors here.
bool isHarmless(int warning) {
  return warning == JWRN_EXTRANEOUS_DATA || warning == JWRN_ADOBE_XFORM ||
         warning == JWRN_JFIF_MAJOR || warning == JWRN_TOO_MUCH_DATA;
}

class Reader {
 public:
  Reader();
  ~Reader() { jpeg_destroy_decompress(&jpeg_); }
  Reader(const Reader&) = delete;
  Reader& operator=(const Reader&) = delete;

  // False when libjpeg found a fault; message() then says which.
  bool readHeader(std::span<const std::uint8_t> bytes, const ImageLimits& limits);
  bool readPixels(Image& image);

  bool isCmyk() const {
    return jpeg_.jpeg_color_space == JCS_CMYK || jpeg_.jpeg_color_space == JCS_YCCK;
  }
  std::int64_t width() const { return jpeg_.image_width; }
  std::int64_t height() const { return jpeg_.image_height; }
  std::string message() const { return message_.data(); }

 private:
  [[noreturn]] static void onError(j_common_ptr jpeg);
  [[noreturn]] static void leave(j_common_ptr jpeg);
  static void onMessage(j_common_ptr jpeg, int level);
  static void onProgress(j_common_ptr jpeg);
  static Reader& of(j_common_ptr jpeg) { return *static_cast<Reader*>(jpeg->client_data); }

  jpeg_decompress_struct jpeg_{};
  jpeg_error_mgr errors_{};
  jpeg_progress_mgr progress_{};
  std::jmp_buf exit_{};
  std::array<char, JMSG_LENGTH_MAX> message_{};
};

Reader::Reader() {
  jpeg_.err = jpeg_std_error(&errors_);
  errors_.error_exit = onError;
  errors_.emit_message = onMessage;
  jpeg_.client_data = this;
  progress_.progress_monitor = onProgress;
}

void Reader::leave(j_common_ptr jpeg) { std::longjmp(of(jpeg).exit_, 1); }

void Reader::onError(j_common_ptr jpeg) {
  jpeg->err->format_message(jpeg, of(jpeg).message_.data());
  leave(jpeg);
}

void Reader::onMessage(j_common_ptr jpeg, int level) {
  const bool is_warning = level < 0;
  if (is_warning && !isHarmless(jpeg->err->msg_code)) onError(jpeg);
}

void Reader::onProgress(j_common_ptr jpeg) {
  Reader& reader = of(jpeg);
  if (reader.jpeg_.input_scan_number <= max_scans) return;
  std::snprintf(reader.message_.data(), reader.message_.size(), "more than %d scans", max_scans);
  leave(jpeg);
}

bool Reader::readHeader(std::span<const std::uint8_t> bytes, const ImageLimits& limits) {
  if (setjmp(exit_)) return false;
  jpeg_create_decompress(&jpeg_);
  jpeg_.progress = &progress_;
  // A progressive picture holds its coefficients: up to four components of two bytes, and the
  // library's own tables beside them.
  jpeg_.mem->max_memory_to_use = long(16 * limits.max_pixels + (1 << 24));
  jpeg_mem_src(&jpeg_, bytes.data(), static_cast<unsigned long>(bytes.size()));
  jpeg_read_header(&jpeg_, TRUE);
  return true;
}

bool Reader::readPixels(Image& image) {
  if (setjmp(exit_)) return false;
  jpeg_.out_color_space = JCS_EXT_RGBA;
  jpeg_start_decompress(&jpeg_);
  while (jpeg_.output_scanline < jpeg_.output_height) {
    JSAMPROW row = image.pixel(0, int(jpeg_.output_scanline));
    jpeg_read_scanlines(&jpeg_, &row, 1);
  }
  jpeg_finish_decompress(&jpeg_);
  return true;
}

std::unexpected<Error> damaged(const std::string& reason) {
  return fail(ErrorCode::malformed_data, text("damaged JPEG: ", reason, "; export it again"));
}

}  // namespace

Result<Image> decodeJpeg(std::span<const std::uint8_t> bytes, const ImageLimits& limits) {
  Reader reader;
  if (!reader.readHeader(bytes, limits)) return damaged(reader.message());
  if (auto allowed = checkImageSize(reader.width(), reader.height(), limits); !allowed) {
    return std::unexpected(allowed.error());
  }
  if (reader.isCmyk()) {
    return fail(ErrorCode::unsupported, "this JPEG is CMYK; convert it to RGB");
  }
  Image image(int(reader.width()), int(reader.height()));
  if (!reader.readPixels(image)) return damaged(reader.message());
  return image;
}

}  // namespace vide::detail

// SPDX-License-Identifier: MIT
#include <png.h>

#include <algorithm>
#include <csetjmp>
#include <cstring>
#include <new>
#include <string>

#include "vide/core/cancelled.hpp"
#include "vide/core/text.hpp"
#include "vide/io/detail/codecs.hpp"

// libpng reports errors with longjmp, which must not leap over anything that has a destructor. So
// each job's state lives in a struct outside, and the functions between setjmp and libpng hold
// nothing but plain values.
namespace vide {
namespace {

constexpr int bytes_per_pixel = 4;

void onError(png_structp png, png_const_charp message) {
  *static_cast<std::string*>(png_get_error_ptr(png)) = message;
  png_longjmp(png, 1);
}

void onWarning(png_structp, png_const_charp) {}

class Reader {
 public:
  explicit Reader(std::span<const std::uint8_t> bytes)
      : rest_(bytes),
        png_(png_create_read_struct(PNG_LIBPNG_VER_STRING, &message_, onError, onWarning)),
        info_(png_ ? png_create_info_struct(png_) : nullptr) {
    if (!info_) throw std::bad_alloc();
  }
  ~Reader() { png_destroy_read_struct(&png_, &info_, nullptr); }
  Reader(const Reader&) = delete;
  Reader& operator=(const Reader&) = delete;

  // False when libpng found a fault; message() then says which.
  bool readHeader();
  bool readPixels(Image& image);

  std::int64_t width() const { return png_get_image_width(png_, info_); }
  std::int64_t height() const { return png_get_image_height(png_, info_); }
  std::int64_t bitsPerPixel() const {
    return std::int64_t(png_get_bit_depth(png_, info_)) * png_get_channels(png_, info_);
  }
  const std::string& message() const { return message_; }

 private:
  static void onRead(png_structp png, png_bytep out, std::size_t count);
  void askForRgba();

  std::span<const std::uint8_t> rest_;
  std::string message_;
  png_structp png_;
  png_infop info_;
};

void Reader::onRead(png_structp png, png_bytep out, std::size_t count) {
  auto& rest = static_cast<Reader*>(png_get_io_ptr(png))->rest_;
  if (count > rest.size()) png_error(png, "the file ends early");
  std::memcpy(out, rest.data(), count);
  rest = rest.subspan(count);
}

bool Reader::readHeader() {
  if (setjmp(png_jmpbuf(png_))) return false;
  png_set_read_fn(png_, this, onRead);
  // A damaged transparency chunk must not quietly make the picture opaque.
  png_set_crc_action(png_, PNG_CRC_ERROR_QUIT, PNG_CRC_ERROR_QUIT);
  // Of the optional chunks only transparency changes what is read; the rest is skipped unparsed.
  png_set_keep_unknown_chunks(png_, PNG_HANDLE_CHUNK_NEVER, nullptr, -1);
  png_set_user_limits(png_, PNG_UINT_31_MAX, PNG_UINT_31_MAX);  // checkImageSize decides
  png_read_info(png_, info_);
  return true;
}

void Reader::askForRgba() {
  png_set_expand(png_);
  png_set_scale_16(png_);  // rounds, where png_set_strip_16 would cut
  png_set_gray_to_rgb(png_);
  png_set_add_alpha(png_, 0xff, PNG_FILLER_AFTER);
}

bool Reader::readPixels(Image& image) {
  if (setjmp(png_jmpbuf(png_))) return false;
  askForRgba();
  const int passes = png_set_interlace_handling(png_);
  png_read_update_info(png_, info_);
  for (int pass = 0; pass < passes; ++pass) {
    for (int row = 0; row < image.height; ++row) png_read_row(png_, image.pixel(0, row), nullptr);
  }
  png_read_end(png_, nullptr);
  return true;
}

std::unexpected<Error> damaged(const std::string& reason) {
  return fail(ErrorCode::malformed_data, text("damaged PNG: ", reason, "; export it again"));
}

// Deflate packs at most 1032 to 1, so a short file cannot hold a huge picture. Telling so
// beforehand spares the memory that a forged header would claim.
bool canHold(std::size_t bytes, const Reader& reader) {
  const auto raw = reader.width() * reader.height() / 8 * reader.bitsPerPixel();
  return raw <= std::int64_t(bytes) * 1032;
}

class Writer {
 public:
  Writer()
      : png_(png_create_write_struct(PNG_LIBPNG_VER_STRING, &message_, onError, onWarning)),
        info_(png_ ? png_create_info_struct(png_) : nullptr) {
    if (!info_) throw std::bad_alloc();
  }
  ~Writer() { png_destroy_write_struct(&png_, &info_); }
  Writer(const Writer&) = delete;
  Writer& operator=(const Writer&) = delete;

  // False where libpng fails, and once it is cancelled.
  bool write(const Image& image, const PngOptions& options);
  std::vector<std::uint8_t> takeBytes() { return std::move(bytes_); }
  const std::string& message() const { return message_; }

 private:
  static void onWrite(png_structp png, png_bytep data, std::size_t count);

  std::vector<std::uint8_t> bytes_;
  std::string message_;
  png_structp png_;
  png_infop info_;
};

// An exception must not pass through libpng's frames, so a full memory becomes libpng's own error.
void Writer::onWrite(png_structp png, png_bytep data, std::size_t count) {
  auto& bytes = static_cast<Writer*>(png_get_io_ptr(png))->bytes_;
  bool stored = false;
  try {
    bytes.insert(bytes.end(), data, data + count);
    stored = true;
  } catch (const std::bad_alloc&) {
  }
  if (!stored) png_error(png, "out of memory");
}

bool Writer::write(const Image& image, const PngOptions& options) {
  if (setjmp(png_jmpbuf(png_))) return false;
  png_set_write_fn(png_, this, onWrite, nullptr);
  png_set_user_limits(png_, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
  png_set_compression_level(png_, options.compression);
  if (options.compression == 0) png_set_filter(png_, PNG_FILTER_TYPE_BASE, PNG_FILTER_NONE);
  png_set_IHDR(png_, info_, png_uint_32(image.width), png_uint_32(image.height), 8,
               PNG_COLOR_TYPE_RGB_ALPHA, PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT,
               PNG_FILTER_TYPE_DEFAULT);
  png_write_info(png_, info_);
  for (int row = 0; row < image.height; ++row) {
    if (options.progress.cancelled()) return false;
    png_write_row(png_, image.pixel(0, row));
  }
  png_write_end(png_, nullptr);
  return true;
}

Result<void> checkEncodable(const Image& image, const PngOptions& options) {
  if (image.width < 1 || image.height < 1) {
    return fail(ErrorCode::invalid_argument, "a PNG needs at least one pixel");
  }
  const auto expected =
      std::size_t(bytes_per_pixel) * std::size_t(image.width) * std::size_t(image.height);
  if (image.rgba.size() != expected) {
    return fail(ErrorCode::invalid_argument,
                text("the picture has ", image.rgba.size(), " bytes, but ", image.width, " x ",
                     image.height, " pixels need ", expected));
  }
  if (options.compression < 0 || options.compression > 9) {
    return fail(ErrorCode::invalid_argument,
                text("PNG compression ", options.compression, " is outside 0..9"));
  }
  return {};
}

}  // namespace

Result<Image> detail::decodePng(std::span<const std::uint8_t> bytes, const ImageLimits& limits) {
  Reader reader(bytes);
  if (!reader.readHeader()) return damaged(reader.message());
  if (auto allowed = checkImageSize(reader.width(), reader.height(), limits); !allowed) {
    return std::unexpected(allowed.error());
  }
  if (!canHold(bytes.size(), reader)) return damaged("the file ends early");
  Image image(int(reader.width()), int(reader.height()));
  if (!reader.readPixels(image)) return damaged(reader.message());
  return image;
}

Result<std::vector<std::uint8_t>> encodePng(const Image& image, const PngOptions& options) try {
  if (auto valid = checkEncodable(image, options); !valid) return std::unexpected(valid.error());
  Writer writer;
  if (!writer.write(image, options)) {
    if (options.progress.cancelled()) {
      return cancelled();
    }
    return fail(ErrorCode::limit_exceeded, "cannot write the PNG: " + writer.message());
  }
  return writer.takeBytes();
} catch (const std::bad_alloc&) {
  return fail(ErrorCode::limit_exceeded, "the PNG does not fit into memory");
}

}  // namespace vide

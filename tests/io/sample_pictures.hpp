// SPDX-License-Identifier: MIT
#pragma once

// jpeglib.h needs <cstdio> before it.
#include <cstdio>

#include <jpeglib.h>
#include <png.h>
#include <webp/encode.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "vide/image/image.hpp"

// Small files of every kind, made by the formats' own libraries, with what they should decode to.
namespace vide::test {

using Bytes = std::vector<std::uint8_t>;

struct Sample {
  std::string name;
  Bytes bytes;
  Image rgba;
};

struct PngKind {
  int color_type;
  int depth;
  bool transparent_color;  // has a tRNS chunk
  bool interlaced;

  int channels() const {
    const bool color = color_type & PNG_COLOR_MASK_COLOR,
               palette = color_type & PNG_COLOR_MASK_PALETTE;
    return (color && !palette ? 3 : 1) + (color_type & PNG_COLOR_MASK_ALPHA ? 1 : 0);
  }
};

inline std::vector<PngKind> allPngKinds() {
  std::vector<PngKind> kinds;
  const auto add = [&](int color_type, std::initializer_list<int> depths, bool may_be_transparent) {
    for (int depth : depths) {
      for (bool interlaced : {false, true}) {
        kinds.push_back({color_type, depth, false, interlaced});
        if (may_be_transparent) kinds.push_back({color_type, depth, true, interlaced});
      }
    }
  };
  add(PNG_COLOR_TYPE_GRAY, {1, 2, 4, 8, 16}, true);
  add(PNG_COLOR_TYPE_PALETTE, {1, 2, 4, 8}, true);
  add(PNG_COLOR_TYPE_RGB, {8, 16}, true);
  add(PNG_COLOR_TYPE_GRAY_ALPHA, {8, 16}, false);
  add(PNG_COLOR_TYPE_RGB_ALPHA, {8, 16}, false);
  return kinds;
}

// Draws samples for one kind of PNG, writes them with libpng and works out their RGBA twin by the
// definitions of the PNG specification (section 13.12: a sample v of n bits means v / (2^n - 1)).
class PngMaker {
 public:
  PngMaker(const PngKind& kind, int width, int height, unsigned seed)
      : kind_(kind), width_(width), height_(height), draw_(seed) {
    samples_.resize(std::size_t(width) * std::size_t(height) * std::size_t(kind.channels()));
    for (auto& sample : samples_) sample = unsigned(draw_() % (1u << kind.depth));
    for (auto& color : palette_) {
      color = {std::uint8_t(draw_()), std::uint8_t(draw_()), std::uint8_t(draw_())};
    }
    for (auto& alpha : palette_alpha_) alpha = std::uint8_t(draw_());
    // The transparent colour is that of the first pixel; so at least that one shows it.
    for (int c = 0; c < kind.channels(); ++c) key_[std::size_t(c)] = samples_[std::size_t(c)];
  }

  // Instead of the drawn ones: a value for each channel of each pixel.
  PngMaker& useSamples(std::vector<unsigned> samples) {
    samples_ = std::move(samples);
    return *this;
  }

  Sample make() {
    const auto name = "png type " + std::to_string(kind_.color_type) + " depth " +
                      std::to_string(kind_.depth) + (kind_.transparent_color ? " tRNS" : "") +
                      (kind_.interlaced ? " interlaced" : "");
    return {name, write(), twin()};
  }

 private:
  std::array<std::uint8_t, 4> expand(const unsigned* sample) const {
    if (kind_.color_type == PNG_COLOR_TYPE_PALETTE) {
      const auto [r, g, b] = palette_[*sample];
      const bool listed = kind_.transparent_color && *sample < listedAlphas();
      return {r, g, b, listed ? palette_alpha_[*sample] : std::uint8_t(255)};
    }
    const bool color = kind_.color_type & PNG_COLOR_MASK_COLOR;
    const auto at = [&](int i) { return to8(sample[i]); };
    const bool keyed =
        kind_.transparent_color && std::equal(sample, sample + kind_.channels(), key_.begin());
    std::uint8_t alpha = keyed ? 0 : 255;
    if (kind_.color_type & PNG_COLOR_MASK_ALPHA) alpha = at(kind_.channels() - 1);
    return {at(0), at(color ? 1 : 0), at(color ? 2 : 0), alpha};
  }

  std::uint8_t to8(unsigned sample) const {
    const double full = (1 << kind_.depth) - 1;
    return std::uint8_t(std::lround(sample / full * 255));
  }

  Image twin() const {
    Image image(width_, height_);
    const unsigned* sample = samples_.data();
    for (auto pixel = image.rgba.begin(); pixel != image.rgba.end(); pixel += 4) {
      std::ranges::copy(expand(sample), pixel);
      sample += kind_.channels();
    }
    return image;
  }

  // A tRNS chunk may list fewer alphas than there are colours; the rest is opaque.
  unsigned listedAlphas() const { return (1u << kind_.depth) - 1; }

  std::vector<Bytes> packedRows() const {
    std::vector<Bytes> rows;
    rows.resize(std::size_t(height_));
    const std::size_t per_row = std::size_t(width_) * std::size_t(kind_.channels());
    for (std::size_t y = 0; y < rows.size(); ++y) {
      rows[y].resize((per_row * std::size_t(kind_.depth) + 7) / 8);
      for (std::size_t i = 0; i < per_row; ++i) {
        for (int bit = 0; bit < kind_.depth; ++bit) {  // most significant first
          const std::size_t place = i * std::size_t(kind_.depth) + std::size_t(bit);
          const unsigned value = samples_[y * per_row + i] >> (kind_.depth - 1 - bit) & 1;
          rows[y][place / 8] |= std::uint8_t(value << (7 - place % 8));
        }
      }
    }
    return rows;
  }

  void setTransparency(png_structp png, png_infop info) {
    png_color_16 key{};
    key.gray = key.red = png_uint_16(key_[0]);
    key.green = png_uint_16(key_[1]);
    key.blue = png_uint_16(key_[2]);
    png_set_tRNS(png, info, palette_alpha_.data(), int(listedAlphas()), &key);
  }

  Bytes write() {
    Bytes bytes;
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, nullptr, nullptr, nullptr);
    png_infop info = png_create_info_struct(png);
    png_set_write_fn(
        png, &bytes,
        [](png_structp writer, png_bytep data, std::size_t count) {
          auto& out = *static_cast<Bytes*>(png_get_io_ptr(writer));
          out.insert(out.end(), data, data + count);
        },
        nullptr);
    png_set_IHDR(png, info, png_uint_32(width_), png_uint_32(height_), kind_.depth,
                 kind_.color_type, kind_.interlaced ? PNG_INTERLACE_ADAM7 : PNG_INTERLACE_NONE,
                 PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    png_set_gAMA(png, info, 1.0);  // to be ignored, as all of the optional chunks
    if (kind_.color_type == PNG_COLOR_TYPE_PALETTE) {
      png_set_PLTE(png, info, palette_.data(), 1 << kind_.depth);
    }
    if (kind_.transparent_color) setTransparency(png, info);
    png_write_info(png, info);
    auto rows = packedRows();
    std::vector<png_bytep> pointers;
    for (auto& row : rows) pointers.push_back(row.data());
    png_write_image(png, pointers.data());
    png_write_end(png, info);
    png_destroy_write_struct(&png, &info);
    return bytes;
  }

  PngKind kind_;
  int width_, height_;
  std::mt19937 draw_;
  std::vector<unsigned> samples_;
  std::array<png_color, 256> palette_{};
  std::array<std::uint8_t, 256> palette_alpha_{};
  std::array<unsigned, 4> key_{};
};

// Soft enough that lossy formats keep it nearly as it is.
inline Image gradient(int width, int height) {
  Image image(width, height);
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      std::uint8_t* pixel = image.pixel(x, y);
      pixel[0] = std::uint8_t(60 + 120 * x / width);
      pixel[1] = std::uint8_t(200 - 90 * y / height);
      pixel[2] = std::uint8_t(90 + 50 * (x + y) / (width + height));
      pixel[3] = 255;
    }
  }
  return image;
}

inline Image grey(Image image) {
  for (std::size_t i = 0; i < image.rgba.size(); i += 4) {
    image.rgba[i + 1] = image.rgba[i + 2] = image.rgba[i];
  }
  return image;
}

struct JpegKind {
  J_COLOR_SPACE space = JCS_EXT_RGBA;  // of the samples handed in: RGBA, grey or CMYK
  bool progressive = false;
  bool restarts = false;
  bool plain_scans = false;  // grey only: two scans of full precision, which may be repeated
};

// The picture's own bytes serve as CMYK, its red as grey.
inline Bytes makeJpeg(const Image& image, const JpegKind& kind) {
  jpeg_compress_struct jpeg{};
  jpeg_error_mgr errors{};
  jpeg.err = jpeg_std_error(&errors);
  jpeg_create_compress(&jpeg);
  unsigned char* buffer = nullptr;
  unsigned long size = 0;
  jpeg_mem_dest(&jpeg, &buffer, &size);
  jpeg.image_width = JDIMENSION(image.width);
  jpeg.image_height = JDIMENSION(image.height);
  jpeg.in_color_space = kind.space;
  jpeg.input_components = kind.space == JCS_GRAYSCALE ? 1 : 4;
  jpeg_set_defaults(&jpeg);
  jpeg_set_quality(&jpeg, 95, TRUE);
  if (kind.progressive) jpeg_simple_progression(&jpeg);
  if (kind.restarts) jpeg.restart_in_rows = 1;
  constexpr jpeg_scan_info plain_scans[] = {{1, {0}, 0, 0, 0, 0}, {1, {0}, 1, 63, 0, 0}};
  if (kind.plain_scans) {
    jpeg.scan_info = plain_scans;
    jpeg.num_scans = 2;
  }
  jpeg_start_compress(&jpeg, TRUE);
  for (int y = 0; y < image.height; ++y) {
    Bytes row;
    for (int x = 0; x < image.width; ++x) {
      const std::uint8_t* pixel = image.pixel(x, y);
      row.insert(row.end(), pixel, pixel + jpeg.input_components);
    }
    JSAMPROW pointer = row.data();
    jpeg_write_scanlines(&jpeg, &pointer, 1);
  }
  jpeg_finish_compress(&jpeg);
  jpeg_destroy_compress(&jpeg);
  Bytes bytes(buffer, buffer + size);
  std::free(buffer);
  return bytes;
}

inline Bytes takeWebp(std::uint8_t* buffer, std::size_t size) {
  Bytes bytes(buffer, buffer + size);
  WebPFree(buffer);
  return bytes;
}

inline Bytes makeLosslessWebp(const Image& image) {
  std::uint8_t* out = nullptr;
  const auto size =
      WebPEncodeLosslessRGBA(image.rgba.data(), image.width, image.height, 4 * image.width, &out);
  return takeWebp(out, size);
}

inline Bytes makeLossyWebp(const Image& image) {
  std::uint8_t* out = nullptr;
  const auto size =
      WebPEncodeRGBA(image.rgba.data(), image.width, image.height, 4 * image.width, 95, &out);
  return takeWebp(out, size);
}

inline Image halfTransparent(Image image) {
  for (int y = 0; y < image.height; ++y) {
    for (int x = 0; x < image.width; ++x) {
      image.pixel(x, y)[3] = std::uint8_t(55 + 200 * x / image.width);
    }
  }
  return image;
}

// One small file of each kind that can be read.
inline std::vector<Sample> smallSamples(int width, int height) {
  std::vector<Sample> samples;
  for (const auto& kind : allPngKinds()) {
    samples.push_back(PngMaker(kind, width, height, 7).make());
  }
  const Image color = gradient(width, height), soft = halfTransparent(color);
  samples.push_back({"jpeg", makeJpeg(color, {}), color});
  samples.push_back({"jpeg grey", makeJpeg(color, {.space = JCS_GRAYSCALE}), grey(color)});
  samples.push_back({"jpeg progressive", makeJpeg(color, {.progressive = true}), color});
  samples.push_back({"jpeg restarts", makeJpeg(color, {.restarts = true}), color});
  samples.push_back({"webp lossless", makeLosslessWebp(soft), soft});
  samples.push_back({"webp lossy", makeLossyWebp(color), color});
  samples.push_back({"webp lossy alpha", makeLossyWebp(soft), soft});
  return samples;
}

}  // namespace vide::test

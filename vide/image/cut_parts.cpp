// SPDX-License-Identifier: MIT
#include "vide/image/cut_parts.hpp"

#include <algorithm>
#include <cstdint>

#include "vide/core/text.hpp"

namespace vide {
namespace {

constexpr std::int32_t no_pixel = -1;

// For every pixel a source near it, by place in the picture; sources are their own.
class NearestSource {
 public:
  NearestSource(int width, int height, std::vector<std::int32_t> sources)
      : width_(width), height_(height), nearest_(std::move(sources)) {
    for (int row = 0; row < height_; ++row) {
      for (int column = 0; column < width_; ++column) {
        look(column, row, -1, -1);
        look(column, row, 0, -1);
        look(column, row, 1, -1);
        look(column, row, -1, 0);
      }
      for (int column = width_; column-- > 0;) look(column, row, 1, 0);
    }
    for (int row = height_; row-- > 0;) {
      for (int column = width_; column-- > 0;) {
        look(column, row, 1, 1);
        look(column, row, 0, 1);
        look(column, row, -1, 1);
        look(column, row, 1, 0);
      }
      for (int column = 0; column < width_; ++column) look(column, row, -1, 0);
    }
  }

  std::int32_t of(std::size_t pixel) const { return nearest_[pixel]; }

 private:
  // Takes the neighbour's source where that is nearer than what is known.
  void look(int column, int row, int right, int down) {
    const int x = column + right, y = row + down;
    if (x < 0 || x >= width_ || y < 0 || y >= height_) return;
    const std::int32_t offered = nearest_[index(x, y)];
    std::int32_t& known = nearest_[index(column, row)];
    if (offered == no_pixel || offered == known) return;
    if (known == no_pixel ||
        squaredDistance(offered, column, row) < squaredDistance(known, column, row)) {
      known = offered;
    }
  }

  std::size_t index(int column, int row) const {
    return std::size_t(row) * std::size_t(width_) + std::size_t(column);
  }
  std::int64_t squaredDistance(std::int32_t source, int column, int row) const {
    const std::int64_t x = source % width_ - column, y = source / width_ - row;
    return x * x + y * y;
  }

  int width_, height_;
  std::vector<std::int32_t> nearest_;
};

// `hidden`: where something lies in front, however little of it.
Image cutPart(const Image& picture, const Coverage& part, const std::vector<bool>& hidden) {
  std::vector<std::int32_t> seen(part.value.size(), no_pixel);
  for (std::size_t i = 0; i < seen.size(); ++i) {
    const bool shows = part.value[i] > 0 && !hidden[i] && picture.rgba[4 * i + 3] > 0;
    if (shows) seen[i] = static_cast<std::int32_t>(i);
  }
  const NearestSource nearest(picture.width, picture.height, std::move(seen));
  Image cut(picture.width, picture.height);
  for (std::size_t i = 0; i < part.value.size(); ++i) {
    if (part.value[i] == 0) continue;
    const bool is_filled = hidden[i] && nearest.of(i) != no_pixel;
    const std::size_t from = is_filled ? std::size_t(nearest.of(i)) : i;
    std::copy_n(&picture.rgba[4 * from], 3, &cut.rgba[4 * i]);
    const std::uint8_t most = is_filled ? std::uint8_t{255} : picture.rgba[4 * i + 3];
    cut.rgba[4 * i + 3] = std::min(part.value[i], most);
  }
  return cut;
}

}  // namespace

Result<std::vector<Image>> cutParts(const Image& picture, std::span<const Coverage> parts) {
  const std::size_t pixels = std::size_t(picture.width) * std::size_t(picture.height);
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (parts[i].width == picture.width && parts[i].height == picture.height) continue;
    return fail(
        ErrorCode::invalid_argument,
        text("part ", i, " is ", parts[i].width, " x ", parts[i].height, " pixels, the picture ",
             picture.width, " x ", picture.height, "; make them the same size"));
  }
  std::vector<Image> cut(parts.size());
  std::vector<bool> hidden(pixels);
  for (std::size_t i = parts.size(); i-- > 0;) {
    cut[i] = cutPart(picture, parts[i], hidden);
    for (std::size_t p = 0; p < pixels; ++p) {
      if (parts[i].value[p] > 0) hidden[p] = true;
    }
  }
  return cut;
}

}  // namespace vide

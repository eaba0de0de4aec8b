// SPDX-License-Identifier: MIT
#include "vide/image/atlas.hpp"

#include <algorithm>
#include <cstring>
#include <numeric>
#include <optional>

namespace vide {
namespace {

// The upper edge of what has been placed on a page, from left to right.
class Skyline {
 public:
  Skyline(int width, int height) : width_(width), height_(height), steps_{{0, 0, width}} {}

  // Where a cell of that size goes, lowest first; nothing if it does not fit.
  std::optional<AtlasPlace> place(int width, int height) {
    std::optional<AtlasPlace> best;
    for (std::size_t i = 0; i < steps_.size(); ++i) {
      const int x = steps_[i].x, y = heightOver(i, width);
      if (y < 0 || y + height > height_) continue;
      if (!best || y < best->y) best = AtlasPlace{0, x, y};
    }
    if (best) raise(*best, width, height);
    return best;
  }

 private:
  struct Step {
    int x, y, width;
  };

  // How high a cell of that width lies that starts with step i; below 0: it is too wide.
  int heightOver(std::size_t i, int width) const {
    if (steps_[i].x + width > width_) return -1;
    const int end = steps_[i].x + width;
    int y = 0;
    for (; i < steps_.size() && steps_[i].x < end; ++i) y = std::max(y, steps_[i].y);
    return y;
  }

  void raise(const AtlasPlace& at, int width, int height) {
    const int end = at.x + width;
    std::vector<Step> next;
    bool placed = false;
    for (const Step& step : steps_) {
      const int step_end = step.x + step.width;
      if (step_end <= at.x || step.x >= end) {
        if (step.x >= end && !placed) {
          next.push_back({at.x, at.y + height, width});
          placed = true;
        }
        next.push_back(step);
        continue;
      }
      if (!placed) {
        next.push_back({at.x, at.y + height, width});
        placed = true;
      }
      if (step_end > end) next.push_back({end, step.y, step_end - end});
    }
    steps_ = std::move(next);
  }

  int width_, height_;
  std::vector<Step> steps_;
};

// A picture with its repeated edges and the gap to the next one.
AtlasItem cellOf(const AtlasItem& picture, const AtlasOptions& options) {
  const int border = 2 * options.extrude + options.padding;
  return {picture.width + border, picture.height + border};
}

// The pictures of a page, by place in `order`, and how much of the page they take.
struct Packed {
  std::vector<std::pair<std::size_t, AtlasPlace>> placed;
  std::vector<std::size_t> left_over;
  AtlasItem used;
};

Packed pack(std::span<const AtlasItem> pictures, std::span<const std::size_t> order, AtlasItem page,
            const AtlasOptions& options) {
  Packed packed;
  // The gap on the far sides is part of each cell; the near sides have theirs here.
  Skyline skyline(page.width - options.padding, page.height - options.padding);
  for (const std::size_t i : order) {
    const AtlasItem cell = cellOf(pictures[i], options);
    const auto place = skyline.place(cell.width, cell.height);
    if (!place) {
      packed.left_over.push_back(i);
      continue;
    }
    const int inset = options.padding + options.extrude;
    packed.placed.push_back({i, {0, place->x + inset, place->y + inset}});
    packed.used.width = std::max(packed.used.width, place->x + cell.width + options.padding);
    packed.used.height = std::max(packed.used.height, place->y + cell.height + options.padding);
  }
  return packed;
}

// The page of the smallest area among widths that double, all pictures on it; if there is none, the
// largest page with what fits.
Packed bestPage(std::span<const AtlasItem> pictures, std::span<const std::size_t> order,
                const AtlasOptions& options) {
  std::optional<Packed> best;
  const auto area = [](const AtlasItem& size) { return std::int64_t(size.width) * size.height; };
  for (int width = 64; width < options.largest; width *= 2) {
    Packed packed = pack(pictures, order, {width, options.largest}, options);
    if (!packed.left_over.empty()) continue;
    if (!best || area(packed.used) < area(best->used)) best = std::move(packed);
  }
  Packed full = pack(pictures, order, {options.largest, options.largest}, options);
  if (!best || (full.left_over.empty() && area(full.used) < area(best->used))) return full;
  return *std::move(best);
}

void copyRow(const Image& picture, int row, std::uint8_t* out, int extrude) {
  const std::uint8_t* from = picture.pixel(0, row);
  std::memcpy(out, from, 4 * std::size_t(picture.width));
  const std::uint8_t* last = picture.pixel(picture.width - 1, row);
  for (int i = 1; i <= extrude; ++i) {
    std::memcpy(out - 4 * i, from, 4);
    std::memcpy(out + 4 * (picture.width - 1 + i), last, 4);
  }
}

}  // namespace

AtlasLayout layOutAtlas(std::span<const AtlasItem> pictures, const AtlasOptions& options) {
  AtlasLayout layout;
  layout.places.resize(pictures.size());
  std::vector<std::size_t> order(pictures.size());
  std::iota(order.begin(), order.end(), std::size_t(0));
  std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) {
    return std::pair(pictures[a].height, pictures[a].width) >
           std::pair(pictures[b].height, pictures[b].width);
  });
  const auto addPage = [&](const Packed& packed) {
    for (const auto& [i, place] : packed.placed) {
      layout.places[i] = {int(layout.pages.size()), place.x, place.y};
    }
    layout.pages.push_back(packed.used);
  };
  while (!order.empty()) {
    Packed packed = bestPage(pictures, order, options);
    if (packed.placed.empty()) {
      // None of what is left fits on a page: the first has one of its own.
      const AtlasItem cell = cellOf(pictures[order[0]], options);
      const AtlasItem page{cell.width + options.padding, cell.height + options.padding};
      packed = pack(pictures, std::span(order).first(1), page, options);
      packed.left_over.assign(order.begin() + 1, order.end());
    }
    addPage(packed);
    order = std::move(packed.left_over);
  }
  return layout;
}

Image paintAtlasPage(const AtlasLayout& layout, int page, std::span<const Image> pictures,
                     const AtlasOptions& options) {
  const AtlasItem& size = layout.pages[std::size_t(page)];
  Image out(size.width, size.height);
  for (std::size_t i = 0; i < pictures.size(); ++i) {
    const AtlasPlace& place = layout.places[i];
    if (place.page != page) continue;
    for (int row = -options.extrude; row < pictures[i].height + options.extrude; ++row) {
      const int from = std::clamp(row, 0, pictures[i].height - 1);
      copyRow(pictures[i], from, out.pixel(place.x, place.y + row), options.extrude);
    }
  }
  return out;
}

}  // namespace vide

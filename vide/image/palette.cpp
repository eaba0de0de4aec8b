// SPDX-License-Identifier: MIT
#include "vide/image/palette.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace vide {
namespace {

// Squared differences are weighted roughly as the eye weighs the channels.
constexpr int red_weight = 2, green_weight = 4, blue_weight = 3;

int squaredDistance(Color a, Color b) {
  const int dr = a.r - b.r, dg = a.g - b.g, db = a.b - b.b;
  return red_weight * dr * dr + green_weight * dg * dg + blue_weight * db * db;
}

// A group of similar pixels: their mean colour, scaled so that plain distances are weighted ones.
struct Cell {
  std::array<float, 3> color;
  float weight;
};

constexpr std::array<float, 3> axis_scale = {1.41421356f, 2.0f, 1.73205081f};

Color toColor(const std::array<float, 3>& scaled) {
  const auto level = [&](int axis) {
    return static_cast<std::uint8_t>(
        std::clamp(scaled[axis] / axis_scale[axis] + 0.5f, 0.0f, 255.0f));
  };
  return {level(0), level(1), level(2)};
}

template <class Visit>
void forEachOpaquePixel(std::span<const Image> pictures, Visit visit) {
  for (const Image& picture : pictures) {
    for (std::size_t i = 0; i < picture.rgba.size(); i += 4) {
      const std::uint8_t* p = picture.rgba.data() + i;
      if (p[3] >= 128) visit(Color{p[0], p[1], p[2]});
    }
  }
}

std::uint32_t packed(Color c) {
  return std::uint32_t(c.r) << 16 | std::uint32_t(c.g) << 8 | std::uint32_t(c.b);
}

// The distinct colours, sorted; or nothing once there are more than `limit`.
std::vector<Color> distinctColors(std::span<const Image> pictures, std::size_t limit) {
  std::vector<std::uint32_t> found;
  std::uint32_t last = ~0u;
  bool too_many = false;
  forEachOpaquePixel(pictures, [&](Color c) {
    const std::uint32_t key = packed(c);
    if (too_many || key == last) return;
    last = key;
    const auto place = std::lower_bound(found.begin(), found.end(), key);
    if (place != found.end() && *place == key) return;
    found.insert(place, key);
    too_many = found.size() > limit;
  });
  if (too_many) return {};
  std::vector<Color> colors;
  for (std::uint32_t key : found) {
    colors.push_back({std::uint8_t(key >> 16), std::uint8_t(key >> 8), std::uint8_t(key)});
  }
  return colors;
}

std::vector<Cell> histogram(std::span<const Image> pictures) {
  struct Sum {
    std::uint64_t count = 0, r = 0, g = 0, b = 0;
  };
  std::vector<Sum> sums(1 << 15);
  forEachOpaquePixel(pictures, [&](Color c) {
    Sum& sum = sums[std::size_t(c.r >> 3) << 10 | std::size_t(c.g >> 3) << 5 | (c.b >> 3)];
    ++sum.count;
    sum.r += c.r;
    sum.g += c.g;
    sum.b += c.b;
  });
  std::vector<Cell> cells;
  for (const Sum& sum : sums) {
    if (sum.count == 0) continue;
    const float n = static_cast<float>(sum.count);
    // count^(3/4): rare colours count for more than their share.
    cells.push_back({{float(sum.r) / n * axis_scale[0], float(sum.g) / n * axis_scale[1],
                      float(sum.b) / n * axis_scale[2]},
                     std::sqrt(n) * std::sqrt(std::sqrt(n))});
  }
  return cells;
}

// A run of cells, with what the splitting needs to know of it.
struct Box {
  std::size_t begin, end;
  std::array<float, 3> mean{};
  int widest = 0;
  float error = 0;  // weighted variance along the widest axis
};

Box measure(std::span<const Cell> cells, std::size_t begin, std::size_t end) {
  Box box{begin, end};
  float weight = 0;
  std::array<float, 3> sum{}, squares{};
  for (std::size_t i = begin; i < end; ++i) {
    weight += cells[i].weight;
    for (int a = 0; a < 3; ++a) sum[a] += cells[i].weight * cells[i].color[a];
  }
  for (int a = 0; a < 3; ++a) box.mean[a] = sum[a] / weight;
  for (std::size_t i = begin; i < end; ++i) {
    for (int a = 0; a < 3; ++a) {
      const float d = cells[i].color[a] - box.mean[a];
      squares[a] += cells[i].weight * d * d;
    }
  }
  box.widest = static_cast<int>(std::max_element(squares.begin(), squares.end()) - squares.begin());
  box.error = end - begin > 1 ? squares[box.widest] : 0;
  return box;
}

std::vector<Box> splitIntoBoxes(std::vector<Cell>& cells, std::size_t count) {
  std::vector<Box> boxes{measure(cells, 0, cells.size())};
  while (boxes.size() < count) {
    auto worst = std::max_element(boxes.begin(), boxes.end(),
                                  [](const Box& a, const Box& b) { return a.error < b.error; });
    if (worst->error <= 0) break;
    const Box box = *worst;
    const auto first = cells.begin() + std::ptrdiff_t(box.begin);
    const auto last = cells.begin() + std::ptrdiff_t(box.end);
    const auto middle = std::stable_partition(first, last, [&](const Cell& cell) {
      return cell.color[box.widest] < box.mean[box.widest];
    });
    const std::size_t at = std::size_t(middle - cells.begin());
    if (at == box.begin || at == box.end) {  // all on one side by rounding
      worst->error = 0;
      continue;
    }
    *worst = measure(cells, box.begin, at);
    boxes.push_back(measure(cells, at, box.end));
  }
  return boxes;
}

// Colours as separate arrays, so that searching them vectorises.
struct ColorTable {
  std::vector<float> r, g, b;

  explicit ColorTable(std::size_t n) : r(n), g(n), b(n) {}
  std::size_t nearest(const std::array<float, 3>& c, std::vector<float>& distances) const {
    const std::size_t n = r.size();
    for (std::size_t i = 0; i < n; ++i) {
      const float dr = r[i] - c[0], dg = g[i] - c[1], db = b[i] - c[2];
      distances[i] = dr * dr + dg * dg + db * db;
    }
    std::size_t best = 0;
    for (std::size_t i = 1; i < n; ++i) {
      if (distances[i] < distances[best]) best = i;
    }
    return best;
  }
};

std::vector<Color> refineByMeans(std::span<const Cell> cells, std::span<const Box> boxes) {
  constexpr int rounds = 4;
  const std::size_t n = boxes.size();
  ColorTable table(n);
  for (std::size_t i = 0; i < n; ++i) {
    table.r[i] = boxes[i].mean[0];
    table.g[i] = boxes[i].mean[1];
    table.b[i] = boxes[i].mean[2];
  }
  std::vector<float> distances(n);
  for (int round = 0; round < rounds; ++round) {
    std::vector<std::array<float, 4>> sums(n);
    for (const Cell& cell : cells) {
      auto& sum = sums[table.nearest(cell.color, distances)];
      for (int a = 0; a < 3; ++a) sum[std::size_t(a)] += cell.weight * cell.color[a];
      sum[3] += cell.weight;
    }
    for (std::size_t i = 0; i < n; ++i) {
      if (sums[i][3] <= 0) continue;
      table.r[i] = sums[i][0] / sums[i][3];
      table.g[i] = sums[i][1] / sums[i][3];
      table.b[i] = sums[i][2] / sums[i][3];
    }
  }
  std::vector<Color> palette;
  for (std::size_t i = 0; i < n; ++i) {
    palette.push_back(toColor({table.r[i], table.g[i], table.b[i]}));
  }
  return palette;
}

Color centerOfCell(std::size_t cell) {
  const auto middle = [](std::size_t part) { return std::uint8_t((part & 63) << 2 | 2); };
  return {middle(cell >> 12), middle(cell >> 6), middle(cell)};
}

std::uint8_t nearestOf(std::span<const Color> palette, std::span<const std::uint8_t> candidates,
                       Color color) {
  int best = std::numeric_limits<int>::max();
  std::uint8_t index = 0;
  for (std::uint8_t i : candidates) {
    const int d = squaredDistance(palette[i], color);
    if (d < best) {
      best = d;
      index = i;
    }
  }
  return index;
}

// For each block of 4 x 4 x 4 cells, the entries that can be nearest to some cell's centre in it:
// those no farther from the block's centre than the nearest one plus the block's diameter.
std::vector<std::uint8_t> candidatesOfBlock(std::span<const Color> palette, Color center) {
  constexpr double radius = 1.5 * 4 * 3;  // half diagonal in weighted levels: 6 * sqrt(2 + 4 + 3)
  std::array<double, 256> distances;
  double nearest = std::numeric_limits<double>::max();
  for (std::size_t i = 0; i < palette.size(); ++i) {
    distances[i] = std::sqrt(double(squaredDistance(palette[i], center)));
    nearest = std::min(nearest, distances[i]);
  }
  std::vector<std::uint8_t> candidates;
  for (std::size_t i = 0; i < palette.size(); ++i) {
    if (distances[i] <= nearest + 2 * radius) candidates.push_back(std::uint8_t(i));
  }
  return candidates;
}

int meanSpacing(std::span<const Color> palette) {
  if (palette.size() < 2) return 0;
  double sum = 0;
  for (const Color& color : palette) {
    int nearest = std::numeric_limits<int>::max();
    for (const Color& other : palette) {
      if (other != color) nearest = std::min(nearest, squaredDistance(color, other));
    }
    sum += nearest == std::numeric_limits<int>::max() ? 0 : std::sqrt(nearest / 9.0);
  }
  return static_cast<int>(sum / double(palette.size()) + 0.5);
}

}  // namespace

std::vector<Color> choosePalette(std::span<const Image> pictures, int count) {
  const auto limit = static_cast<std::size_t>(std::clamp(count, 1, 256));
  if (auto exact = distinctColors(pictures, limit); !exact.empty()) return exact;
  std::vector<Cell> cells = histogram(pictures);
  if (cells.empty()) return {Color{}};
  const std::vector<Box> boxes = splitIntoBoxes(cells, limit);
  return refineByMeans(cells, boxes);
}

PaletteMap::PaletteMap(std::vector<Color> palette)
    : palette_(std::move(palette)), cells_(1 << 18), spacing_(meanSpacing(palette_)) {
  for (std::size_t block = 0; block < 1 << 12; ++block) {
    const std::size_t r = (block >> 8) * 4, g = (block >> 4 & 15) * 4, b = (block & 15) * 4;
    const auto middle = [](std::size_t part) { return std::uint8_t(part * 4 + 8); };
    const auto candidates = candidatesOfBlock(palette_, {middle(r), middle(g), middle(b)});
    for (std::size_t i = 0; i < 64; ++i) {
      const std::size_t cell = (r + (i >> 4)) << 12 | (g + (i >> 2 & 3)) << 6 | (b + (i & 3));
      cells_[cell] = nearestOf(palette_, candidates, centerOfCell(cell));
    }
  }
  // Cells that hold entries choose between those and the one nearest to their centre.
  for (std::size_t i = 0; i < palette_.size(); ++i) {
    std::uint16_t& entry = cells_[cellOf(palette_[i])];
    if (entry == i) continue;
    if (entry < 256) {
      crowds_.push_back({static_cast<std::uint8_t>(entry)});
      entry = static_cast<std::uint16_t>(256 + crowds_.size() - 1);
    }
    crowds_[entry - 256u].push_back(static_cast<std::uint8_t>(i));
  }
}

std::uint8_t PaletteMap::nearestInCrowd(std::size_t crowd, Color color) const {
  return nearestOf(palette_, crowds_[crowd], color);
}

}  // namespace vide

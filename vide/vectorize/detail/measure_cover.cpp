// SPDX-License-Identifier: MIT
#include "vide/vectorize/detail/measure_cover.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <vector>

#include "vide/core/vec.hpp"

namespace vide::detail {
namespace {

using Corners = std::array<Vec2, 3>;

struct RowRange {
  int first, last;
};

bool contains(const Corners& t, Vec2 p) {
  return cross(t[1] - t[0], p - t[0]) >= 0 && cross(t[2] - t[1], p - t[1]) >= 0 &&
         cross(t[0] - t[2], p - t[2]) >= 0;
}

// The pixels of a row whose centres lie in closed triangles, as runs per row.
class RowSpans {
 public:
  RowSpans(const TriMesh& mesh, int width, int height)
      : mesh_(mesh), width_(width), height_(height), spans_(std::size_t(height)) {
    for (Eigen::Index f = 0; f < mesh.F.rows(); ++f) addTriangle(corners(f));
  }

  // Sorted and merged.
  const std::vector<PixelRun>& row(int row) {
    std::vector<PixelRun>& spans = spans_[row];
    std::ranges::sort(spans, {}, &PixelRun::begin);
    std::size_t kept = 0;
    for (std::size_t i = 1; i < spans.size(); ++i) {
      if (spans[i].begin <= spans[kept].end) {
        spans[kept].end = std::max(spans[kept].end, spans[i].end);
      } else {
        spans[++kept] = spans[i];
      }
    }
    if (!spans.empty()) spans.resize(kept + 1);
    return spans;
  }

 private:
  Corners corners(Eigen::Index f) const {
    Corners t;
    for (int i = 0; i < 3; ++i) t[i] = {mesh_.V(mesh_.F(f, i), 0), mesh_.V(mesh_.F(f, i), 1)};
    return t;
  }

  RowRange rowsOf(const Corners& t) const {
    const double low = std::min({t[0].y, t[1].y, t[2].y});
    const double high = std::max({t[0].y, t[1].y, t[2].y});
    // Row r has its centres at height - r - 0.5.
    return {std::max(int(std::ceil(height_ - high - 0.5)), 0),
            std::min(int(std::floor(height_ - low - 0.5)), height_ - 1)};
  }

  void addTriangle(const Corners& t) {
    const RowRange rows = rowsOf(t);
    for (int row = rows.first; row <= rows.last; ++row) {
      const PixelRun span = spanOf(t, height_ - row - 0.5);
      if (span.begin < span.end) spans_[row].push_back(span);
    }
  }

  // Estimated in floating point, then set right by exact tests at both ends.
  PixelRun spanOf(const Corners& t, double y) const {
    double from = 1e300, to = -1e300;
    for (int i = 0; i < 3; ++i) {
      const Vec2 a = t[i], b = t[(i + 1) % 3];
      if (std::min(a.y, b.y) > y || std::max(a.y, b.y) < y) continue;
      const double x = a.y == b.y ? a.x : a.x + (b.x - a.x) * ((y - a.y) / (b.y - a.y));
      from = std::min({from, x, a.y == b.y ? b.x : x});
      to = std::max({to, x, a.y == b.y ? b.x : x});
    }
    int begin = std::clamp(int(std::floor(from - 0.5)), 0, width_);
    int end = std::clamp(int(std::ceil(to + 0.5)), 0, width_);
    while (begin < end && !contains(t, {begin + 0.5, y})) ++begin;
    while (begin < end && !contains(t, {end - 0.5, y})) --end;
    return {begin, end};
  }

  const TriMesh& mesh_;
  int width_;
  int height_;
  std::vector<std::vector<PixelRun>> spans_;
};

std::size_t pixels(std::span<const PixelRun> runs) {
  std::size_t sum = 0;
  for (const PixelRun& run : runs) sum += std::size_t(run.end - run.begin);
  return sum;
}

std::size_t pixelsInBoth(std::span<const PixelRun> a, std::span<const PixelRun> b) {
  std::size_t sum = 0;
  std::size_t i = 0, j = 0;
  while (i < a.size() && j < b.size()) {
    const int begin = std::max(a[i].begin, b[j].begin), end = std::min(a[i].end, b[j].end);
    if (begin < end) sum += std::size_t(end - begin);
    if (a[i].end < b[j].end) {
      ++i;
    } else {
      ++j;
    }
  }
  return sum;
}

}  // namespace

Cover measureCover(const TriMesh& mesh, const PixelRuns& mask, int width) {
  const int height = int(mask.row_start.size()) - 1;
  RowSpans spans(mesh, width, height);
  Cover cover;
  for (int row = 0; row < height; ++row) {
    const std::vector<PixelRun>& drawn = spans.row(row);
    const std::size_t both = pixelsInBoth(drawn, mask.row(row));
    cover.inside += pixels(mask.row(row));
    cover.covered += both;
    cover.extra += pixels(drawn) - both;
  }
  return cover;
}

}  // namespace vide::detail

// SPDX-License-Identifier: MIT
#include "vide/weights/detail/mask_runs.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace vide::detail {
namespace {

// Smallest member of the set, with the path to it shortened on the way.
int rootOf(std::vector<int>& parent, int i) {
  while (parent[i] != i) i = parent[i] = parent[parent[i]];
  return i;
}

double clampTo(double value, double low, double high) {
  return std::min(std::max(value, low), high);
}

}  // namespace

MaskRuns::MaskRuns(const Coverage& mask) : mask_(mask) {
  findRuns(mask);
  findPortals();
  findParts();
}

void MaskRuns::findRuns(const Coverage& mask) {
  row_start_.reserve(mask.height + 1);
  row_start_.push_back(0);
  for (int row = 0; row < mask.height; ++row) {
    const std::uint8_t* first =
        mask.value.data() + std::size_t(mask.height - 1 - row) * std::size_t(mask.width);
    const std::uint8_t* last = first + mask.width;
    const auto inside = [&](std::uint8_t value) { return value >= mask.threshold; };
    for (const std::uint8_t* at = std::find_if(first, last, inside); at != last;) {
      const std::uint8_t* end = std::find_if_not(at, last, inside);
      Run run;
      run.row = row;
      run.begin = int(at - first);
      run.end = int(end - first);
      runs_.push_back(run);
      at = std::find_if(end, last, inside);
    }
    row_start_.push_back(int(runs_.size()));
  }
}

void MaskRuns::findPortals() {
  for (Run& run : runs_) run.below_begin = run.below_end = run.above_begin = run.above_end = 0;
  for (int row = 0; row + 1 < height(); ++row) {
    int lower = row_start_[row], upper = row_start_[row + 1];
    while (lower < row_start_[row + 1] && upper < row_start_[row + 2]) {
      Run& a = runs_[lower];
      Run& b = runs_[upper];
      const int begin = std::max(a.begin, b.begin), end = std::min(a.end, b.end);
      if (begin < end) {
        const int index = int(portals_.size());
        if (a.above_begin == a.above_end) a.above_begin = index;
        if (b.below_begin == b.below_end) b.below_begin = index;
        a.above_end = b.below_end = index + 1;
        portals_.push_back({lower, upper, begin, end});
      }
      a.end < b.end ? ++lower : ++upper;
    }
  }
}

void MaskRuns::findParts() {
  std::vector<int> parent(runs_.size());
  for (std::size_t i = 0; i < parent.size(); ++i) parent[i] = int(i);
  for (const Portal& portal : portals_) {
    const int a = rootOf(parent, portal.lower), b = rootOf(parent, portal.upper);
    parent[std::max(a, b)] = std::min(a, b);
  }
  for (std::size_t i = 0; i < runs_.size(); ++i) {
    const int root = rootOf(parent, int(i));
    runs_[i].part = root == int(i) ? parts_++ : runs_[root].part;
  }
}

int MaskRuns::runAt(Vec2 point) const {
  if (!(point.y >= 0 && point.y <= height())) return -1;
  const int row = std::min(int(point.y), height() - 1);
  const auto first = runs_.begin() + row_start_[row], last = runs_.begin() + row_start_[row + 1];
  const auto after = std::upper_bound(first, last, point.x,
                                      [](double x, const Run& run) { return x < run.begin; });
  if (after == first || point.x > (after - 1)->end) return -1;
  return int(after - 1 - runs_.begin());
}

void MaskRuns::nearestInRow(int row, Vec2 point, std::span<const char> allowed, Place& best,
                            double& best_distance) const {
  const double y = clampTo(point.y, row, row + 1);
  const double dy = std::abs(point.y - y);
  const auto consider = [&](int index) {
    const Run& run = runs_[index];
    const Vec2 candidate{clampTo(point.x, run.begin, run.end), y};
    if (std::abs(candidate.x - point.x) >= best_distance) return false;  // nor any beyond it
    const double far = distance(candidate, point);
    if (far < best_distance && (allowed.empty() || allowed[run.part])) {
      best = {index, candidate};
      best_distance = far;
    }
    return true;
  };
  if (dy >= best_distance) return;
  const auto first = runs_.begin() + row_start_[row], last = runs_.begin() + row_start_[row + 1];
  const int split = int(std::upper_bound(first, last, point.x,
                                         [](double x, const Run& run) { return x < run.begin; }) -
                        runs_.begin());
  for (int i = split - 1; i >= row_start_[row] && consider(i);) --i;
  for (int i = split; i < row_start_[row + 1] && consider(i);) ++i;
}

Place MaskRuns::nearest(Vec2 point, std::span<const char> allowed) const {
  Place best;
  double best_distance = std::numeric_limits<double>::infinity();
  const int middle = int(clampTo(point.y, 0, height() - 1));
  for (int step = 0; step < height(); ++step) {
    const int below = middle - step, above = middle + step;
    const bool done_below = below < 0 || point.y - (below + 1) >= best_distance;
    const bool done_above = above >= height() || above - point.y >= best_distance;
    if (done_below && done_above) break;
    if (!done_below) nearestInRow(below, point, allowed, best, best_distance);
    if (!done_above && step > 0) nearestInRow(above, point, allowed, best, best_distance);
  }
  return best;
}

Vec2 MaskRuns::cornerShift(Vec2 corner) const {
  const int left = int(corner.x) - 1, below = mask_.height - int(corner.y);
  if (left < 0 || left + 1 >= mask_.width || below < 1 || below >= mask_.height) return {};
  int outside = 0;
  double values[2][2];  // by right, up
  Vec2 into;
  for (const int right : {0, 1}) {
    for (const int up : {0, 1}) {
      values[right][up] = double(mask_.at(left + right, below - up)) - mask_.threshold;
      if (values[right][up] >= 0) continue;
      ++outside;
      into = {right - 0.5, up - 0.5};
    }
  }
  if (outside != 1) return {};
  const auto at = [&](double t) {  // t = 0 at the corner, 1 at the outside pixel's centre
    const double x = 0.5 + t * into.x, y = 0.5 + t * into.y;
    return (1 - x) * ((1 - y) * values[0][0] + y * values[0][1]) +
           x * ((1 - y) * values[1][0] + y * values[1][1]);
  };
  double low = 0, high = 1;
  for (int i = 0; i < 20; ++i) (at(0.5 * (low + high)) > 0 ? low : high) = 0.5 * (low + high);
  // A hard-edged corner reaches half coverage at sqrt(2) - 1, and belongs where it stands.
  return into * (low - (std::numbers::sqrt2 - 1));
}

double MaskRuns::radius() const {
  double count = 0;
  Vec2 sum;
  for (const Run& run : runs_) {
    const double length = run.end - run.begin;
    count += length;
    sum += Vec2{0.5 * (run.begin + run.end), run.row + 0.5} * length;
  }
  if (count == 0) return 0;
  const Vec2 centroid = sum / count;
  double moment = 0;
  for (const Run& run : runs_) {
    const double length = run.end - run.begin;
    const Vec2 middle = Vec2{0.5 * (run.begin + run.end), run.row + 0.5} - centroid;
    moment += length * (squaredLength(middle) + (length * length + 1) / 12);
  }
  return std::sqrt(moment / count);
}

}  // namespace vide::detail

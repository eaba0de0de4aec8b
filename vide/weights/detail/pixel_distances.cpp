// SPDX-License-Identifier: MIT
#include "vide/weights/detail/pixel_distances.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <queue>
#include <vector>

#include "vide/weights/detail/bones.hpp"

namespace vide::detail {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

class PixelPass {
 public:
  PixelPass(const MaskRuns& runs, int width, GeodesicMetric metric)
      : runs_(runs),
        stride_(width + 2),
        metric_(metric),
        distance_(stride_ * (runs.height() + 2), -1) {
    for (const Run& run : runs.runs()) {
      std::fill_n(distance_.begin() + indexOf(run.begin, run.row), run.end - run.begin, infinity);
    }
  }

  void seed(const BoneSource& source) {
    for (const SourcePiece& piece : source.pieces) seedPiece(piece);
    for (const SourcePoint& point : source.points) {
      const Run& run = runs_.run(point.place.run);
      offer(indexOf(std::clamp(int(point.place.point.x), run.begin, run.end - 1), run.row),
            point.distance);
    }
  }

  void run() {
    while (!queue_.empty()) {
      const auto [d, pixel] = queue_.top();
      queue_.pop();
      if (d == distance_[pixel]) spread(pixel);
    }
  }

  double read(const Place& place) const {
    const Run& run = runs_.run(place.run);
    return distance_[indexOf(std::clamp(int(place.point.x), run.begin, run.end - 1), run.row)];
  }

 private:
  long indexOf(int column, int row) const { return (row + 1) * stride_ + column + 1; }
  bool inside(long pixel) const { return distance_[pixel] >= 0; }

  void seedPiece(const SourcePiece& piece) {
    const Run& run = runs_.run(piece.run);
    const int first = std::clamp(int(std::min(piece.a.x, piece.b.x)), run.begin, run.end - 1);
    const int last = std::clamp(int(std::max(piece.a.x, piece.b.x)), run.begin, run.end - 1);
    for (int column = first; column <= last; ++column) {
      const Vec2 centre{column + 0.5, run.row + 0.5};
      offer(indexOf(column, run.row),
            metric_ == GeodesicMetric::euclidean
                ? distance(centre, nearestOnSegment(piece.a, piece.b, centre))
                : 0);
    }
  }

  void offer(long pixel, double d) {
    if (!(d < distance_[pixel])) return;
    distance_[pixel] = d;
    queue_.push({d, pixel});
  }

  void spread(long pixel) {
    const double d = distance_[pixel];
    for (const long step : {1L, -1L, stride_, -stride_}) {
      offer(pixel + step, metric_ == GeodesicMetric::euclidean ? eikonal(pixel + step) : d + 1);
    }
    if (metric_ != GeodesicMetric::octile) return;
    for (const long h : {1L, -1L}) {
      for (const long v : {stride_, -stride_}) {
        if (inside(pixel + h) || inside(pixel + v)) offer(pixel + h + v, d + std::sqrt(2.0));
      }
    }
  }

  double smaller(long a, long b) const {
    const double x = inside(a) ? distance_[a] : infinity, y = inside(b) ? distance_[b] : infinity;
    return std::min(x, y);
  }

  double eikonal(long pixel) const {
    if (!inside(pixel)) return infinity;
    const double h = smaller(pixel - 1, pixel + 1), v = smaller(pixel - stride_, pixel + stride_);
    if (std::abs(h - v) >= 1) return std::min(h, v) + 1;
    return 0.5 * (h + v + std::sqrt(2 - (h - v) * (h - v)));
  }

  struct Entry {
    double distance;
    long pixel;
    friend bool operator<(const Entry& a, const Entry& b) {
      return a.distance != b.distance ? a.distance > b.distance : a.pixel > b.pixel;
    }
  };

  const MaskRuns& runs_;
  long stride_;
  GeodesicMetric metric_;
  std::vector<double> distance_;  // -1 outside
  std::priority_queue<Entry> queue_;
};

}  // namespace

void pixelDistances(const MaskRuns& runs, int width, const BoneSource& source,
                    GeodesicMetric metric, std::span<const Place> places, std::span<double> out) {
  PixelPass pass(runs, width, metric);
  pass.seed(source);
  pass.run();
  for (std::size_t i = 0; i < places.size(); ++i) out[i] = pass.read(places[i]);
}

}  // namespace vide::detail

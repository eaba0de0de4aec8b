// SPDX-License-Identifier: MIT
#include "vide/vectorize/detail/grow_outlines.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "vide/vectorize/detail/point_grid.hpp"
#include "vide/vectorize/detail/segments.hpp"

namespace vide::detail {
namespace {

constexpr double grid_step = 1.0 / 1024;
constexpr double share_of_gap = 0.8;
constexpr double slope = 0.5;           // how fast the way of neighbours may differ, per pixel
constexpr double least_way = 1.0 / 16;  // a shorter way is none
constexpr double tie = 1e-6;            // the last digits of sums must not decide what is near

double snap(double x) { return std::round(x / grid_step) * grid_step; }

class Grower {
 public:
  Grower(const Outlines& traced, const PixelRuns& mask, const GrowOptions& options)
      : mask_(mask), options_(options), from_(flatten(traced)), grid_(from_, 2) {
    const std::size_t count = from_.size();
    to_ = from_;
    normal_.resize(count);
    way_.resize(count);
    arc_.resize(count);
    ring_of_.resize(count);
    dirty_.assign(count, 1);
    for (const Ring& ring : traced.rings) addRing(int(ring.points.size()));
  }

  // False when cancelled.
  bool run(const Progress& progress) {
    for (int i = 0; i < int(from_.size()); ++i) {
      if (i % 4096 == 0 && progress.cancelled()) return false;
      way_[i] = freeWay(i);
    }
    longest_way_ = std::ranges::max(way_);
    do {
      do {
        if (progress.cancelled()) return false;
        levelOut();
        move();
      } while (shortenWhereEdgesMeet() || shortenRingsTurnedOver());
    } while (stayWherePixelsAreLost());
    progress.report(1);
    return true;
  }

  Outlines result(const Outlines& like) const {
    Outlines grown = result();
    for (std::size_t i = 0; i < rings_.size(); ++i) {
      grown.rings[i].parent = like.rings[i].parent;
      grown.rings[i].hole = like.rings[i].hole;
    }
    return grown;
  }

 private:
  struct RingState {
    int first = 0;
    int size = 0;
    double length = 0;
    double window = 0;  // how far along the ring a normal looks either way
  };

  static std::vector<Vec2> flatten(const Outlines& outlines) {
    std::vector<Vec2> points;
    for (const Ring& ring : outlines.rings) {
      points.insert(points.end(), ring.points.begin(), ring.points.end());
    }
    return points;
  }

  void addRing(int size) {
    RingState ring{rings_.empty() ? 0 : rings_.back().first + rings_.back().size, size};
    for (int i = ring.first; i < ring.first + size; ++i) {
      arc_[i] = ring.length;
      ring.length += distance(from_[i], from_[after(i, ring)]);
      ring_of_[i] = int(rings_.size());
    }
    ring.window = std::min(1.5 * options_.margin + 1, ring.length / 8) + tie;
    rings_.push_back(ring);
    findNormals(ring);
  }

  static int after(int i, const RingState& ring) {
    return i + 1 == ring.first + ring.size ? ring.first : i + 1;
  }
  static int before(int i, const RingState& ring) {
    return i == ring.first ? ring.first + ring.size - 1 : i - 1;
  }
  int after(int i) const { return after(i, rings_[ring_of_[i]]); }

  // From `from` on along the ring to `to`.
  double arcBetween(int from, int to, const RingState& ring) const {
    const double arc = arc_[to] - arc_[from];
    return arc < 0 ? arc + ring.length : arc;
  }

  // Square to the chord over one window on either side.
  void findNormals(const RingState& ring) {
    int back = ring.first, ahead = ring.first;
    while (arcBetween(before(back, ring), ring.first, ring) <= ring.window)
      back = before(back, ring);
    for (int i = ring.first; i < ring.first + ring.size; ++i) {
      while (back != i && arcBetween(back, i, ring) > ring.window) back = after(back, ring);
      while (arcBetween(i, after(ahead, ring), ring) <= ring.window || ahead == i) {
        ahead = after(ahead, ring);
      }
      const Vec2 chord = from_[ahead] - from_[back == i ? before(i, ring) : back];
      const double size = length(chord);
      if (size > 0) normal_[i] = Vec2{chord.y, -chord.x} / size;
    }
  }

  // Whether the outline goes from one point to the other without much of a bend: along a line or
  // round a square corner, but not round the end of a gap.
  bool ownStretch(int i, int other, double apart) const {
    if (ring_of_[i] != ring_of_[other]) return false;
    const RingState& ring = rings_[ring_of_[i]];
    const double arc = std::abs(arc_[i] - arc_[other]);
    const double shorter = std::min(arc, ring.length - arc);
    return shorter <= std::min(2.0, ring.length / 8) + tie || shorter <= 1.5 * apart + tie;
  }

  // How far point i may go: up to the picture's border and short of the medial axis. The circle
  // that touches the outline in i and passes through another point has its middle on that axis.
  double freeWay(int i) const {
    const Vec2 p = from_[i], n = normal_[i];
    double way = std::min(options_.margin, wayToBorder(p, n));
    if (way <= 0) return 0;
    // Only what lies in the circle of the way's end is nearer than the point's own outline. Small
    // circles first: in tight places they end the search.
    const double needed = way / share_of_gap;
    for (double radius = std::min(2.0, needed);; radius = std::min(2 * radius, needed)) {
      const double free = freeRadius(i, radius);
      if (free < radius) return share_of_gap * free;
      if (radius == needed) return way;
    }
  }

  // The radius of the largest circle that touches the outline in i, on the outside, and holds no
  // other stretch of outline; looked for up to `radius`.
  double freeRadius(int i, double radius) const {
    const Vec2 p = from_[i], n = normal_[i];
    const Vec2 middle = p + n * radius, half{radius, radius};
    grid_.any(middle - half, middle + half, [&](int other) {
      const Vec2 off = from_[other] - p;
      const double ahead = dot(off, n);
      if (ahead <= 0 || squaredLength(off) >= 2 * ahead * radius) return false;
      if (ownStretch(i, other, length(off))) return false;
      radius = squaredLength(off) / (2 * ahead);
      return false;
    });
    return radius;
  }

  double wayToBorder(Vec2 p, Vec2 n) const {
    double way = options_.margin;
    const auto limit = [&](double room, double speed) {
      if (speed > 0) way = std::min(way, std::max(room, 0.0) / speed);
    };
    limit(p.x, -n.x);
    limit(p.y, -n.y);
    limit(options_.width - p.x, n.x);
    limit(options_.height - p.y, n.y);
    return way;
  }

  // Neighbours' ways differ by little, so that moved edges keep their direction. Twice round each
  // ring in both directions lets a short way reach every point.
  void levelOut() {
    for (const RingState& ring : rings_) {
      for (int step = 0, i = ring.first; step < 2 * ring.size; ++step, i = after(i, ring)) {
        limitBy(after(i, ring), i);
      }
      for (int step = 0, i = ring.first; step < 2 * ring.size; ++step, i = before(i, ring)) {
        limitBy(before(i, ring), i);
      }
    }
  }

  void limitBy(int i, int neighbour) {
    way_[i] = std::min(way_[i], way_[neighbour] + slope * distance(from_[i], from_[neighbour]));
  }

  void move() {
    for (std::size_t i = 0; i < from_.size(); ++i) {
      const Vec2 goal = from_[i] + normal_[i] * way_[i];
      const Vec2 target = way_[i] < least_way ? from_[i] : Vec2{snap(goal.x), snap(goal.y)};
      if (target == to_[i]) continue;
      to_[i] = target;
      dirty_[i] = 1;
    }
    longest_edge_ = 0;
    for (int i = 0; i < int(to_.size()); ++i) {
      longest_edge_ = std::max(longest_edge_, distance(to_[i], to_[after(i)]));
    }
  }

  void shorten(int i) { way_[i] = way_[i] < 2 * least_way ? 0 : way_[i] / 2; }

  // Whether any did. Of two edges that meet one may lie where it always was; both are named, and
  // the other one gives way.
  bool shortenWhereEdgesMeet() {
    std::vector<int> meeting;
    for (int i = 0; i < int(from_.size()); ++i) {
      if (dirty_[i] || dirty_[after(i)]) findMeeting(i, meeting);
    }
    std::ranges::fill(dirty_, 0);
    std::ranges::sort(meeting);
    meeting.erase(std::ranges::unique(meeting).begin(), meeting.end());
    for (const int i : meeting) {
      shorten(i);
      shorten(after(i));
    }
    return !meeting.empty();
  }

  // Adds the moved edge from point i and those that it meets.
  void findMeeting(int i, std::vector<int>& meeting) const {
    const Vec2 a = to_[i], b = to_[after(i)];
    const double reach = longest_way_ + longest_edge_;
    const Vec2 low{std::min(a.x, b.x) - reach, std::min(a.y, b.y) - reach};
    const Vec2 high{std::max(a.x, b.x) + reach, std::max(a.y, b.y) + reach};
    grid_.any(low, high, [&](int other) {
      if (meets(i, other)) meeting.insert(meeting.end(), {i, other});
      return false;
    });
  }

  bool meets(int i, int other) const {
    const int end = after(i), other_end = after(other);
    const Vec2 a = to_[i], b = to_[end], c = to_[other], d = to_[other_end];
    if (other == i) return a == b;
    if (other == end) return foldsBack(a, b, d);
    if (other_end == i) return foldsBack(c, a, b);
    return segmentsMeet(a, b, c, d);
  }

  // A small hole whose points pass one another comes out on the far side, larger or turned over.
  bool shortenRingsTurnedOver() {
    bool any = false;
    for (const RingState& ring : rings_) {
      const double before_move = areaOf(from_, ring), after_move = areaOf(to_, ring);
      if (after_move >= before_move && (after_move > 0) == (before_move > 0)) continue;
      for (int i = ring.first; i < ring.first + ring.size; ++i) shorten(i);
      any = true;
    }
    return any;
  }

  static double areaOf(const std::vector<Vec2>& points, const RingState& ring) {
    const Vec2 origin = points[ring.first];
    double twice = 0;
    for (int i = ring.first + 1; i + 1 < ring.first + ring.size; ++i) {
      twice += cross(points[i] - origin, points[i + 1] - origin);
    }
    return twice / 2;
  }

  // Points stay where they were around each pixel that the moved outlines would leave out. Whether
  // there are any.
  bool stayWherePixelsAreLost() {
    const PixelRuns grown = runsWithin(result(), options_.width, options_.height);
    bool lost = false;
    for (int row = 0; row < options_.height; ++row) {
      for (const PixelRun& run : runsMissing(mask_.row(row), grown.row(row))) {
        for (int column = run.begin; column < run.end; ++column) stayAround(column, row);
        lost = true;
      }
    }
    return lost;
  }

  // With all points in reach back in place, no moved edge comes near the pixel.
  void stayAround(int column, int row) {
    const double reach = longest_way_ + longest_edge_ + 1;
    const Vec2 center{column + 0.5, options_.height - row - 0.5}, half{reach, reach};
    grid_.any(center - half, center + half, [&](int i) {
      if (distance(from_[i], center) <= reach) way_[i] = 0;
      return false;
    });
  }

  Outlines result() const {
    Outlines grown;
    for (const RingState& ring : rings_) {
      grown.rings.push_back({{to_.begin() + ring.first, to_.begin() + ring.first + ring.size}});
    }
    return grown;
  }

  const PixelRuns& mask_;
  GrowOptions options_;
  std::vector<Vec2> from_;
  std::vector<Vec2> to_;
  PointGrid grid_;
  std::vector<Vec2> normal_;
  std::vector<double> way_;
  double longest_way_ = 0;
  double longest_edge_ = 0;  // once moved
  std::vector<double> arc_;  // from the ring's first point
  std::vector<int> ring_of_;
  std::vector<std::uint8_t> dirty_;  // moved since its edges were last looked at
  std::vector<RingState> rings_;
};

}  // namespace

Result<Outlines> growOutlines(const Outlines& traced, const PixelRuns& mask,
                              const GrowOptions& options, const Progress& progress) {
  Grower grower(traced, mask, options);
  if (!grower.run(progress)) return fail(ErrorCode::cancelled, "margin: cancelled");
  return grower.result(traced);
}

}  // namespace vide::detail

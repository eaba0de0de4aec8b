// SPDX-License-Identifier: MIT
#include "vide/vectorize/simplify_outlines.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <queue>
#include <vector>

#include "vide/core/segment.hpp"
#include "vide/core/text.hpp"
#include "vide/vectorize/detail/point_grid.hpp"

namespace vide {
namespace {

constexpr double pixel_clearance = 1.0 / 256;
constexpr int cost_levels = 16;
constexpr double largest_coordinate = 1e6;

double perimeter(const Ring& ring) {
  double sum = 0;
  for (std::size_t i = 0; i < ring.points.size(); ++i) {
    sum += distance(ring.points[i], ring.points[(i + 1) % ring.points.size()]);
  }
  return sum;
}

// A point that may go, cheapest first. The cost counts in coarse levels and among equals those
// that stand for few points go first: a straight line then empties evenly, in n log n steps.
struct Candidate {
  int level = 0;
  int span = 0;
  int point = 0;
  std::uint32_t version = 0;

  friend bool operator>(const Candidate& a, const Candidate& b) {
    if (a.level != b.level) return a.level > b.level;
    if (a.span != b.span) return a.span > b.span;
    return a.point > b.point;
  }
};

class Simplifier {
 public:
  Simplifier(const Outlines& outlines, const Coverage& coverage, double tolerance)
      : coverage_(coverage), points_(flatten(outlines)), grid_(points_, 8) {
    const std::size_t count = points_.size();
    previous_.resize(count);
    next_.resize(count);
    version_.assign(count, 0);
    gone_.assign(count, 0);
    ring_of_.resize(count);
    int first = 0;
    for (const Ring& ring : outlines.rings) {
      addRing(first, int(ring.points.size()), std::min(tolerance, perimeter(ring) / 40));
      first += int(ring.points.size());
    }
  }

  // False when cancelled.
  bool run(const Progress& progress) {
    for (int point = 0; point < int(points_.size()); ++point) offer(point);
    for (std::size_t step = 0; !queue_.empty(); ++step) {
      if (step % 4096 == 0 && progress.cancelled()) return false;
      const Candidate candidate = queue_.top();
      queue_.pop();
      if (version_[candidate.point] == candidate.version) tryToRemove(candidate.point);
    }
    progress.report(1);
    return true;
  }

  Outlines result(const Outlines& like) const {
    Outlines simplified;
    for (std::size_t i = 0; i < rings_.size(); ++i) {
      Ring& ring = simplified.rings.emplace_back();
      ring.parent = like.rings[i].parent;
      ring.hole = like.rings[i].hole;
      for (int point = rings_[i].first; point < rings_[i].first + rings_[i].size; ++point) {
        if (!gone_[point]) ring.points.push_back(points_[point]);
      }
    }
    return simplified;
  }

 private:
  struct RingState {
    int first = 0;  // its points are first .. first + size - 1
    int size = 0;
    int left = 0;  // how many of them have not gone
    double tolerance = 0;
  };

  static std::vector<Vec2> flatten(const Outlines& outlines) {
    std::vector<Vec2> points;
    for (const Ring& ring : outlines.rings) {
      points.insert(points.end(), ring.points.begin(), ring.points.end());
    }
    return points;
  }

  void addRing(int first, int size, double tolerance) {
    for (int i = 0; i < size; ++i) {
      previous_[first + i] = first + (i + size - 1) % size;
      next_[first + i] = first + (i + 1) % size;
      ring_of_[first + i] = int(rings_.size());
    }
    rings_.push_back({first, size, size, tolerance});
  }

  int after(int point, const RingState& ring) const {
    return point + 1 == ring.first + ring.size ? ring.first : point + 1;
  }

  // How far the given outline between the neighbours of `point` lies from their connection, in
  // levels of the tolerance; nothing when farther than that.
  std::optional<Candidate> rate(int point) const {
    const RingState& ring = rings_[ring_of_[point]];
    const Vec2 a = points_[previous_[point]], b = points_[next_[point]];
    const double limit = ring.tolerance * ring.tolerance;
    double worst = 0;
    int span = 0;
    for (int i = after(previous_[point], ring); i != next_[point]; i = after(i, ring), ++span) {
      worst = std::max(worst, squaredDistanceToSegment(points_[i], a, b));
      if (worst > limit) return std::nullopt;
    }
    const int level = limit > 0 ? int(std::sqrt(worst / limit) * cost_levels) : 0;
    return Candidate{level, span, point, version_[point]};
  }

  void offer(int point) {
    ++version_[point];
    if (rings_[ring_of_[point]].left <= 3) return;
    if (const auto candidate = rate(point)) queue_.push(*candidate);
  }

  void tryToRemove(int point) {
    RingState& ring = rings_[ring_of_[point]];
    const int before = previous_[point], behind = next_[point];
    const Vec2 a = points_[before], b = points_[point], c = points_[behind];
    if (ring.left <= 3 || !cutIsFree(before, point, behind) || cutsOffPixels(a, b, c)) return;
    gone_[point] = 1;
    ++version_[point];
    --ring.left;
    grid_.remove(point);
    next_[before] = behind;
    previous_[behind] = before;
    offer(before);
    offer(behind);
  }

  // Whether the closed triangle of the three neighbours holds no other point. Since edges do not
  // cross, no edge can then pass through it either.
  bool cutIsFree(int before, int point, int behind) const {
    Vec2 a = points_[before], c = points_[behind];
    const Vec2 b = points_[point];
    const double turn = cross(b - a, c - a);
    if (turn == 0) return true;
    if (turn < 0) std::swap(a, c);
    const Vec2 low{std::min({a.x, b.x, c.x}), std::min({a.y, b.y, c.y})};
    const Vec2 high{std::max({a.x, b.x, c.x}), std::max({a.y, b.y, c.y})};
    return !grid_.any(low, high, [&](int other) {
      const Vec2 p = points_[other];
      return p.x >= low.x && p.x <= high.x && p.y >= low.y && p.y <= high.y &&
             cross(b - a, p - a) >= 0 && cross(c - b, p - b) >= 0 && cross(a - c, p - c) >= 0 &&
             other != before && other != point && other != behind;
    });
  }

  // Whether an inside pixel's centre lies in the triangle that goes when the convex point b does.
  bool cutsOffPixels(Vec2 a, Vec2 b, Vec2 c) const {
    if (cross(b - a, c - a) <= 0) return false;
    const double width = coverage_.width, height = coverage_.height;
    const double low = std::min({a.y, b.y, c.y}), high = std::max({a.y, b.y, c.y});
    const double margin = pixel_clearance * distance(a, c);
    for (double y = std::max(std::floor(low) + 0.5, 0.5); y <= std::min(high + 1, height); ++y) {
      const auto [from, to] = spanOfTriangle(a, b, c, y);
      for (double x = std::max(std::floor(from) - 0.5, 0.5); x <= std::min(to + 1, width); ++x) {
        if (!coverage_.inside(int(x), int(height - y))) continue;
        const Vec2 p{x, y};
        if (cross(c - a, p - a) < margin && cross(b - a, p - a) >= 0 && cross(c - b, p - b) >= 0) {
          return true;
        }
      }
    }
    return false;
  }

  struct Span {
    double from, to;
  };

  // A range of x that covers the triangle within half a pixel above and below y.
  static Span spanOfTriangle(Vec2 a, Vec2 b, Vec2 c, double y) {
    Span span{1e300, -1e300};
    const auto cover = [&](Vec2 p, Vec2 q) {
      if (p.y > q.y) std::swap(p, q);
      const double low = std::max(p.y, y - 0.5), high = std::min(q.y, y + 0.5);
      if (low > high) return;
      const double slope = q.y > p.y ? (q.x - p.x) / (q.y - p.y) : 0;
      const double x0 = q.y > p.y ? p.x + slope * (low - p.y) : p.x;
      const double x1 = q.y > p.y ? p.x + slope * (high - p.y) : q.x;
      span.from = std::min({span.from, x0, x1});
      span.to = std::max({span.to, x0, x1});
    };
    cover(a, b);
    cover(b, c);
    cover(c, a);
    return span;
  }

  const Coverage& coverage_;
  std::vector<Vec2> points_;
  detail::PointGrid grid_;
  std::vector<int> previous_;
  std::vector<int> next_;
  std::vector<int> ring_of_;
  std::vector<std::uint32_t> version_;
  std::vector<std::uint8_t> gone_;
  std::vector<RingState> rings_;
  std::priority_queue<Candidate, std::vector<Candidate>, std::greater<>> queue_;
};

bool isUsable(Vec2 p) {
  return std::abs(p.x) <= largest_coordinate && std::abs(p.y) <= largest_coordinate;
}

Result<void> checkRing(const Ring& ring, std::size_t index) {
  if (ring.points.size() < 3) {
    return fail(ErrorCode::invalid_argument, text("ring ", index, ": ", ring.points.size(),
                                                  " points do not enclose an area; give 3"));
  }
  if (!std::ranges::all_of(ring.points, isUsable)) {
    return fail(ErrorCode::invalid_argument,
                text("ring ", index, ": a coordinate is not a number within +-", largest_coordinate,
                     "; leave out such points"));
  }
  return {};
}

Result<void> check(const Outlines& outlines, const Coverage& coverage,
                   const SimplifyOptions& options) {
  if (!(options.tolerance >= 0) || !std::isfinite(options.tolerance)) {
    return fail(ErrorCode::invalid_argument,
                text("tolerance: ", options.tolerance, " is not a distance; use 0 or more pixels"));
  }
  if (coverage.width < 0 || coverage.height < 0 ||
      coverage.value.size() != std::size_t(coverage.width) * std::size_t(coverage.height)) {
    return fail(ErrorCode::invalid_argument,
                text("picture: ", coverage.value.size(), " values for ", coverage.width, " x ",
                     coverage.height, " pixels; give one value a pixel"));
  }
  for (std::size_t i = 0; i < outlines.rings.size(); ++i) {
    if (const auto valid = checkRing(outlines.rings[i], i); !valid) return valid;
  }
  return {};
}

}  // namespace

Result<Outlines> simplifyOutlines(const Outlines& outlines, const Coverage& coverage,
                                  const SimplifyOptions& options, const Progress& progress) {
  if (const auto valid = check(outlines, coverage, options); !valid)
    return std::unexpected(valid.error());
  if (outlines.rings.empty()) return outlines;
  Simplifier simplifier(outlines, coverage, options.tolerance);
  if (!simplifier.run(progress)) return fail(ErrorCode::cancelled, "simplifying: cancelled");
  return simplifier.result(outlines);
}

}  // namespace vide

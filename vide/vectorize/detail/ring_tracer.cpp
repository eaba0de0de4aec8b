// SPDX-License-Identifier: MIT
#include "vide/vectorize/detail/ring_tracer.hpp"

#include <algorithm>
#include <utility>

namespace vide::detail {
namespace {

// The place between an inside pixel and its outside neighbour on one side. Sides count
// counter-clockwise: right, up, left, down.
struct Crack {
  int column = 0;
  int row = 0;
  int side = 0;

  friend bool operator==(const Crack&, const Crack&) = default;
};

enum Side { right = 0, up = 1, left = 2, down = 3 };
constexpr int column_step[] = {1, 0, -1, 0};
constexpr int row_step[] = {0, -1, 0, 1};

class RingTracer {
 public:
  RingTracer(const Coverage& coverage, const PixelRuns& runs)
      : coverage_(coverage),
        runs_(runs),
        ring_at_begin_(runs.runs.size(), -1),
        ring_at_end_(runs.runs.size(), -1) {}

  // Reading on, the first crack of a ring is the left end of a run: a ring's topmost row has one.
  void traceRow(int row) {
    for (std::size_t run = runs_.row_start[row]; run < runs_.row_start[row + 1]; ++run) {
      if (ring_at_begin_[run] >= 0) continue;
      traceFrom({runs_.runs[run].begin, row, left});
      outlines_.rings.back().parent = parentOf(outlines_.rings.back().hole, run, row);
    }
  }

  Outlines take() { return std::move(outlines_); }

 private:
  void traceFrom(const Crack& start) {
    const int index = int(outlines_.rings.size());
    Ring& ring = outlines_.rings.emplace_back();
    Crack crack = start;
    do {
      ring.points.push_back(position(crack));
      label(crack, index);
      crack = next(crack);
    } while (crack != start);
    ring.hole = signedArea(ring) < 0;
  }

  // What stands left of the run where a ring is first met is known: the run before it in the row.
  // Its right end borders the same outside region, its left end tells the island it belongs to.
  int parentOf(bool hole, std::size_t run, int row) const {
    if (run == runs_.row_start[row]) return -1;
    const int before = hole ? ring_at_begin_[run - 1] : ring_at_end_[run - 1];
    const Ring& ring = outlines_.rings[before];
    return ring.hole == hole ? ring.parent : before;
  }

  void label(const Crack& crack, int index) {
    if (crack.side == left) {
      ring_at_begin_[runs_.runBeginningAt(crack.column, crack.row)] = index;
    } else if (crack.side == right) {
      ring_at_end_[runs_.runEndingAt(crack.column + 1, crack.row)] = index;
    }
  }

  // The next crack with the shape to the left. Where two inside pixels touch at a corner only, the
  // walk stays with its own.
  Crack next(const Crack& crack) const {
    const int ahead = (crack.side + 1) & 3;
    const int column = crack.column + column_step[ahead];
    const int row = crack.row + row_step[ahead];
    if (!inside(column, row)) return {crack.column, crack.row, ahead};
    const int beyond_column = column + column_step[crack.side];
    const int beyond_row = row + row_step[crack.side];
    if (!inside(beyond_column, beyond_row)) return {column, row, crack.side};
    return {beyond_column, beyond_row, (crack.side + 3) & 3};
  }

  bool withinPicture(int column, int row) const {
    return unsigned(column) < unsigned(coverage_.width) &&
           unsigned(row) < unsigned(coverage_.height);
  }
  int value(int column, int row) const {
    return withinPicture(column, row) ? coverage_.at(column, row) : 0;
  }
  bool inside(int column, int row) const { return value(column, row) >= coverage_.threshold; }

  // The outline runs at half a step below the threshold, strictly between the two values, measured
  // from the inside pixel in 1/1024 px. It keeps a 32nd of a pixel from the centres, so that no
  // island or hole is too small to mesh, and does not leave the picture.
  Vec2 position(const Crack& crack) const {
    const int step_right = column_step[crack.side], step_down = row_step[crack.side];
    const int column = crack.column + step_right, row = crack.row + step_down;
    const int from = value(crack.column, crack.row);
    const int fall = from - value(column, row);
    const int numerator = 2 * from - (2 * coverage_.threshold - 1);
    const int farthest = withinPicture(column, row) ? 1024 - 32 : 512;
    const int steps = std::clamp((numerator * 1024 + fall) / (2 * fall), 32, farthest);
    return {crack.column + 0.5 + step_right * (steps / 1024.0),
            coverage_.height - crack.row - 0.5 - step_down * (steps / 1024.0)};
  }

  const Coverage& coverage_;
  const PixelRuns& runs_;
  std::vector<int> ring_at_begin_;  // per run: the ring through its left end
  std::vector<int> ring_at_end_;    // per run: the ring through its right end
  Outlines outlines_;
};

// Per ring: the area of its island, without the holes if they stay; 0 for holes.
std::vector<double> islandAreas(const Outlines& outlines, Holes holes) {
  std::vector<double> area(outlines.rings.size(), 0.0);
  for (std::size_t i = 0; i < outlines.rings.size(); ++i) {
    const Ring& ring = outlines.rings[i];
    if (ring.hole && holes == Holes::fill) continue;
    area[ring.hole ? std::size_t(ring.parent) : i] += signedArea(ring);
  }
  return area;
}

}  // namespace

double signedArea(const Ring& ring) {
  // About the first point, so that far from the origin no digits are lost.
  const Vec2 origin = ring.points.front();
  double twice = 0;
  for (std::size_t i = 1; i + 1 < ring.points.size(); ++i) {
    twice += cross(ring.points[i] - origin, ring.points[i + 1] - origin);
  }
  return twice / 2;
}

Result<Outlines> traceRings(const Coverage& coverage, const PixelRuns& runs,
                            const Progress& progress) {
  RingTracer tracer(coverage, runs);
  for (int row = 0; row < coverage.height; ++row) {
    if (row % 64 == 0) {
      if (progress.cancelled()) return fail(ErrorCode::cancelled, "outlines: cancelled");
      progress.report(double(row) / coverage.height);
    }
    tracer.traceRow(row);
  }
  return tracer.take();
}

Outlines selectRings(Outlines outlines, const TraceOptions& options) {
  const std::vector<double> area = islandAreas(outlines, options.holes);
  std::vector<int> moved(outlines.rings.size(), -1);  // where a ring, or what stands for it, went
  Outlines kept;
  for (std::size_t i = 0; i < outlines.rings.size(); ++i) {
    Ring& ring = outlines.rings[i];
    const int around = ring.parent < 0 ? -1 : moved[ring.parent];
    const bool around_is_hole = around >= 0 && kept.rings[around].hole;
    moved[i] = around;
    if (options.holes == Holes::fill && ring.parent >= 0) continue;
    if (ring.hole ? around < 0 || around_is_hole : area[i] < options.min_island_area) continue;
    moved[i] = int(kept.rings.size());
    ring.parent = around;
    kept.rings.push_back(std::move(ring));
  }
  return kept;
}

}  // namespace vide::detail

// SPDX-License-Identifier: MIT
#include "vide/weights/detail/bone_source.hpp"

#include <algorithm>
#include <cmath>

namespace vide::detail {
namespace {

struct Interval {
  double from = 0, to = 0;
};

// For which t does a + t * d lie in [low, high]? Empty intervals have from > to.
Interval clip(double a, double d, double low, double high) {
  if (d == 0) return a >= low && a <= high ? Interval{0, 1} : Interval{1, 0};
  const double t0 = (low - a) / d, t1 = (high - a) / d;
  return {std::max(0.0, std::min(t0, t1)), std::min(1.0, std::max(t0, t1))};
}

// Rounding must neither push a piece out of its run nor leave it a hair away from the run's side.
double snap(double value, double low, double high) {
  constexpr double hair = 1e-9;
  if (value < low + hair) return low;
  return value > high - hair ? high : value;
}

Vec2 snapTo(const Run& run, Vec2 p) {
  return {snap(p.x, run.begin, run.end), snap(p.y, run.row, run.row + 1)};
}

class Clipper {
 public:
  Clipper(const MaskRuns& runs, Vec2 head, Vec2 tail)
      : runs_(runs), head_(head), along_(tail - head), length_(length(along_)) {}

  BoneSource clipToMask() {
    addRows();
    double covered = 0;
    bool inside = false;  // whether the bone lies inside just before `covered`
    for (std::size_t i = 0; i < source_.pieces.size(); ++i) {
      const bool gap = span_[i].from > covered + slack();
      if (gap) addOutside(covered, span_[i].from, inside);
      source_.pieces[i].starts = gap || !inside;
      if (i > 0) source_.pieces[i - 1].ends = gap;
      covered = span_[i].to;
      inside = true;
    }
    if (inside) source_.pieces.back().ends = true;
    if (!inside || covered < 1 - slack()) addOutside(covered, 1, inside);
    return std::move(source_);
  }

 private:
  Vec2 at(double t) const { return head_ + along_ * t; }
  // Gaps shorter than this, as a fraction of the segment, come from rounding.
  double slack() const { return 1e-9 / std::max(length_, 1e-9); }

  void addRows() {
    const int top = runs_.height() - 1;
    const double low = std::min(head_.y, at(1).y), high = std::max(head_.y, at(1).y);
    if (high < 0 || low > top + 1) return;
    const int first = int(std::clamp(std::floor(low), 0.0, double(top)));
    const int last = int(std::clamp(std::floor(high), 0.0, double(top)));
    for (int i = 0; i <= last - first; ++i) addRow(along_.y < 0 ? last - i : first + i);
  }

  void addRow(int row) {
    // A segment on the line between two rows belongs to the upper one alone.
    const Interval rows = clip(head_.y, along_.y, row, row + 1);
    if (rows.from > rows.to || (rows.from == rows.to && length_ > 0)) return;
    const auto in_row = runs_.rowRange(row);
    for (int i = 0; i < in_row.end - in_row.begin; ++i) {
      addRun(along_.x < 0 ? in_row.end - 1 - i : in_row.begin + i, rows);
    }
  }

  void addRun(int index, Interval rows) {
    const Run& run = runs_.run(index);
    const Interval columns = clip(head_.x, along_.x, run.begin, run.end);
    const Interval t{std::max(rows.from, columns.from), std::min(rows.to, columns.to)};
    if (t.from > t.to || (t.from == t.to && length_ > 0)) return;
    source_.pieces.push_back({index, snapTo(run, at(t.from)), snapTo(run, at(t.to))});
    span_.push_back(t);
  }

  void addOutside(double from, double to, bool after_piece) {
    double t = after_piece && length_ > 0 ? from + 1 / length_ : from;
    while (t <= to) {
      const Place place = runs_.nearest(at(t));
      const double gap = distance(place.point, at(t));
      source_.points.push_back({at(t), place, gap});
      if (t == to || length_ == 0) break;
      t = std::min(to, t + std::max(1.0, 0.5 * gap) / length_);
    }
  }

  const MaskRuns& runs_;
  Vec2 head_, along_;
  double length_;
  BoneSource source_;
  std::vector<Interval> span_;  // of each piece, as fractions of the segment
};

}  // namespace

BoneSource boneSource(const MaskRuns& runs, Vec2 head, Vec2 tail) {
  return Clipper(runs, head, tail).clipToMask();
}

}  // namespace vide::detail

// SPDX-License-Identifier: MIT
#include "vide/weights/detail/lattice_distances.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <queue>
#include <vector>

#include "vide/weights/detail/step_function.hpp"

namespace vide::detail {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

int pixelOf(double x) { return int(std::floor(x)); }

class LatticePass {
 public:
  LatticePass(const MaskRuns& runs, Lattice lattice)
      : runs_(runs),
        lattice_(lattice),
        steps_(runs.runs().size()),
        changed_(runs.runs().size(), infinity) {}

  void leave(const BoneSource& source) {
    for (const SourcePiece& piece : source.pieces) leavePiece(piece);
    for (const SourcePoint& point : source.points) leavePoint(point);
  }

  void travel() {
    while (!queue_.empty()) {
      const Entry entry = queue_.top();
      queue_.pop();
      if (entry.least != changed_[entry.run]) continue;
      changed_[entry.run] = infinity;
      const Run& run = runs_.run(entry.run);
      for (int p = run.below_begin; p < run.below_end; ++p) {
        handOn(entry.run, runs_.portals()[p].lower, runs_.portals()[p]);
      }
      for (int p = run.above_begin; p < run.above_end; ++p) {
        handOn(entry.run, runs_.portals()[p].upper, runs_.portals()[p]);
      }
    }
  }

  // Bilinear between pixel centres, over those of the four around that are inside.
  double read(const Place& place) const {
    const Run& run = runs_.run(place.run);
    if (steps_[place.run].empty()) return infinity;
    const int column = pixelOf(place.point.x - 0.5), row = pixelOf(place.point.y - 0.5);
    const double right = place.point.x - 0.5 - column, up = place.point.y - 0.5 - row;
    double sum = 0, total = 0;
    for (const int dy : {0, 1}) {
      for (const int dx : {0, 1}) {
        const double weight = (dx ? right : 1 - right) * (dy ? up : 1 - up);
        const int holder = holderOf(place.run, column + dx, row + dy - run.row);
        if (weight <= 0 || holder < 0) continue;
        sum += weight * valueAt(steps_[holder], column + dx);
        total += weight;
      }
    }
    if (total > 0) return sum / total;
    return valueAt(steps_[place.run], std::clamp(column, run.begin, run.end - 1));
  }

 private:
  struct Entry {
    double least;
    int run;
    friend bool operator<(const Entry& a, const Entry& b) {
      return a.least != b.least ? a.least > b.least : a.run > b.run;
    }
  };

  void leavePiece(const SourcePiece& piece) {
    const Run& run = runs_.run(piece.run);
    const auto [low, high] = std::minmax(piece.a.x, piece.b.x);
    const int first = std::clamp(pixelOf(low), run.begin, run.end - 1);
    const int last = std::clamp(int(std::ceil(high)) - 1, first, run.end - 1);
    const Knot flat[] = {{first, 0}, {last, 0}};
    improve(piece.run, std::span(flat).subspan(0, first < last ? 2 : 1));
  }

  void leavePoint(const SourcePoint& point) {
    const Run& run = runs_.run(point.place.run);
    const int column = std::clamp(pixelOf(point.place.point.x), run.begin, run.end - 1);
    const double across = std::abs(std::floor(point.origin.x) - column);
    const double along = std::abs(std::floor(point.origin.y) - run.row);
    const double diagonal = lattice_ == Lattice::four ? 0 : 2 - std::numbers::sqrt2;
    const Knot knot{column, across + along - diagonal * std::min(across, along)};
    improve(point.place.run, {&knot, 1});
  }

  void improve(int index, std::span<const Knot> offered) {
    const Run& run = runs_.run(index);
    fitTo(offered, run.begin, run.end - 1, fitted_);
    Knots& steps = steps_[index];
    double least = infinity;
    if (steps.empty()) {
      steps = fitted_;
      for (const Knot& knot : steps) least = std::min(least, knot.value);
    } else {
      least = lower(steps, fitted_, scratch_);
    }
    if (!(least < changed_[index])) return;
    changed_[index] = least;
    queue_.push({least, index});
  }

  void handOn(int from, int to, const Portal& portal) {
    const int first = portal.begin, last = portal.end - 1;
    offer(steps_[from], first, last, 0, 1, to);
    if (lattice_ == Lattice::four) return;
    const Run& source = runs_.run(from);
    const Run& target = runs_.run(to);
    for (const int shift : {-1, 1}) {
      // Columns of `from` whose diagonal neighbour lies in `to`; the portal's pixels are the
      // corner that has to be inside.
      const int begin = std::max({source.begin, target.begin - shift, first - 1});
      const int end = std::min({source.end - 1, target.end - 1 - shift, last + 1});
      if (begin <= end) offer(steps_[from], begin, end, shift, std::numbers::sqrt2, to);
    }
  }

  void offer(std::span<const Knot> steps, int first, int last, int shift, double cost, int to) {
    fitTo(steps, first, last, offered_);
    for (Knot& knot : offered_) {
      knot.column += shift;
      knot.value += cost;
    }
    improve(to, offered_);
  }

  // The run that holds the pixel at `column`, `rows_up` rows above the given run: that run itself
  // or one that touches it; -1 where there is none.
  int holderOf(int index, int column, int rows_up) const {
    const Run& run = runs_.run(index);
    if (rows_up == 0) return column >= run.begin && column < run.end ? index : -1;
    const int begin = rows_up < 0 ? run.below_begin : run.above_begin;
    const int end = rows_up < 0 ? run.below_end : run.above_end;
    for (int p = begin; p < end; ++p) {
      const int other = rows_up < 0 ? runs_.portals()[p].lower : runs_.portals()[p].upper;
      if (column >= runs_.run(other).begin && column < runs_.run(other).end) return other;
    }
    return -1;
  }

  const MaskRuns& runs_;
  Lattice lattice_;
  std::vector<Knots> steps_;     // per run, empty until it is reached
  std::vector<double> changed_;  // per run: least value not yet handed on
  std::priority_queue<Entry> queue_;
  Knots fitted_, offered_, scratch_;
};

}  // namespace

void latticeDistances(const MaskRuns& runs, const BoneSource& source, Lattice lattice,
                      std::span<const Place> places, std::span<double> out) {
  LatticePass pass(runs, lattice);
  pass.leave(source);
  pass.travel();
  for (std::size_t i = 0; i < places.size(); ++i) out[i] = pass.read(places[i]);
}

}  // namespace vide::detail

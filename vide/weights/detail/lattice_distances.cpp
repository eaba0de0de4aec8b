// SPDX-License-Identifier: MIT
#include "vide/weights/detail/lattice_distances.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
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
        news_{std::vector<int>(runs.runs().size(), no_news),
              std::vector<int>(runs.runs().size(), no_news)} {}

  void leave(const BoneSource& source) {
    for (const SourcePiece& piece : source.pieces) leavePiece(piece);
    for (const SourcePoint& point : source.points) leavePoint(point);
  }

  // Sweeps up and down over the runs with news until there are none.
  void travel() {
    while (!rising_.empty() || !falling_.empty()) {
      while (!rising_.empty()) {
        const int index = rising_.top();
        rising_.pop();
        const Run& run = runs_.run(index);
        for (int p = run.above_begin; p < run.above_end; ++p) {
          handOn(upward, index, runs_.portals()[p].upper, runs_.portals()[p]);
        }
        news_[upward][index] = no_news;
      }
      while (!falling_.empty()) {
        const int index = falling_.top();
        falling_.pop();
        const Run& run = runs_.run(index);
        for (int p = run.below_begin; p < run.below_end; ++p) {
          handOn(downward, index, runs_.portals()[p].lower, runs_.portals()[p]);
        }
        news_[downward][index] = no_news;
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
  // What a run knows that its neighbours above or below do not: nothing, something that one
  // neighbour (by index) told it, who need not hear it again, or something of more than one origin.
  static constexpr int no_news = -1, mixed_news = -2;
  enum Direction { upward, downward };

  void leavePiece(const SourcePiece& piece) {
    const Run& run = runs_.run(piece.run);
    const auto [low, high] = std::minmax(piece.a.x, piece.b.x);
    const int first = std::clamp(pixelOf(low), run.begin, run.end - 1);
    const int last = std::clamp(int(std::ceil(high)) - 1, first, run.end - 1);
    const Knot flat[] = {{first, 0}, {last, 0}};
    improve(piece.run, std::span(flat).subspan(0, first < last ? 2 : 1), mixed_news);
  }

  void leavePoint(const SourcePoint& point) {
    const Run& run = runs_.run(point.place.run);
    const int column = std::clamp(pixelOf(point.place.point.x), run.begin, run.end - 1);
    const double across = std::abs(std::floor(point.origin.x) - column);
    const double along = std::abs(std::floor(point.origin.y) - run.row);
    const double diagonal = lattice_ == Lattice::four ? 0 : 2 - std::numbers::sqrt2;
    const Knot knot{column, across + along - diagonal * std::min(across, along)};
    improve(point.place.run, {&knot, 1}, mixed_news);
  }

  void improve(int index, std::span<const Knot> offered, int teller) {
    const Run& run = runs_.run(index);
    fitTo(offered, run.begin, run.end - 1, fitted_);
    Knots& steps = steps_[index];
    if (steps.empty()) {
      steps = fitted_;
    } else if (!lower(steps, fitted_, scratch_)) {
      return;
    }
    if (news_[upward][index] == no_news) rising_.push(index);
    if (news_[downward][index] == no_news) falling_.push(index);
    for (auto& news : news_) {
      news[index] = news[index] == no_news || news[index] == teller ? teller : mixed_news;
    }
  }

  void handOn(Direction direction, int from, int to, const Portal& portal) {
    if (news_[direction][from] == to) return;
    const int first = portal.begin, last = portal.end - 1;
    if (lattice_ == Lattice::four) {
      fitTo(steps_[from], first, last, offered_);
      for (Knot& knot : offered_) knot.value += 1;
    } else {
      // A diagonal step may come from one column beyond the portal, or go there.
      const Run& source = runs_.run(from);
      const Run& target = runs_.run(to);
      fitTo(steps_[from], std::max(source.begin, first - 1), std::min(source.end - 1, last + 1),
            clipped_);
      kingStep(clipped_, std::max(target.begin, first - 1), std::min(target.end - 1, last + 1),
               offered_);
    }
    improve(to, offered_, from);
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
  std::vector<Knots> steps_;              // per run, empty until it is reached
  std::array<std::vector<int>, 2> news_;  // by direction, per run
  std::priority_queue<int, std::vector<int>, std::greater<>>
      rising_;                        // runs to visit, lowest first
  std::priority_queue<int> falling_;  // and highest first
  Knots fitted_, clipped_, offered_, scratch_;
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

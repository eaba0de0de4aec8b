// SPDX-License-Identifier: MIT
#include "vide/weights/detail/step_function.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace vide::detail {
namespace {

// Values are sums of whole steps and square roots; differences below this are rounding.
constexpr double rounding = 1e-10;

double between(const Knot& a, const Knot& b, int column) {
  return a.value + (b.value - a.value) * (column - a.column) / (b.column - a.column);
}

// Appends a knot and drops the one before where it lies on the line between its neighbours.
void append(Knots& f, Knot knot) {
  while (f.size() >= 2) {
    const Knot &first = f[f.size() - 2], &middle = f.back();
    const double width = knot.column - first.column;
    const double rise = (knot.value - first.value) * (middle.column - first.column);
    if (std::abs(rise - (middle.value - first.value) * width) > rounding * width) break;
    f.pop_back();
  }
  f.push_back(knot);
}

// Walks along a function's knots, giving its value at ascending columns.
class Walker {
 public:
  explicit Walker(std::span<const Knot> f) : f_(f) {}

  double at(int column) {
    while (next_ + 1 < f_.size() && f_[next_].column < column) ++next_;
    if (f_[next_].column == column || next_ == 0) return f_[next_].value;
    return between(f_[next_ - 1], f_[next_], column);
  }
  // First knot to the right of the column, or a column beyond all.
  int after(int column) const {
    std::size_t i = next_;
    while (i < f_.size() && f_[i].column <= column) ++i;
    return i < f_.size() ? f_[i].column : std::numeric_limits<int>::max();
  }

 private:
  std::span<const Knot> f_;
  std::size_t next_ = 0;
};

}  // namespace

double valueAt(std::span<const Knot> f, int column) {
  const auto at = std::lower_bound(f.begin(), f.end(), column,
                                   [](const Knot& knot, int c) { return knot.column < c; });
  return at->column == column ? at->value : between(*(at - 1), *at, column);
}

void fitTo(std::span<const Knot> f, int begin, int last, Knots& out) {
  out.clear();
  const int from = std::max(begin, f.front().column), to = std::min(last, f.back().column);
  const double first_value = valueAt(f, from), last_value = valueAt(f, to);
  if (begin < from) out.push_back({begin, first_value + (from - begin)});
  append(out, {from, first_value});
  for (const Knot& knot : f) {
    if (knot.column > from && knot.column < to) append(out, knot);
  }
  if (to > from) append(out, {to, last_value});
  if (last > to) append(out, {last, last_value + (last - to)});
}

void kingStep(std::span<const Knot> f, int begin, int last, Knots& out) {
  constexpr double diagonal = std::numbers::sqrt2;
  out.clear();
  const auto take = [&](int column, double value) {
    if (column >= begin && column <= last) append(out, {column, value});
  };
  take(f.front().column - 1, f.front().value + diagonal);
  double before = 0;  // f's slope to the left of the knot
  for (std::size_t i = 0; i < f.size(); ++i) {
    const Knot& knot = f[i];
    const bool ends = i + 1 == f.size();
    const int width = ends ? 0 : f[i + 1].column - knot.column;
    const double slope = ends ? 0 : (f[i + 1].value - knot.value) / width;
    take(knot.column, knot.value + std::min({1.0, diagonal + slope, diagonal - before}));
    // Inside the segment the steepness alone decides.
    const double step = std::min(1.0, diagonal - std::abs(slope));
    if (width > 1) take(knot.column + 1, knot.value + slope + step);
    if (width > 2) take(knot.column + width - 1, f[i + 1].value - slope + step);
    before = slope;
  }
  take(f.back().column + 1, f.back().value + diagonal);
}

bool lower(Knots& f, std::span<const Knot> g, Knots& scratch) {
  bool lowered = false;
  scratch.clear();
  const auto take = [&](int column, double a, double b) {
    append(scratch, {column, std::min(a, b)});
    lowered |= b < a - rounding;
  };
  Walker walk_f(f), walk_g(g);
  const int last = f.back().column;
  int column = f.front().column;
  double a = walk_f.at(column), b = walk_g.at(column);
  take(column, a, b);
  while (column < last) {
    const int next = std::min(walk_f.after(column), walk_g.after(column));
    const double next_a = walk_f.at(next), next_b = walk_g.at(next);
    if ((a < b) != (next_a < next_b) && next > column + 1) {
      // They cross between two columns: both get a knot.
      const double t = (b - a) / ((b - a) - (next_b - next_a));
      const int cross = std::clamp(column + int(t * (next - column)), column, next - 1);
      for (const int c : {cross, cross + 1}) {
        if (c == column || c == next) continue;
        const double fraction = double(c - column) / (next - column);
        take(c, a + (next_a - a) * fraction, b + (next_b - b) * fraction);
      }
    }
    column = next;
    a = next_a;
    b = next_b;
    take(column, a, b);
  }
  if (lowered) f.swap(scratch);
  return lowered;
}

}  // namespace vide::detail

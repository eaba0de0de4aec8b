// SPDX-License-Identifier: MIT
#include "vide/weights/detail/wave_front.hpp"

#include <algorithm>
#include <array>

namespace vide::detail {
namespace {

// An arriving wave must be this much earlier, in pixels, to displace another: rounding is not news.
constexpr double lead = 1e-9;
// Stretches narrower than this are dropped unless they hold a portal's end, where waves bend.
constexpr double sliver = 1e-9;

// Windows this near to the bone count as touching it, so that rounding does not shuffle the order
// in which the rows along a bone join their stretches of its flat wave.
constexpr double touching = 1e-6;

}  // namespace

WaveFront::WaveFront(const MaskRuns& runs) : runs_(runs), first_(runs.portals().size(), -1) {}

int WaveFront::addWave(const Wave& wave) {
  waves_.push_back(wave);
  return int(waves_.size()) - 1;
}

double WaveFront::leastOf(const Window& window) const {
  const Wave& wave = waves_[window.wave];
  const double y = lineOf(window.portal);
  if (!wave.flat()) return wave.at({std::clamp(wave.source().x, window.from, window.to), y});
  const double least = std::min(wave.at({window.from, y}), wave.at({window.to, y}));
  return least < touching ? 0 : least;
}

void WaveFront::enqueue(int window) {
  const Window& entry = windows_[window];
  queue_.push({entry.least, entry.up ? entry.portal : -entry.portal, window});
}

int WaveFront::next() {
  while (!queue_.empty()) {
    const int index = queue_.top().window;
    queue_.pop();
    if (windows_[index].removed || windows_[index].spread) continue;
    windows_[index].spread = true;
    return index;
  }
  return -1;
}

void WaveFront::arrive(int portal, bool up, int wave, double from, double to) {
  const Portal& line = runs_.portals()[portal];
  // A portal's ends must belong to someone, although rounding stops a hair before them.
  if (from < line.begin + sliver) from = line.begin;
  if (to > line.end - sliver) to = line.end;
  if (!(from <= to)) return;
  Window arriving{from, to, 0, wave, portal, -1, up, false, false};
  won_.clear();
  double done = from;
  for (int i = first_[portal], after; i >= 0 && windows_[i].from < to; i = after) {
    after = windows_[i].next;
    if (windows_[i].removed || windows_[i].to <= done) continue;
    if (windows_[i].from > done) win(done, windows_[i].from);
    const double end = std::min(to, windows_[i].to);
    contest(i, arriving, std::max(done, windows_[i].from), end);
    done = end;
  }
  if (done < to || (from == to && first_[portal] < 0)) win(done, to);
  for (const Stretch& stretch : won_) insert(arriving, stretch.from, stretch.to);
}

// Decides who is first on each stretch of from .. to, which lies in both windows.
void WaveFront::contest(int existing, const Window& arriving, double from, double to) {
  const double y = lineOf(arriving.portal);
  const Wave& a = waves_[windows_[existing].wave];
  const Wave& b = waves_[arriving.wave];
  const Crossings equal = crossings(a, b, y, 0.5 * (from + to));
  struct Piece {
    double from, to, ahead;  // by how much the arriving wave is earlier
  };
  std::array<Piece, 3> pieces;
  int count = 0;
  double begin = from;
  for (int i = 0; i <= equal.count; ++i) {
    const double end = i < equal.count ? std::clamp(equal.x[i], begin, to) : to;
    if (!(end > begin)) continue;
    const Vec2 middle{0.5 * (begin + end), y};
    pieces[count++] = {begin, end, a.at(middle) - b.at(middle)};
    begin = end;
  }
  // Waves that touch are equal around the place where they do: such a piece goes with its
  // neighbours, so that no splinters of the earlier wave remain.
  for (int i = 0; i < count; ++i) {
    const bool beside =
        (i > 0 && pieces[i - 1].ahead > lead) || (i + 1 < count && pieces[i + 1].ahead > lead);
    if (pieces[i].ahead > (beside ? -lead : lead)) win(pieces[i].from, pieces[i].to);
  }
  // From the right, so that what a split leaves under the old index is what is still to be cut.
  for (std::size_t i = won_.size(); i-- > 0 && won_[i].to > from;) {
    take(existing, std::max(won_[i].from, from), won_[i].to);
  }
}

void WaveFront::win(double from, double to) {
  if (!won_.empty() && won_.back().to == from) {
    won_.back().to = to;
  } else {
    won_.push_back({from, to});
  }
}

// Takes from .. to away from a window; what remains on both sides becomes two windows.
void WaveFront::take(int existing, double from, double to) {
  Window& window = windows_[existing];
  if (window.removed || to <= window.from || from >= window.to) return;
  const Portal& line = runs_.portals()[window.portal];
  const double crumb_left = window.from > line.begin ? sliver : 0;
  const double crumb_right = window.to < line.end ? sliver : 0;
  const bool left = from > window.from + crumb_left, right = to < window.to - crumb_right;
  if (!left && !right) {
    window.removed = true;  // unlinked by the next insertion
    return;
  }
  if (left && right) {
    Window rest = window;
    rest.from = to;
    window.to = from;
    window.next = int(windows_.size());
    windows_.push_back(rest);
    windows_.back().least = leastOf(rest);
    if (!rest.spread) enqueue(int(windows_.size()) - 1);
  } else if (left) {
    window.to = from;
  } else {
    window.from = to;
  }
}

// Joins a stretch to a window of the same wave that touches it and has not travelled on.
bool WaveFront::extend(const Window& arriving, int left, int right, double from, double to) {
  for (const int neighbour : {left, right}) {
    if (neighbour < 0) continue;
    Window& window = windows_[neighbour];
    const bool touches = window.to >= from - sliver && window.from <= to + sliver;
    if (window.spread || !touches || window.wave != arriving.wave || window.up != arriving.up) {
      continue;
    }
    window.from = std::min(window.from, from);
    window.to = std::max(window.to, to);
    const double least = leastOf(window);
    if (least < window.least) {
      window.least = least;
      enqueue(neighbour);
    }
    return true;
  }
  return false;
}

void WaveFront::insert(const Window& arriving, double from, double to) {
  const Portal& line = runs_.portals()[arriving.portal];
  if (to - from < sliver && from > line.begin && to < line.end) return;
  int left = -1, right = first_[arriving.portal];
  int* link = &first_[arriving.portal];
  while (right >= 0 && (windows_[right].removed || windows_[right].from < from)) {
    if (windows_[right].removed) {
      *link = windows_[right].next;
    } else {
      left = right;
      link = &windows_[right].next;
    }
    right = *link;
  }
  while (right >= 0 && windows_[right].removed) right = *link = windows_[right].next;
  if (extend(arriving, left, right, from, to)) return;
  const int index = int(windows_.size());
  *link = index;
  Window window = arriving;
  window.from = from;
  window.to = to;
  window.next = right;
  window.least = leastOf(window);
  windows_.push_back(window);
  enqueue(index);
}

}  // namespace vide::detail

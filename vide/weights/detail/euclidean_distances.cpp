// SPDX-License-Identifier: MIT
#include "vide/weights/detail/euclidean_distances.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "vide/core/segment.hpp"
#include "vide/weights/detail/bones.hpp"
#include "vide/weights/detail/wave_front.hpp"

namespace vide::detail {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

// The two long sides of a run.
enum class Side { below, above };

class EuclideanPass {
 public:
  EuclideanPass(const MaskRuns& runs, const BoneSource& source)
      : runs_(runs), source_(source), front_(runs) {}

  void travel() {
    leaveFlat();
    for (const SourcePiece& piece : source_.pieces) leaveEnds(piece);
    for (const SourcePoint& point : source_.points) {
      leavePoint(point.place.run, {point.place.point, point.distance, {}, {}});
    }
    for (int window; (window = front_.next()) >= 0;) spread(window);
  }

  double read(const Place& place) const {
    double least = readSource(place);
    const Run& run = runs_.run(place.run);
    for (int p = run.below_begin; p < run.below_end; ++p)
      least = std::min(least, readPortal(p, true, place.point));
    for (int p = run.above_begin; p < run.above_end; ++p)
      least = std::min(least, readPortal(p, false, place.point));
    return least;
  }

 private:
  struct Portals {
    int begin, end;
    double line;
  };
  Portals portalsOf(const Run& run, Side side) const {
    if (side == Side::below) return {run.below_begin, run.below_end, double(run.row)};
    return {run.above_begin, run.above_end, double(run.row + 1)};
  }

  // The waves that leave the bone at right angles.
  void leaveFlat() {
    if (source_.pieces.empty()) return;
    const Vec2 along = source_.pieces.back().b - source_.pieces.front().a;
    const double size = length(along);
    if (size == 0) return;
    const Vec2 up = Vec2{-along.y, along.x} * ((along.x < 0 ? -1 : 1) / size);
    if (up.y < 1e-9) return;  // upright bones are seen from their rows' ends alone
    const Vec2 origin = source_.pieces.front().a;
    const int rising = front_.addWave({origin, 0, up, {}}),
              falling = front_.addWave({origin, 0, -up, {}});
    for (const SourcePiece& piece : source_.pieces) {
      for (const auto& [side, wave] : {std::pair{Side::above, rising}, {Side::below, falling}}) {
        const Portals portals = portalsOf(runs_.run(piece.run), side);
        const double slope = up.x / up.y;
        const double a = piece.a.x + slope * (portals.line - piece.a.y);
        const double b = piece.b.x + slope * (portals.line - piece.b.y);
        for (int p = portals.begin; p < portals.end; ++p) {
          front_.arrive(p, side == Side::above, wave, std::min(a, b), std::max(a, b));
        }
      }
    }
  }

  void leaveEnds(const SourcePiece& piece) {
    leavePoint(piece.run, {piece.a, 0, {}, {}});
    if (piece.a != piece.b) leavePoint(piece.run, {piece.b, 0, {}, {}});
  }

  void leavePoint(int run, const Wave& wave) {
    const Run& cell = runs_.run(run);
    emit(cell, Side::below, wave, cell.begin, cell.end);
    emit(cell, Side::above, wave, cell.begin, cell.end);
  }

  // A round wave from inside the closed run goes out over columns from .. to of one of its sides.
  void emit(const Run& run, Side side, const Wave& wave, double from, double to) {
    if (!(from <= to)) return;
    const Portals portals = portalsOf(run, side);
    const bool up = side == Side::above;
    if (wave.origin.y == portals.line) {
      emitAlong(portals, up, wave, from, to);
      return;
    }
    int index = -1;
    for (int p = portals.begin; p < portals.end; ++p) {
      const Portal& portal = runs_.portals()[p];
      if (portal.end < from || portal.begin > to) continue;
      if (index < 0) index = front_.addWave(wave);
      front_.arrive(p, up, index, from, to);
    }
  }

  // The wave starts on the side itself: portals to its left and right are reached at their ends.
  void emitAlong(const Portals& portals, bool up, const Wave& wave, double from, double to) {
    for (int p = portals.begin; p < portals.end; ++p) {
      const Portal& portal = runs_.portals()[p];
      if (portal.end < from || portal.begin > to) continue;
      const double x = std::clamp(wave.origin.x, double(portal.begin), double(portal.end));
      const Vec2 start{x, portals.line};
      const int index = front_.addWave(start == wave.origin ? wave : cornerWave(wave, start));
      front_.arrive(p, up, index, from, to);
    }
  }

  struct Stretch {
    double from, to;
  };
  // What a window shows of the far side of its run. A wave that starts on the window's line sees
  // all of the run.
  static Stretch view(const Run& run, const Window& window, const Wave& wave, double line) {
    const double beyond = line + (window.up ? 1 : -1);
    if (wave.flat()) {
      const double shift = wave.normal.x / wave.normal.y * (beyond - line);
      return {window.from + shift, window.to + shift};
    }
    if (wave.origin.y == line) return {double(run.begin), double(run.end)};
    const double scale = (beyond - wave.origin.y) / (line - wave.origin.y);
    return {wave.origin.x + (window.from - wave.origin.x) * scale,
            wave.origin.x + (window.to - wave.origin.x) * scale};
  }

  // Carries a window through the run it enters.
  void spread(int index) {
    const Window window = front_.window(index);
    const Wave wave = front_.wave(window.wave);
    const Portal& portal = runs_.portals()[window.portal];
    const Run& run = runs_.run(window.up ? portal.upper : portal.lower);
    const Side far = window.up ? Side::above : Side::below;
    const double line = front_.lineOf(window.portal);
    const Stretch seen = view(run, window, wave, line);
    const bool grazes = !wave.flat() && wave.origin.y == line &&
                        (wave.origin.x < window.from || wave.origin.x > window.to);
    if (!grazes) passOn(run, far, window.wave, seen.from, seen.to);
    if (window.from == portal.begin) {
      const Vec2 corner{window.from, line};
      bend(run, far, cornerWave(wave, corner), {double(run.begin), seen.from}, Turn::left);
    }
    if (window.to == portal.end) {
      const Vec2 corner{window.to, line};
      bend(run, far, cornerWave(wave, corner), {seen.to, double(run.end)}, Turn::right);
    }
  }

  void passOn(const Run& run, Side far, int wave, double from, double to) {
    const Portals portals = portalsOf(run, far);
    for (int p = portals.begin; p < portals.end; ++p) {
      const Portal& portal = runs_.portals()[p];
      if (portal.end < from || portal.begin > to) continue;
      front_.arrive(p, far == Side::above, wave, from, to);
    }
  }

  // The wave that goes on from a corner of the shape.
  Wave cornerWave(const Wave& wave, Vec2 corner) const {
    const Vec2 shift = runs_.cornerShift(corner);
    return {corner, wave.at(corner + shift), {}, shift};
  }

  enum class Turn { left, right };

  // A wave bends around the end of a portal into the part of the run that it could not see: to the
  // far side's hidden columns, and back through the near side's other portals.
  void bend(const Run& run, Side far, const Wave& corner, Stretch hidden, Turn turn) {
    emit(run, far, corner, hidden.from, hidden.to);
    const Side near = far == Side::above ? Side::below : Side::above;
    if (turn == Turn::left) {
      emit(run, near, corner, run.begin, corner.origin.x - 0.5);
    } else {
      emit(run, near, corner, corner.origin.x + 0.5, run.end);
    }
  }

  double readSource(const Place& place) const {
    double least = infinity;
    for (const SourcePiece& piece : source_.pieces) {
      if (piece.run != place.run) continue;
      least =
          std::min(least, distance(place.point, nearestOnSegment(piece.a, piece.b, place.point)));
    }
    for (const SourcePoint& point : source_.points) {
      if (point.place.run != place.run) continue;
      least = std::min(least, point.distance + distance(place.point, point.place.point));
    }
    return least;
  }

  double readPortal(int portal, bool up, Vec2 point) const {
    double least = infinity;
    const double line = front_.lineOf(portal);
    for (int i = front_.first(portal); i >= 0; i = front_.window(i).next) {
      const Window& window = front_.window(i);
      if (window.up != up || window.removed) continue;
      const Wave& wave = front_.wave(window.wave);
      const double x = std::clamp(crossingOf(wave, line, point), window.from, window.to);
      least = std::min(least, wave.at({x, line}) + distance(point, {x, line}));
    }
    return least;
  }

  const MaskRuns& runs_;
  const BoneSource& source_;
  WaveFront front_;
};

}  // namespace

void euclideanDistances(const MaskRuns& runs, const BoneSource& source,
                        std::span<const Place> places, std::span<double> out) {
  EuclideanPass pass(runs, source);
  pass.travel();
  for (std::size_t i = 0; i < places.size(); ++i) out[i] = pass.read(places[i]);
}

}  // namespace vide::detail

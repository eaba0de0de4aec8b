// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "vide/core/math.hpp"
#include "vide/vectorize/outlines.hpp"

// Polygons that tests of the triangulator share.
namespace vide::test {

struct NamedOutlines {
  std::string name;
  Outlines outlines;
};

inline Ring ringOf(std::vector<Vec2> points) { return {std::move(points), -1, false}; }

// The ring run the other way: a hole.
inline Ring holeOf(Ring ring, int parent) {
  return {{ring.points.rbegin(), ring.points.rend()}, parent, true};
}

inline Ring rectangle(Vec2 low, Vec2 high) {
  return ringOf({low, {high.x, low.y}, high, {low.x, high.y}});
}

// Radius as a function of the corner's number.
template <class Radius>
Ring radial(Vec2 center, int corners, const Radius& radius) {
  Ring ring;
  for (int i = 0; i < corners; ++i) {
    const auto [sin, cos] = math::sinCos(2 * math::pi * i / corners);
    ring.points.push_back(center + Vec2{cos, sin} * radius(i));
  }
  return ring;
}

inline Ring disc(Vec2 center, double radius, int corners) {
  return radial(center, corners, [&](int) { return radius; });
}

// Spikes with the given angle at their tips.
inline Ring star(int spikes, double outer, double tip_degrees) {
  const double tip = math::radians(tip_degrees / 2), turn = math::pi / spikes;
  // The law of sines in the triangle of centre, tip and valley.
  const double inner = outer * math::sin(tip) / math::sin(math::pi - tip - turn);
  return radial({}, 2 * spikes, [&](int i) { return i % 2 == 0 ? outer : inner; });
}

// A bar with teeth hanging from it.
inline Ring comb(int teeth, double width, double gap, double length) {
  Ring ring;
  for (int i = 0; i < teeth; ++i) {
    const double left = i * (width + gap);
    ring.points.insert(ring.points.end(), {{left, 0}, {left, -length}, {left + width, -length}});
    ring.points.push_back({left + width, 0});
  }
  ring.points.push_back({ring.points.back().x, width});
  ring.points.push_back({0, width});
  return ring;
}

// A band wound around the origin.
inline Ring spiral(int turns, double band, double gap, int steps_per_turn) {
  Ring ring;
  const int steps = turns * steps_per_turn;
  const auto at = [&](int i, double shift) {
    const auto [sin, cos] = math::sinCos(2 * math::pi * i / steps_per_turn);
    const double radius = gap + band + shift + (band + gap) * i / steps_per_turn;
    return Vec2{cos, sin} * radius;
  };
  for (int i = 0; i <= steps; ++i) ring.points.push_back(at(i, band));
  for (int i = steps; i >= 0; --i) ring.points.push_back(at(i, 0));
  return ring;
}

// Concentric discs and holes in turn, an island in the innermost.
inline Outlines nested(int levels, double step, int corners) {
  Outlines outlines;
  for (int level = 0; level < levels; ++level) {
    Ring ring = disc({}, step * (levels - level), corners);
    ring.parent = level - 1;
    outlines.rings.push_back(level % 2 == 0 ? ring : holeOf(ring, level - 1));
  }
  return outlines;
}

// Numbers in 0..1 that are the same everywhere.
class Random {
 public:
  explicit Random(std::uint32_t seed) : state_(seed) {}
  double operator()() {
    state_ = state_ * 6364136223846793005u + 1442695040888963407u;
    return static_cast<double>(state_ >> 40) / (1 << 24);
  }

 private:
  std::uint64_t state_;
};

// Star-shaped with a wild radius.
inline Ring randomPolygon(int corners, std::uint32_t seed) {
  Random random(seed);
  return radial({}, corners, [&](int) { return 20 + 80 * random(); });
}

inline std::vector<NamedOutlines> polygonFamily() {
  std::vector<NamedOutlines> family;
  const auto add = [&](std::string name, std::vector<Ring> rings) {
    family.push_back({std::move(name), Outlines{std::move(rings)}});
  };
  add("square", {rectangle({0, 0}, {64, 64})});
  add("triangle", {ringOf({{0, 0}, {70, 11}, {23, 57}})});
  for (const int n : {3, 7, 60, 400}) add("disc of " + std::to_string(n), {disc({3, 5}, 50, n)});
  add("disc with holes", {disc({}, 60, 90), holeOf(disc({-20, 0}, 15, 24), 0),
                          holeOf(rectangle({10, -8}, {30, 9}), 0)});
  add("comb", {comb(9, 4, 2, 50)});
  add("spiral", {spiral(3, 6, 2, 40)});
  for (const int degrees : {1, 2, 5, 15, 25, 40})
    add("star of " + std::to_string(degrees) + " degrees", {star(5, 80, degrees)});
  family.push_back({"nested", nested(5, 12, 40)});
  add("two islands", {disc({}, 20, 30), disc({50, 3}, 25, 12)});
  Ring beaded = rectangle({0, 0}, {60, 40});
  beaded.points = {{0, 0}, {10, 0}, {11, 0}, {40, 0}, {60, 0}, {60, 40}, {30, 40}, {0, 40}, {0, 7}};
  add("collinear points", {beaded});
  Ring slanted = ringOf({{0, 0}, {30, 10}, {60, 20}, {90, 30}, {70, 90}, {60, 80}, {40, 60}});
  add("collinear points on a slant", {slanted});
  add("near duplicates",
      {ringOf({{0, 0}, {1e-13, 0}, {40, 1}, {40, 1 + 1e-5}, {39, 41}, {1, 40}})});
  add("nearly touching rings",
      {rectangle({0, 0}, {30, 30}), rectangle({30.01, 4}, {60, 33}), disc({15, 50.3}, 20, 45)});
  add("hole near the rim", {disc({}, 40, 64), holeOf(disc({0, 19.98}, 20, 64), 0)});
  add("sliver", {ringOf({{0, 0}, {900, 100}, {900, 101}, {0, 0.5}})});
  add("needle", {ringOf({{0, 0}, {700, 3}, {1400, 0}, {700, 3.1}})});
  for (const std::uint32_t seed : {1u, 2u, 3u})
    add("random " + std::to_string(seed), {randomPolygon(60, seed)});
  return family;
}

// Quarter turns, then mirrored when `orientation` is 4 or more.
inline Outlines turned(Outlines outlines, int orientation) {
  for (Ring& ring : outlines.rings) {
    for (Vec2& p : ring.points) {
      for (int i = 0; i < orientation % 4; ++i) p = {-p.y, p.x};
      if (orientation >= 4) p.x = -p.x;
    }
    if (orientation >= 4) ring.points = {ring.points.rbegin(), ring.points.rend()};
  }
  return outlines;
}

}  // namespace vide::test

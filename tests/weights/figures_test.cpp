// SPDX-License-Identifier: MIT
#include "tests/weights/figures.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "tests/support/shapes.hpp"

namespace vide::test {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

Vec2 nearestOn(Vec2 a, Vec2 b, Vec2 p) {
  const double squared = squaredLength(b - a);
  return a + (b - a) * (squared > 0 ? std::clamp(dot(p - a, b - a) / squared, 0.0, 1.0) : 0.0);
}

template <class Visit>
void forEachEdge(const Figure& figure, Visit&& visit) {
  for (const auto& ring : figure.rings) {
    for (std::size_t i = 0; i < ring.size(); ++i) visit(ring[i], ring[(i + 1) % ring.size()]);
  }
}

Figure squareSpiral() {
  // A band 10 wide along a square spiral with 3 between its windings.
  Figure spiral{"spiral", {{}}, {{{-45, -45}, {20, -45}}, {{-6, 7}, {7, 7}}}};
  spiral.rings = {{{-50, -50}, {50, -50},  {50, 50},  {-37, 50}, {-37, -24}, {24, -24}, {24, 24},
                   {-11, 24},  {-11, 2},   {11, 2},   {11, 12},  {-1, 12},   {-1, 14},  {14, 14},
                   {14, -14},  {-27, -14}, {-27, 40}, {40, 40},  {40, -40},  {-50, -40}}};
  return spiral;
}

}  // namespace

Skeleton skeletonOf(const Segments& segments) {
  std::vector<Bone> bones;
  for (const auto& [head, tail] : segments) {
    Bone bone;
    bone.id = BoneId(bones.size() + 1);
    bone.name = "bone" + std::to_string(bones.size());
    bone.local.translation = inPlane(head);
    bone.tail = inPlane(tail - head);
    bones.push_back(bone);
  }
  auto skeleton = Skeleton::fromBones(std::move(bones));
  REQUIRE(skeleton);
  return *skeleton;
}

Eigen::MatrixXd matrixOf(std::span<const Vec2> points) {
  Eigen::MatrixXd V(points.size(), 2);
  for (std::size_t i = 0; i < points.size(); ++i) V.row(i) << points[i].x, points[i].y;
  return V;
}

std::vector<Vec2> insideCentres(const Coverage& mask) {
  std::vector<Vec2> centres;
  for (int row = 0; row < mask.height; ++row) {
    for (int column = 0; column < mask.width; ++column) {
      if (mask.inside(column, row)) centres.push_back({column + 0.5, mask.height - row - 0.5});
    }
  }
  return centres;
}

std::vector<Figure> figureFamily() {
  return {
      {"u",
       {{{-21, -50}, {-1, -50}, {-1, 30}, {1, 30}, {1, -50}, {21, -50}, {21, 50}, {-21, 50}}},
       {{{-11, -45}, {-11, 35}}, {{11, -45}, {11, 35}}, {{-8, 40}, {8, 40}}}},
      {"l",
       {{{-50, -50}, {50, -50}, {50, -30}, {-30, -30}, {-30, 50}, {-50, 50}}},
       {{{-40, 40}, {-40, -35}}, {{-35, -40}, {40, -40}}}},
      {"comb",
       {{{-50, 30},
         {-50, -40},
         {-35, -40},
         {-35, 30},
         {-32, 30},
         {-32, -40},
         {-10, -40},
         {-10, 30},
         {-6, 30},
         {-6, -40},
         {20, -40},
         {20, 30},
         {30, 30},
         {30, -40},
         {50, -40},
         {50, 45},
         {-50, 45}}},
       {{{-42, -30}, {-42, 20}}, {{-20, 0}, {-22, 35}}, {{10, -35}, {8, 38}}, {{40, 0}, {40, 38}}}},
      squareSpiral(),
      {"frame",
       {{{-50, -40}, {50, -40}, {50, 40}, {-50, 40}}, {{-30, -20}, {20, -25}, {33, 18}, {-20, 25}}},
       {{{-40, -30}, {-40, 30}}, {{0, 33}, {30, 30}}}},
      {"zigzag",
       {{{-50, 0},
         {-20, 30},
         {0, 5},
         {25, 40},
         {50, 10},
         {50, 30},
         {25, 60},
         {0, 25},
         {-20, 50},
         {-50, 20}}},
       {{{-45, 12}, {-24, 35}}, {{28, 48}, {46, 26}}}},
  };
}

Vec2 turned(Vec2 p, double angle, Vec2 offset) {
  const double c = std::cos(angle), s = std::sin(angle);
  return Vec2{c * p.x - s * p.y, s * p.x + c * p.y} + offset;
}

namespace {

template <class Move>
Figure moved(Figure figure, Move move) {
  for (auto& ring : figure.rings) {
    for (Vec2& p : ring) p = move(p);
  }
  for (auto& [head, tail] : figure.bones) {
    head = move(head);
    tail = move(tail);
  }
  return figure;
}

}  // namespace

Figure turned(const Figure& figure, double angle, Vec2 offset) {
  return moved(figure, [&](Vec2 p) { return turned(p, angle, offset); });
}

Figure scaled(const Figure& figure, double factor) {
  return moved(figure, [&](Vec2 p) { return p * factor; });
}

double signedDistance(const Figure& figure, Vec2 p) {
  double least = infinity;
  bool inside = false;
  forEachEdge(figure, [&](Vec2 a, Vec2 b) {
    least = std::min(least, distance(p, nearestOn(a, b, p)));
    if ((a.y > p.y) != (b.y > p.y) && p.x < a.x + (b.x - a.x) * (p.y - a.y) / (b.y - a.y)) {
      inside = !inside;
    }
  });
  return inside ? -least : least;
}

Coverage draw(const Figure& figure, int width, int height) {
  return drawShape(width, height, [&](Vec2 p) { return signedDistance(figure, p); });
}

CornerGraph::CornerGraph(const Figure& figure, std::size_t bone) : figure_(figure) {
  for (const auto& ring : figure.rings) corners_.insert(corners_.end(), ring.begin(), ring.end());
  const auto& [head, tail] = figure.bones[bone];
  const int steps = int(std::ceil(distance(head, tail)));
  for (int i = 0; i <= steps; ++i) {
    samples_.push_back(head + (tail - head) * (double(i) / std::max(steps, 1)));
  }
  for (Vec2 corner : corners_) distance_.push_back(straight(corner));
  std::vector<bool> done(corners_.size());
  for (std::size_t round = 0; round < corners_.size(); ++round) {
    std::size_t best = corners_.size();
    for (std::size_t i = 0; i < corners_.size(); ++i) {
      if (!done[i] && (best == corners_.size() || distance_[i] < distance_[best])) best = i;
    }
    done[best] = true;
    for (std::size_t i = 0; i < corners_.size(); ++i) {
      const double through = distance_[best] + distance(corners_[best], corners_[i]);
      if (through < distance_[i] && sees(corners_[best], corners_[i])) distance_[i] = through;
    }
  }
}

// The segment stays inside between any two of the places where it meets an edge.
bool CornerGraph::sees(Vec2 p, Vec2 q) const {
  std::vector<double> meets{0, 1};
  const Vec2 along = q - p;
  forEachEdge(figure_, [&](Vec2 a, Vec2 b) {
    const double turn = cross(along, b - a);
    if (std::abs(turn) < 1e-12) return;
    const double t = cross(a - p, b - a) / turn, u = cross(a - p, along) / turn;
    if (t > 0 && t < 1 && u > -1e-9 && u < 1 + 1e-9) meets.push_back(t);
  });
  std::sort(meets.begin(), meets.end());
  for (std::size_t i = 0; i + 1 < meets.size(); ++i) {
    if (meets[i + 1] - meets[i] < 1e-9) continue;
    if (signedDistance(figure_, p + along * (0.5 * (meets[i] + meets[i + 1]))) > 1e-7) return false;
  }
  return true;
}

double CornerGraph::straight(Vec2 p) const {
  const Vec2 foot = nearestOn(samples_.front(), samples_.back(), p);
  if (sees(p, foot)) return distance(p, foot);
  double least = infinity;
  for (Vec2 sample : samples_) {
    if (distance(p, sample) < least && sees(p, sample)) least = distance(p, sample);
  }
  return least;
}

double CornerGraph::pathFrom(Vec2 p) const {
  double least = straight(p);
  for (std::size_t i = 0; i < corners_.size(); ++i) {
    const double through = distance_[i] + distance(corners_[i], p);
    if (through < least && sees(corners_[i], p)) least = through;
  }
  return least;
}

}  // namespace vide::test

using namespace vide;

TEST_CASE("the reference walks around corners") {
  const test::Figure u = test::figureFamily().front();
  const test::CornerGraph graph(u, 0);
  CHECK(graph.pathFrom({-5, 0}) == doctest::Approx(6));
  // Up the gap's right side, over its top, and to the bone's upper end.
  CHECK(graph.pathFrom({1, -50}) == doctest::Approx(80 + 2 + std::hypot(10.0, 0.0)));
  CHECK(signedDistance(u, {0, 0}) == doctest::Approx(1));
}

// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "vide/core/vec.hpp"
#include "vide/image/coverage.hpp"
#include "vide/skeleton/skeleton.hpp"

// Figures for the tests of weights: polygons that can be drawn, turned, and walked in by a method
// that knows nothing of pixels.
namespace vide::test {

using Segments = std::vector<std::pair<Vec2, Vec2>>;

// Unconnected bones from head to tail in the plane, named "bone0", "bone1", ...
Skeleton skeletonOf(const Segments& bones);
Eigen::MatrixXd matrixOf(std::span<const Vec2> points);
// The centres of all inside pixels.
std::vector<Vec2> insideCentres(const Coverage& mask);

// Closed polygons whose even-odd interior is the shape, with bones in it.
struct Figure {
  std::string name;
  std::vector<std::vector<Vec2>> rings;
  Segments bones;
};

// U with a narrow gap, L, comb, square spiral, frame with a hole, zigzag: about 100 pixels across,
// around the origin.
std::vector<Figure> figureFamily();
// Turned counter-clockwise about the origin and then moved.
Vec2 turned(Vec2 p, double angle, Vec2 offset);
Figure turned(const Figure& figure, double angle, Vec2 offset);

Figure scaled(const Figure& figure, double factor);

double signedDistance(const Figure& figure, Vec2 p);
Coverage draw(const Figure& figure, int width, int height);

// Shortest paths inside a figure to one of its bones, through the graph of all corners that see one
// another.
class CornerGraph {
 public:
  CornerGraph(const Figure& figure, std::size_t bone);
  // From a point inside; infinity where there is no path.
  double pathFrom(Vec2 p) const;

 private:
  bool sees(Vec2 p, Vec2 q) const;
  double straight(Vec2 p) const;

  const Figure& figure_;
  std::vector<Vec2> corners_, samples_;
  std::vector<double> distance_;  // per corner
};

}  // namespace vide::test

// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "vide/core/vec.hpp"
#include "vide/image/coverage.hpp"

// Shapes that tests draw for themselves. Sizes are in pixels; threshold is 128 throughout.
namespace vide::test {

// `signed_distance` takes a point in document units (y up) and is negative inside. Edges are one
// pixel soft, as an anti-aliased drawing's are.
Coverage drawShape(int width, int height, const std::function<double(Vec2)>& signed_distance);
// '#' is a full pixel, anything else an empty one; the first row is the top one.
Coverage fromRows(std::initializer_list<std::string_view> rows);

Coverage solid(int width, int height);
Coverage disc(int size, double radius);
Coverage ring(int size, double outer_radius, double inner_radius);
// A bar along the top with teeth hanging from it, hard-edged.
Coverage comb(int teeth, int tooth_width, int gap, int tooth_length);
// Two legs joined at the top, hard-edged, `gap` empty pixels between them.
Coverage uShape(int gap, int leg_width = 8, int leg_length = 40);
// One band wound `turns` times, `gap` pixels between its windings.
Coverage spiral(int turns, double band, double gap);
// Concentric rings: an island in a hole in an island ..., `levels` outlines deep.
Coverage nestedIslands(int levels, double step = 6);
Coverage checkerboard(int width, int height);
// Every pixel full with probability density / 255.
Coverage noise(int width, int height, std::uint32_t seed, int density = 128);
// Every pixel an independent value 0..255: soft noise.
Coverage softNoise(int width, int height, std::uint32_t seed);

// A quarter turn counter-clockwise as seen.
Coverage rotate90(const Coverage& shape);
// Left and right exchanged.
Coverage mirror(const Coverage& shape);

struct NamedShape {
  std::string name;
  Coverage coverage;
};

// One or more of each of the above, small, and the smallest pictures there are.
std::vector<NamedShape> shapeFamily();
// The same, each in all eight orientations.
std::vector<NamedShape> turnedShapeFamily();

}  // namespace vide::test

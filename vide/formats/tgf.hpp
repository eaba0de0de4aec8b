// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "vide/core/error.hpp"
#include "vide/core/vec.hpp"
#include "vide/skeleton/skeleton.hpp"

// Trivial graph files (.tgf) as handle and skeleton editors write them: a line "id x y [z]" for
// each point, a line "#", then a line "id id" for each bone from one point to another.
namespace vide {

struct TgfLimits {
  std::size_t max_points = 100'000;
};

struct TgfEdge {
  int from = 0;  // indices into points
  int to = 0;
};

struct Tgf {
  std::vector<long> ids;  // as the file names its points
  std::vector<Vec3> points;
  std::vector<TgfEdge> edges;
};

// What follows the numbers on a line is ignored. Errors name the line: a number that is none, a
// repeated id, an edge whose point is missing, more points or edges than the limit, a section after
// the edges.
Result<Tgf> parseTgf(std::string_view text, const TgfLimits& limits = {});

// The file of a graph; numbers read back as they were. Edges must name points that are there.
std::string writeTgf(const Tgf& tgf);

// Indices of the points that no edge touches: they are handles by themselves.
std::vector<int> pointHandles(const Tgf& tgf);

// A bone for each edge, in the order of the edges as far as parents come first, named by its points
// ("3-4"). Edges are turned to lead away from the root of their tree: the first point that no edge
// leads to, or the first point where there is none. Errors: no edges, a cycle, an edge without
// length.
Result<Skeleton> skeletonFromTgf(const Tgf& tgf);

}  // namespace vide

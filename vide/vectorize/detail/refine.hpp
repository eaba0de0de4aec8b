// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include "vide/core/progress.hpp"
#include "vide/vectorize/detail/outline_mesh.hpp"
#include "vide/vectorize/detail/size_field.hpp"

namespace vide::detail {

struct RefineGoals {
  SizeField size;
  double stretch = 1;  // edges may be this many times as long as the size field wants
  double min_angle_deg = 20;
  std::size_t most_vertices = 0;
};

// Inserts vertices until no triangle is larger than the size field wants or has too small an angle
// where that can be helped. Returns false when it had to stop before: the vertices ran out or the
// caller cancelled.
bool refine(OutlineMesh& mesh, const RefineGoals& goals, const Progress& progress);

// Inside triangles that touch no sharp corner and yet have too small an angle.
std::size_t countThinTriangles(const OutlineMesh& mesh, double min_angle_deg);

}  // namespace vide::detail

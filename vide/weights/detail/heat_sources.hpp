// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

#include "vide/core/progress.hpp"
#include "vide/core/thread_pool.hpp"
#include "vide/mesh/surface_locator.hpp"
#include "vide/skeleton/skeleton.hpp"

namespace vide::detail {

// What heats a vertex: bones that are equally near. None where the nearest bone is hidden.
struct HeatSource {
  std::vector<int> bones;
  double heat = 0;  // H
};

enum class BonesSeen { through_the_surface, where_it_is_open };

// For each vertex those of the bones nearest to it that it sees: the straight line to the bone's
// nearest point meets no other triangle. `locator` is that of the mesh; `heat` is c.
std::vector<HeatSource> heatSources(const TriMesh& mesh, const SurfaceLocator& locator,
                                    const Skeleton& skeleton, double heat, BonesSeen seen,
                                    ThreadPool* pool, const Progress& progress);

}  // namespace vide::detail

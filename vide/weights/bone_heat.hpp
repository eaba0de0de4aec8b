// SPDX-License-Identifier: MIT
#pragma once

#include "vide/core/error.hpp"
#include "vide/core/progress.hpp"
#include "vide/mesh/tri_mesh.hpp"
#include "vide/skeleton/skeleton.hpp"
#include "vide/weights/weights_result.hpp"

namespace vide {

class ThreadPool;

struct BoneHeatOptions {
  // c in H = c / d^2, > 0: how firmly a vertex keeps the temperature of its nearest bone. 0.22
  // gives the wide blends of the original paper.
  double heat = 1;
  // Power to which weights are raised before they are normalised, 1 .. 32. Heat alone spreads
  // wider than people paint; 1 gives the plain solution.
  double sharpness = 2;
  int influences = 4;          // most bones a vertex may have, >= 1
  ThreadPool* pool = nullptr;  // null: on the calling thread. The result is the same
};

// Heat that bones send to the surface and that spreads along it: for each bone i
//
//     (-L + M H) w_i = M H p_i
//
// with L the Laplacian and M the areas of the surface. H_v = k c / d^2 where k bones, equally near,
// are the nearest to vertex v and visible from it, each then with p = 1/k; 0 where they are hidden
// by the surface. The system is one per mesh, so that all bones share a factorisation.
//
// Two things differ from the paper, both because they come closer to what people paint (see
// docs/bone-heat.md): a bone reaches from its joint to the joints of its children too, and of bones
// about as far away the one that the surface faces counts as the nearest.
//
// V is n x 3 (or n x 2, a shape in the plane, where everything is visible). Rows have the mesh's
// order, columns are the skeleton's bones; bones that do not deform have none.
//
// Made for closed meshes around their bones; it bears with others:
// - Vertices that coincide are one, so that seams stay closed. Triangles that stand there twice
//   count once, those without extent just hold their corners together.
// - A piece of the mesh that sees no bone (a coat over the body, a stray vertex) takes the weights
//   of the nearest place that has some, and a warning names it. Where no vertex sees a bone, all
//   are taken to see their nearest.
// - Weights are never negative: where angles are so bad that L would make them so, its entry is
//   clamped.
// Scaling the model changes nothing.
//
// Errors: no vertices, no deforming bone, values that are out of range or not finite, a system that
// cannot be solved, cancelled.
//
// Baran and Popovic, Automatic rigging and animation of 3D characters, 2007.
Result<WeightsResult> boneHeatWeights(const TriMesh& mesh, const Skeleton& skeleton,
                                      const BoneHeatOptions& options = {},
                                      const Progress& progress = {});

}  // namespace vide

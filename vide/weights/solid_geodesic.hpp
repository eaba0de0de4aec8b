// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <vector>

#include "vide/core/error.hpp"
#include "vide/core/progress.hpp"
#include "vide/mesh/tri_mesh.hpp"
#include "vide/skeleton/skeleton.hpp"
#include "vide/volume/solid.hpp"
#include "vide/weights/weights_result.hpp"

namespace vide {

struct SolidGeodesicOptions {
  // The distance, in the unit of V, over which a bone's pull falls by e. 0 means
  // defaultSmoothness(solid).
  double smoothness = 0;
  // One per bone, in the same unit, 0 where `smoothness` holds; or empty.
  std::vector<double> bone_smoothness;
  int influences = 4;  // most bones a vertex may have, >= 1
  SolidOptions solid;  // unused where a solid is handed in
};

// 3 % of the root mean square distance of the cells from their centroid: about 1 % of the diagonal
// of a standing figure, and never less than half a cell. It does not change when the model turns.
double defaultSmoothness(const Solid& solid);

// geodesic.hpp in space: weights exp(-d / s) from the distance one has to walk inside the solid
// that the surface fills, normalised over the `influences` nearest bones. Arms beside a body do not
// bleed into it, however the mesh is made.
//
// A place that sees a bone along a straight line inside the solid, of at most 500 cells, has that
// line's length as its distance; behind corners distances go on from there by fast marching
// (Sethian 1996), which on cubic cells overestimates by a few percent. One pass settles every cell
// once for each of its nearest bones; where bones differ in smoothness, once for every bone.
//
// V is n x 3; vertices outside the solid read its nearest cell, and vertices at one place the same.
// A bone outside the solid acts from the nearest places inside, that distance added; a part of the
// solid that no bone enters follows what is nearest to it. Both are named in warnings.
//
// Errors: those of Solid::create, no deforming bone, values that are out of range or not finite,
// cancelled.
Result<WeightsResult> solidGeodesicWeights(const TriMesh& mesh, const Skeleton& skeleton,
                                           const SolidGeodesicOptions& options = {},
                                           const Progress& progress = {});

// The same in a solid that is there already, read at the rows of V.
Result<WeightsResult> solidGeodesicWeights(const Solid& solid, const Eigen::MatrixXd& V,
                                           const Skeleton& skeleton,
                                           const SolidGeodesicOptions& options = {},
                                           const Progress& progress = {});

}  // namespace vide

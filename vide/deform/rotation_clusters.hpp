// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <vector>

#include "vide/core/error.hpp"
#include "vide/mesh/tet_mesh.hpp"
#include "vide/mesh/tri_mesh.hpp"
#include "vide/mesh/vertex_weights.hpp"

// Which edge sets share a rotation (ArapOptions::clusters, FastOptions::clusters): those that lie
// close together in a space of features, where what moves alike is near. Two such spaces: that of
// skinning weights, and, where handles are not known in advance, that of distances along the mesh.
//
// Where the edge sets are vertices:
//     auto clusters = clusterPoints(weightFeatures(weights), 50);
// and where they are elements:
//     auto clusters = clusterPoints(averagedOver(mesh.F, weightFeatures(weights)), 50);
namespace vide {

// k-means: a number 0 .. clusters - 1 for each row of `points`, none of them unused. The first
// means are the point farthest from the mean of all and then, one after the other, the point
// farthest from those chosen; ties go to the lower index, so that the same points give the same
// clusters. At most as many clusters as there are different points. Errors: clusters below 1, no
// points, a number that is not finite.
//
// Not guaranteed: the least sum of squared distances, of which k-means finds a local minimum.
Result<std::vector<int>> clusterPoints(const Eigen::MatrixXd& points, int clusters);

// A row per vertex, a column per handle.
Eigen::MatrixXd weightFeatures(const VertexWeights& weights);

// A row per vertex: its distances along the mesh's edges to `landmarks` vertices (fewer if the mesh
// has fewer), each as far as possible from those before, relative to the largest distance. Parts of
// the mesh that no edge joins are farther from each other than anything within one. Errors: V
// empty, an index out of range, a position that is not finite, landmarks below 1.
Result<Eigen::MatrixXd> distanceFeatures(const TriMesh& mesh, int landmarks = 16);
Result<Eigen::MatrixXd> distanceFeatures(const TetMesh& mesh, int landmarks = 16);

// A row per element: the mean of its corners' features. Indices must be rows of `features`.
Eigen::MatrixXd averagedOver(const Eigen::MatrixX3i& F, const Eigen::MatrixXd& features);
Eigen::MatrixXd averagedOver(const Eigen::MatrixX4i& T, const Eigen::MatrixXd& features);

}  // namespace vide

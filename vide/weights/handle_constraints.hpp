// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "vide/core/error.hpp"
#include "vide/core/table_limit.hpp"
#include "vide/mesh/tet_mesh.hpp"
#include "vide/mesh/tri_mesh.hpp"
#include "vide/skeleton/skeleton.hpp"

// Which vertices of a mesh handles hold, and with what weights: the input of weights that are found
// by minimising an energy (bounded_biharmonic.hpp).
namespace vide {

// Row i of `value` are the weights that vertex `vertex[i]` keeps: between 0 and 1, with a sum of
// one. Vertices ascend and do not repeat.
struct HandleConstraints {
  std::vector<int> vertex;
  Eigen::MatrixXd value;              // vertex.size() x handles
  std::vector<std::string> warnings;  // one sentence each

  int handles() const { return int(value.cols()); }
};

// In all of these a vertex lies on a handle when it is nearer than a hundredth of the mesh's mean
// edge length, and where m handles hold a vertex each gets an equal share. Errors of all:
// positions or indices that are not finite or out of range, a number of coordinates that differs
// from the mesh's, no handles, a mesh without vertices (invalid_argument); a `value` of more
// entries than the limit (limit_exceeded).
struct ConstraintLimits {
  std::size_t max_entries = usual_max_entries;  // of `value`
};

// Each point, a row of `points`, holds the vertex nearest to it. A warning names points that are
// farther from it than the mesh's longest edge, and points that share one.
Result<HandleConstraints> pointConstraints(const TriMesh& mesh, const Eigen::MatrixXd& points,
                                           const ConstraintLimits& limits = {});
Result<HandleConstraints> pointConstraints(const TetMesh& mesh, const Eigen::MatrixXd& points,
                                           const ConstraintLimits& limits = {});

// Each deforming bone holds the vertices on its segment. One that touches no vertex holds the
// corners of the elements that its samples, half a mean edge apart, lie in, as far as no other
// bone's segment holds them; outside the mesh, and on a surface in space, it holds the vertices
// nearest to its samples, and a warning names it. Handles are the skeleton's bones by index; bones
// that do not deform hold nothing. A mesh in the plane sees the bones' x and y.
Result<HandleConstraints> boneConstraints(const TriMesh& mesh, const Skeleton& skeleton,
                                          const ConstraintLimits& limits = {});
Result<HandleConstraints> boneConstraints(const TetMesh& mesh, const Skeleton& skeleton,
                                          const ConstraintLimits& limits = {});

// Each region, a list of vertices of 0 .. vertices - 1, is a handle. A warning names empty regions.
Result<HandleConstraints> regionConstraints(int vertices, std::span<const std::vector<int>> regions,
                                            const ConstraintLimits& limits = {});

// A cage: each corner, a row of `corners`, is a handle and holds the vertex nearest to it; along an
// edge, a pair of corners, weights go linearly from one corner to the other on the vertices that
// lie on it (found as a bone's are).
Result<HandleConstraints> cageConstraints(const TriMesh& mesh, const Eigen::MatrixXd& corners,
                                          std::span<const std::array<int, 2>> edges,
                                          const ConstraintLimits& limits = {});
Result<HandleConstraints> cageConstraints(const TetMesh& mesh, const Eigen::MatrixXd& corners,
                                          std::span<const std::array<int, 2>> edges,
                                          const ConstraintLimits& limits = {});

}  // namespace vide

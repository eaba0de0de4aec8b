// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "vide/core/error.hpp"
#include "vide/core/progress.hpp"
#include "vide/deform/handles.hpp"
#include "vide/formats/mesh_content.hpp"
#include "vide/rig/document.hpp"
#include "vide/skeleton/skeleton.hpp"
#include "vide/weights/bounded_biharmonic.hpp"

namespace vide {

// A mesh in the form that weights and deformers work on.
struct MeshDomain {
  Eigen::MatrixXd V;  // n x 2 when the mesh is flat (all z are 0) and has no tetrahedra, else n x 3
  Eigen::MatrixX3i F;
  Eigen::MatrixX4i T;  // where there are tetrahedra, they count alone

  // Calls `use` with the TetMesh or TriMesh.
  template <class Use>
  auto with(Use use) const {
    return T.rows() > 0 ? use(TetMesh{V, T}) : use(TriMesh{V, F});
  }
};
MeshDomain domainOf(const MeshContent& mesh);

// Bounded biharmonic weights with the skeleton's bones, or with the handles' vertices as regions.
// Errors: those of the constraints, of selectVertices and of boundedBiharmonicWeights.
Result<BoundedBiharmonicResult> weighByBones(const MeshContent& mesh, const Skeleton& skeleton,
                                             const BoundedBiharmonicOptions& options = {},
                                             const Progress& progress = {});
Result<BoundedBiharmonicResult> weighByHandles(const MeshContent& mesh,
                                               std::span<const Handle> handles,
                                               std::span<const int> groups,
                                               const BoundedBiharmonicOptions& options = {},
                                               const Progress& progress = {});

// A document of the mesh's surface, skinned to the skeleton. Vertices keep their numbers; of a
// solid those inside are left out. `weights` has a row per vertex and a column per bone of the
// skeleton.
Document riggedMesh(const std::string& name, const MeshContent& mesh, const Skeleton& skeleton,
                    const VertexWeights& weights, const LayerSettings& settings);

}  // namespace vide

// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "vide/core/error.hpp"
#include "vide/core/progress.hpp"
#include "vide/formats/mesh_content.hpp"
#include "vide/rig/document.hpp"
#include "vide/skeleton/skeleton.hpp"
#include "vide/volume/solid.hpp"
#include "vide/weights/bounded_biharmonic.hpp"

namespace vide {

class ThreadPool;

struct BoneWeightsOptions {
  // A name of boneWeightMethods(), or "auto".
  std::string method = "auto";
  int influences = 4;  // most bones a vertex may have, >= 1
  // The distance, in the unit of V, over which a bone's pull falls by e, where the method has one.
  std::optional<double> smoothness;
  // Where the method fills the mesh; not set: the method's own.
  std::optional<int> cells;
  std::optional<std::size_t> max_bytes;
  WeightCoupling coupling = WeightCoupling::separate;  // of bounded biharmonic weights
  ThreadPool* pool = nullptr;  // null: on the calling thread. The result is the same
};

// What a bounded biharmonic method proves of its result; see bounded_biharmonic.hpp.
struct MinimizerProof {
  Eigen::MatrixXd raw;  // vertices x bones: the minimisers; empty where they are a solid's
  double objective = 0;
  double residual = 0;
};

struct BoneWeights {
  std::string method;       // the one that was used
  std::string reason;       // why, in a sentence, where "auto" chose it
  WeightMethod recorded{};  // the same as documents name it
  VertexWeights weights;    // a row per vertex, a handle per bone
  std::optional<MinimizerProof> proof;
  std::vector<std::string> warnings;
};

// What weighs a mesh by bones, for people to choose from.
struct BoneWeightMethod {
  std::string_view name;     // "solid-heat"
  std::string_view purpose;  // a few words
  WeightMethod recorded;     // as documents name it
  bool has_smoothness = false;
  bool has_solid = false;  // fills the mesh with cells
  bool has_raw = false;    // its minimisers can be had as they are, and be found jointly
};
std::span<const BoneWeightMethod> boneWeightMethods();
// The one of that name, or null.
const BoneWeightMethod* boneWeightMethod(std::string_view name);

// Weights for any mesh. "auto" takes
//   - bounded biharmonic weights for tetrahedra and for meshes in a plane,
//   - heat in the solid for surfaces,
//   - the skeleton's own structure where there is nothing but vertices, or where the above cannot
//     do with the mesh or would take more than their limits allow; a warning then says why.
// Whatever the method, warnings tell where mesh and skeleton do not fit; see model_fit.hpp.
//
// Errors: an unknown method, options or indices out of range (invalid_argument), a method that
// needs triangles or a surface in space and has none, and those of the method.
Result<BoneWeights> boneWeights(const MeshContent& mesh, const Skeleton& skeleton,
                                const BoneWeightsOptions& options = {},
                                const Progress& progress = {});

}  // namespace vide

// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

#include "vide/animation/sample.hpp"
#include "vide/rig/document.hpp"
#include "vide/skeleton/pose.hpp"

namespace vide::test {

// Where linear blend skinning puts every vertex of every layer, layer after layer.
inline std::vector<Vec3> vertices(const Document& document, std::span<const Transform> pose) {
  const Skeleton& skeleton = document.skeleton;
  std::vector<Affine3> moved(skeleton.size());
  modelTransforms(skeleton, pose, moved);
  skinningTransforms(skeleton, moved, moved);
  std::vector<Vec3> all;
  for (const Layer& layer : document.layers) {
    for (Eigen::Index v = 0; v < layer.mesh.V.rows(); ++v) {
      const Vec3 rest{layer.mesh.V(v, 0), layer.mesh.V(v, 1), layer.mesh.V(v, 2)};
      Vec3 sum = layer.attachment == Attachment::fixed ? rest : Vec3{};
      if (layer.attachment == Attachment::rigid) {
        sum = moved[std::size_t(findBone(skeleton, layer.bones[0]))] * rest;
      }
      if (layer.attachment == Attachment::skinned) {
        const auto handles = layer.weights.handlesOf(std::size_t(v));
        for (std::size_t k = 0; k < handles.size(); ++k) {
          const BoneId bone = layer.bones[std::size_t(handles[k])];
          sum += layer.weights.weightsOf(std::size_t(v))[k] *
                 (moved[std::size_t(findBone(skeleton, bone))] * rest);
        }
      }
      all.push_back(sum);
    }
  }
  return all;
}

inline std::vector<Vec3> verticesAt(const Document& document, const Clip& clip, double time) {
  std::vector<Transform> pose(document.skeleton.size());
  samplePose(clip, document.skeleton, time, pose);
  return vertices(document, pose);
}

}  // namespace vide::test

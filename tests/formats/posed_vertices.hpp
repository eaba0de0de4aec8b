// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

#include "vide/animation/sample.hpp"
#include "vide/rig/document.hpp"
#include "vide/skeleton/pose.hpp"

namespace vide::test {

// A vertex before the bones move it: its layer's shapes at the moment of a clip, or at rest.
inline Vec3 shapedVertex(const Layer& layer, Eigen::Index v, const Clip* clip = nullptr,
                         double time = 0) {
  const auto& V = layer.mesh.V;
  std::vector<double> weights;
  for (const MorphShape& shape : layer.shapes) weights.push_back(shape.weight);
  if (clip) sampleMorphs(*clip, layer.id, time, weights);
  Vec3 at{V(v, 0), V(v, 1), V.cols() == 3 ? V(v, 2) : 0};
  for (std::size_t i = 0; i < weights.size(); ++i) {
    const auto offset = layer.shapes[i].offsets.row(v);
    at += weights[i] * Vec3{offset[0], offset[1], offset[2]};
  }
  return at;
}

// Where linear blend skinning puts every vertex of every layer, layer after layer.
inline std::vector<Vec3> vertices(const Document& document, std::span<const Transform> pose,
                                  const Clip* clip = nullptr, double time = 0) {
  const Skeleton& skeleton = document.skeleton;
  std::vector<Affine3> moved(skeleton.size());
  modelTransforms(skeleton, pose, moved);
  skinningTransforms(skeleton, moved, moved);
  std::vector<Vec3> all;
  for (const Layer& layer : document.layers) {
    for (Eigen::Index v = 0; v < layer.mesh.V.rows(); ++v) {
      const Vec3 rest = shapedVertex(layer, v, clip, time);
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
  return vertices(document, pose, &clip, time);
}

}  // namespace vide::test

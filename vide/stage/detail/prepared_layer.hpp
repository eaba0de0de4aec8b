// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "vide/core/color.hpp"
#include "vide/core/error.hpp"
#include "vide/core/skin_matrix.hpp"
#include "vide/core/vec.hpp"
#include "vide/deform/morph.hpp"
#include "vide/deform/skinning.hpp"
#include "vide/rig/document.hpp"
#include "vide/stage/detail/document_pictures.hpp"
#include "vide/stage/detail/layer_deformer.hpp"
#include "vide/stage/moment.hpp"

namespace vide::detail {

// A layer in the form that frames need. In space its vertices on sharp edges are there once for
// each normal, after all those of the layer itself.
struct PreparedLayer {
  const Layer* layer = nullptr;
  const Texture* texture = nullptr;
  bool covers = false;                // its picture and colours have no alpha below 1
  std::size_t own_vertices = 0;       // of the layer
  std::vector<std::uint32_t> source;  // per vertex, the layer's
  std::vector<float> rest;            // x, y, z per vertex
  std::vector<float> normals;         // as many; none for layers that are painted flat
  std::vector<Vec2f> uv;              // per vertex
  std::vector<int> triangles;         // three vertices each
  PackedWeights weights;              // handles are bones of the skeleton
  LayerDeformer deformer;
  std::size_t bones = 0;             // of the skeleton
  std::vector<Color> weight_colors;  // per vertex; none where no bone moves it
  std::vector<Color> colors;         // factors per vertex, sRGB; none: white

  struct Shape {
    std::vector<float> offsets, normal_offsets;  // 3 per vertex
  };
  std::vector<Shape> shapes;
  std::vector<MorphTarget> targets;  // of the shapes
};

// Errors: those of layerDeformer.
Result<PreparedLayer> prepareLayer(const Layer& layer, const Skeleton& skeleton, LayerUse use);

// What a layer's vertices are before its bones move them.
struct LayerShape {
  std::vector<double> weights;  // of its morph shapes
  std::vector<Vec3> offsets;    // of its own vertices
  bool has_offsets = false;

  // So that nothing below allocates.
  void makeRoom(const PreparedLayer& layer);
  // At a moment of a clip, or of the layer's own where there is none.
  void take(const PreparedLayer& layer, const Clip* clip, double time);
  // Goes back to that one but for a share of 0..1.
  void fadeFrom(const LayerShape& other, double share);
};

// Where a layer's vertices are in one pose.
struct LayerFrame {
  LayerShape shape;
  LayerShape left_shape;              // of the clip that another one fades over
  std::vector<double> posed_weights;  // those that the frame was posed with
  bool posed_offsets = false;
  std::vector<float> weights;                   // the same as the morphing takes them
  std::vector<float> morphed, morphed_normals;  // only where there are shapes or offsets
  std::vector<float> posed, posed_normals;      // document space
  std::vector<float> viewed, viewed_normals;    // as seen, in space
  std::vector<float> flat;                      // x, y per vertex, as seen
  LayerDeforming deforming;

  explicit LayerFrame(const PreparedLayer& layer);
  // Takes on the shapes and offsets of that moment.
  void takeShape(const PreparedLayer& layer, const Moment& moment);
  // Whether the shape is one that the frame was not posed with.
  bool isReshaped() const {
    return shape.has_offsets || posed_offsets || shape.weights != posed_weights;
  }
  void pose(const PreparedLayer& layer, std::span<const SkinMatrix> matrices);
  // From the front, as layers are painted; only `flat` follows.
  void viewFlat();
  void viewFrom(const Affine3& to_view);

 private:
  void reshape(const PreparedLayer& layer);
};

}  // namespace vide::detail

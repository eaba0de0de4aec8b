// SPDX-License-Identifier: MIT
#include "vide/stage/detail/prepared_layer.hpp"

#include <algorithm>
#include <array>

#include "vide/animation/sample.hpp"
#include "vide/core/srgb.hpp"
#include "vide/core/text.hpp"
#include "vide/mesh/lit_mesh.hpp"
#include "vide/weights/weight_colors.hpp"
#include "vide/weights/weight_tools.hpp"

namespace vide::detail {
namespace {

// The layer's weights with its own handles replaced by the skeleton's bones, for the vertices that
// the sources name.
VertexWeights boneWeights(const Layer& layer, const Skeleton& skeleton,
                          std::span<const std::uint32_t> source) {
  VertexWeights weights;
  weights.handles = static_cast<int>(skeleton.size());
  std::vector<int> bones;
  for (const BoneId id : layer.bones) bones.push_back(findBone(skeleton, id));
  for (const std::uint32_t v : source) {
    if (layer.attachment == Attachment::rigid) {
      weights.handle.push_back(bones[0]);
      weights.weight.push_back(1);
    } else {
      for (const int handle : layer.weights.handlesOf(v)) {
        weights.handle.push_back(bones[std::size_t(handle)]);
      }
      const auto values = layer.weights.weightsOf(v);
      weights.weight.insert(weights.weight.end(), values.begin(), values.end());
    }
    weights.row_start.push_back(weights.weight.size());
  }
  return weights;
}

// Three numbers for each source; what the matrix lacks is 0.
template <class Matrix>
std::vector<float> spatialRows(const Matrix& rows, std::span<const std::uint32_t> source) {
  std::vector<float> numbers;
  numbers.reserve(3 * source.size());
  for (const std::uint32_t v : source) {
    for (Eigen::Index axis = 0; axis < 3; ++axis) {
      const bool is_there = Eigen::Index(v) < rows.rows() && axis < rows.cols();
      numbers.push_back(is_there ? static_cast<float>(rows(v, axis)) : 0.0f);
    }
  }
  return numbers;
}

Color toColor(const Eigen::RowVector4d& linear) {
  const auto byte = [](double factor) { return std::uint8_t(factor * 255 + 0.5); };
  return {byte(toSrgb(linear[0])), byte(toSrgb(linear[1])), byte(toSrgb(linear[2])),
          byte(linear[3])};
}

LitMesh meshFor(const Layer& layer, LayerUse use) {
  if (use == LayerUse::spatial && layer.mesh.V.cols() == 3) {
    return litMesh(layer.mesh, layer.normals);
  }
  return litMesh(layer.mesh, Eigen::MatrixX3d::Zero(layer.mesh.V.rows(), 3));
}

}  // namespace

Result<PreparedLayer> prepareLayer(const Layer& layer, const Skeleton& skeleton, LayerUse use) {
  auto deformer = layerDeformer(layer, skeleton);
  if (!deformer) return failAt(text("layer '", layer.name, "'"), deformer.error());
  PreparedLayer prepared{.layer = &layer};
  prepared.deformer = *std::move(deformer);
  prepared.bones = skeleton.size();
  LitMesh mesh = meshFor(layer, use);
  prepared.source = std::move(mesh.source);
  const auto& source = prepared.source;
  prepared.own_vertices = std::size_t(layer.mesh.V.rows());
  prepared.rest = spatialRows(layer.mesh.V, source);
  prepared.triangles = std::move(mesh.triangles);
  if (use == LayerUse::spatial) prepared.normals = std::move(mesh.normals);
  for (const std::uint32_t v : source) {
    const bool has_uv = Eigen::Index(v) < layer.uv.rows();
    prepared.uv.push_back({has_uv ? static_cast<float>(layer.uv(v, 0)) : 0.0f,
                           has_uv ? static_cast<float>(layer.uv(v, 1)) : 0.0f});
    if (layer.colors.rows() > 0) prepared.colors.push_back(toColor(layer.colors.row(v)));
  }
  for (const MorphShape& shape : layer.shapes) {
    prepared.shapes.push_back(
        {spatialRows(shape.offsets, source), spatialRows(shape.normal_offsets, source)});
  }
  for (const auto& shape : prepared.shapes) {
    prepared.targets.push_back({.offsets = shape.offsets});
    if (use == LayerUse::spatial) prepared.targets.back().normal_offsets = shape.normal_offsets;
  }
  if (layer.attachment == Attachment::fixed) return prepared;
  const VertexWeights weights = boneWeights(layer, skeleton, source);
  auto packed = packWeights(weights, std::clamp(mostInfluences(weights), 1, 255));
  if (!packed) return failAt(text("layer '", layer.name, "'"), packed.error());
  prepared.weights = std::move(*packed);
  prepared.weight_colors = weightColors(weights);
  return prepared;
}

LayerFrame::LayerFrame(const PreparedLayer& layer)
    : posed(layer.rest),
      posed_normals(layer.normals),
      viewed(layer.rest),
      viewed_normals(layer.normals),
      flat(layer.rest.size() / 3 * 2),
      deforming(layer.deformer, layer.bones) {
  shape.makeRoom(layer);
  left_shape.makeRoom(layer);
  morphed.reserve(layer.rest.size());
  morphed_normals.reserve(layer.normals.size());
  posed_weights.resize(layer.shapes.size());
  weights.resize(layer.shapes.size());
  if (layer.shapes.empty()) return;
  morphed = layer.rest;
  morphed_normals = layer.normals;
}

void LayerShape::makeRoom(const PreparedLayer& layer) {
  weights.reserve(layer.shapes.size());
  offsets.reserve(layer.own_vertices);
}

void LayerShape::take(const PreparedLayer& layer, const Clip* clip, double time) {
  weights.resize(layer.shapes.size());
  for (std::size_t i = 0; i < weights.size(); ++i) weights[i] = layer.layer->shapes[i].weight;
  has_offsets = false;
  if (!clip) return;
  sampleMorphs(*clip, layer.layer->id, time, weights);
  if (clip->offsets.empty()) return;
  offsets.resize(layer.own_vertices);
  has_offsets = sampleOffsets(*clip, layer.layer->id, time, offsets);
}

void LayerShape::fadeFrom(const LayerShape& other, double share) {
  for (std::size_t i = 0; i < weights.size(); ++i) {
    weights[i] = other.weights[i] + (weights[i] - other.weights[i]) * share;
  }
  if (!has_offsets && !other.has_offsets) return;
  if (!has_offsets) offsets.assign(other.offsets.size(), {});
  has_offsets = true;
  for (std::size_t v = 0; v < offsets.size(); ++v) {
    const Vec3 from = other.has_offsets ? other.offsets[v] : Vec3{};
    offsets[v] = from + (offsets[v] - from) * share;
  }
}

void LayerFrame::takeShape(const PreparedLayer& layer, const Moment& moment) {
  shape.take(layer, moment.clip, moment.time);
  if (moment.share >= 1) return;
  left_shape.take(layer, moment.from, moment.from_time);
  shape.fadeFrom(left_shape, moment.share);
}

// The layer's vertices before its bones move them.
void LayerFrame::reshape(const PreparedLayer& layer) {
  if (layer.shapes.empty()) {
    morphed = layer.rest;
    morphed_normals = layer.normals;
  } else {
    std::ranges::transform(shape.weights, weights.begin(), [](double w) { return float(w); });
    MorphJob{.targets = layer.targets,
             .weights = weights,
             .positions = layer.rest,
             .normals = layer.normals,
             .out_positions = morphed,
             .out_normals = morphed_normals}
        .run();
  }
  if (!shape.has_offsets) return;
  for (std::size_t v = 0; v < layer.source.size(); ++v) {
    const Vec3 offset = shape.offsets[layer.source[v]];
    morphed[3 * v] += float(offset.x);
    morphed[3 * v + 1] += float(offset.y);
    morphed[3 * v + 2] += float(offset.z);
  }
}

void LayerFrame::pose(const PreparedLayer& layer, std::span<const SkinMatrix> matrices) {
  const bool is_reshaped = shape.has_offsets || !layer.shapes.empty();
  posed_weights = shape.weights;
  posed_offsets = shape.has_offsets;
  if (is_reshaped) reshape(layer);
  const auto& positions = is_reshaped ? morphed : layer.rest;
  const auto& normals = is_reshaped ? morphed_normals : layer.normals;
  if (layer.layer->attachment == Attachment::fixed) {
    std::ranges::copy(positions, posed.begin());
    std::ranges::copy(normals, posed_normals.begin());
    return;
  }
  deforming.run(layer.deformer, {.matrices = matrices,
                                 .weights = &layer.weights,
                                 .source = layer.source,
                                 .rest = layer.rest,
                                 .positions = positions,
                                 .normals = normals,
                                 .out_positions = posed,
                                 .out_normals = posed_normals});
}

void LayerFrame::viewFlat() {
  for (std::size_t v = 0; 2 * v < flat.size(); ++v) {
    flat[2 * v] = posed[3 * v];
    flat[2 * v + 1] = posed[3 * v + 1];
  }
}

void LayerFrame::viewFrom(const Affine3& to_view) {
  const auto turn = [](const std::vector<float>& from, const Affine3& by, std::vector<float>& to) {
    for (std::size_t i = 0; i + 2 < from.size(); i += 3) {
      const Vec3 at = by * Vec3{double(from[i]), double(from[i + 1]), double(from[i + 2])};
      to[i] = float(at.x);
      to[i + 1] = float(at.y);
      to[i + 2] = float(at.z);
    }
  };
  turn(posed, to_view, viewed);
  turn(posed_normals, {to_view.linear, {}}, viewed_normals);
  for (std::size_t v = 0; 2 * v < flat.size(); ++v) {
    flat[2 * v] = viewed[3 * v];
    flat[2 * v + 1] = viewed[3 * v + 1];
  }
}

}  // namespace vide::detail

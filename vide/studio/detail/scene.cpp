// SPDX-License-Identifier: MIT
#include "vide/studio/detail/scene.hpp"

#include <algorithm>

#include "vide/animation/sample.hpp"
#include "vide/core/word_hash.hpp"
#include "vide/skeleton/bone_index.hpp"
#include "vide/skeleton/pose.hpp"

namespace vide::detail {
namespace {

constexpr std::size_t most_influences = 8;  // that the page's shader mixes

std::size_t influencesOf(const VertexWeights& weights) {
  std::size_t most = 0;
  for (std::size_t v = 0; v < weights.vertices(); ++v) {
    most = std::max(most, weights.handlesOf(v).size());
  }
  return most;
}

bool isReshaped(const Layer& layer, const Clip* clip) {
  return !layer.shapes.empty() ||
         (clip && std::ranges::count(clip->offsets, layer.id, &OffsetTrack::layer) > 0);
}

// Whether matrices and eight weights do not do it.
bool needsDeforming(const Layer& layer) {
  return layer.attachment == Attachment::skinned &&
         (layer.settings.deformer != Deformer::linear_blend ||
          influencesOf(layer.weights) > most_influences);
}

Vec2f moved(const SkinMatrix& matrix, float x, float y) {
  const auto& m = matrix.column;
  return {m[0][0] * x + m[1][0] * y + m[3][0], m[0][1] * x + m[1][1] * y + m[3][1]};
}

}  // namespace

void Scene::derive() {
  // Constraints of a valid document are valid.
  derived_ = std::make_unique<Derived>(
      *document_, *ConstraintSolver::create(document_->skeleton, document_->constraints));
  std::erase_if(deformed_, [&](const auto& one) { return !findLayer(*document_, one.first); });
}

void Scene::show(const Document& document, const ContentNumbers& numbers, std::uint64_t edits,
                 const ShownMoment& moment) {
  const Look look{edits, moment.clip, moment.time, moment.unkeyed};
  if (derived_ && look == look_) return;
  document_ = &document;
  numbers_ = &numbers;
  if (!derived_ || look_.edits != edits) derive();
  look_ = look;
  shapes_.clear();
  const Skeleton& skeleton = document.skeleton;
  const Clip* clip = moment.clip ? findClip(document, *moment.clip) : nullptr;
  moment_ = {clip, moment.sampledTime(document)};
  posed_.assign(skeleton.size(), {});
  if (clip) samplePose(*clip, skeleton, moment_.time, posed_);
  for (const auto& [bone, pose] : moment.unkeyed) posed_[boneIndex(skeleton, bone)] = pose.local;
  acted_ = posed_;
  derived_->constraints.act(acted_, moment_);
  model_.resize(skeleton.size());
  skinning_.resize(skeleton.size());
  matrices_.resize(skeleton.size());
  modelTransforms(skeleton, acted_, model_);
  skinningTransforms(skeleton, model_, skinning_);
  std::ranges::transform(skinning_, matrices_.begin(), toSkinMatrix);
  derived_->drawn.at(clip, moment_.time, drawn_);
}

// Of what a PosedLayer is made of.
std::uint64_t Scene::fingerprint(const Layer& layer) const {
  WordHash hash;
  hash.add(numbers_->geometryOf(layer.id));
  hash.add(std::uint64_t(layer.settings.deformer));
  for (const MorphShape& shape : layer.shapes) {
    hash.add(std::uint64_t(reinterpret_cast<std::uintptr_t>(shape.offsets.data())));
    hash.add(shape.weight);
  }
  const Skeleton& skeleton = document_->skeleton;
  hash.add(std::uint64_t(skeleton.size()));
  for (std::size_t i = 0; i < skeleton.size(); ++i) {
    for (const Vec3 v : {skeleton.head(i), skeleton.tail(i)}) {
      hash.add(v.x), hash.add(v.y), hash.add(v.z);
    }
  }
  return hash.value();
}

std::span<const float> Scene::workedOut(std::size_t index) {
  const Layer& layer = document_->layers[index];
  if (layer.mesh.V.rows() == 0) return {};
  if (!needsDeforming(layer) && !isReshaped(layer, moment_.clip)) return {};
  Deformed& deformed = deformed_[layer.id];
  if (const std::uint64_t now = fingerprint(layer); deformed.of != now) {
    deformed = {now, {}};
    auto made = PosedLayer::create(layer, document_->skeleton);
    if (made) deformed.layer = *std::move(made);
  }
  if (!deformed.layer) return {};
  return deformed.layer->pose(matrices_, moment_);
}

const PosedShape& Scene::shape(std::size_t index) {
  const auto [entry, is_new] = shapes_.try_emplace(index);
  PosedShape& shape = entry->second;
  if (!is_new) return shape;
  moveVertices(index, shape.positions);
  for (const Vec2f p : shape.positions) shape.box.include({double(p.x), double(p.y)});
  return shape;
}

void Scene::moveVertices(std::size_t index, std::vector<Vec2f>& positions) {
  const Layer& layer = document_->layers[index];
  const auto vertices = std::size_t(layer.mesh.V.rows());
  positions.reserve(vertices);
  if (const auto given = workedOut(index); !given.empty()) {
    for (std::size_t v = 0; v < vertices; ++v)
      positions.push_back({given[3 * v], given[3 * v + 1]});
    return;
  }
  std::vector<std::size_t> bones;
  for (const BoneId bone : layer.bones) bones.push_back(boneIndex(document_->skeleton, bone));
  for (std::size_t v = 0; v < vertices; ++v) {
    const auto x = float(layer.mesh.V(Eigen::Index(v), 0));
    const auto y = float(layer.mesh.V(Eigen::Index(v), 1));
    if (layer.attachment == Attachment::fixed) positions.push_back({x, y});
    if (layer.attachment == Attachment::rigid)
      positions.push_back(moved(matrices_[bones[0]], x, y));
    if (layer.attachment != Attachment::skinned) continue;
    Vec2f sum;
    for (std::size_t k = layer.weights.row_start[v]; k < layer.weights.row_start[v + 1]; ++k) {
      const auto weight = float(layer.weights.weight[k]);
      const Vec2f at = moved(matrices_[bones[std::size_t(layer.weights.handle[k])]], x, y);
      sum = {sum.x + weight * at.x, sum.y + weight * at.y};
    }
    positions.push_back(sum);
  }
}

}  // namespace vide::detail

// SPDX-License-Identifier: MIT
#include "vide/author/layer_weights.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "vide/author/detail/smaller_coverage.hpp"
#include "vide/author/layer_picture.hpp"
#include "vide/author/paint_order.hpp"
#include "vide/author/weigh_mesh.hpp"
#include "vide/core/text.hpp"
#include "vide/image/coverage_from_image.hpp"
#include "vide/mesh/adjacency.hpp"
#include "vide/weights/geodesic.hpp"
#include "vide/weights/straight.hpp"
#include "vide/weights/weight_tools.hpp"

namespace vide {
namespace {

// The picture at one size, and what was found in it.
struct Measured {
  Coverage mask;
  double scale = 1;  // of the mask's pixels, in pixels of the picture
  std::optional<GeodesicDistances> distances;
};

// A layer in its picture's own space.
struct LayerSpace {
  Eigen::MatrixXd V;
  Eigen::MatrixX3i F;                   // in the order of their corners
  Skeleton skeleton;                    // only the layer's bones deform
  std::vector<double> bone_smoothness;  // one per bone of the skeleton, or empty
};

std::vector<double> smoothnessByBone(const Layer& layer, const Skeleton& skeleton) {
  std::vector<double> by_bone;
  for (const BoneSmoothness& one : layer.settings.bone_smoothness) {
    const int bone = findBone(skeleton, one.bone);
    if (bone < 0) continue;
    by_bone.resize(skeleton.size());
    by_bone[std::size_t(bone)] = one.smoothness;
  }
  return by_bone;
}

Result<LayerSpace> spaceOf(const Document& document, const Layer& layer) {
  const auto refuse = [](const char* why) { return fail(ErrorCode::invalid_argument, why); };
  if (!isAutomatic(layer.settings.weights)) {
    return fail(ErrorCode::unsupported, "its weights come from a method that layers do not have");
  }
  if (layer.bones.empty()) return refuse("it follows no bones");
  if (layer.mesh.V.rows() == 0) return refuse("it has no mesh");
  if (layer.mesh.V.cols() != 2) return refuse("it does not lie in the plane");
  const ImageAsset* image = layer.image ? findImage(document, *layer.image) : nullptr;
  const auto corner = image ? pictureCorner(layer, *image) : Vec2{};
  if (!corner) return std::unexpected(corner.error());
  auto skeleton = skeletonOver(*corner, document.skeleton, bonesOf(layer, document.skeleton));
  if (!skeleton) return std::unexpected(skeleton.error());
  LayerSpace space{layer.mesh.V, trianglesByCorners(layer.mesh.F), *std::move(skeleton), {}};
  space.V.rowwise() -= Eigen::RowVector2d(corner->x, corner->y);
  space.bone_smoothness = smoothnessByBone(layer, document.skeleton);
  return space;
}

// The skeleton in units that are `scale` times as large.
Result<Skeleton> scaledDown(const Skeleton& skeleton, double scale) {
  std::vector<Bone> bones(skeleton.bones().begin(), skeleton.bones().end());
  for (Bone& bone : bones) {
    bone.local.translation = bone.local.translation / scale;
    bone.tail = bone.tail / scale;
  }
  return Skeleton::fromBones(std::move(bones));
}

// Weights for all bones of the skeleton as weights for those of the layer.
VertexWeights ownWeights(const VertexWeights& all, const Layer& layer, const Skeleton& skeleton) {
  std::vector<int> place(skeleton.size(), -1);
  const auto bones = bonesOf(layer, skeleton);
  for (std::size_t i = 0; i < bones.size(); ++i) place[bones[i]] = int(i);
  return renumber(all, place, int(bones.size()));
}

MeshContent contentOf(const LayerSpace& space) {
  MeshContent content{.V = Eigen::MatrixXd::Zero(space.V.rows(), 3), .F = space.F};
  content.V.leftCols(2) = space.V;
  return content;
}

Result<WeightsResult> straight(const LayerSpace& space, const Layer& layer) {
  return straightWeights(space.V, space.skeleton,
                         {.smoothness = layer.settings.smoothness.value_or(0),
                          .bone_smoothness = space.bone_smoothness,
                          .influences = layer.settings.influences});
}

Result<WeightsResult> boundedBiharmonic(const LayerSpace& space, const Layer& layer,
                                        ThreadPool* pool, const Progress& progress) {
  auto found = weighByBones(contentOf(space), space.skeleton,
                            {.influences = layer.settings.influences, .pool = pool}, progress);
  if (!found) return std::unexpected(found.error());
  return WeightsResult{std::move(found->weights), std::move(found->warnings)};
}

// A draft does not wait for what takes a browser more than about a tenth of a second to solve.
WeightMethod methodOf(const Layer& layer, const Image* pixels, WeightQuality quality) {
  constexpr std::size_t most_solved = 8000;  // weights
  const std::size_t weights = std::size_t(layer.mesh.V.rows()) * layer.bones.size();
  const bool is_soon = quality == WeightQuality::exact || weights <= most_solved;
  const WeightMethod method = layer.settings.weights;
  if (is_soon || method != WeightMethod::bounded_biharmonic) return method;
  return pixels ? WeightMethod::geodesic : WeightMethod::straight;
}

}  // namespace

bool isAutomatic(WeightMethod method) {
  return method == WeightMethod::geodesic || method == WeightMethod::straight ||
         method == WeightMethod::bounded_biharmonic;
}

struct LayerWeigher::Found {
  // What it was found for.
  std::optional<double> threshold;
  Eigen::MatrixXd V;
  Eigen::MatrixX3i F;

  std::vector<int> part;
  double default_smoothness = 0;  // pixels
  std::optional<Measured> exact, draft;

  Result<void> follow(const LayerSpace& space, const Layer& layer, const Image& pixels);
  Measured& measured(const LayerWeightsOptions& options);
  Result<WeightsResult> geodesic(const LayerSpace& space, const Layer& layer,
                                 const LayerWeightsOptions& options, const Progress& progress);
};

// Forgets what the layer as it is now has made wrong.
Result<void> LayerWeigher::Found::follow(const LayerSpace& space, const Layer& layer,
                                         const Image& pixels) {
  const double now = layer.settings.mesh.alpha_threshold.value_or(AlphaOptions{}.threshold);
  if (!exact || threshold != now) {
    auto shape = shapeOf(layer, pixels);
    if (!shape) return std::unexpected(shape.error());
    draft.reset();
    threshold = now;
    default_smoothness = defaultSmoothness(*shape);
    exact = Measured{*std::move(shape)};
  }
  if (V.rows() == space.V.rows() && V == space.V && F.rows() == space.F.rows() && F == space.F) {
    return {};
  }
  V = space.V;
  F = space.F;
  part = connectedComponents(int(V.rows()), F).of_vertex;
  exact->distances.reset();
  if (draft) draft->distances.reset();
  return {};
}

Measured& LayerWeigher::Found::measured(const LayerWeightsOptions& options) {
  const int side = std::max(exact->mask.width, exact->mask.height);
  const int step = std::max(1, (side + options.draft_side - 1) / std::max(options.draft_side, 1));
  if (options.quality == WeightQuality::exact || step == 1) return *exact;
  if (!draft || draft->scale != step) {
    draft = Measured{detail::smallerCoverage(exact->mask, step), double(step)};
  }
  return *draft;
}

Result<WeightsResult> LayerWeigher::Found::geodesic(const LayerSpace& space, const Layer& layer,
                                                    const LayerWeightsOptions& options,
                                                    const Progress& progress) {
  Measured& at = measured(options);
  const bool is_smaller = at.scale != 1;
  const auto skeleton =
      is_smaller ? scaledDown(space.skeleton, at.scale) : Result<Skeleton>(space.skeleton);
  if (!skeleton) return std::unexpected(skeleton.error());
  GeodesicOptions how{.smoothness = layer.settings.smoothness.value_or(default_smoothness),
                      .bone_smoothness = space.bone_smoothness,
                      .influences = layer.settings.influences,
                      .triangles = &space.F,
                      .known = at.distances ? &*at.distances : nullptr,
                      .pool = options.pool};
  how.smoothness /= at.scale;
  for (double& smoothness : how.bone_smoothness) smoothness /= at.scale;
  const Eigen::MatrixXd V_there = space.V / at.scale;
  auto distances = GeodesicDistances::compute(at.mask, V_there, part, *skeleton, how, progress);
  if (!distances) return std::unexpected(distances.error());
  at.distances = *std::move(distances);
  return at.distances->weights(how);
}

LayerWeigher::LayerWeigher() : found_(std::make_unique<Found>()) {}
LayerWeigher::LayerWeigher(LayerWeigher&&) noexcept = default;
LayerWeigher& LayerWeigher::operator=(LayerWeigher&&) noexcept = default;
LayerWeigher::~LayerWeigher() = default;

Result<LayerWeights> LayerWeigher::weigh(const Document& document, const Layer& layer,
                                         const Image* pixels, const LayerWeightsOptions& options,
                                         const Progress& progress) {
  const auto in_layer = [&](const Error& error) {
    return failAt(text("layer '", layer.name, "'"), error);
  };
  const auto space = spaceOf(document, layer);
  if (!space) return in_layer(space.error());
  const WeightMethod method = methodOf(layer, pixels, options.quality);
  auto weighed = [&]() -> Result<WeightsResult> {
    if (method == WeightMethod::straight) return straight(*space, layer);
    if (method == WeightMethod::bounded_biharmonic) {
      return boundedBiharmonic(*space, layer, options.pool, progress);
    }
    if (!pixels) {
      return fail(ErrorCode::invalid_argument, "geodesic weights need the pixels of its picture");
    }
    if (auto followed = found_->follow(*space, layer, *pixels); !followed) {
      return std::unexpected(followed.error());
    }
    return found_->geodesic(*space, layer, options, progress);
  }();
  if (!weighed) return in_layer(weighed.error());
  TriMesh painted{{}, space->F};
  paintInBoneOrder(painted, weighed->weights);
  return LayerWeights{ownWeights(weighed->weights, layer, document.skeleton), std::move(painted.F),
                      std::move(weighed->warnings)};
}

Result<LayerWeights> layerWeights(const Document& document, const Layer& layer, const Image* pixels,
                                  const LayerWeightsOptions& options, const Progress& progress) {
  return LayerWeigher().weigh(document, layer, pixels, options, progress);
}

}  // namespace vide

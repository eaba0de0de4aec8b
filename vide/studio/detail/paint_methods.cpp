// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>

#include "vide/rig/layer_commands.hpp"
#include "vide/skeleton/bone_index.hpp"
#include "vide/studio/detail/lookup.hpp"
#include "vide/studio/detail/methods.hpp"
#include "vide/studio/detail/session.hpp"
#include "vide/weights/edit_weights.hpp"
#include "vide/weights/mirror_weights.hpp"
#include "vide/weights/paint_weights.hpp"
#include "vide/weights/smooth_weights.hpp"
#include "vide/weights/weight_tools.hpp"

// Weights by hand. A layer that was touched so is never weighed automatically again, unless it is
// asked for by `weigh`.
namespace vide::detail {
namespace {

constexpr std::size_t most_places = 10'000;

// A layer's weights with the bones that they are for.
struct HandWeights {
  std::vector<BoneId> bones;
  VertexWeights weights;
};

// The bone's handle; a bone that the layer did not follow gets one.
int handleOf(HandWeights& hand, BoneId bone) {
  const auto found = std::ranges::find(hand.bones, bone);
  const auto handle = int(found - hand.bones.begin());
  if (found == hand.bones.end()) {
    hand.bones.push_back(bone);
    hand.weights.handles = int(hand.bones.size());
  }
  return handle;
}

// What a step of the history sets: the weights, and that a person made them.
Result<void> setByHand(Edit& edit, LayerId id, HandWeights hand) {
  LayerSettings settings = findLayer(edit.document(), id)->settings;
  settings.weights = WeightMethod::authored;
  if (auto set = bindToBones(edit, id, std::move(hand.bones), std::move(hand.weights)); !set) {
    return set;
  }
  return edit.set(id, &Layer::settings, std::move(settings));
}

// How a method changes a layer's weights.
using HandWork = std::function<Result<VertexWeights>(const Layer&, HandWeights&)>;

Result<Reply> runByHand(Session& session, LayerId id, std::string name, std::string merge,
                        const HandWork& work) {
  const auto layer = findSkinnedLayer(session.document(), id);
  if (!layer) return std::unexpected(layer.error());
  HandWeights hand{(*layer)->bones, (*layer)->weights};
  auto made = work(**layer, hand);
  if (!made) return std::unexpected(made.error());
  hand.weights = *std::move(made);
  return session.run({std::move(name), std::move(merge),
                      [&](Edit& edit) { return setByHand(edit, id, std::move(hand)); }});
}

int influencesOf(const Layer& layer) {
  return std::max(layer.settings.influences, mostInfluences(layer.weights));
}

// How the brush is held.
struct Stroke {
  std::vector<Vec2> along;
  double radius = 1, hardness = 0.5, strength = 1;
};

double shareArgument(Arguments& arguments, std::string_view name) {
  const double share = arguments.number(name);
  if (!(share >= 0 && share <= 1)) arguments.refuse(name, "must lie between 0 and 1");
  return share;
}

Stroke strokeOf(Arguments& arguments) {
  Stroke stroke{.along = arguments.points("at"), .radius = arguments.number("radius")};
  if (stroke.along.empty() || stroke.along.size() > most_places) {
    arguments.refuse("at", text("must have 1 to ", most_places, " places"));
  }
  if (!(stroke.radius > 0)) arguments.refuse("radius", "must be above 0");
  stroke.strength = shareArgument(arguments, "strength");
  if (arguments.has("hardness")) stroke.hardness = shareArgument(arguments, "hardness");
  return stroke;
}

// How much the stroke acts on each vertex, where the shown moment has it.
std::vector<double> amountsOf(Session& session, LayerId id, const Stroke& stroke) {
  const Brush brush{stroke.along, stroke.radius, stroke.hardness};
  std::vector<double> amounts;
  const std::size_t layer = placeOf<Layer>(session.document(), id);
  for (const Vec2f& place : session.scene().shape(layer).positions) {
    amounts.push_back(brushAmount(brush, {double(place.x), double(place.y)}));
  }
  return amounts;
}

Result<Reply> paintWeights(Session& session, Request& request) {
  // Those of PaintMode, and one more.
  static constexpr std::array<std::string_view, 4> modes{"add", "subtract", "replace", "smooth"};
  static constexpr std::size_t smoothing = 3;
  Arguments& arguments = request.arguments;
  const LayerId id = arguments.id("layer");
  const BoneId bone = arguments.id("bone");
  const Stroke stroke = strokeOf(arguments);
  const std::size_t mode = arguments.choice("mode", modes);
  const auto merge = arguments.textIf("merge").value_or("");
  if (auto right = request.finish(); !right) return std::unexpected(right.error());
  const auto index = findBoneIndex(session.document().skeleton, bone);
  if (!index) return std::unexpected(index.error());
  return runByHand(session, id, "Paint weights", merge, [&](const Layer& layer, HandWeights& hand) {
    const auto amounts = amountsOf(session, id, stroke);
    if (mode == smoothing) {
      return smoothWeights(
          hand.weights, layer.mesh,
          {.strength = stroke.strength, .influences = influencesOf(layer), .mask = amounts});
    }
    const int handle = handleOf(hand, bone);
    return vide::paintWeights(hand.weights, amounts,
                              {.handle = handle,
                               .mode = PaintMode(mode),
                               .strength = stroke.strength,
                               .influences = influencesOf(layer)});
  });
}

Result<int> vertexOf(const Layer& layer, int vertex) {
  if (vertex >= 0 && vertex < layer.mesh.V.rows()) return vertex;
  return fail(ErrorCode::not_found, text("layer '", layer.name, "' has no vertex ", vertex));
}

Result<Reply> editWeight(Session& session, Request& request) {
  Arguments& arguments = request.arguments;
  const LayerId id = arguments.id("layer");
  const int vertex = arguments.integer("vertex");
  const BoneId bone = arguments.id("bone");
  const double weight = shareArgument(arguments, "weight");
  const auto merge = arguments.textIf("merge").value_or("");
  if (auto right = request.finish(); !right) return std::unexpected(right.error());
  const auto index = findBoneIndex(session.document().skeleton, bone);
  if (!index) return std::unexpected(index.error());
  return runByHand(session, id, "Edit weight", merge,
                   [&](const Layer& layer, HandWeights& hand) -> Result<VertexWeights> {
                     const auto found = vertexOf(layer, vertex);
                     if (!found) return std::unexpected(found.error());
                     const WeightEdit edit{*found, handleOf(hand, bone), weight};
                     return editWeights(hand.weights, std::span(&edit, 1));
                   });
}

Result<Reply> vertexWeights(Session& session, Request& request) {
  const LayerId id = request.arguments.id("layer");
  const int vertex = request.arguments.integer("vertex");
  if (auto right = request.finish(); !right) return std::unexpected(right.error());
  const auto layer = find<Layer>(session.document(), id);
  if (!layer) return std::unexpected(layer.error());
  const auto found = vertexOf(**layer, vertex);
  if (!found) return std::unexpected(found.error());
  Json list = Json::array();
  if ((*layer)->attachment == Attachment::rigid) {
    list.push_back({{"bone", (*layer)->bones[0]}, {"weight", 1}});
  }
  if ((*layer)->attachment == Attachment::skinned) {
    const auto handles = (*layer)->weights.handlesOf(std::size_t(*found));
    const auto weights = (*layer)->weights.weightsOf(std::size_t(*found));
    for (std::size_t i = 0; i < handles.size(); ++i) {
      list.push_back({{"bone", (*layer)->bones[std::size_t(handles[i])]}, {"weight", weights[i]}});
    }
  }
  return Reply{{{"weights", std::move(list)}}, {}};
}

Result<Reply> pruneWeights(Session& session, Request& request) {
  const LayerId id = request.arguments.id("layer");
  const double threshold = shareArgument(request.arguments, "threshold");
  const int influences = request.arguments.integer("influences");
  if (influences < 1) request.arguments.refuse("influences", "must be 1 or more");
  if (auto right = request.finish(); !right) return std::unexpected(right.error());
  return runByHand(session, id, "Prune weights", "",
                   [&](const Layer&, HandWeights& hand) -> Result<VertexWeights> {
                     return pruneBelow(prune(hand.weights, influences), threshold);
                   });
}

Result<Reply> smooth(Session& session, Request& request) {
  const LayerId id = request.arguments.id("layer");
  const double strength = shareArgument(request.arguments, "strength");
  const int rounds = request.arguments.integer("rounds");
  if (rounds < 0 || rounds > 1000)
    request.arguments.refuse("rounds", "must lie between 0 and 1000");
  if (auto right = request.finish(); !right) return std::unexpected(right.error());
  return runByHand(session, id, "Smooth weights", "", [&](const Layer& layer, HandWeights& hand) {
    return smoothWeights(
        hand.weights, layer.mesh,
        {.strength = strength, .rounds = rounds, .influences = layer.settings.influences},
        request.progress);
  });
}

// Bones of the other side that take over are added to those that the layer follows.
Result<VertexWeights> mirrored(const Skeleton& skeleton, const Layer& layer, HandWeights& hand,
                               const MirrorOptions& options, std::vector<std::string>& warnings) {
  std::vector<int> indices;
  for (const BoneId bone : hand.bones) indices.push_back(int(boneIndex(skeleton, bone)));
  auto made = mirrorWeights(renumber(hand.weights, indices, int(skeleton.size())), layer.mesh,
                            skeleton, options);
  if (!made) return std::unexpected(made.error());
  warnings = std::move(made->warnings);
  std::vector<int> handles(skeleton.size(), -1);
  for (const int bone : made->weights.handle) {
    int& handle = handles[std::size_t(bone)];
    if (handle < 0) handle = handleOf(hand, skeleton[std::size_t(bone)].id);
  }
  return renumber(made->weights, handles, int(hand.bones.size()));
}

Result<Reply> mirror(Session& session, Request& request) {
  static constexpr std::array<std::string_view, 2> directions{"right_to_left", "left_to_right"};
  const LayerId id = request.arguments.id("layer");
  MirrorOptions options{.plane = {.offset = request.arguments.number("x")}};
  options.direction = request.arguments.oneOf<MirrorDirection>("direction", directions);
  if (auto right = request.finish(); !right) return std::unexpected(right.error());
  std::vector<std::string> warnings;
  auto reply =
      runByHand(session, id, "Mirror weights", "", [&](const Layer& layer, HandWeights& hand) {
        options.influences = influencesOf(layer);
        return mirrored(session.document().skeleton, layer, hand, options, warnings);
      });
  if (reply) reply->json["warnings"] = std::move(warnings);
  return reply;
}

}  // namespace

std::span<const Method> paintMethods() {
  static constexpr Method methods[] = {{"paint_weights", detail::paintWeights},
                                       {"edit_weight", editWeight},
                                       {"vertex_weights", vertexWeights},
                                       {"prune_weights", pruneWeights},
                                       {"smooth_weights", smooth},
                                       {"mirror_weights", mirror}};
  return methods;
}

}  // namespace vide::detail

// SPDX-License-Identifier: MIT
#include "vide/rig/detail/forget_bone.hpp"

#include "vide/rig/detail/known_steps.hpp"

namespace vide {
namespace {

// The weights with the column `gone` given to the column `heir`, or without it where that is -1;
// later columns move up. A vertex that nothing else pulls follows the first that is left.
VertexWeights without(const VertexWeights& weights, int gone, int heir) {
  VertexWeights result;
  result.handles = weights.handles - 1;
  const auto renumbered = [&](int handle) { return handle > gone ? handle - 1 : handle; };
  std::vector<Influence> row;
  for (std::size_t v = 0; v < weights.vertices(); ++v) {
    row.clear();
    double sum = 0, inherited = 0;
    for (std::size_t i = weights.row_start[v]; i < weights.row_start[v + 1]; ++i) {
      const int handle = weights.handle[i];
      if (handle == gone || handle == heir) {
        if (heir >= 0) inherited += weights.weight[i];
      } else {
        row.push_back({renumbered(handle), weights.weight[i]});
        sum += weights.weight[i];
      }
    }
    if (heir >= 0) {
      row.push_back({renumbered(heir), inherited});
      sum += inherited;
    }
    if (sum > 0) {
      for (Influence& influence : row) influence.weight /= sum;
    } else {
      row = {{0, 1.0}};
    }
    appendRow(result, row);
  }
  return result;
}

void unbind(Edit& edit, LayerId id) {
  replaceIn(edit, id, &Layer::attachment, Attachment::fixed);
  replaceIn(edit, id, &Layer::bones, {});
  replaceIn(edit, id, &Layer::weights, {});
}

// `layer` names the bone.
void handOver(Edit& edit, LayerId id, BoneId bone, std::optional<BoneId> heir) {
  const Layer& layer = *findLayer(edit.document(), id);
  std::vector<BoneId> bones = layer.bones;
  const auto gone = std::ranges::find(bones, bone);
  const auto heir_at = heir ? std::ranges::find(bones, *heir) : bones.end();
  const int gone_index = int(gone - bones.begin());
  if (heir && heir_at == bones.end()) {
    *gone = *heir;
    replaceIn(edit, id, &Layer::bones, std::move(bones));
    return;
  }
  if (bones.size() == 1) return unbind(edit, id);
  const int heir_index = heir ? int(heir_at - bones.begin()) : -1;
  replaceIn(edit, id, &Layer::weights, without(layer.weights, gone_index, heir_index));
  bones.erase(gone);
  replaceIn(edit, id, &Layer::bones, std::move(bones));
}

void forgetInLayer(Edit& edit, LayerId id, BoneId bone, std::optional<BoneId> heir) {
  const Layer& layer = *findLayer(edit.document(), id);
  const auto isOfBone = [&](const BoneSmoothness& s) { return s.bone == bone; };
  if (std::ranges::any_of(layer.settings.bone_smoothness, isOfBone)) {
    LayerSettings settings = layer.settings;
    std::erase_if(settings.bone_smoothness, isOfBone);
    replaceIn(edit, id, &Layer::settings, std::move(settings));
  }
  if (std::ranges::count(layer.bones, bone)) handOver(edit, id, bone, heir);
}

struct NamesBone {
  BoneId bone;

  bool operator()(const ReachConstraint& reach) const {
    return reach.bone == bone || reach.target == bone || reach.pole == bone;
  }
  bool operator()(const AimConstraint& aim) const { return aim.bone == bone || aim.target == bone; }
  bool operator()(const CopyConstraint& copy) const {
    return copy.bone == bone || copy.source == bone;
  }
};

// Whether the bone is in the chain, above its last.
bool isWithin(const ReachConstraint& reach, BoneId bone, const Skeleton& skeleton) {
  int at = findBone(skeleton, reach.bone);
  for (int i = 1; i < reach.length; ++i) {
    at = skeleton[std::size_t(at)].parent;
    if (skeleton[std::size_t(at)].id == bone) return true;
  }
  return false;
}

// Chains that lose the bone from their middle or top get shorter by it.
void shortenChains(Edit& edit, BoneId bone) {
  for (const Constraint& constraint : edit.document().constraints) {
    const auto* reach = std::get_if<ReachConstraint>(&constraint.kind);
    if (!reach || !isWithin(*reach, bone, edit.document().skeleton)) continue;
    ReachConstraint shorter = *reach;
    --shorter.length;
    replaceIn(edit, constraint.id, &Constraint::kind, shorter);
  }
}

}  // namespace

void forgetBone(Edit& edit, BoneId bone, std::optional<BoneId> heir) {
  for (const Layer& layer : edit.document().layers) forgetInLayer(edit, layer.id, bone, heir);
  eraseTracks(edit, &Clip::bones, [&](const BoneTrack& track) { return track.bone == bone; });
  for (const ConstraintId id : idsWhere(edit.document().constraints, [&](const Constraint& c) {
         return std::visit(NamesBone{bone}, c.kind);
       })) {
    forgetConstraint(edit, id);
  }
  shortenChains(edit, bone);
  const auto& springs = edit.document().springs;
  const auto spring = std::ranges::find(springs, bone, &Spring::bone);
  if (spring == springs.end()) return;
  edit.erase(DocumentPart<std::vector<Spring>>{&Document::springs},
             std::size_t(spring - springs.begin()));
}

}  // namespace vide

// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>

#include "vide/studio/detail/bindings.hpp"
#include "vide/studio/detail/lookup.hpp"
#include "vide/studio/detail/methods.hpp"
#include "vide/studio/detail/names.hpp"
#include "vide/studio/detail/reweigh.hpp"
#include "vide/studio/detail/session.hpp"

// Which bones layers follow, and how strongly by the settings that they keep.
namespace vide::detail {
namespace {

constexpr std::array<std::string_view, 2> quality_names{"draft", "exact"};
constexpr int most_influences = 255;

// The bones' indices, ascending.
Result<BoneSet> boneSet(const Skeleton& skeleton, const std::vector<std::uint32_t>& ids) {
  BoneSet bones;
  for (const BoneId id : ids) {
    const auto bone = findBoneIndex(skeleton, id);
    if (!bone) return std::unexpected(bone.error());
    bones.push_back(*bone);
  }
  std::ranges::sort(bones);
  bones.erase(std::unique(bones.begin(), bones.end()), bones.end());
  return bones;
}

Result<Reply> bind(Session& session, Request& request) {
  const LayerId id = request.arguments.id("layer");
  const auto ids = request.arguments.ids("bones");
  if (auto right = request.finish(); !right) return std::unexpected(right.error());
  const auto bones = boneSet(session.document().skeleton, ids);
  if (!bones) return std::unexpected(bones.error());
  EditNotes notes;
  const auto work = [&](Edit& edit) -> Result<void> {
    if (bones->empty()) return holdStill(edit, id);
    if (bones->size() == 1) {
      return bindToBone(edit, id, edit.document().skeleton[bones->front()].id);
    }
    return bindAndWeigh(session, edit, id, *bones, notes.warnings, request.progress);
  };
  auto done = session.edit({"Bind layer", "", work});
  if (!done) return std::unexpected(done.error());
  return session.edited(std::move(notes));
}

// New settings, as far as they are given.
struct WeightChanges {
  std::optional<WeightMethod> method;
  std::optional<std::optional<double>> smoothness;  // none inside: the method's own
  std::optional<int> influences;
  std::optional<BoneId> bone;  // whose smoothness changes
  std::optional<double> bone_smoothness;
};

std::optional<double> smoothnessOrNull(Arguments& arguments) {
  if (arguments.isNull("smoothness")) {
    arguments.any("smoothness");
    return std::nullopt;
  }
  const double smoothness = arguments.number("smoothness");
  if (!(smoothness > 0)) arguments.refuse("smoothness", "must be above 0, or null");
  return smoothness;
}

WeightChanges changesOf(Arguments& arguments) {
  WeightChanges changes;
  changes.method = arguments.oneOfIf<WeightMethod>("method", weight_method_names);
  if (arguments.has("smoothness")) changes.smoothness = smoothnessOrNull(arguments);
  changes.influences = arguments.integerIf("influences", {1, most_influences});
  arguments.objectIf("bone_smoothness", [&](Arguments& inside) {
    changes.bone = inside.id("bone");
    changes.bone_smoothness = smoothnessOrNull(inside);
  });
  return changes;
}

LayerSettings changed(LayerSettings settings, const WeightChanges& changes) {
  settings.weights = changes.method.value_or(settings.weights);
  settings.influences = changes.influences.value_or(settings.influences);
  if (changes.smoothness) settings.smoothness = *changes.smoothness;
  if (changes.bone) {
    auto& list = settings.bone_smoothness;
    std::erase_if(list, [&](const BoneSmoothness& one) { return one.bone == *changes.bone; });
    if (changes.bone_smoothness) list.push_back({*changes.bone, *changes.bone_smoothness});
    std::ranges::sort(list, {}, &BoneSmoothness::bone);
  }
  return settings;
}

// Errors: no such layer or bone, a layer that is not skinned.
Result<void> checkWeighed(const Document& document, std::span<const std::uint32_t> layers,
                          const WeightChanges& changes) {
  if (changes.bone) {
    const auto bone = findBoneIndex(document.skeleton, *changes.bone);
    if (!bone) return std::unexpected(bone.error());
  }
  for (const LayerId id : layers) {
    if (auto layer = findSkinnedLayer(document, id); !layer) return std::unexpected(layer.error());
  }
  return {};
}

Result<Reply> weigh(Session& session, Request& request) {
  Arguments& arguments = request.arguments;
  const auto layers = arguments.ids("layers");
  const WeightChanges changes = changesOf(arguments);
  const auto quality = arguments.oneOf<Quality>("quality", quality_names);
  const auto merge = arguments.textIf("merge").value_or("");
  if (auto right = request.finish(); !right) return std::unexpected(right.error());
  if (auto right = checkWeighed(session.document(), layers, changes); !right) {
    return std::unexpected(right.error());
  }
  EditNotes notes;
  const auto work = [&](Edit& edit) -> Result<void> {
    const double count = double(layers.size());
    for (std::size_t i = 0; i < layers.size(); ++i) {
      LayerSettings settings = changed(findLayer(edit.document(), layers[i])->settings, changes);
      const bool stays = settings.weights == WeightMethod::authored;
      if (auto set = edit.set(layers[i], &Layer::settings, std::move(settings)); !set) return set;
      if (stays) continue;
      const auto part = request.progress.slice(double(i) / count, double(i + 1) / count);
      auto weighed = weighLayer(session, edit, layers[i], quality, notes.warnings, part);
      if (!weighed) return weighed;
    }
    return {};
  };
  auto done = session.edit({"Weigh", merge, work});
  if (!done) return std::unexpected(done.error());
  return session.edited(std::move(notes));
}

}  // namespace

std::span<const Method> weightMethods() {
  static constexpr Method methods[] = {{"bind", bind}, {"weigh", weigh}};
  return methods;
}

}  // namespace vide::detail

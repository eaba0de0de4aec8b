// SPDX-License-Identifier: MIT
#include "apps/vide/inspect_clips.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <vector>

#include "apps/vide/listed_facts.hpp"
#include "vide/pipeline/read_files.hpp"

namespace vide::cli {
namespace {

using nlohmann::ordered_json;

// Calls visit(name, value) for the members of `part` of every clip.
template <class Visit>
void eachNamed(const ordered_json& clips, const char* part, Visit visit) {
  for (const auto& clip : clips) {
    const auto named = clip.is_object() ? clip.find(part) : clip.end();
    if (named == clip.end() || !named->is_object()) continue;
    for (const auto& entry : named->items()) visit(entry.key(), entry.value());
  }
}

// The text of the second member of every pair, as in [[0, "a"], [0.5, "b"]].
template <class Visit>
void eachSecond(const ordered_json& pairs, Visit visit) {
  for (const auto& pair : pairs) {
    if (pair.is_array() && pair.size() == 2) visit(pair[1]);
  }
}

// All that clips name: what they are for must have it.
struct ClipNames {
  std::set<std::string> bones, layers, constraints;
  std::map<std::string, std::set<std::string>> shapes;  // of a layer
  std::map<std::string, std::set<std::string>> slots;   // with the layers that they show

  explicit ClipNames(const ordered_json& clips) {
    eachNamed(clips, "bones", [&](const auto& name, const auto&) { bones.insert(name); });
    eachNamed(clips, "layers", [&](const auto& name, const auto&) { layers.insert(name); });
    eachNamed(clips, "constraints",
              [&](const auto& name, const auto&) { constraints.insert(name); });
    eachNamed(clips, "shapes", [&](const auto& layer, const auto& tracks) {
      layers.insert(layer);
      for (const auto& track : tracks.items()) shapes[layer].insert(track.key());
    });
    eachNamed(clips, "slots", [&](const auto& slot, const auto& steps) {
      auto& shown = slots[slot];
      eachSecond(steps, [&](const auto& layer) { addText(layer, shown); });
      layers.insert(shown.begin(), shown.end());
    });
    for (const auto& clip : clips) {
      if (!clip.is_object() || !clip.contains("order")) continue;
      eachSecond(clip["order"], [&](const auto& order) {
        for (const auto& entry : order) {
          addText(entry, layers);
          if (entry.is_array())
            std::ranges::for_each(entry, [&](const auto& layer) { addText(layer, layers); });
        }
      });
    }
  }

 private:
  static void addText(const ordered_json& node, std::set<std::string>& out) {
    if (node.is_string()) out.insert(node.get<std::string>());
  }
};

// A document with all that the clips name, so that they can be checked without theirs.
Result<Document> documentNamedBy(const ClipNames& names) {
  std::vector<Bone> bones;
  for (const auto& name : names.bones) bones.push_back({.id = BoneId(bones.size()), .name = name});
  auto skeleton = Skeleton::fromBones(std::move(bones));
  if (!skeleton) return std::unexpected(skeleton.error());
  Document document;
  document.skeleton = *std::move(skeleton);
  std::map<std::string, LayerId> ids;
  for (const auto& name : names.layers) {
    Layer layer{.id = LayerId(document.layers.size()), .name = name};
    if (const auto of_layer = names.shapes.find(name); of_layer != names.shapes.end()) {
      for (const std::string& shape : of_layer->second) layer.shapes.push_back({.name = shape});
    }
    ids[name] = layer.id;
    document.draw_order.push_back(layer.id);
    document.layers.push_back(std::move(layer));
  }
  for (const auto& [name, layers] : names.slots) {
    Slot slot{.id = SlotId(document.slots.size()), .name = name};
    for (const std::string& layer : layers) slot.layers.push_back(ids.at(layer));
    document.slots.push_back(std::move(slot));
  }
  for (const auto& name : names.constraints) {
    document.constraints.push_back({.id = ConstraintId(document.constraints.size()), .name = name});
  }
  return document;
}

}  // namespace

Result<void> inspectClips(const std::string& path, const ordered_json& listed, Report& report) {
  const auto document = documentNamedBy(ClipNames(listed));
  if (!document) return failAt(path, document.error());
  const auto clips = readClips(path, *document);
  if (!clips) return std::unexpected(clips.error());
  report.set("kind", "clips");
  report.set("clips", durations(*clips, &Clip::duration));
  report.set("bones", namesOf(document->skeleton.bones()));
  report.set("layers", namesOf(document->layers));
  return {};
}

}  // namespace vide::cli

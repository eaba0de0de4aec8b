// SPDX-License-Identifier: MIT
#include "vide/formats/detail/gltf_leftovers.hpp"

#include <algorithm>
#include <string_view>

#include "vide/formats/detail/gltf_builder.hpp"
#include "vide/formats/detail/json_items.hpp"

namespace vide::detail {
namespace {

// Calls visit(index) for the indices below `count` in a list.
template <class Visit>
void eachIndex(const Json* array, std::size_t count, Visit visit) {
  eachItem(array, [&](const Json& item, std::size_t) {
    if (const auto index = asCount(&item); index && *index < count) visit(*index);
  });
}

std::size_t sizeOf(const GltfContent& content, const char* list) {
  const Json* array = member(content.root, list);
  return array && array->is_array() ? array->size() : 0;
}

// Extensions that are known to name neither nodes nor clips.
bool namesNoNodes(std::string_view extension) {
  constexpr std::string_view families[] = {
      "KHR_materials_",          "KHR_texture_",           "EXT_texture_",
      "KHR_lights_punctual",     "KHR_mesh_quantization",  "KHR_draco_mesh_compression",
      "EXT_mesh_gpu_instancing", "EXT_meshopt_compression"};
  return std::ranges::any_of(
      families, [&](std::string_view family) { return extension.starts_with(family); });
}

// The numbers from which on nodes and clips get others.
struct FirstMoved {
  std::size_t node, nodes, clip, clips;

  bool concerns(std::size_t number) const {
    return (number >= node && number < nodes) || (number >= clip && number < clips);
  }
};

bool mayName(const Json& value, const FirstMoved& moved) {
  if (const auto number = asCount(&value)) return moved.concerns(*number);
  if (const std::string* pointer = asText(&value)) {
    return pointer->starts_with("/nodes/") || pointer->starts_with("/animations/");
  }
  return value.is_structured() &&
         std::ranges::any_of(value, [&](const Json& part) { return mayName(part, moved); });
}

// VIDE's own marks name what it wrote, and no nodes by their number.
bool extrasMayName(const Json& extras, const FirstMoved& moved) {
  if (!extras.is_object()) return mayName(extras, moved);
  for (const auto& [name, part] : extras.items()) {
    if (name != rig_extension && mayName(part, moved)) return true;
  }
  return false;
}

// Whether what is unknown in `value` may name one of them.
bool holdsNames(const Json& value, const FirstMoved& moved) {
  if (!value.is_structured()) return false;
  for (const auto& [name, part] : value.items()) {
    if (value.is_object() && name == "extras") {
      if (extrasMayName(part, moved)) return true;
    } else if (value.is_object() && name == "extensions") {
      for (const auto& [extension, content] : part.items()) {
        if (!namesNoNodes(extension) && mayName(content, moved)) return true;
      }
    } else if (holdsNames(part, moved)) {
      return true;
    }
  }
  return false;
}

class LeftoverFinder {
 public:
  LeftoverFinder(const GltfContent& content, const GltfRetired& retired)
      : content_(content),
        retired_(retired),
        parent_(sizeOf(content, "nodes"), -1),
        has_children_(parent_.size(), false),
        clips_of_(parent_.size()) {}

  GltfLeftovers find() && {
    found_.nodes.assign(parent_.size(), false);
    found_.clips.assign(sizeOf(content_, "animations"), true);
    readTree();
    readClips();
    chooseNodes();
    keepSkins();
    for (std::size_t i = 0; i < parent_.size(); ++i) {
      if (!found_.nodes[i]) reached_.push_back(i);
    }
    for (const std::size_t clip : bound_clips_) keepClip(clip);
    spread();
    if (mayBeNamed()) {
      found_.nodes.assign(found_.nodes.size(), false);
      found_.clips.assign(found_.clips.size(), false);
    }
    return std::move(found_);
  }

 private:
  void readTree() {
    eachItem(member(content_.root, "nodes"), [&](const Json& node, std::size_t i) {
      eachIndex(member(node, "children"), parent_.size(), [&](std::size_t child) {
        parent_[child] = static_cast<int>(i);
        has_children_[i] = true;
      });
    });
  }

  // Which nodes each clip moves. Clips that say or move something else are bound to stay.
  void readClips() {
    eachItem(member(content_.root, "animations"), [&](const Json& clip, std::size_t i) {
      std::vector<std::size_t>& nodes = nodes_of_.emplace_back();
      bool is_bound = clip.contains("extras") || clip.contains("extensions");
      eachItem(member(clip, "channels"), [&](const Json& channel, std::size_t) {
        const Json* target = member(channel, "target");
        const auto node = target ? countIn(*target, "node") : std::nullopt;
        const std::string* path = target ? textIn(*target, "path") : nullptr;
        const bool is_weights = path && *path == "weights";
        is_bound = is_bound || !node || *node >= parent_.size() || !path || is_weights;
        if (!node || *node >= parent_.size()) return;
        if (is_weights && isEmptied(*node)) return;  // these follow the mesh to its new node
        nodes.push_back(*node);
        clips_of_[*node].push_back(i);
      });
      if (is_bound || nodes.empty()) bound_clips_.push_back(i);
    });
  }

  // Those that may go if nothing holds them.
  void chooseNodes() {
    std::vector<bool> served(parent_.size(), false);
    for (const std::size_t skin : retired_.skins) {
      eachIndex(member(*listed(content_, "skins", skin), "joints"), parent_.size(),
                [&](std::size_t joint) { served[joint] = true; });
    }
    for (const std::size_t node : retired_.emptied) {
      served[node] = clips_of_[node].empty() || listed(content_, "nodes", node)->contains("skin");
    }
    for (std::size_t i = 0; i < parent_.size(); ++i) {
      found_.nodes[i] = isBare(i) && (served[i] || (has_children_[i] && !isEmptied(i)));
    }
  }

  bool isEmptied(std::size_t node) const { return retired_.emptied.contains(node); }

  // It is placed, named and has children, and nothing else.
  bool isBare(std::size_t node) const {
    constexpr std::string_view plain[] = {"name",     "children", "translation",
                                          "rotation", "scale",    "matrix"};
    constexpr std::string_view given_away[] = {"mesh", "weights", "skin"};
    for (const auto& [name, value] : listed(content_, "nodes", node)->items()) {
      if (std::ranges::find(plain, name) != std::end(plain)) continue;
      if (!isEmptied(node) || std::ranges::find(given_away, name) == std::end(given_away)) {
        return false;
      }
    }
    return true;
  }

  void keepSkins() {
    eachItem(member(content_.root, "skins"), [&](const Json& skin, std::size_t i) {
      if (retired_.skins.contains(i)) return;
      eachIndex(member(skin, "joints"), parent_.size(), [&](std::size_t joint) { keep(joint); });
      const auto top = countIn(skin, "skeleton");
      if (top && *top < parent_.size()) keep(*top);
    });
  }

  void keep(std::size_t node) {
    if (!found_.nodes[node]) return;
    found_.nodes[node] = false;
    reached_.push_back(node);
  }

  void keepClip(std::size_t clip) {
    if (!found_.clips[clip]) return;
    found_.clips[clip] = false;
    for (const std::size_t node : nodes_of_[clip]) keep(node);
  }

  // What stays holds what is above it, and the clips that move it.
  void spread() {
    while (!reached_.empty()) {
      const std::size_t node = reached_.back();
      reached_.pop_back();
      if (parent_[node] >= 0) keep(static_cast<std::size_t>(parent_[node]));
      for (const std::size_t clip : clips_of_[node]) keepClip(clip);
    }
  }

  bool mayBeNamed() const {
    const auto firstOf = [](const std::vector<bool>& gone) {
      return static_cast<std::size_t>(std::ranges::find(gone, true) - gone.begin());
    };
    const FirstMoved moved{firstOf(found_.nodes), found_.nodes.size(), firstOf(found_.clips),
                           found_.clips.size()};
    const bool goes = moved.node < moved.nodes || moved.clip < moved.clips;
    return goes && holdsNames(content_.root, moved);
  }

  const GltfContent& content_;
  const GltfRetired& retired_;
  std::vector<int> parent_;  // by node
  std::vector<bool> has_children_;
  std::vector<std::vector<std::size_t>> clips_of_;  // by node
  std::vector<std::vector<std::size_t>> nodes_of_;  // by clip
  std::vector<std::size_t> bound_clips_;
  std::vector<std::size_t> reached_;  // nodes that stay and hold others
  GltfLeftovers found_;
};

// Nodes by the numbers that they get.
class NodeNumbers {
 public:
  explicit NodeNumbers(const std::vector<bool>& gone) : gone_(gone) {
    std::size_t next = 0;
    for (const bool goes : gone) number_.push_back(goes ? next : next++);
  }

  void renumber(Json& object, const char* name) const {
    const auto node = countIn(object, name);
    if (node && *node < gone_.size()) object[name] = number_[*node];
  }

  void renumberList(Json& object, const char* name) const {
    const Json* list = member(object, name);
    if (!list || !list->is_array()) return;
    Json kept = Json::array();
    for (const Json& item : *list) {
      const auto node = asCount(&item);
      if (!node || *node >= gone_.size()) {
        kept.push_back(item);
      } else if (!gone_[*node]) {
        kept.push_back(number_[*node]);
      }
    }
    if (kept.empty()) {
      object.erase(name);
    } else {
      object[name] = std::move(kept);
    }
  }

 private:
  const std::vector<bool>& gone_;
  std::vector<std::size_t> number_;
};

}  // namespace

GltfLeftovers leftoversOf(const GltfContent& content, const GltfRetired& retired) {
  return LeftoverFinder(content, retired).find();
}

void removeNodes(GltfContent& content, const std::vector<bool>& gone) {
  if (std::ranges::find(gone, true) == gone.end()) return;
  const std::size_t count = sizeOf(content, "nodes");
  std::vector<bool> all = gone;  // those added since stay
  all.resize(count, false);
  const NodeNumbers numbers(all);
  Json& root = content.root;
  Json kept = Json::array();
  for (std::size_t i = 0; i < count; ++i) {
    if (all[i]) continue;
    numbers.renumberList(root["nodes"][i], "children");
    kept.push_back(std::move(root["nodes"][i]));
  }
  root["nodes"] = std::move(kept);
  for (std::size_t i = 0; listed(content, "scenes", i); ++i) {
    numbers.renumberList(root["scenes"][i], "nodes");
  }
  for (std::size_t i = 0; listed(content, "skins", i); ++i) {
    numbers.renumberList(root["skins"][i], "joints");
    numbers.renumber(root["skins"][i], "skeleton");
  }
  for (std::size_t i = 0; const Json* clip = listed(content, "animations", i); ++i) {
    const Json* channels = member(*clip, "channels");
    for (std::size_t k = 0; element(channels, k); ++k) {
      Json& channel = root["animations"][i]["channels"][k];
      if (member(channel, "target")) numbers.renumber(channel["target"], "node");
    }
  }
}

}  // namespace vide::detail

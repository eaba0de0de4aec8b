// SPDX-License-Identifier: MIT
#include "vide/formats/detail/gltf_builder.hpp"

#include <algorithm>

#include "vide/core/text.hpp"
#include "vide/formats/detail/gltf_merge.hpp"
#include "vide/formats/detail/json_items.hpp"

namespace vide::detail {
namespace {

constexpr const char* marked_lists[] = {"nodes",    "meshes", "skins",    "materials",
                                        "textures", "images", "samplers", "animations"};
constexpr const char* data_lists[] = {"accessors", "bufferViews"};
constexpr GltfMark spare{"spare", 0};

std::string keyOf(const GltfMark& mark) { return text(mark.kind, " ", mark.id); }

// Beside other extensions a mark has to be an extra: an unlit material takes none next to it.
void setMark(Json& object, const GltfMark& mark) {
  const char* holder = object.contains("extensions") ? "extras" : "extensions";
  object[holder][rig_extension] = Json::object({{mark.kind, mark.id}});
}

const Json* markOf(const Json& object) {
  for (const char* name : {"extensions", "extras"}) {
    const Json* holder = member(object, name);
    if (const Json* mark = holder ? member(*holder, rig_extension) : nullptr) return mark;
  }
  return nullptr;
}

// "layer 7" for {"layer": 7}; empty when the object is not VIDE's.
std::string keyIn(const Json& object) {
  const Json* mark = markOf(object);
  if (!mark || !mark->is_object() || mark->empty()) return {};
  const auto id = asCount(&mark->front());
  return id ? text(mark->begin().key(), " ", *id) : std::string();
}

void addIndex(std::set<std::size_t>& indices, const Json* value) {
  if (const auto index = asCount(value)) indices.insert(*index);
}

void addMembers(std::set<std::size_t>& indices, const Json* attributes) {
  if (!attributes || !attributes->is_object()) return;
  for (const auto& attribute : attributes->items()) addIndex(indices, &attribute.value());
}

void addAllNumbers(std::set<std::size_t>& indices, const Json& value) {
  addIndex(indices, &value);
  if (!value.is_structured()) return;
  for (const Json& part : value) addAllNumbers(indices, part);
}

// Every whole number in the extensions and extras of `value`: what those mean is not known, so each
// may be an index.
void addUnknown(std::set<std::size_t>& indices, const Json& value) {
  if (!value.is_structured()) return;
  for (const auto& [name, part] : value.items()) {
    const bool is_unknown = value.is_object() && (name == "extensions" || name == "extras");
    if (is_unknown) {
      addAllNumbers(indices, part);
    } else {
      addUnknown(indices, part);
    }
  }
}

// The accessors that a mesh, skin or animation refers to.
void addAccessors(std::set<std::size_t>& indices, const Json& object) {
  addIndex(indices, member(object, "inverseBindMatrices"));
  eachItem(member(object, "primitives"), [&](const Json& primitive, std::size_t) {
    addMembers(indices, member(primitive, "attributes"));
    addIndex(indices, member(primitive, "indices"));
    eachItem(member(primitive, "targets"),
             [&](const Json& target, std::size_t) { addMembers(indices, &target); });
  });
  eachItem(member(object, "samplers"), [&](const Json& sampler, std::size_t) {
    addIndex(indices, member(sampler, "input"));
    addIndex(indices, member(sampler, "output"));
  });
}

// The buffer views that an accessor or image refers to.
void addViews(std::set<std::size_t>& indices, const Json& object) {
  addIndex(indices, member(object, "bufferView"));
  const Json* sparse = member(object, "sparse");
  for (const char* part : {"indices", "values"}) {
    const Json* at = sparse ? member(*sparse, part) : nullptr;
    if (at) addIndex(indices, member(*at, "bufferView"));
  }
}

}  // namespace

std::optional<std::uint32_t> markedId(const Json& object, const char* kind) {
  const Json* mark = markOf(object);
  const auto id = mark ? countIn(*mark, kind) : std::nullopt;
  if (!id || *id > UINT32_MAX) return std::nullopt;
  return static_cast<std::uint32_t>(*id);
}

bool isMarked(const Json& object) { return !keyIn(object).empty(); }

std::map<std::uint32_t, std::size_t> findMarked(const GltfContent& content, const char* list,
                                                const char* kind) {
  std::map<std::uint32_t, std::size_t> places;
  for (std::size_t i = 0; const Json* object = element(member(content.root, list), i); ++i) {
    if (const auto id = markedId(*object, kind)) places.emplace(*id, i);
  }
  return places;
}

bool holdsOwn(const GltfContent& content) {
  return std::ranges::any_of(marked_lists, [&](const char* list) {
    for (std::size_t i = 0; const Json* object = element(member(content.root, list), i); ++i) {
      if (isMarked(*object) && keyIn(*object) != keyOf(spare)) return true;
    }
    return false;
  });
}

GltfBuilder::GltfBuilder(GltfContent base, const Indices& released) : content_(std::move(base)) {
  takeInBuffer();
  findOwned();
  findOwnedData(released);
  cutBinary();
  if (allOwned()) {
    dropOwned();
  } else {
    unused_ = owned_;
  }
}

// The first buffer becomes the binary chunk that VIDE adds to.
void GltfBuilder::takeInBuffer() {
  Json& buffers = content_.root["buffers"];
  if (!buffers.is_array() || buffers.empty()) {
    buffers = Json::array({Json::object({{"byteLength", 0}})});
    content_.buffers.resize(1);
  }
  buffers[0].erase("uri");
  content_.has_binary = true;
  const std::size_t length = countIn(buffers[0], "byteLength").value_or(0);
  content_.buffers[0].resize(std::max(length, usedBytes()));
}

// Up to where views read the first buffer, which may be further than its length says.
std::size_t GltfBuilder::usedBytes() const {
  std::size_t used = 0;
  const std::size_t size = content_.buffers[0].size();
  for (std::size_t i = 0; const Json* view = element(member(content_.root, "bufferViews"), i);
       ++i) {
    const std::size_t start = countIn(*view, "byteOffset").value_or(0);
    const std::size_t length = countIn(*view, "byteLength").value_or(0);
    if (countIn(*view, "buffer") != std::size_t{0} || start > size || length > size - start) {
      continue;
    }
    used = std::max(used, start + length);
  }
  return used;
}

void GltfBuilder::findOwned() {
  for (const char* list : marked_lists) {
    for (std::size_t i = 0; const Json* object = element(member(content_.root, list), i); ++i) {
      const std::string key = keyIn(*object);
      if (key.empty()) continue;
      owned_[list].insert(i);
      if (key == keyOf(spare)) {
        spares_[list].insert(i);
        continue;
      }
      places_[{list, key}] = i;
      older_[{list, key}] = *object;
    }
  }
}

// Accessors and views are VIDE's when VIDE's objects refer to them and nobody else's do.
void GltfBuilder::findOwnedData(const Indices& released) {
  const auto collect = [&](std::initializer_list<const char*> from, auto add, Indices& mine) {
    Indices others;
    for (const char* list : from) {
      for (std::size_t i = 0; const Json* object = element(member(content_.root, list), i); ++i) {
        add(owned_[list].contains(i) ? mine : others, *object);
      }
    }
    for (const std::size_t index : others) mine.erase(index);
  };
  for (const char* list : data_lists) {
    for (std::size_t i = 0; const Json* object = element(member(content_.root, list), i); ++i) {
      if (keyIn(*object) == keyOf(spare)) owned_[list].insert(i);
    }
  }
  Indices unknown;
  if (!released.empty()) addUnknown(unknown, content_.root);
  for (const std::size_t index : released) {
    if (!unknown.contains(index)) owned_["accessors"].insert(index);
  }
  collect({"meshes", "skins", "animations"}, addAccessors, owned_["accessors"]);
  collect({"accessors", "images"}, addViews, owned_["bufferViews"]);
  for (const std::size_t index : unknown) owned_["bufferViews"].erase(index);
  for (const char* list : data_lists) {  // a reference may point at nothing
    const Json* array = member(content_.root, list);
    Indices& mine = owned_[list];
    mine.erase(mine.lower_bound(array ? array->size() : 0), mine.end());
  }
}

bool GltfBuilder::allOwned() const {
  const auto whole = [&](const char* list) {
    const Json* array = member(content_.root, list);
    const std::size_t size = array ? array->size() : 0;
    const auto at = owned_.find(list);
    return size == (at == owned_.end() ? 0 : at->second.size());
  };
  return std::ranges::all_of(marked_lists, whole) && std::ranges::all_of(data_lists, whole);
}

void GltfBuilder::dropOwned() {
  for (const char* list : marked_lists) {
    if (content_.root.contains(list)) content_.root[list] = Json::array();
  }
  for (const char* list : data_lists) {
    if (content_.root.contains(list)) content_.root[list] = Json::array();
  }
  places_.clear();
  spares_.clear();
}

// Takes VIDE's data off the end of the binary chunk.
void GltfBuilder::cutBinary() {
  std::vector<std::uint8_t>& binary = content_.buffers[0];
  std::map<std::size_t, std::size_t> start_by_end;
  std::size_t foreign_end = 0;
  for (std::size_t i = 0; const Json* view = element(member(content_.root, "bufferViews"), i);
       ++i) {
    const std::size_t start = countIn(*view, "byteOffset").value_or(0);
    const std::size_t end = start + countIn(*view, "byteLength").value_or(0);
    if (countIn(*view, "buffer") != std::size_t{0}) continue;
    if (owned_["bufferViews"].contains(i)) {
      start_by_end[end] = start;
    } else {
      foreign_end = std::max(foreign_end, end);
    }
  }
  std::size_t cut = binary.size();
  for (auto at = start_by_end.rbegin(); at != start_by_end.rend(); ++at) {
    const auto [end, start] = *at;
    if (end > cut || cut - end > 3 || start > end) break;  // bytes that no view accounts for
    cut = start;
  }
  binary.resize(std::min(binary.size(), std::max(cut, foreign_end)));
}

std::size_t GltfBuilder::newSlot(const std::string& list) {
  Json& array = content_.root[list];
  if (!array.is_array()) array = Json::array();
  array.push_back(Json::object());
  return array.size() - 1;
}

std::size_t GltfBuilder::place(const std::string& list, const GltfMark& mark) {
  const auto known = places_.find({list, keyOf(mark)});
  if (known != places_.end()) return known->second;
  Indices& spares = spares_[list];
  const std::size_t index = spares.empty() ? newSlot(list) : *spares.begin();
  spares.erase(index);
  return places_[{list, keyOf(mark)}] = index;
}

std::size_t GltfBuilder::put(const std::string& list, const GltfMark& mark, Json object) {
  const std::size_t index = place(list, mark);
  unused_[list].erase(index);
  setMark(object, mark);
  if (const auto older = older_.find({list, keyOf(mark)}); older != older_.end()) {
    keepForeignMembers(object, older->second);
    eachItem(member(older->second, "children"), [&](const Json& child, std::size_t) {
      const auto node = asCount(&child);
      if (node && !owned_["nodes"].contains(*node)) object["children"].push_back(child);
    });
  }
  content_.root[list][index] = std::move(object);
  return index;
}

std::size_t GltfBuilder::addView(std::span<const std::uint8_t> bytes, int target) {
  std::vector<std::uint8_t>& binary = content_.buffers[0];
  binary.resize((binary.size() + 3) / 4 * 4);
  Json view = {{"buffer", 0}, {"byteOffset", binary.size()}, {"byteLength", bytes.size()}};
  if (target != 0) view["target"] = target;
  binary.insert(binary.end(), bytes.begin(), bytes.end());
  Indices& unused = unused_["bufferViews"];
  const std::size_t index = unused.empty() ? newSlot("bufferViews") : *unused.begin();
  unused.erase(index);
  content_.root["bufferViews"][index] = std::move(view);
  return index;
}

std::size_t GltfBuilder::addAccessor(Json object, std::span<const std::uint8_t> bytes, int target) {
  object["bufferView"] = addView(bytes, target);
  Indices& unused = unused_["accessors"];
  const std::size_t index = unused.empty() ? newSlot("accessors") : *unused.begin();
  unused.erase(index);
  content_.root["accessors"][index] = std::move(object);
  return index;
}

std::vector<std::size_t> GltfBuilder::foreignRoots() {
  Indices below;
  std::vector<std::size_t> roots;
  const Json* nodes = member(content_.root, "nodes");
  eachItem(nodes, [&](const Json& node, std::size_t) {
    eachItem(member(node, "children"),
             [&](const Json& child, std::size_t) { addIndex(below, &child); });
  });
  for (std::size_t i = 0; element(nodes, i); ++i) {
    const bool is_own = owned_["nodes"].contains(i) || isMarked((*nodes)[i]);
    if (!is_own && !below.contains(i)) roots.push_back(i);
  }
  return roots;
}

void GltfBuilder::setSceneNodes(const std::vector<std::size_t>& nodes) {
  if (nodes.empty() && owned_["nodes"].empty()) return;
  Json& root = content_.root;
  const Json* first = element(member(root, "scenes"), 0);
  if (!first || !first->is_object()) {  // what no scene lists would be hidden by the first that is
    Json scene = Json::object();
    for (const std::size_t node : foreignRoots()) scene["nodes"].push_back(node);
    root["scenes"] = Json::array({std::move(scene)});
  }
  std::size_t shown = countIn(root, "scene").value_or(0);
  if (shown >= root["scenes"].size() || !root["scenes"][shown].is_object()) shown = 0;
  root["scene"] = shown;
  Json kept = Json::array();
  eachItem(member(root["scenes"][shown], "nodes"), [&](const Json& node, std::size_t) {
    const auto index = asCount(&node);
    if (index && !owned_["nodes"].contains(*index)) kept.push_back(node);
  });
  for (const std::size_t node : nodes) kept.push_back(node);
  root["scenes"][shown]["nodes"] = std::move(kept);
}

void GltfBuilder::listOnce(const char* list, const char* name) {
  Json& names = content_.root[list];
  if (!names.is_array()) names = Json::array();
  if (std::ranges::find(names, Json(name)) == names.end()) names.push_back(name);
}

// Slots that nothing fills: those at the end go; one with others behind it must stay, and repeats a
// neighbour, which is valid in every list (a node would then be in the tree twice, so it is empty).
void GltfBuilder::fillGaps(const std::string& list) {
  if (!content_.root.contains(list)) return;
  Json& array = content_.root[list];
  Indices& unused = unused_[list];
  while (!array.empty() && unused.erase(array.size() - 1) > 0) array.erase(array.size() - 1);
  for (auto gap = unused.rbegin(); gap != unused.rend(); ++gap) {
    Json& filler = array[*gap];
    filler = list == "nodes" ? Json::object() : array[*gap + 1];
    filler.erase("extras");
    filler.erase("extensions");
    filler["extras"][rig_extension] = Json::object({{spare.kind, spare.id}});
  }
  if (array.empty()) content_.root.erase(list);
}

void GltfBuilder::setRig(Json rig) {
  Json& extensions = content_.root["extensions"];
  if (!extensions.is_object()) extensions = Json::object();
  extensions[rig_extension] = std::move(rig);
}

GltfContent GltfBuilder::finish() && {
  for (const char* list : marked_lists) fillGaps(list);
  for (const char* list : data_lists) fillGaps(list);
  std::vector<std::uint8_t>& binary = content_.buffers[0];
  binary.resize((binary.size() + 3) / 4 * 4);
  if (binary.empty() && content_.buffers.size() == 1) {
    content_.root.erase("buffers");
    content_.buffers.clear();
    content_.has_binary = false;
  } else {
    content_.root["buffers"][0]["byteLength"] = binary.size();
  }
  return std::move(content_);
}

}  // namespace vide::detail

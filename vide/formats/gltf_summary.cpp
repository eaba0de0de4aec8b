// SPDX-License-Identifier: MIT
#include "vide/formats/gltf_summary.hpp"

#include <algorithm>
#include <cmath>

#include "vide/core/text.hpp"
#include "vide/formats/detail/gltf_builder.hpp"
#include "vide/formats/detail/gltf_content.hpp"
#include "vide/formats/detail/gltf_extensions.hpp"
#include "vide/formats/detail/json_items.hpp"
#include "vide/formats/gltf_character.hpp"

namespace vide {

using namespace detail;

namespace {

constexpr std::size_t draw_triangles = 4;

struct Reference {
  const char* list;
  const char* member;  // an index or a list of them
  const char* target;
};

constexpr Reference references[] = {{"scenes", "nodes", "nodes"},
                                    {"nodes", "children", "nodes"},
                                    {"nodes", "mesh", "meshes"},
                                    {"nodes", "skin", "skins"},
                                    {"nodes", "camera", "cameras"},
                                    {"skins", "joints", "nodes"},
                                    {"skins", "skeleton", "nodes"},
                                    {"skins", "inverseBindMatrices", "accessors"},
                                    {"textures", "source", "images"},
                                    {"textures", "sampler", "samplers"},
                                    {"images", "bufferView", "bufferViews"},
                                    {"accessors", "bufferView", "bufferViews"},
                                    {"bufferViews", "buffer", "buffers"}};

class Inspector {
 public:
  explicit Inspector(const GltfDocument& gltf) : gltf_(gltf), root_(gltf.content().root) {}

  GltfSummary inspect() && {
    countObjects();
    for (const Reference& reference : references) checkReferences(reference);
    eachItem(member(root_, "accessors"), [&](const Json&, std::size_t i) { checkAccessor(i); });
    eachItem(member(root_, "meshes"), [&](const Json& mesh, std::size_t i) {
      eachItem(member(mesh, "primitives"), [&](const Json& primitive, std::size_t k) {
        checkPrimitive(primitive, text("meshes[", i, "].primitives[", k, "]"));
      });
    });
    eachItem(member(root_, "animations"), [&](const Json& clip, std::size_t i) {
      checkClip(clip, text("animations[", i, "]"));
    });
    for (const std::string& problem : missingPictures(gltf_)) report(problem);
    checkTree();
    checkExtensions();
    checkRig();
    return std::move(summary_);
  }

 private:
  void report(const std::string& problem) {
    if (summary_.problems.size() < GltfSummary::max_problems) summary_.problems.push_back(problem);
  }

  void countObjects() {
    if (const Json* asset = member(root_, "asset")) {
      if (const std::string* version = textIn(*asset, "version")) summary_.version = *version;
      if (const std::string* generator = textIn(*asset, "generator")) {
        summary_.generator = *generator;
      }
    }
    summary_.scenes = gltf_.count("scenes");
    summary_.nodes = gltf_.count("nodes");
    summary_.meshes = gltf_.count("meshes");
    summary_.skins = gltf_.count("skins");
    summary_.materials = gltf_.count("materials");
    summary_.images = gltf_.count("images");
    eachItem(member(root_, "skins"), [&](const Json& skin, std::size_t) {
      const Json* joints = member(skin, "joints");
      summary_.joints += joints && joints->is_array() ? joints->size() : 0;
    });
  }

  void checkIndex(const Json& value, const char* target, const std::string& place) {
    const auto index = asCount(&value);
    if (!index || *index >= gltf_.count(target)) {
      report(text(place, ": points at an object of ", target, " that does not exist"));
    }
  }

  void checkReferences(const Reference& reference) {
    eachItem(member(root_, reference.list), [&](const Json& object, std::size_t i) {
      const Json* value = member(object, reference.member);
      const std::string place = text(reference.list, "[", i, "].", reference.member);
      if (value && value->is_array()) {
        for (const Json& item : *value) checkIndex(item, reference.target, place);
      } else if (value) {
        checkIndex(*value, reference.target, place);
      }
    });
  }

  void checkAccessor(std::size_t index) {
    const auto numbers = gltf_.readNumbers(index);
    if (!numbers) {
      report(numbers.error().message);
    } else if (!std::ranges::all_of(*numbers, [](double x) { return std::isfinite(x); })) {
      report(text("accessor ", index, ": holds a number that is not finite"));
    }
  }

  // The element count of the accessor that `name` of `attributes` points at.
  std::optional<std::size_t> countOf(const Json& attributes, std::string_view name) {
    const auto accessor = countIn(attributes, name);
    const auto info = accessor ? gltf_.accessor(*accessor) : fail(ErrorCode::not_found, "");
    return info ? std::optional(info->count) : std::nullopt;
  }

  void checkPrimitive(const Json& primitive, const std::string& place) {
    const Json* attributes = member(primitive, "attributes");
    if (!attributes || !attributes->is_object()) return report(place + ": has no attributes");
    const std::size_t vertices = countOf(*attributes, "POSITION").value_or(0);
    summary_.vertices += vertices;
    for (const auto& [name, accessor] : attributes->items()) {
      checkIndex(accessor, "accessors", text(place, ".attributes.", name));
      if (countOf(*attributes, name).value_or(vertices) != vertices) {
        report(text(place, ".attributes.", name, ": does not have one element for each vertex"));
      }
    }
    if (const Json* material = member(primitive, "material")) {
      checkIndex(*material, "materials", place + ".material");
    }
    const Json* targets = member(primitive, "targets");
    summary_.morph_targets += targets && targets->is_array() ? targets->size() : 0;
    checkTriangles(primitive, vertices, place);
    checkWeights(*attributes, place);
  }

  void checkTriangles(const Json& primitive, std::size_t vertices, const std::string& place) {
    std::size_t corners = vertices;
    if (const Json* accessor = member(primitive, "indices")) {
      const auto index = asCount(accessor);
      const auto indices =
          index ? gltf_.readIntegers(*index) : fail(ErrorCode::not_found, "no such accessor");
      if (!indices) return report(text(place, ".indices: ", indices.error().message));
      corners = indices->size();
      if (std::ranges::any_of(*indices, [&](std::uint32_t i) { return i >= vertices; })) {
        report(place + ".indices: points at a vertex that does not exist");
      }
    }
    const Json* mode = member(primitive, "mode");
    if (!mode || asCount(mode) == draw_triangles) summary_.triangles += corners / 3;
  }

  void checkWeights(const Json& attributes, const std::string& place) {
    std::vector<double> sums;
    for (std::size_t set = 0; member(attributes, text("WEIGHTS_", set)); ++set) {
      const auto accessor = countIn(attributes, text("WEIGHTS_", set));
      const auto weights = accessor ? gltf_.readNumbers(*accessor) : fail(ErrorCode::not_found, "");
      if (!weights || weights->size() % 4 != 0) return;
      sums.resize(std::max(sums.size(), weights->size() / 4));
      for (std::size_t i = 0; i < weights->size(); ++i) sums[i / 4] += (*weights)[i];
    }
    const auto off =
        std::ranges::count_if(sums, [](double x) { return !(std::abs(x - 1) <= 1e-3); });
    if (off > 0) report(text(place, ": the weights of ", off, " vertices do not sum to one"));
  }

  void checkClip(const Json& clip, const std::string& place) {
    GltfClipSummary summary;
    const std::string* name = textIn(clip, "name");
    summary.name = name && !name->empty() ? *name : text("animation ", summary_.clips.size());
    eachItem(member(clip, "samplers"), [&](const Json& sampler, std::size_t i) {
      const auto input = countIn(sampler, "input");
      const auto times = input ? gltf_.readNumbers(*input) : fail(ErrorCode::not_found, "");
      if (!times || times->empty() || !countOf(sampler, "output")) {
        return report(text(place, ".samplers[", i, "]: has no keys that can be read"));
      }
      if (!std::ranges::is_sorted(*times)) {
        report(text(place, ".samplers[", i, "]: its times do not increase"));
      }
      summary.seconds = std::max(summary.seconds, times->back());
    });
    eachItem(member(clip, "channels"), [&](const Json& channel, std::size_t i) {
      ++summary.channels;
      const Json* target = member(channel, "target");
      const Json* node = target ? member(*target, "node") : nullptr;
      if (node) checkIndex(*node, "nodes", text(place, ".channels[", i, "].target.node"));
    });
    summary_.clips.push_back(std::move(summary));
  }

  // Each node has one parent at most, and going up from it comes to an end.
  void checkTree() {
    const std::size_t count = gltf_.count("nodes");
    std::vector<std::size_t> parent(count, count);
    eachItem(member(root_, "nodes"), [&](const Json& node, std::size_t i) {
      eachItem(member(node, "children"), [&](const Json& child, std::size_t) {
        const auto index = asCount(&child);
        if (!index || *index >= count) return;
        if (parent[*index] != count) report(text("nodes[", *index, "]: hangs in two places"));
        parent[*index] = i;
      });
    });
    std::vector<bool> ends(count, false);  // going up from there is known to end
    for (std::size_t i = 0; i < count; ++i) {
      std::size_t up = i, steps = 0;
      while (up != count && !ends[up] && steps++ < count) up = parent[up];
      if (up != count && !ends[up]) return report(text("nodes[", up, "]: hangs below itself"));
      for (up = i; up != count && !ends[up]; up = parent[up]) ends[up] = true;
    }
  }

  void checkExtensions() {
    eachItem(member(root_, "extensionsUsed"), [&](const Json& name, std::size_t) {
      if (name.is_string()) summary_.extensions.push_back(name.get<std::string>());
    });
    eachItem(member(root_, "extensionsRequired"), [&](const Json& name, std::size_t) {
      const std::string* required = asText(&name);
      if (required && !isUnderstood(*required)) {
        report(text("extensionsRequired: ", *required, " is not known to VIDE"));
      }
    });
  }

  void checkRig() {
    const Json* extensions = member(root_, "extensions");
    summary_.has_rig = extensions && member(*extensions, rig_extension);
    if (!summary_.has_rig) return;
    const auto document = documentIn(gltf_);
    if (!document) report("VIDE_rig: " + document.error().message);
  }

  const GltfDocument& gltf_;
  const Json& root_;
  GltfSummary summary_;
};

}  // namespace

GltfSummary summarize(const GltfDocument& gltf) { return Inspector(gltf).inspect(); }

std::vector<std::string> missingPictures(const GltfDocument& gltf) {
  std::vector<std::string> problems;
  for (std::size_t i = 0; i < gltf.count("images"); ++i) {
    const auto bytes = gltf.imageBytes(i);
    if (!bytes && problems.size() < GltfSummary::max_problems) {
      problems.push_back(bytes.error().message);
    }
  }
  return problems;
}

}  // namespace vide

// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "vide/formats/detail/godot_scene.hpp"
#include "vide/formats/detail/plane_parts.hpp"
#include "vide/formats/godot_import.hpp"

// What the steps of reading a scene hand to each other. Transforms keep Godot's y down until they
// enter the document.
namespace vide::detail {

struct GodotNode {
  const GodotSection* section = nullptr;
  std::string name, type;
  int parent = -1;
  std::string path;  // from the scene's root, which is "."
  PlaneParts local;
  Affine3 global;  // in the scene
};

struct GodotBone {
  int node = 0;
  int parent = -1;
  PlaneParts setup, rest;  // within the parent, y up
};

// Which of a scene's polygons lie over which: the greater sum, and of equal ones the later in the
// tree.
struct GodotDepth {
  double around = 0;  // z_index of the nodes that carry it, together
  double own = 0;
};

struct GodotImport {
  std::vector<GodotSection> sections;
  const GodotResolver& resolve;
  std::vector<GodotNode> nodes;
  std::map<std::string, int, std::less<>> node_at;  // by path
  int skeleton = -1;                                // its node
  std::vector<GodotBone> bones;
  std::map<int, int> bone_of;             // by node
  std::map<int, std::uint32_t> layer_of;  // by node
  std::vector<GodotDepth> depths;         // by layer
  Document document;
  std::vector<std::string> warnings;
};

// Numbers of a "Vector2(..)" and the like; nothing where they are fewer than `count`.
std::optional<std::vector<double>> numbersOf(const GodotValue* value, std::size_t count);
double numberOf(const GodotValue* value, double usual);

// A path from a node on, with "..", as a node; -1 where there is none.
int followPath(const GodotImport& import, int from, std::string_view path);

Result<void> readGodotNodes(GodotImport& import);
Result<void> readGodotBones(GodotImport& import);
Result<void> readGodotLayers(GodotImport& import);
void readGodotClips(GodotImport& import);

}  // namespace vide::detail

// SPDX-License-Identifier: MIT
#pragma once

// What a glTF document holds and what is wrong with it, for a person to read.

#include <cstddef>
#include <string>
#include <vector>

#include "vide/formats/gltf_document.hpp"

namespace vide {

struct GltfClipSummary {
  std::string name;
  double seconds = 0;
  std::size_t channels = 0;
};

struct GltfSummary {
  std::string version;
  std::string generator;
  std::size_t scenes = 0;
  std::size_t nodes = 0;
  std::size_t meshes = 0;
  std::size_t vertices = 0;   // of all primitives; shared positions count once for each
  std::size_t triangles = 0;  // of all primitives that draw triangles
  std::size_t skins = 0;
  std::size_t joints = 0;  // of all skins
  std::size_t materials = 0;
  std::size_t images = 0;
  std::size_t morph_targets = 0;  // of all primitives
  std::vector<GltfClipSummary> clips;
  std::vector<std::string> extensions;  // those that the document says it uses
  bool has_rig = false;                 // VIDE_rig is there, so readGlb may open it
  // One line each, "where: what", at most max_problems of them.
  std::vector<std::string> problems;

  static constexpr std::size_t max_problems = 100;
};

// Finds references to objects that do not exist, numbers that cannot be read or are not finite,
// triangles that point at no vertex, weights that do not sum to one, nodes that hang in two places
// or below themselves, pictures that are missing, required extensions that VIDE does not know, and
// what keeps VIDE_rig from opening. A document without problems may still break rules of glTF that
// VIDE does not depend on; gltf-validator knows them all.
GltfSummary summarize(const GltfDocument& gltf);

// Of those problems, the pictures that are missing or broken.
std::vector<std::string> missingPictures(const GltfDocument& gltf);

}  // namespace vide

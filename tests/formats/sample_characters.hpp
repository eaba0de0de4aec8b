// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "vide/rig/document.hpp"

// Small whole documents that between them use everything a document can hold. Their positions,
// texture coordinates and weights are exact as 32-bit floats.
namespace vide::test {

// A 2 x 2 PNG, red and half-transparent green.
std::vector<std::uint8_t> smallPng();

// A grid of quads over a 10 x 40 strip standing on (x, 0), skinned to two bones along it.
Layer skinnedStrip(LayerId id, const std::string& name, double x);

// An arm of two bones with a body, a hat that is rigid, and a ground that is fixed; clips with
// every kind of key.
Document armCharacter();
// Shear, uneven rest scales and bones that do not inherit: more than a glTF node can say.
Document oddSkeleton();
// Mirrored bones and bones that do not inherit, as far as glTF nodes can play them.
Document independentBones();
// A surface in space without pictures, with quaternion keys, colours and shapes that a clip moves.
Document spatialCharacter();
// Hidden layers, layers without vertices or triangles, six influences on a vertex, every blend
// mode, settings and text in names.
Document unusualLayers();
// Slots, skins, a mask, every constraint, a spring, and keys of all these.
Document dressedCharacter();
// The same with tracks of every kind and with shapes: all that version 2 of the format can say. Not
// one of the sample documents, because no engine plays it.
Document fullCharacter();

struct NamedDocument {
  std::string name;
  Document document;
};
std::vector<NamedDocument> sampleDocuments();

}  // namespace vide::test

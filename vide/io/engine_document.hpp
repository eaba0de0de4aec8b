// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "vide/core/error.hpp"
#include "vide/formats/imported_document.hpp"

// Characters as other programs and game engines keep them: a text and the pictures that it names,
// which must lie in its folder or below.
namespace vide {

// Whether readEngineDocument knows what that name stands for: NAME_ske.json of DragonBones or a
// NAME.tscn of Godot.
bool isEngineDocument(const std::string& path);

// NAME_ske.json with NAME_tex.json, or NAME_tex_0.json, NAME_tex_1.json .., and their pictures.
// NAME.tscn with the pictures that it names: "res://a/b.png" is looked for as a/b.png and as b.png
// in the scene's folder. Messages begin with the path at fault. Errors: files that are missing or
// cannot be read, those of importDragonBones and importGodot.
Result<ImportedDocument> readEngineDocument(const std::string& path);

}  // namespace vide

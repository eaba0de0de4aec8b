// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "vide/core/error.hpp"
#include "vide/formats/texture_atlas.hpp"
#include "vide/rig/document.hpp"

// Documents as game engines and other animation programs read them: DragonBones JSON 5.5, Spine
// JSON 4.2 and scenes of Godot 3 and 4. Only documents in the plane can be written.
//
// Every layer is written as a mesh, so each vertex is where VIDE puts it. What a format has no word
// for is written as what comes of it ("baked"), with keys `bake_step` apart and straight lines
// between them: springs, bones that do not inherit, morph shapes, curves where the format has no
// such curve, and constraints. DragonBones and Spine keep chains of one or two bones that reach or
// aim as inverse kinematics of their own where these do what VIDE does; their bones lie along their
// x axes. What cannot be baked either is left out and told in a warning that names it: masks, which
// skin is worn.
namespace vide {

enum class ConstraintExport {
  native,  // those that the format's programs work out as VIDE does stay constraints
  baked,   // all become keys
};

enum class GodotVersion { three, four };

struct EngineExportOptions {
  std::string name = "character";  // of the armature, skeleton or scene
  double bake_step = 1.0 / 480;    // seconds
  ConstraintExport constraints = ConstraintExport::native;
  GodotVersion godot = GodotVersion::four;
  // Of all keys that have to be worked out together, before those that say nothing new are dropped.
  // Ten for each baked bone at each step.
  std::size_t max_numbers = 40'000'000;
};

// What the pictures of a document are called in an atlas: valid file names, each once.
struct PictureNames {
  std::vector<std::string> of_image;  // by place in Document::images
  std::string white;                  // a white one for layers without a picture; empty: none is
};
PictureNames pictureNames(const Document& document);

struct EngineText {
  std::string text;
  std::vector<std::string> warnings;
};

// The `_ske.json`; the atlas holds the pictures by their names. Source: the format as DragonBones'
// data files and its runtime's parser (MIT) show it. Times are rounded to frames; the frame rate is
// one on which all keys lie, or 1000. Errors: a document in space or one that is not valid, a clip
// of more than six hours, a `bake_step` that is not above 0, more numbers than `max_numbers`.
Result<EngineText> writeDragonBones(const Document& document, const EngineExportOptions& options);

// The skeleton as Spine's JSON 4.2. Source: the public description of that format, of which only
// this writer knows. Bezier curves keep their shape, as absolute times and values; what the
// program that plays them makes of a curve is its own affair (Spine's runtimes draw it with ten
// straight lines). All bones hang on one root. Errors: as above.
Result<EngineText> writeSpine(const Document& document, const EngineExportOptions& options);

// A scene of Godot 4, or of Godot 3: a Skeleton2D of Bone2D, a Polygon2D with bone weights for each
// layer, and an AnimationPlayer. `pages` say where the pictures lie, by their names; the scene
// names the pages' files as lying beside it. Its origin is the canvas's top-left corner, y down.
// Godot keeps the four strongest weights of a vertex. Curves become straight lines between keys;
// events are left out, a layer's place in the draw order is its z index where clips change it.
// Bones of Godot 3 cannot be sheared: one that is and moves does so in steps of a 60th of a second,
// and a warning names it. Errors: as above.
Result<EngineText> writeGodot(const Document& document, std::span<const TextureAtlas> pages,
                              const EngineExportOptions& options);

}  // namespace vide

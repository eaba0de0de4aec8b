// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <vector>

// The text beside the picture of a sprite sheet: where each frame lies, how long it stays, and
// which frames make which clip.
namespace vide {

struct SheetFrame {
  std::string name;
  // Pixels of the page, from its top left.
  int x = 0;
  int y = 0;
  int width = 0;
  int height = 0;
  // Where these pixels lie in the whole frame, from its top left.
  int left = 0;
  int top = 0;
  int milliseconds = 0;
};

// A clip: frames `first` .. `last` of the page, counted from 0.
struct SheetTag {
  std::string name;
  std::size_t first = 0;
  std::size_t last = 0;
  bool loops = true;
};

struct SpriteSheet {
  std::string image;  // the page's picture, beside the text
  int page_width = 0;
  int page_height = 0;
  int frame_width = 0;  // of every frame before its transparent border was trimmed
  int frame_height = 0;
  std::vector<SheetFrame> frames;
  std::vector<SheetTag> tags;
  std::vector<std::string> other_pages;  // the texts of the sheet's other pages
};

enum class SheetLayout {
  hash,   // "frames" is an object, each frame under its name, which must be its own
  array,  // "frames" is a list
};

// JSON as Aseprite and TexturePacker write it: each frame has "frame", "rotated" (never),
// "trimmed", "spriteSourceSize", "sourceSize" and "duration"; "meta" has the picture and, under
// "frameTags", the clips. One that does not loop has "repeat": "1" there. With the layout `hash`
// also "animations", the names of each clip's frames, as PixiJS reads them. Pages of one sheet name
// each other under "related_multi_packs". What is not UTF-8 in names is replaced.
//
// Source: the files of those programs (TexturePacker's JSON (Hash) and JSON (Array), Aseprite 1.3).
std::string writeSpriteSheet(const SpriteSheet& sheet, SheetLayout layout = SheetLayout::hash);

}  // namespace vide

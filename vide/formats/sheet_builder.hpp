// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "vide/animation/clip_span.hpp"
#include "vide/core/error.hpp"
#include "vide/core/thread_pool.hpp"
#include "vide/formats/sprite_sheet.hpp"
#include "vide/image/atlas.hpp"
#include "vide/image/image.hpp"

namespace vide {

struct SheetOptions {
  int frame_width = 0;  // pixels, as every frame's
  int frame_height = 0;
  std::vector<ClipSpan> clips;  // in the order of the frames, all of them
  // What lies beyond a trimmed frame is transparent, not its edge once more.
  AtlasOptions atlas{.extrude = 0};
  SheetLayout layout = SheetLayout::hash;
  ThreadPool* pool = nullptr;  // null: on the calling thread. The result is the same
};

// Frames to the pages of a sprite sheet, whoever makes files of them. Each frame is trimmed to its
// drawn pixels, and pictures that are the same after that are stored once a page. A clip goes onto
// a new page where it then stays whole; a page is handed out as soon as that can be told, so that
// no more than the pictures of two and a batch are held in memory. Clips of one name are told apart
// by numbers.
class SheetBuilder {
 public:
  // Gets each page: its picture, and its text without the names of files. What it refuses ends the
  // work.
  using OnPage = std::function<Result<void>(const Image& picture, SpriteSheet text)>;

  // Errors: frames without pixels, a rate outside 0.001..1000.
  static Result<SheetBuilder> create(SheetOptions options, OnPage on_page);
  SheetBuilder(SheetBuilder&&) noexcept;
  SheetBuilder& operator=(SheetBuilder&&) noexcept;
  ~SheetBuilder();

  // Errors: a frame of another size, more frames than the clips have, drawn pixels that do not fit
  // on a page; what `on_page` says.
  Result<void> add(std::span<const Image> frames);
  // Hands out what waits. Errors: no frame at all, and those of add().
  Result<void> finish();
  // That a clip goes on from page to page; empty where none does. After finish().
  const std::string& warning() const;

 private:
  struct Parts;
  explicit SheetBuilder(std::unique_ptr<Parts> parts);
  std::unique_ptr<Parts> parts_;
};

// What the files of a page are called, counted from 0: STEM.json and STEM.png, STEM-1.json ...
struct SheetPage {
  std::string text;
  std::string picture;
};
SheetPage sheetPageOf(const std::string& stem, std::size_t page);
// Writes into the texts of all pages, which stand in their order, what their files are called;
// `stem` without folders.
void nameSheetPages(std::vector<SpriteSheet>& pages, const std::string& stem);

}  // namespace vide

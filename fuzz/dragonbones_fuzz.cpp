// SPDX-License-Identifier: MIT
#include <cstdint>
#include <string_view>

#include "fuzz/require.hpp"
#include "vide/formats/dragonbones_import.hpp"
#include "vide/formats/engine_export.hpp"
#include "vide/rig/document.hpp"

namespace {

// A one-pixel PNG as far as its header goes, which is all that is looked at.
constexpr std::uint8_t picture[] = {0x89, 'P', 'N', 'G', 13,  10, 26, 10, 0, 0, 0,
                                    13,   'I', 'H', 'D', 'R', 0,  0,  0,  1, 0, 0,
                                    0,    1,   8,   6,   0,   0,  0,  0,  0, 0, 0};

// What is short enough to be baked quickly is written again.
void exportAgain(const vide::Document& document) {
  double seconds = 0;
  for (const vide::Clip& clip : document.clips) seconds += clip.duration;
  if (!(seconds <= 2)) return;
  for (const auto write : {vide::writeDragonBones, vide::writeSpine}) {
    const auto written = write(document, {});
    require(written ? !written->text.empty() : !written.error().message.empty());
  }
}

}  // namespace

// The skeleton, and after a line of "----" the atlas.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const std::size_t cut = text.find("\n----\n");
  const std::string_view skeleton = text.substr(0, cut);
  std::vector<vide::DragonBonesPage> pages;
  if (cut != std::string_view::npos) {
    if (auto atlas = vide::parseDragonBonesAtlas(text.substr(cut + 6), {.max_regions = 1000})) {
      pages.push_back({*std::move(atlas), {std::begin(picture), std::end(picture)}});
    }
  }
  const auto imported =
      vide::importDragonBones(skeleton, pages, {.max_numbers = 100'000, .max_frames = 1000});
  if (imported) {
    require(vide::validate(imported->document).has_value());
    exportAgain(imported->document);
  } else {
    require(!imported.error().message.empty());
  }
  return 0;
}

// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "vide/formats/detail/baked_size.hpp"
#include "vide/formats/detail/native_chains.hpp"
#include "vide/formats/detail/plane_tracks.hpp"
#include "vide/formats/engine_export.hpp"

// A document made ready for formats of drawn characters: what they have no word for is baked.
namespace vide::detail {

// A place in the draw order with what it may show, each layer at its index in Document::layers.
struct DrawSlot {
  std::string name;
  std::vector<std::size_t> layers;
  std::optional<std::size_t> shown;  // which of `layers`
};

struct PlaneDocument {
  // Without springs and shapes; every bone inherits; positions have two columns. Its constraints
  // are chains of one or two bones, each of a name of its own.
  Document document;
  std::vector<PlaneParts> rest;    // of each bone within its parent
  std::vector<DrawSlot> slots;     // back to front, without what skins bring
  std::vector<std::string> names;  // of the layers, each once
  std::vector<std::string> warnings;
};

// Where a format has a bone's segment lie.
enum class BoneAxes { free, along_x };

// What a format can say.
struct PlaneTraits {
  NativeReach reach = NativeReach::none;
  BoneAxes axes = BoneAxes::free;
  KnownCurves curves = KnownCurves::none;
};

// The constraints that stay constraints. Errors: a document that is not valid, or in space; a clip
// of more than six hours; more baked numbers than the options allow; a step that is none.
Result<NativeChains> exportableChains(const Document& document, const EngineExportOptions& options,
                                      const PlaneTraits& traits);

// The document must be one that exportableChains takes, with what that returns. Keys of what is
// baked are `step` seconds apart.
PlaneDocument planeDocument(const Document& document, const NativeChains& natives, double step,
                            BoneAxes axes);

// What a slot shows in a clip: steps of places in DrawSlot::layers. None where the clip changes
// nothing.
StepTrack<std::optional<std::size_t>> shownIn(const Clip& clip, const PlaneDocument& plane,
                                              const DrawSlot& slot);

// The slots in the order in which `order`, of layers, draws them: places in PlaneDocument::slots.
std::vector<std::size_t> slotOrder(const PlaneDocument& plane,
                                   const std::vector<std::uint32_t>& order);

// The colours of a layer in a clip, straight between the moments; none where the clip leaves them.
struct ColorMoment {
  double time = 0;
  Vec3 tint;
  double opacity = 1;
};
std::vector<ColorMoment> colorsIn(const Clip& clip, const Layer& layer, double step);

// A name like `wanted` that is not in `taken`, which it joins.
std::string uniqueName(const std::string& wanted, std::vector<std::string>& taken);

}  // namespace vide::detail

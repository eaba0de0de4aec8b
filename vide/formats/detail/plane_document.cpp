// SPDX-License-Identifier: MIT
#include "vide/formats/detail/plane_document.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "vide/animation/sample.hpp"
#include "vide/core/text.hpp"
#include "vide/formats/detail/baked_motion.hpp"
#include "vide/formats/detail/bone_axes.hpp"

namespace vide::detail {
namespace {

std::unexpected<Error> inSpace(const std::string& what) {
  return fail(ErrorCode::unsupported,
              text(what, " is not in the plane z = 0; write a document in space as .glb"));
}

bool isFlat(Vec3 v) { return std::abs(v.z) <= 1e-9 * (1 + std::abs(v.x) + std::abs(v.y)); }

bool isFlat(Quat q) { return std::abs(q.x) < 1e-9 && std::abs(q.y) < 1e-9; }

Result<void> checkFlat(const Document& document) {
  for (const Bone& bone : document.skeleton.bones()) {
    if (!isFlat(bone.local.translation) || !isFlat(bone.local.rotation)) {
      return inSpace(text("bone \"", bone.name, "\""));
    }
  }
  for (const Layer& layer : document.layers) {
    const auto& V = layer.mesh.V;
    if (V.cols() == 3 && V.rows() > 0 && V.col(2).cwiseAbs().maxCoeff() > 1e-9) {
      return inSpace(text("layer \"", layer.name, "\""));
    }
  }
  for (const Clip& clip : document.clips) {
    for (const BoneTrack& track : clip.bones) {
      const auto turns_out = [](const auto& key) { return !isFlat(key.value); };
      if (std::ranges::any_of(track.rotation, turns_out)) {
        return inSpace(text("the motion of clip \"", clip.name, "\""));
      }
    }
  }
  return {};
}

// Frames are counted in whole numbers.
Result<void> checkLength(const Document& document) {
  constexpr double longest = 6 * 3600;  // seconds
  for (const Clip& clip : document.clips) {
    if (clip.duration <= longest) continue;
    return fail(ErrorCode::limit_exceeded, text("clip \"", clip.name, "\" lasts ", clip.duration,
                                                " s; more than ", longest, " cannot be exported"));
  }
  return {};
}

Result<void> checkBaking(const Document& document, const EngineExportOptions& options,
                         KnownCurves curves) {
  if (!(options.bake_step > 0 && std::isfinite(options.bake_step))) {
    return fail(ErrorCode::invalid_argument,
                text("a baking step of ", options.bake_step, " s is not above 0"));
  }
  const double numbers = bakedNumbers(document, options.bake_step, curves);
  if (numbers <= double(options.max_numbers)) return {};
  return fail(
      ErrorCode::limit_exceeded,
      text("baking the clips takes ", numbers, " numbers and the limit is ", options.max_numbers,
           " (max_numbers); take a longer baking step, or shorter or fewer clips"));
}

void flatten(Document& document) {
  for (Layer& layer : document.layers) {
    if (layer.mesh.V.cols() == 3) layer.mesh.V = layer.mesh.V.leftCols(2).eval();
  }
}

// Whether there is anything to be drawn in a layer's place.
bool isDrawn(const Document& document, const Layer& layer) {
  if (layer.mesh.F.rows() > 0) return true;
  return std::ranges::any_of(document.skins, [&](const Skin& skin) {
    return std::ranges::find(skin.choices, layer.id, &SkinChoice::instead_of) != skin.choices.end();
  });
}

std::set<LayerId> broughtLayers(const Document& document) {
  std::set<LayerId> brought;
  for (const Skin& skin : document.skins) {
    for (const SkinChoice& choice : skin.choices) brought.insert(choice.layer);
  }
  return brought;
}

bool looksAlike(const Layer& a, const Layer& b) {
  return a.blend == b.blend && a.tint == b.tint && a.opacity == b.opacity &&
         a.visible == b.visible && a.attachment == b.attachment &&
         (a.attachment != Attachment::rigid || a.bones == b.bones);
}

bool holds(const Slot& slot, LayerId layer) {
  return std::ranges::find(slot.layers, layer) != slot.layers.end();
}

// Whether an order draws the layers of a slot one after the other, but for what skins bring.
bool liesTogether(const std::vector<LayerId>& order, const Slot& slot,
                  const std::set<LayerId>& brought) {
  std::size_t first_at = order.size(), last_at = 0, count = 0, at = 0;
  for (const LayerId id : order) {
    if (brought.contains(id)) continue;
    if (holds(slot, id)) {
      first_at = std::min(first_at, at);
      last_at = at;
      ++count;
    }
    ++at;
  }
  return last_at - first_at + 1 == count;
}

// Whether a clip changes the look of a slot's layers, if at all, in the same way, and shows and
// hides none by itself.
bool changesAlike(const Clip& clip, const Slot& slot) {
  std::vector<LayerTrack> looks;
  for (const LayerTrack& track : clip.layers) {
    if (!holds(slot, track.layer)) continue;
    if (!track.visible.empty()) return false;
    looks.push_back(track);
    looks.back().layer = 0;
  }
  const bool alike = std::ranges::all_of(looks, [&](const auto& t) { return t == looks[0]; });
  return alike && (looks.empty() || looks.size() == slot.layers.size());
}

// Whether a slot's layers can share one place in the draw order: they follow one another there,
// always, and are never told apart but by the slot.
bool canShare(const Document& document, const Slot& slot, const std::set<LayerId>& brought) {
  if (slot.layers.empty()) return false;
  const Layer& first = *findLayer(document, slot.layers[0]);
  const bool alike = std::ranges::all_of(slot.layers, [&](LayerId id) {
    return looksAlike(first, *findLayer(document, id)) && !brought.contains(id);
  });
  if (!alike || !liesTogether(document.draw_order, slot, brought)) return false;
  return std::ranges::all_of(document.clips, [&](const Clip& clip) {
    return changesAlike(clip, slot) && std::ranges::all_of(clip.draw_order, [&](const auto& step) {
             return liesTogether(step.value, slot, brought);
           });
  });
}

void makeSlots(PlaneDocument& plane) {
  const Document& document = plane.document;
  const std::set<LayerId> brought = broughtLayers(document);
  std::map<LayerId, const Slot*> slot_of;
  for (const Slot& slot : document.slots) {
    if (!canShare(document, slot, brought)) continue;
    for (const LayerId id : slot.layers) slot_of.emplace(id, &slot);
  }
  std::map<LayerId, std::size_t> index;
  for (std::size_t i = 0; i < document.layers.size(); ++i) index.emplace(document.layers[i].id, i);
  std::set<const Slot*> made;
  std::vector<std::string> taken;
  for (const LayerId id : document.draw_order) {
    if (brought.contains(id)) continue;
    const auto shared = slot_of.find(id);
    DrawSlot slot;
    if (shared == slot_of.end()) {
      const Layer& layer = document.layers[index.at(id)];
      if (!isDrawn(document, layer)) continue;
      slot.name = uniqueName(layer.name, taken);
      slot.layers = {index.at(id)};
      bool shown = layer.visible;
      for (const Slot& other : document.slots) {
        if (std::ranges::find(other.layers, id) != other.layers.end()) {
          shown = shown && other.shown == id;
        }
      }
      if (shown) slot.shown = 0;
    } else {
      const Slot& own = *shared->second;
      if (!made.insert(&own).second) continue;
      slot.name = uniqueName(own.name, taken);
      for (const LayerId layer : own.layers) slot.layers.push_back(index.at(layer));
      const auto shown = std::ranges::find(own.layers, own.shown.value_or(0));
      const bool visible = document.layers[slot.layers[0]].visible;
      if (visible && own.shown && shown != own.layers.end()) {
        slot.shown = std::size_t(shown - own.layers.begin());
      }
    }
    plane.slots.push_back(std::move(slot));
  }
}

// Engines move every mesh by its weights.
void warnOfDeformers(PlaneDocument& plane) {
  for (const DrawSlot& slot : plane.slots) {
    for (const std::size_t index : slot.layers) {
      const Layer& layer = plane.document.layers[index];
      const bool is_lost = layer.attachment == Attachment::skinned &&
                           layer.settings.deformer != Deformer::linear_blend;
      if (!is_lost) continue;
      plane.warnings.push_back(
          text("layer \"", layer.name, "\" is bent by its weights there, not by its deformer"));
    }
  }
}

void warnOfMasks(PlaneDocument& plane) {
  for (Layer& layer : plane.document.layers) {
    if (!layer.mask) continue;
    plane.warnings.push_back(text("layer \"", layer.name, "\" is no longer masked by another"));
    layer.mask.reset();
  }
  if (plane.document.skin) {
    plane.warnings.push_back(text("skin \"", findSkin(plane.document, *plane.document.skin)->name,
                                  "\" is in the file, but the game has to put it on"));
  }
}

template <class Value>
bool isCurved(const Track<Value>& track) {
  return std::ranges::any_of(
      track, [](const auto& key) { return key.interpolation != Interpolation::linear; });
}

// Whether a layer is seen at a moment, by itself and by its slot.
bool isSeen(const Clip& clip, const Document& document, const Layer& layer, double time) {
  LayerLook look{layer.visible, layer.tint, layer.opacity};
  look = sampleLook(clip, layer.id, time, look);
  if (!look.visible) return false;
  for (const Slot& slot : document.slots) {
    if (std::ranges::find(slot.layers, layer.id) == slot.layers.end()) continue;
    if (sampleSlot(clip, slot.id, time, slot.shown) != layer.id) return false;
  }
  return true;
}

Result<void> checkExportable(const Document& document, const EngineExportOptions& options,
                             KnownCurves curves) {
  if (auto valid = validate(document); !valid) return valid;
  if (auto flat = checkFlat(document); !flat) return flat;
  if (auto fits = checkLength(document); !fits) return fits;
  return checkBaking(document, options, curves);
}

}  // namespace

std::string uniqueName(const std::string& wanted, std::vector<std::string>& taken) {
  std::string name = wanted.empty() ? "unnamed" : wanted;
  for (int number = 2; std::ranges::find(taken, name) != taken.end(); ++number) {
    name = text(wanted.empty() ? "unnamed" : wanted, "_", number);
  }
  taken.push_back(name);
  return name;
}

Result<NativeChains> exportableChains(const Document& document, const EngineExportOptions& options,
                                      const PlaneTraits& traits) {
  if (auto fits = checkExportable(document, options, traits.curves); !fits) {
    return std::unexpected(fits.error());
  }
  const bool baked = options.constraints == ConstraintExport::baked;
  return nativeChains(document, baked ? NativeReach::none : traits.reach);
}

PlaneDocument planeDocument(const Document& document, const NativeChains& natives, double step,
                            BoneAxes axes) {
  PlaneDocument plane{.document = document};
  plane.warnings = bakeMotion(plane.document, natives, step);
  if (axes == BoneAxes::along_x) layBonesAlongX(plane.document);
  flatten(plane.document);
  warnOfMasks(plane);
  for (const Bone& bone : plane.document.skeleton.bones()) {
    plane.rest.push_back(partsOf(toAffine(bone.local)));
  }
  makeSlots(plane);
  warnOfDeformers(plane);
  std::vector<std::string> taken;
  for (const Layer& layer : plane.document.layers) {
    plane.names.push_back(uniqueName(layer.name, taken));
  }
  taken.clear();
  for (Constraint& constraint : plane.document.constraints) {
    constraint.name = uniqueName(constraint.name, taken);
  }
  return plane;
}

StepTrack<std::optional<std::size_t>> shownIn(const Clip& clip, const PlaneDocument& plane,
                                              const DrawSlot& slot) {
  const Document& document = plane.document;
  std::vector<double> times;
  const auto holds = [&](LayerId id) {
    return std::ranges::any_of(slot.layers,
                               [&](std::size_t i) { return document.layers[i].id == id; });
  };
  for (const SlotTrack& track : clip.slots) {
    const Slot& moved = *findSlot(document, track.slot);
    if (std::ranges::none_of(moved.layers, holds)) continue;
    for (const auto& step : track.shown) times.push_back(step.time);
  }
  for (const LayerTrack& track : clip.layers) {
    if (!holds(track.layer)) continue;
    for (const auto& step : track.visible) times.push_back(step.time);
  }
  StepTrack<std::optional<std::size_t>> shown;
  if (times.empty()) return shown;
  times.push_back(0);
  sortTimes(times);
  Clip once = clip;
  once.loop = false;
  for (const double time : times) {
    std::optional<std::size_t> seen;
    for (std::size_t i = 0; i < slot.layers.size(); ++i) {
      if (isSeen(once, document, document.layers[slot.layers[i]], time)) seen = i;
    }
    shown.push_back({time, seen});
  }
  return shown;
}

std::vector<std::size_t> slotOrder(const PlaneDocument& plane,
                                   const std::vector<std::uint32_t>& order) {
  std::map<LayerId, std::size_t> slot_of;
  for (std::size_t i = 0; i < plane.slots.size(); ++i) {
    for (const std::size_t layer : plane.slots[i].layers) {
      slot_of.emplace(plane.document.layers[layer].id, i);
    }
  }
  std::vector<bool> placed(plane.slots.size());
  std::vector<std::size_t> slots;
  for (const LayerId id : order) {
    const auto at = slot_of.find(id);
    if (at == slot_of.end() || placed[at->second]) continue;
    placed[at->second] = true;
    slots.push_back(at->second);
  }
  return slots;
}

std::vector<ColorMoment> colorsIn(const Clip& clip, const Layer& layer, double step) {
  const auto at = std::ranges::find(clip.layers, layer.id, &LayerTrack::layer);
  if (at == clip.layers.end() || (at->tint.empty() && at->opacity.empty())) return {};
  std::vector<double> times;
  appendTimes(at->tint, times);
  appendTimes(at->opacity, times);
  if (isCurved(at->tint) || isCurved(at->opacity)) {
    const auto grid = gridTimes(clip.duration, std::max(step, 1.0 / 30));
    times.insert(times.end(), grid.begin(), grid.end());
  }
  sortTimes(times);
  Clip once = clip;
  once.loop = false;
  std::vector<ColorMoment> moments;
  for (const double time : times) {
    const LayerLook look =
        sampleLook(once, layer.id, time, {layer.visible, layer.tint, layer.opacity});
    moments.push_back({time, look.tint, look.opacity});
  }
  return moments;
}

}  // namespace vide::detail

namespace vide {

PictureNames pictureNames(const Document& document) {
  PictureNames names;
  std::vector<std::string> taken;
  for (const ImageAsset& image : document.images) {
    std::string plain;
    for (const char c : image.name) {
      const bool safe = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') ||
                        (c >= 'A' && c <= 'Z') || c == '-' || c == '_';
      plain += safe ? c : '_';
    }
    names.of_image.push_back(
        detail::uniqueName(plain.empty() ? text("picture_", image.id) : plain, taken));
  }
  const bool any_white = std::ranges::any_of(
      document.layers, [](const Layer& layer) { return !layer.image && layer.mesh.F.rows() > 0; });
  if (any_white) names.white = detail::uniqueName("white", taken);
  return names;
}

}  // namespace vide

// SPDX-License-Identifier: MIT
#include "vide/rig/detail/motion_checks.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace vide {
namespace {

Result<void> invalid(const std::string& message) {
  return fail(ErrorCode::invalid_argument, message);
}

// The things that tracks, slots and skins name, found fast however many there are.
struct Known {
  std::map<LayerId, const Layer*> layers;
  std::map<SlotId, std::set<LayerId>> slots;
  std::set<ConstraintId> constraints;

  explicit Known(const Document& document) {
    for (const Layer& layer : document.layers) layers.emplace(layer.id, &layer);
    for (const Slot& slot : document.slots) {
      slots.emplace(slot.id, std::set(slot.layers.begin(), slot.layers.end()));
    }
    for (const Constraint& constraint : document.constraints) constraints.insert(constraint.id);
  }

  const Layer* layer(LayerId id) const {
    const auto at = layers.find(id);
    return at == layers.end() ? nullptr : at->second;
  }
};

Result<void> noLayer(LayerId id) { return invalid(text("layer ", id, " does not exist")); }

Result<void> checkMask(const Layer& layer, const Known& known) {
  if (!layer.mask) return {};
  const Layer* mask = known.layer(*layer.mask);
  if (!mask) return invalid(text("its mask, layer ", *layer.mask, ", does not exist"));
  if (mask->mask || mask->id == layer.id) {
    return invalid(text("its mask, layer ", mask->id, ", has a mask itself"));
  }
  return {};
}

// `taken` gathers the layers of all slots so far.
Result<void> checkSlot(const Slot& slot, const Known& known, std::set<LayerId>& taken) {
  for (const LayerId id : slot.layers) {
    if (!known.layer(id)) return noLayer(id);
    if (!taken.insert(id).second) return invalid(text("layer ", id, " is in a slot already"));
  }
  if (slot.shown && !std::ranges::count(slot.layers, *slot.shown)) {
    return invalid(text("shows layer ", *slot.shown, ", which is not one of its own"));
  }
  return {};
}

Result<void> checkSkin(const Skin& skin, const Known& known) {
  std::set<LayerId> dressed, brought;
  for (const auto& [instead_of, layer] : skin.choices) {
    if (!known.layer(instead_of)) return noLayer(instead_of);
    if (!known.layer(layer)) return noLayer(layer);
    if (!dressed.insert(instead_of).second) {
      return invalid(text("has two choices for layer ", instead_of));
    }
    if (!brought.insert(layer).second) return invalid(text("brings layer ", layer, " twice"));
  }
  return {};
}

// A layer that some skin brings is drawn by skins alone, so nothing may replace or show it.
Result<void> checkBrought(const Document& document) {
  std::set<LayerId> brought;
  for (const Skin& skin : document.skins) {
    for (const SkinChoice& choice : skin.choices) brought.insert(choice.layer);
  }
  for (const Skin& skin : document.skins) {
    for (const SkinChoice& choice : skin.choices) {
      if (!brought.contains(choice.instead_of)) continue;
      return failAt(nameOf("skin", skin.id, skin.name),
                    {ErrorCode::invalid_argument,
                     text("replaces layer ", choice.instead_of, ", which a skin brings")});
    }
  }
  for (const Slot& slot : document.slots) {
    for (const LayerId id : slot.layers) {
      if (!brought.contains(id)) continue;
      return failAt(
          nameOf("slot", slot.id, slot.name),
          {ErrorCode::invalid_argument, text("shows layer ", id, ", which a skin brings")});
    }
  }
  return {};
}

Result<void> checkSprings(const Document& document) {
  std::set<BoneId> seen;
  for (const Spring& spring : document.springs) {
    if (!seen.insert(spring.bone).second) {
      return invalid(text("spring of bone ", spring.bone, ": the bone has two springs"));
    }
    if (auto ok = validate(spring, document.skeleton); !ok) return ok;
  }
  return {};
}

// That each track is of something else; `key` says of what.
template <class Tracks, class Key>
Result<void> checkDistinct(const Tracks& tracks, const char* kind, Key key) {
  std::set<decltype(key(tracks.front()))> seen;
  for (const auto& track : tracks) {
    if (!seen.insert(key(track)).second) {
      return invalid(text("two tracks of ", kind, " for one thing; join them"));
    }
  }
  return {};
}

Result<void> checkMorphs(const Clip& clip, const Known& known) {
  for (const MorphTrack& track : clip.morphs) {
    const Layer* layer = known.layer(track.layer);
    const int shapes = layer ? static_cast<int>(layer->shapes.size()) : 0;
    if (track.shape < 0 || track.shape >= shapes) {
      return invalid(text("shape ", track.shape, " of layer ", track.layer, " does not exist"));
    }
  }
  return checkDistinct(clip.morphs, "weights of shapes",
                       [](const MorphTrack& t) { return std::pair(t.layer, t.shape); });
}

Result<void> checkOffsets(const Clip& clip, const Known& known) {
  for (const OffsetTrack& track : clip.offsets) {
    const Layer* layer = known.layer(track.layer);
    if (!layer) return noLayer(track.layer);
    const auto vertices = static_cast<std::size_t>(layer->mesh.V.rows());
    if (!track.offsets.empty() && track.offsets.front().value.size() != vertices) {
      return invalid(text("layer ", track.layer, ": ", track.offsets.front().value.size(),
                          " offsets for ", vertices, " vertices"));
    }
  }
  return checkDistinct(clip.offsets, "offsets", [](const OffsetTrack& t) { return t.layer; });
}

Result<void> checkLooks(const Clip& clip, const Known& known) {
  for (const LayerTrack& track : clip.layers) {
    if (!known.layer(track.layer)) return noLayer(track.layer);
  }
  return checkDistinct(clip.layers, "looks", [](const LayerTrack& t) { return t.layer; });
}

Result<void> checkSlotTracks(const Clip& clip, const Known& known) {
  for (const SlotTrack& track : clip.slots) {
    const auto slot = known.slots.find(track.slot);
    if (slot == known.slots.end()) return invalid(text("slot ", track.slot, " does not exist"));
    for (const auto& step : track.shown) {
      if (!step.value || slot->second.contains(*step.value)) continue;
      return invalid(text("slot ", track.slot, " has no layer ", *step.value));
    }
  }
  return checkDistinct(clip.slots, "slots", [](const SlotTrack& t) { return t.slot; });
}

Result<void> checkMixes(const Clip& clip, const Known& known) {
  for (const ConstraintTrack& track : clip.constraints) {
    if (known.constraints.contains(track.constraint)) continue;
    return invalid(text("constraint ", track.constraint, " does not exist"));
  }
  return checkDistinct(clip.constraints, "constraints",
                       [](const ConstraintTrack& t) { return t.constraint; });
}

Result<void> checkClip(const Clip& clip, const Document& document, const Known& known) {
  Result<void> checked = checkMorphs(clip, known);
  if (checked) checked = checkOffsets(clip, known);
  if (checked) checked = checkLooks(clip, known);
  if (checked) checked = checkSlotTracks(clip, known);
  if (checked) checked = checkMixes(clip, known);
  for (const auto& step : clip.draw_order) {
    if (checked) checked = checkLayerOrder(document, step.value);
  }
  for (const ClipEvent& event : clip.events) {
    if (isUtf8(event.name) && isUtf8(event.text)) continue;
    return invalid(text("the event at ", event.time, " s is not UTF-8 text"));
  }
  return checked;
}

// The clip by itself, and that it fits the document.
Result<void> checkWhole(const Clip& clip, const Document& document, const Known& known) {
  if (auto ok = validate(clip, document.skeleton); !ok) return ok;
  if (auto ok = checkClip(clip, document, known); !ok) {
    return failAt(nameOf("clip", clip.id, clip.name), ok.error());
  }
  return {};
}

}  // namespace

Result<void> checkLayerOrder(const Document& document, const std::vector<LayerId>& order) {
  std::set<LayerId> left;
  for (const Layer& layer : document.layers) left.insert(layer.id);
  for (const LayerId id : order) {
    if (left.erase(id) == 0) {
      return invalid(text("draw order: layer ", id, " does not exist or is listed twice"));
    }
  }
  if (!left.empty()) return invalid(text("draw order: layer ", *left.begin(), " is not listed"));
  return {};
}

Result<void> checkDress(const Document& document) {
  if (auto ok = checkLabels("slot", document.slots); !ok) return ok;
  if (auto ok = checkLabels("skin", document.skins); !ok) return ok;
  const Known known(document);
  for (const Layer& layer : document.layers) {
    if (auto ok = checkMask(layer, known); !ok) {
      return failAt(nameOf("layer", layer.id, layer.name), ok.error());
    }
  }
  std::set<LayerId> taken;
  for (const Slot& slot : document.slots) {
    if (auto ok = checkSlot(slot, known, taken); !ok) {
      return failAt(nameOf("slot", slot.id, slot.name), ok.error());
    }
  }
  for (const Skin& skin : document.skins) {
    if (auto ok = checkSkin(skin, known); !ok) {
      return failAt(nameOf("skin", skin.id, skin.name), ok.error());
    }
  }
  if (document.skin && !findSkin(document, *document.skin)) {
    return invalid(text("the skin worn, ", *document.skin, ", does not exist"));
  }
  return checkBrought(document);
}

Result<void> checkMotion(const Document& document) {
  if (auto ok = checkLabels("constraint", document.constraints); !ok) return ok;
  for (const Constraint& constraint : document.constraints) {
    if (auto ok = validate(constraint, document.skeleton); !ok) return ok;
  }
  if (auto ok = checkSprings(document); !ok) return ok;
  if (auto ok = checkLabels("clip", document.clips); !ok) return ok;
  const Known known(document);
  for (const Clip& clip : document.clips) {
    if (auto ok = checkWhole(clip, document, known); !ok) return ok;
  }
  return {};
}

Result<void> validate(const Clip& clip, const Document& document) {
  return checkWhole(clip, document, Known(document));
}

}  // namespace vide

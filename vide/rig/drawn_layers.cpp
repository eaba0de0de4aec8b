// SPDX-License-Identifier: MIT
#include "vide/rig/drawn_layers.hpp"

#include <algorithm>
#include <span>

namespace vide {

DrawnLayers::DrawnLayers(const Document& document)
    : document_(&document), places_(document.layers.size()) {
  for (std::size_t i = 0; i < document.layers.size(); ++i) {
    by_id_.emplace_back(document.layers[i].id, i);
  }
  std::ranges::sort(by_id_);
  for (std::size_t slot = 0; slot < document.slots.size(); ++slot) {
    for (const LayerId id : document.slots[slot].layers) places_[indexOf(id)].slot = slot;
  }
  for (const Skin& skin : document.skins) {
    for (const auto& [instead_of, layer] : skin.choices) {
      places_[indexOf(layer)].is_brought = true;
      if (skin.id == document.skin) places_[indexOf(instead_of)].replaced = indexOf(layer);
    }
  }
  for (std::size_t i = 0; i < places_.size(); ++i) {
    const auto& mask = document.layers[i].mask;
    if (!mask) continue;
    const std::size_t own = indexOf(*mask);
    places_[i].mask = places_[own].replaced.value_or(own);
  }
}

std::size_t DrawnLayers::indexOf(LayerId id) const {
  return std::ranges::lower_bound(by_id_, id, {}, &std::pair<LayerId, std::size_t>::first)->second;
}

template <class Visit>
void DrawnLayers::inOrder(const Clip* clip, double time, Visit visit) const {
  const std::span<const LayerId> own_order = document_->draw_order;
  for (const LayerId id : clip ? sampleDrawOrder(*clip, time, own_order) : own_order) {
    const std::size_t index = indexOf(id);
    if (!places_[index].is_brought) visit(index);
  }
}

void DrawnLayers::at(const Clip* clip, double time, std::vector<DrawnLayer>& out) const {
  out.clear();
  inOrder(clip, time, [&](std::size_t index) {
    const Place& place = places_[index];
    const LayerId id = document_->layers[index].id;
    if (place.slot) {
      const Slot& slot = document_->slots[*place.slot];
      const auto shown = clip ? sampleSlot(*clip, slot.id, time, slot.shown) : slot.shown;
      if (shown != id) return;
    }
    // A skin brings a picture with colours of its own, which clips change as they do the other's.
    const std::size_t drawn = place.replaced.value_or(index);
    const Layer& layer = document_->layers[drawn];
    LayerLook look{document_->layers[index].visible, layer.tint, layer.opacity};
    if (clip) look = sampleLook(*clip, id, time, look);
    if (look.visible) out.push_back({drawn, look, places_[drawn].mask});
  });
}

void DrawnLayers::order(const Clip* clip, double time, std::vector<std::size_t>& out) const {
  out.clear();
  inOrder(clip, time,
          [&](std::size_t index) { out.push_back(places_[index].replaced.value_or(index)); });
}

}  // namespace vide

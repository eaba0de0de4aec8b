// SPDX-License-Identifier: MIT
#include "vide/rig/layer_commands.hpp"

#include "vide/rig/detail/known_steps.hpp"

namespace vide {
namespace {

using DrawOrder = StepTrack<std::vector<LayerId>>;

// `change` every draw order: the document's and those that clips set.
template <class Change>
void changeDrawOrders(Edit& edit, Change change) {
  std::vector<LayerId> order = edit.document().draw_order;
  change(order);
  edit.set(&Document::draw_order, std::move(order));
  for (const Clip& clip : edit.document().clips) {
    if (clip.draw_order.empty()) continue;
    DrawOrder steps = clip.draw_order;
    for (auto& step : steps) change(step.value);
    replaceIn(edit, clip.id, &Clip::draw_order, std::move(steps));
  }
}

// A slot without the layer; its keys that showed the layer show nothing.
void forgetInSlots(Edit& edit, LayerId id) {
  for (const Slot& slot : edit.document().slots) {
    if (!std::ranges::count(slot.layers, id)) continue;
    if (slot.shown == id) replaceIn(edit, slot.id, &Slot::shown, std::nullopt);
    std::vector<LayerId> layers = slot.layers;
    std::erase(layers, id);
    replaceIn(edit, slot.id, &Slot::layers, std::move(layers));
  }
  for (const Clip& clip : edit.document().clips) {
    std::vector<SlotTrack> tracks = clip.slots;
    for (SlotTrack& track : tracks) {
      for (auto& step : track.shown) {
        if (step.value == id) step.value.reset();
      }
    }
    if (tracks != clip.slots) replaceIn(edit, clip.id, &Clip::slots, std::move(tracks));
  }
}

void forgetInSkins(Edit& edit, LayerId id) {
  for (const Skin& skin : edit.document().skins) {
    std::vector<SkinChoice> choices = skin.choices;
    std::erase_if(choices,
                  [&](const SkinChoice& c) { return c.instead_of == id || c.layer == id; });
    if (choices != skin.choices) replaceIn(edit, skin.id, &Skin::choices, std::move(choices));
  }
}

Result<void> bind(Edit& edit, LayerId id, Attachment attachment, std::vector<BoneId> bones,
                  VertexWeights weights) {
  if (auto set = edit.set(id, &Layer::attachment, attachment); !set) return set;
  replaceIn(edit, id, &Layer::bones, std::move(bones));
  replaceIn(edit, id, &Layer::weights, std::move(weights));
  return {};
}

}  // namespace

void addLayer(Edit& edit, Layer layer) {
  const LayerId id = layer.id;
  edit.add(std::move(layer));
  changeDrawOrders(edit, [&](std::vector<LayerId>& order) { order.push_back(id); });
}

Result<void> removeLayer(Edit& edit, LayerId id) {
  if (auto removed = edit.remove<Layer>(id); !removed) return removed;
  changeDrawOrders(edit, [&](std::vector<LayerId>& order) { std::erase(order, id); });
  const auto isOfLayer = [&](const auto& track) { return track.layer == id; };
  eraseTracks(edit, &Clip::morphs, isOfLayer);
  eraseTracks(edit, &Clip::offsets, isOfLayer);
  eraseTracks(edit, &Clip::layers, isOfLayer);
  forgetInSlots(edit, id);
  forgetInSkins(edit, id);
  const auto& layers = edit.document().layers;
  for (const LayerId masked : idsWhere(layers, [&](const Layer& l) { return l.mask == id; })) {
    replaceIn(edit, masked, &Layer::mask, std::nullopt);
  }
  return {};
}

Result<void> moveInDrawOrder(Edit& edit, LayerId id, std::size_t place) {
  std::vector<LayerId> order = edit.document().draw_order;
  if (std::erase(order, id) == 0) {
    return fail(ErrorCode::not_found, text("there is no layer ", id));
  }
  order.insert(order.begin() + std::ptrdiff_t(std::min(place, order.size())), id);
  edit.set(&Document::draw_order, std::move(order));
  return {};
}

Result<void> holdStill(Edit& edit, LayerId id) { return bind(edit, id, Attachment::fixed, {}, {}); }

Result<void> bindToBone(Edit& edit, LayerId id, BoneId bone) {
  return bind(edit, id, Attachment::rigid, {bone}, {});
}

Result<void> bindToBones(Edit& edit, LayerId id, std::vector<BoneId> bones, VertexWeights weights) {
  return bind(edit, id, Attachment::skinned, std::move(bones), std::move(weights));
}

Result<void> removeSlot(Edit& edit, SlotId id) {
  eraseTracks(edit, &Clip::slots, [&](const SlotTrack& track) { return track.slot == id; });
  return edit.remove<Slot>(id);
}

Result<void> removeSkin(Edit& edit, SkinId id) {
  if (edit.document().skin == id) edit.set(&Document::skin, std::nullopt);
  return edit.remove<Skin>(id);
}

}  // namespace vide

// SPDX-License-Identifier: MIT
#include "vide/rig/layer_commands.hpp"

#include <algorithm>

#include "vide/stage/posed_layer.hpp"
#include "vide/studio/detail/lookup.hpp"
#include "vide/studio/detail/methods.hpp"
#include "vide/studio/detail/names.hpp"
#include "vide/studio/detail/session.hpp"

// Layers as wholes, slots and skins.
namespace vide::detail {
namespace {

// What of a layer is set anew.
struct LayerLooks {
  std::optional<std::string> name;
  std::optional<bool> visible;
  std::optional<double> opacity;
  std::optional<Vec3> tint;
  std::optional<BlendMode> blend;
  std::optional<std::optional<LayerId>> mask;
  std::optional<Deformer> deformer;
};

LayerLooks looksIn(Arguments& arguments) {
  LayerLooks looks;
  looks.name = arguments.textIf("name");
  looks.visible = arguments.flagIf("visible");
  looks.opacity = arguments.numberIf("opacity");
  if (arguments.has("tint")) {
    const auto tint = arguments.numbers("tint", 3);
    looks.tint = Vec3{tint[0], tint[1], tint[2]};
  }
  looks.blend = arguments.oneOfIf<BlendMode>("blend", blend_names);
  if (arguments.has("mask")) looks.mask = arguments.idOrNull("mask");
  looks.deformer = arguments.oneOfIf<Deformer>("deformer", deformer_names);
  return looks;
}

// Error: bones do not drive the deformer.
Result<void> setDeformer(Edit& edit, LayerId id, Deformer deformer) {
  LayerSettings settings = findLayer(edit.document(), id)->settings;
  settings.deformer = deformer;
  if (auto set = edit.set(id, &Layer::settings, std::move(settings)); !set) return set;
  const auto posed = PosedLayer::create(*findLayer(edit.document(), id), edit.document().skeleton);
  return posed ? Result<void>() : std::unexpected(posed.error());
}

Result<void> setLooks(Edit& edit, LayerId id, const LayerLooks& looks) {
  if (auto found = find<Layer>(edit.document(), id); !found) return std::unexpected(found.error());
  const auto put = [&](auto Layer::*part, const auto& value) {
    if (value)
      edit.replace(ItemPart<Layer, std::remove_cvref_t<decltype(*value)>>{id, part}, *value);
  };
  put(&Layer::name, looks.name);
  put(&Layer::visible, looks.visible);
  put(&Layer::opacity, looks.opacity);
  put(&Layer::tint, looks.tint);
  put(&Layer::blend, looks.blend);
  put(&Layer::mask, looks.mask);
  return looks.deformer ? setDeformer(edit, id, *looks.deformer) : Result<void>();
}

Result<Reply> setLayer(Session& session, Request& request) {
  const LayerId id = request.arguments.id("layer");
  const LayerLooks looks = looksIn(request.arguments);
  const std::string merge = request.arguments.textIf("merge").value_or("");
  if (auto right = request.finish(); !right) return std::unexpected(right.error());
  return session.run({.name = looks.name ? "Rename layer" : "Change layer",
                      .merge = merge,
                      .work = [&](Edit& edit) { return setLooks(edit, id, looks); }});
}

Result<Reply> moveLayer(Session& session, Request& request) {
  const LayerId id = request.arguments.id("layer");
  const int place = request.arguments.integer("place");
  if (place < 0) request.arguments.refuse("place", "must be 0 or more");
  if (auto right = request.finish(); !right) return std::unexpected(right.error());
  return session.run({.name = "Reorder layers", .work = [&](Edit& edit) {
                        return moveInDrawOrder(edit, id, std::size_t(place));
                      }});
}

// With its picture, if no other layer shows it.
Result<void> removeWithImage(Edit& edit, LayerId id) {
  const auto layer = find<Layer>(edit.document(), id);
  if (!layer) return std::unexpected(layer.error());
  const auto image = (*layer)->image;
  if (auto removed = vide::removeLayer(edit, id); !removed) return removed;
  if (!image || std::ranges::count(edit.document().layers, image, &Layer::image)) return {};
  return edit.remove<ImageAsset>(*image);
}

Result<Reply> removeLayer(Session& session, Request& request) {
  const LayerId id = request.arguments.id("layer");
  if (auto right = request.finish(); !right) return std::unexpected(right.error());
  return session.run(
      {.name = "Remove layer", .work = [&](Edit& edit) { return removeWithImage(edit, id); }});
}

Result<Reply> addSlot(Session& session, Request& request) {
  Slot slot{.id = newId(session.document().slots),
            .name = request.arguments.text("name"),
            .layers = request.arguments.ids("layers"),
            .shown = request.arguments.idOrNull("shown")};
  if (auto right = request.finish(); !right) return std::unexpected(right.error());
  const auto work = [&](Edit& edit) {
    edit.add(slot);
    return Result<void>();
  };
  return session.run({.name = "Add slot", .work = work}, {.id = slot.id});
}

Result<Reply> setSlot(Session& session, Request& request) {
  Arguments& arguments = request.arguments;
  const SlotId id = arguments.id("slot");
  const auto name = arguments.textIf("name");
  std::optional<std::vector<LayerId>> layers;
  if (arguments.has("layers")) layers = arguments.ids("layers");
  std::optional<std::optional<LayerId>> shown;
  if (arguments.has("shown")) shown = arguments.idOrNull("shown");
  if (auto right = request.finish(); !right) return std::unexpected(right.error());
  const auto work = [&](Edit& edit) -> Result<void> {
    const auto found = find<Slot>(edit.document(), id);
    if (!found) return std::unexpected(found.error());
    // What it showed may be gone from it.
    if (layers && !shown && (*found)->shown && !std::ranges::count(*layers, *(*found)->shown)) {
      shown.emplace();
    }
    if (name) edit.replace(ItemPart<Slot, std::string>{id, &Slot::name}, *name);
    if (layers) edit.replace(ItemPart<Slot, std::vector<LayerId>>{id, &Slot::layers}, *layers);
    if (shown) edit.replace(ItemPart<Slot, std::optional<LayerId>>{id, &Slot::shown}, *shown);
    return {};
  };
  return session.run({.name = "Change slot", .work = work});
}

Result<Reply> removeSlot(Session& session, Request& request) {
  const SlotId id = request.arguments.id("slot");
  if (auto right = request.finish(); !right) return std::unexpected(right.error());
  return session.run(
      {.name = "Remove slot", .work = [&](Edit& edit) { return vide::removeSlot(edit, id); }});
}

Result<Reply> wearSkin(Session& session, Request& request) {
  const auto skin = request.arguments.idOrNull("skin");
  if (auto right = request.finish(); !right) return std::unexpected(right.error());
  const auto work = [&](Edit& edit) -> Result<void> {
    if (skin) {
      if (auto found = find<Skin>(edit.document(), *skin); !found) {
        return std::unexpected(found.error());
      }
    }
    edit.set(&Document::skin, skin);
    return {};
  };
  return session.run({.name = "Change skin", .work = work});
}

}  // namespace

std::span<const Method> layerMethods() {
  static constexpr Method methods[] = {
      {"set_layer", setLayer}, {"move_layer", moveLayer}, {"remove_layer", removeLayer},
      {"add_slot", addSlot},   {"set_slot", setSlot},     {"remove_slot", removeSlot},
      {"wear_skin", wearSkin},
  };
  return methods;
}

}  // namespace vide::detail

// SPDX-License-Identifier: MIT
#pragma once

#include "vide/core/text.hpp"
#include "vide/rig/document.hpp"
#include "vide/rig/edit.hpp"
#include "vide/skeleton/bone_index.hpp"

// Things by their ids as messages name them.
namespace vide::detail {

// Error: there is none.
template <class Item>
Result<const Item*> find(const Document& document, std::uint32_t id) {
  const auto& items = document.*ItemList<Item>::member;
  const std::size_t place = placeOf<Item>(document, id);
  if (place < items.size()) return &items[place];
  return fail(ErrorCode::not_found, text("there is no ", ItemList<Item>::kind, " ", id));
}

// Error: there is none, or it is not skinned.
inline Result<const Layer*> findSkinnedLayer(const Document& document, LayerId id) {
  const auto layer = find<Layer>(document, id);
  if (!layer || (*layer)->attachment == Attachment::skinned) return layer;
  return fail(ErrorCode::invalid_argument,
              text("layer '", (*layer)->name, "' follows no two bones; bind it first"));
}

// The bone's index. Error: there is none.
inline Result<std::size_t> findBoneIndex(const Skeleton& skeleton, BoneId id) {
  const std::size_t index = boneIndex(skeleton, id);
  if (index < skeleton.size()) return index;
  return fail(ErrorCode::not_found, text("there is no bone ", id));
}

// An id for a new item; ids count from 0, as in what the command line makes.
template <class Items>
std::uint32_t newId(const Items& items) {
  return items.empty() ? 0 : unusedId(items);
}

}  // namespace vide::detail

// SPDX-License-Identifier: MIT
#pragma once

#include <set>

#include "vide/core/error.hpp"
#include "vide/core/text.hpp"
#include "vide/core/utf8.hpp"
#include "vide/rig/document.hpp"

namespace vide {

// How messages name a thing: its kind, its id and, where that is text, its name.
inline std::string nameOf(const char* kind, std::uint32_t id, const std::string& name) {
  return isUtf8(name) ? text(kind, " ", id, " \"", name, "\"") : text(kind, " ", id);
}

// That ids do not repeat and names are text.
template <class Items>
Result<void> checkLabels(const char* kind, const Items& items) {
  std::set<std::uint32_t> seen;
  for (const auto& item : items) {
    const std::string place = nameOf(kind, item.id, item.name);
    if (!isUtf8(item.name)) {
      return fail(ErrorCode::invalid_argument, place + ": the name is not UTF-8 text; rename it");
    }
    if (!seen.insert(item.id).second) {
      return fail(ErrorCode::invalid_argument, place + ": the id is used twice");
    }
  }
  return {};
}

// That `order` names every layer once.
Result<void> checkLayerOrder(const Document& document, const std::vector<LayerId>& order);

// That slots, skins and masks fit the layers.
Result<void> checkDress(const Document& document);

// That constraints, springs and clips fit the skeleton and the layers.
Result<void> checkMotion(const Document& document);

}  // namespace vide

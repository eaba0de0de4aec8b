// SPDX-License-Identifier: MIT
#pragma once

#include "vide/formats/detail/json.hpp"

namespace vide::detail {

// Calls visit(item, index) for every item; nothing is called where there is no list.
template <class Visit>
void eachItem(const Json* array, Visit visit) {
  if (!array || !array->is_array()) return;
  for (std::size_t i = 0; i < array->size(); ++i) visit((*array)[i], i);
}

}  // namespace vide::detail

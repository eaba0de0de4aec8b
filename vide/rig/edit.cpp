// SPDX-License-Identifier: MIT
#include "vide/rig/edit.hpp"

namespace vide {

void Edit::take(std::unique_ptr<Change> change) {
  change->swap(document_);
  changes_.push_back(std::move(change));
}

void Edit::rollBack() {
  for (; !changes_.empty(); changes_.pop_back()) changes_.back()->swap(document_);
}

}  // namespace vide

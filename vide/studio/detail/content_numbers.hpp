// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>

#include "vide/rig/document.hpp"

namespace vide::detail {

// Numbers that tell whether what a page holds of a layer or clip is still right: hashes of the
// contents, below 2^53, so that undo brings the same number back.
//
// What is large is hashed only when it was replaced, which its address tells: an edit makes the new
// value while the old one is still there. So update() is to be called after every single edit.
class ContentNumbers {
 public:
  void update(const Document& document);
  void clear() { *this = {}; }

  std::uint64_t geometryOf(LayerId layer) const { return layers_.at(layer).number; }
  std::uint64_t contentOf(ClipId clip) const { return clips_.at(clip).number; }

 private:
  struct Entry {
    std::uint64_t seen = 0;  // hash of addresses and of what is small
    std::uint64_t number = 0;
  };
  std::map<LayerId, Entry> layers_;
  std::map<ClipId, Entry> clips_;
};

}  // namespace vide::detail

// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "vide/rig/document.hpp"

namespace vide::detail {

// Layers whose weights a gesture has left behind: drafted, or kept though their bones have moved.
// What ends the gesture weighs them exactly, also where it moves no bone any further.
class RoughWeights {
 public:
  // Of the gesture of that name; none where another one goes on, or none.
  std::vector<LayerId> of(const std::string& merge) const {
    return merge.empty() || merge != merge_ ? std::vector<LayerId>() : layers_;
  }
  void leave(std::string merge, std::vector<LayerId> layers) {
    merge_ = std::move(merge);
    layers_ = std::move(layers);
  }
  // Forgets gestures of other names.
  void endGestures(const std::string& but = {}) {
    if (merge_ != but) *this = {};
  }

 private:
  std::string merge_;
  std::vector<LayerId> layers_;
};

}  // namespace vide::detail

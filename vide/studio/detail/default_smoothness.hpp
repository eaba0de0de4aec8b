// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <optional>

#include "vide/studio/detail/pictures.hpp"

namespace vide::detail {

// The smoothness that a layer's weights have while none is set, kept for each layer: of a picture
// it takes a look at all pixels.
class DefaultSmoothness {
 public:
  // Pixels; none where the method has none, or needs a picture whose pixels were not brought.
  std::optional<double> of(const Document& document, const Layer& layer, const Pictures& pictures);

 private:
  struct Known {
    std::uint64_t picture = 0;  // see Pictures::numberOf
    std::optional<double> threshold;
    std::optional<double> smoothness;
  };
  std::map<LayerId, Known> known_;
};

}  // namespace vide::detail

// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>

#include "vide/author/layer_weights.hpp"
#include "vide/studio/detail/pictures.hpp"

namespace vide::detail {

// A weigher for each layer, which keeps what it found while a person drags bones.
class LayerWeighers {
 public:
  // Errors: those of LayerWeigher::weigh.
  Result<LayerWeights> weigh(const Document& document, const Layer& layer, const Pictures& pictures,
                             const LayerWeightsOptions& options, const Progress& progress);
  void clear() { all_.clear(); }

 private:
  struct Entry {
    std::uint64_t picture = 0;  // see Pictures::numberOf
    LayerWeigher weigher;
  };
  std::map<LayerId, Entry> all_;
};

}  // namespace vide::detail

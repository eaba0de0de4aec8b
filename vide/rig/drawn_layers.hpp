// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "vide/animation/sample.hpp"
#include "vide/rig/document.hpp"

namespace vide {

// A layer that is to be seen at a moment. Layers are named by their place in Document::layers.
struct DrawnLayer {
  std::size_t layer = 0;
  LayerLook look;
  std::optional<std::size_t> mask;  // seen only where that one covers

  friend bool operator==(const DrawnLayer&, const DrawnLayer&) = default;
};

// Works out, moment for moment, which layers of a document are seen and in what order: what is
// visible, what slots show, what the skin puts in whose place, what a clip changes of all that.
// Built once for a document, which must be valid, outlive it and not change; at() allocates nothing
// once `out` has room for all layers.
class DrawnLayers {
 public:
  explicit DrawnLayers(const Document& document);

  // Writes the layers from back to front. Without a clip the document's own state is written.
  void at(const Clip* clip, double time, std::vector<DrawnLayer>& out) const;
  // Writes all layers that the skin which is worn leaves a place, seen or not, from back to front.
  void order(const Clip* clip, double time, std::vector<std::size_t>& out) const;

 private:
  // How one layer stands in slots and skins.
  struct Place {
    std::optional<std::size_t> slot;      // of Document::slots
    std::optional<std::size_t> replaced;  // the layer drawn instead, in the skin that is worn
    std::optional<std::size_t> mask;
    bool is_brought = false;  // drawn by a skin alone
  };

  std::size_t indexOf(LayerId id) const;
  // Calls visit(index) for every layer that has a place of its own, from back to front.
  template <class Visit>
  void inOrder(const Clip* clip, double time, Visit visit) const;

  const Document* document_;
  std::vector<Place> places_;                           // by layer
  std::vector<std::pair<LayerId, std::size_t>> by_id_;  // ascending
};

}  // namespace vide

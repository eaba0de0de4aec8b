// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "vide/core/error.hpp"
#include "vide/stage/actor.hpp"

namespace vide::wasm {

// What the page is told of a layer that is seen; src/vide.ts reads it byte by byte.
struct DrawnRecord {
  std::uint32_t layer = 0;  // index
  std::int32_t mask = -1;   // index of the layer that it is seen through, or -1
  float opacity = 1;
  float tint[3] = {1, 1, 1};
};
static_assert(sizeof(DrawnRecord) == 24 && offsetof(DrawnRecord, mask) == 4 &&
              offsetof(DrawnRecord, opacity) == 8 && offsetof(DrawnRecord, tint) == 12);

// An actor with everything about it in the form that a page reads: plain arrays and JSON.
class Character {
 public:
  // A document of VIDE or any other glTF, as a .glb. Errors: those of its reader and of Actor.
  static Result<Character> open(std::span<const std::uint8_t> glb);

  // JSON, as Description in src/vide.ts has it.
  const std::string& description() const { return description_; }
  const Document& document() const { return actor_.document(); }
  std::span<const float> uv(std::size_t layer) const { return layers_[layer].uv; }
  std::span<const std::uint32_t> triangles(std::size_t layer) const {
    return layers_[layer].triangles;
  }

  Result<void> play(int track, ClipId clip, const Start& start) {
    return actor_.player().play(track, clip, start);
  }
  Result<void> stop(int track, double fade) { return actor_.player().stop(track, fade); }
  // The events that were passed, a JSON list of {"track", "clip", "name", "text", "number"}.
  const std::string& advance(double seconds);
  // Error: there is no such clip.
  Result<void> show(ClipId clip, double time);

  std::span<const float> positions(std::size_t layer) const { return actor_.positions(layer); }
  std::span<const DrawnRecord> drawn() const { return drawn_; }

 private:
  struct LayerArrays {
    std::vector<float> uv;                 // 2 per vertex
    std::vector<std::uint32_t> triangles;  // 3 each
  };

  explicit Character(Actor actor);
  void updateDrawn();

  Actor actor_;
  std::vector<LayerArrays> layers_;
  std::vector<DrawnRecord> drawn_;
  std::string description_, events_;
};

}  // namespace vide::wasm

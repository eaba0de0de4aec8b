// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "vide/animation/player.hpp"
#include "vide/core/error.hpp"
#include "vide/rig/document.hpp"
#include "vide/rig/drawn_layers.hpp"
#include "vide/stage/document_renderer.hpp"

namespace vide {

// A document that plays, as a game has it on its stage: clips on the tracks of a player, then
// constraints, then springs, and what comes of it for every layer. What can only jump, and shapes,
// offsets, looks and constraints, follow track 0.
//
// The same calls give the same results, to the bit.
class Actor {
 public:
  // `pictures`: as for DocumentRenderer. Errors: those of DocumentRenderer::create and
  // Player::create.
  static Result<Actor> create(Document document, std::vector<Image> pictures = {},
                              const PlayerOptions& options = {});
  Actor(Actor&&) noexcept;
  Actor& operator=(Actor&&) noexcept;
  ~Actor();

  const Document& document() const;
  // To start, stop and mask clips with. Its own advance() is not to be called.
  Player& player();

  // Lets time pass, which must be finite and not negative.
  void advance(double seconds, const Player::OnEvent& on_event = {});
  // Shows a moment of one clip instead; springs do not swing. The clip must be valid for the
  // document.
  void show(const Clip& clip, double time);

  // The layers that are seen, back to front.
  std::span<const DrawnLayer> drawn() const;
  // The vertices of layer `index` in document space: x, y, z each.
  std::span<const float> positions(std::size_t index) const;
  // Paints what is seen.
  void draw(const Camera2D& camera, const FrameStyle& style, Canvas& canvas);

 private:
  struct Parts;
  explicit Actor(std::unique_ptr<Parts> parts);
  std::unique_ptr<Parts> parts_;
};

}  // namespace vide

// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "vide/core/box.hpp"
#include "vide/core/skin_matrix.hpp"
#include "vide/rig/drawn_layers.hpp"
#include "vide/skeleton/constraint_solver.hpp"
#include "vide/stage/acting_constraints.hpp"
#include "vide/stage/posed_layer.hpp"
#include "vide/studio/detail/content_numbers.hpp"
#include "vide/studio/detail/shown_moment.hpp"

namespace vide::detail {

// A layer's vertices at a moment.
struct PosedShape {
  std::vector<Vec2f> positions;
  Box2 box;

  bool isNear(Vec2 at, double radius) const {
    return at.x >= box.min.x - radius && at.x <= box.max.x + radius &&  //
           at.y >= box.min.y - radius && at.y <= box.max.y + radius;
  }
};

// What a moment of the document looks like: constraints turn the bones as Actor shows them, springs
// stand still. What is derived from the document is made anew only after an edit, and of layers
// only where the edit changed them.
class Scene {
 public:
  // Puts the bones where they are at that moment. `edits`: a number that grows with each edit.
  void show(const Document& document, const ContentNumbers& numbers, std::uint64_t edits,
            const ShownMoment& moment);

  // A_i as keys and unkeyed poses have it, and after constraints (acted); R'_i; S_i.
  std::span<const Transform> posed() const { return posed_; }
  std::span<const Transform> acted() const { return acted_; }
  std::span<const Affine3> model() const { return model_; }
  std::span<const SkinMatrix> matrices() const { return matrices_; }
  std::span<const DrawnLayer> drawn() const { return drawn_; }

  // Where the layer's vertices are, x, y, z each, for layers that eight weights a vertex and the
  // matrices do not move as VIDE does it; empty for all others.
  std::span<const float> workedOut(std::size_t layer);
  // Where any layer's vertices are.
  const PosedShape& shape(std::size_t layer);

 private:
  struct Derived {
    DrawnLayers drawn;
    ConstraintSolver solver;
    ActingConstraints constraints;
    Derived(const Document& document, ConstraintSolver made)
        : drawn(document), solver(std::move(made)), constraints(document, solver) {}
  };
  // What a moment is made of.
  struct Look {
    std::uint64_t edits = 0;
    std::optional<ClipId> clip;
    double time = 0;
    std::map<BoneId, BonePose> unkeyed;

    friend bool operator==(const Look&, const Look&) = default;
  };
  struct Deformed {
    std::uint64_t of = 0;
    std::optional<PosedLayer> layer;  // none: its deformer is not driven by bones
  };

  void moveVertices(std::size_t layer, std::vector<Vec2f>& positions);
  void derive();
  std::uint64_t fingerprint(const Layer& layer) const;

  const Document* document_ = nullptr;
  const ContentNumbers* numbers_ = nullptr;
  Look look_;
  std::unique_ptr<Derived> derived_;  // its parts point at one another
  std::map<LayerId, Deformed> deformed_;
  Moment moment_;
  std::vector<Transform> posed_, acted_;
  std::vector<Affine3> model_, skinning_;
  std::vector<SkinMatrix> matrices_;
  std::vector<DrawnLayer> drawn_;
  std::map<std::size_t, PosedShape> shapes_;  // of this moment, by layer
};

}  // namespace vide::detail

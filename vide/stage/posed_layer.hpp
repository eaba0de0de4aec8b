// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <span>

#include "vide/core/error.hpp"
#include "vide/core/skin_matrix.hpp"
#include "vide/rig/document.hpp"
#include "vide/stage/moment.hpp"

namespace vide {

// One layer in the plane, moved moment for moment as DocumentRenderer moves it: by its shapes, a
// clip's offsets and its deformer. What a program needs that shows most layers by itself, such as
// in the vertex shader of a graphics card, and has the others worked out here.
class PosedLayer {
 public:
  // Keeps a copy of the layer, which must be one of a valid document. Errors: a deformer that bones
  // do not drive.
  static Result<PosedLayer> create(Layer layer, const Skeleton& skeleton);
  PosedLayer(PosedLayer&&) noexcept;
  PosedLayer& operator=(PosedLayer&&) noexcept;
  ~PosedLayer();

  // The vertices in document space, x, y, z each, until the next call. `matrices`: S_i of every
  // bone of the skeleton. Allocates nothing that an earlier call for the same clip did not.
  std::span<const float> pose(std::span<const SkinMatrix> matrices, const Moment& moment);

 private:
  struct Parts;
  explicit PosedLayer(std::unique_ptr<Parts> parts);
  std::unique_ptr<Parts> parts_;
};

}  // namespace vide

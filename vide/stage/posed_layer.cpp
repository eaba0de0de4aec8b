// SPDX-License-Identifier: MIT
#include "vide/stage/posed_layer.hpp"

#include <optional>

#include "vide/stage/detail/prepared_layer.hpp"

namespace vide {

// Its members point at those before them.
struct PosedLayer::Parts {
  Layer layer;
  detail::PreparedLayer prepared;
  std::optional<detail::LayerFrame> frame;
};

PosedLayer::PosedLayer(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}
PosedLayer::PosedLayer(PosedLayer&&) noexcept = default;
PosedLayer& PosedLayer::operator=(PosedLayer&&) noexcept = default;
PosedLayer::~PosedLayer() = default;

Result<PosedLayer> PosedLayer::create(Layer layer, const Skeleton& skeleton) {
  auto parts = std::make_unique<Parts>();
  parts->layer = std::move(layer);
  auto prepared = detail::prepareLayer(parts->layer, skeleton, detail::LayerUse::flat);
  if (!prepared) return std::unexpected(prepared.error());
  parts->prepared = *std::move(prepared);
  parts->frame.emplace(parts->prepared);
  return PosedLayer(std::move(parts));
}

std::span<const float> PosedLayer::pose(std::span<const SkinMatrix> matrices,
                                        const Moment& moment) {
  parts_->frame->takeShape(parts_->prepared, moment);
  parts_->frame->pose(parts_->prepared, matrices);
  return parts_->frame->posed;
}

}  // namespace vide

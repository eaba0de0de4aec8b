// SPDX-License-Identifier: MIT
#include "vide/stage/actor.hpp"

#include <utility>

#include "vide/animation/spring_bones.hpp"
#include "vide/skeleton/constraint_solver.hpp"
#include "vide/skeleton/pose.hpp"
#include "vide/stage/acting_constraints.hpp"
#include "vide/stage/moment.hpp"

namespace vide {

// Its members point at those before them.
struct Actor::Parts {
  Document document;
  PlayableClips clips;
  Player player;
  ConstraintSolver solver;
  std::optional<ActingConstraints> constraints;
  SpringBones springs;
  std::optional<DocumentRenderer> renderer;
  std::optional<DocumentRenderer::Workspace> workspace;
  std::vector<Transform> pose;
  std::vector<Affine3> model;
};

Actor::Actor(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}
Actor::Actor(Actor&&) noexcept = default;
Actor& Actor::operator=(Actor&&) noexcept = default;
Actor::~Actor() = default;

Result<Actor> Actor::create(Document document, std::vector<Image> pictures,
                            const PlayerOptions& options) {
  auto parts = std::make_unique<Parts>();
  parts->document = std::move(document);
  const Document& own = parts->document;
  auto renderer = DocumentRenderer::create(own, std::move(pictures));
  if (!renderer) return std::unexpected(renderer.error());
  auto clips = PlayableClips::build(own.skeleton, own.clips);
  if (!clips) return std::unexpected(clips.error());
  parts->clips = *std::move(clips);
  auto player = Player::create(parts->clips, options);
  if (!player) return std::unexpected(player.error());
  auto solver = ConstraintSolver::create(own.skeleton, own.constraints);
  if (!solver) return std::unexpected(solver.error());
  auto springs = SpringBones::create(own.skeleton, own.springs);
  if (!springs) return std::unexpected(springs.error());
  parts->player = *std::move(player);
  parts->solver = *std::move(solver);
  parts->constraints.emplace(own, parts->solver);
  parts->springs = *std::move(springs);
  parts->renderer = *std::move(renderer);
  parts->workspace.emplace(*parts->renderer);
  parts->pose.resize(own.skeleton.size());
  parts->model.resize(own.skeleton.size());
  parts->renderer->pose(parts->pose, *parts->workspace);
  return Actor(std::move(parts));
}

const Document& Actor::document() const { return parts_->document; }
Player& Actor::player() { return parts_->player; }

void Actor::advance(double seconds, const Player::OnEvent& on_event) {
  Parts& own = *parts_;
  own.player.advance(seconds, on_event);
  for (std::size_t i = 0; i < own.pose.size(); ++i) own.pose[i] = poseOf(own.player.pose(), i);
  const Moment moment = momentOf(own.player);
  own.constraints->act(own.pose, moment);
  own.springs.advance(seconds, own.pose, own.model);
  own.renderer->show(own.pose, moment, *own.workspace);
}

void Actor::show(const Clip& clip, double time) {
  parts_->springs.reset();
  parts_->renderer->pose(clip, time, *parts_->workspace);
}

std::span<const DrawnLayer> Actor::drawn() const {
  return parts_->renderer->drawn(*parts_->workspace);
}

std::span<const float> Actor::positions(std::size_t index) const {
  return parts_->renderer->positionsInSpace(index, *parts_->workspace);
}

void Actor::draw(const Camera2D& camera, const FrameStyle& style, Canvas& canvas) {
  parts_->renderer->draw(camera, style, *parts_->workspace, canvas);
}

}  // namespace vide

// SPDX-License-Identifier: MIT
// One frame after another as a game has them: two clips that fade into each other, a hand that
// keeps hold of a rail by inverse kinematics, an antenna on a spring, and an event.
#include <algorithm>
#include <cstdio>
#include <vector>

#include "vide/animation/player.hpp"
#include "vide/animation/spring_bones.hpp"
#include "vide/skeleton/constraint_solver.hpp"

namespace {

vide::Result<vide::Skeleton> robot() {
  return vide::Skeleton::fromBones({
      {.id = 1, .name = "body", .tail = {0, 60, 0}},
      {.id = 2,
       .name = "antenna",
       .parent = 0,
       .local = {.translation = {0, 60, 0}},
       .tail = {0, 30, 0}},
      {.id = 3,
       .name = "upper_arm",
       .parent = 0,
       .local = {.translation = {10, 50, 0}},
       .tail = {30, 0, 0}},
      {.id = 4,
       .name = "forearm",
       .parent = 2,
       .local = {.translation = {30, 0, 0}},
       .tail = {30, 0, 0}},
      {.id = 5, .name = "rail", .local = {.translation = {45, 60, 0}}},
  });
}

// The body moves by that much and comes back.
vide::Clip clip(vide::ClipId id, const char* name, vide::Vec3 way) {
  vide::BoneTrack body{.bone = 1};
  body.translation = {{.time = 0}, {.time = 0.4, .value = way}, {.time = 0.8}};
  return {.id = id,
          .name = name,
          .duration = 0.8,
          .loop = true,
          .bones = {body},
          .events = {{.time = 0.4, .name = "step"}}};
}

}  // namespace

int main() {
  const auto skeleton = robot();
  if (!skeleton) return 1;
  const std::vector<vide::Clip> clips{clip(1, "walk", {0, 6, 0}), clip(2, "duck", {0, -20, 0})};
  const std::vector<vide::Constraint> holds{
      {.id = 1, .name = "hold", .kind = vide::ReachConstraint{.bone = 4, .target = 5}}};
  const std::vector<vide::Spring> springs{{.bone = 2, .frequency = 3, .damping = 0.2}};

  // Made once. From then on nothing allocates.
  const auto playable = vide::PlayableClips::build(*skeleton, clips);
  if (!playable) return 1;
  auto player = vide::Player::create(*playable);
  auto solver = vide::ConstraintSolver::create(*skeleton, holds);
  auto swing = vide::SpringBones::create(*skeleton, springs);
  if (!player || !solver || !swing) return 1;
  vide::ConstraintSolver::Workspace workspace(*solver);
  std::vector<vide::Transform> pose(skeleton->size());
  std::vector<vide::Affine3> model(skeleton->size());
  const std::vector<double> mixes{holds[0].mix};

  int events = 0;
  double furthest_hand = 0, fastest = 0;
  vide::Vec3 before;
  if (!player->play(0, 1, {.fade = 0})) return 1;
  for (int frame = 0; frame < 180; ++frame) {
    if (frame == 90 && !player->play(0, 2, {.fade = 0.3})) return 1;
    player->advance(1.0 / 60, [&](int, const vide::Clip&, const vide::ClipEvent&) { ++events; });
    for (std::size_t i = 0; i < pose.size(); ++i) pose[i] = vide::poseOf(player->pose(), i);
    solver->solve(pose, mixes, workspace);
    swing->advance(1.0 / 60, pose, model);

    const vide::Vec3 hand = model[3] * (*skeleton)[3].tail;
    furthest_hand = std::max(furthest_hand, vide::distance(hand, model[4].translation));
    if (frame > 0) fastest = std::max(fastest, vide::distance(model[0].translation, before));
    before = model[0].translation;
  }
  std::printf(
      "the hand stays within %.2g of the rail; the body moves at most %.1f a frame; %d events\n",
      furthest_hand, fastest, events);
  return furthest_hand < 1e-3 && fastest < 3 && events == 4 ? 0 : 1;
}

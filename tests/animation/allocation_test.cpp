// SPDX-License-Identifier: MIT
// What plays a character frame by frame allocates nothing once it is made.
#include <doctest/doctest.h>

#include <string>

#include "tests/support/allocation_count.hpp"
#include "vide/animation/player.hpp"
#include "vide/animation/spring_bones.hpp"
#include "vide/skeleton/constraint_solver.hpp"

using namespace vide;

namespace {

Skeleton chain(int bones) {
  std::vector<Bone> list{{.id = 99, .name = "target", .tail = {0, 1, 0}}};
  for (int i = 0; i < bones; ++i) {
    list.push_back({.id = BoneId(i), .name = std::to_string(i), .parent = i, .tail = {0, 1, 0}});
    if (i == 0) list.back().parent = -1;
  }
  return Skeleton::fromBones(list).value();
}

Clip turning(ClipId id, int bones) {
  Clip clip{.id = id, .name = std::to_string(id), .duration = 1, .loop = true};
  for (int i = 0; i < bones; ++i) {
    clip.bones.push_back(
        {.bone = BoneId(i), .angle = {{.time = 0, .value = 0}, {.time = 1, .value = 0.5 * id}}});
  }
  return clip;
}

}  // namespace

TEST_CASE("playing, fading, solving and swinging allocate nothing") {
  const Skeleton skeleton = chain(6);
  const std::vector<Clip> clips{turning(1, 2), turning(2, 6)};
  const auto playable = PlayableClips::build(skeleton, clips).value();
  Player player = Player::create(playable).value();
  const std::vector<Constraint> constraints{
      {1, "", 0.5, ReachConstraint{.bone = 5, .length = 4, .target = 99}}};
  const auto solver = ConstraintSolver::create(skeleton, constraints).value();
  ConstraintSolver::Workspace workspace(solver);
  const std::vector<Spring> springs{{.bone = 5}};
  SpringBones swinging = SpringBones::create(skeleton, springs).value();
  std::vector<Transform> pose(skeleton.size());
  std::vector<Affine3> model(skeleton.size());
  const double mix = 0.5;

  const std::size_t before = test::allocations;
  bool is_played = true;
  for (int i = 0; i < 40; ++i) {
    if (i % 4 == 0) is_played = is_played && player.play(i % 3, ClipId(1 + i / 4 % 2));
    player.advance(0.03);
    solver.solve(pose, std::span(&mix, 1), workspace);
    swinging.advance(0.03, pose, model);
  }
  CHECK(test::allocations == before);
  CHECK(is_played);
}

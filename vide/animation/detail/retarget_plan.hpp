// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "vide/animation/detail/facing.hpp"
#include "vide/animation/retarget.hpp"

// The settings of a retargeting with every name looked up.
namespace vide::detail {

struct Segment {
  int proximal = 0;  // joints of the recording
  int distal = 0;
  Projection projection = Projection::frontal;
};

struct DepthDriver {
  int joint = 0;
  Projection projection = Projection::frontal;
};

struct Part {
  std::vector<DepthDriver> drivers;
  std::vector<int> joints;  // of the character
};

struct Check {
  int joint = 0, from = 0, to = 0;
};

struct RetargetPlan {
  FacingMotion motion;
  std::vector<GroupProjection> projections;
  std::vector<std::optional<Segment>> segments;  // one for each joint of the character
  std::vector<Part> parts;
  std::vector<Check> checks;
  Projection root_projection = Projection::frontal;
  double root_scale = 1;  // pixels per unit of the scaled recording
  int ground_joint = 0;
  std::vector<std::string> warnings;
};

Result<RetargetPlan> planRetarget(const MotionCapture& capture, const MotionSettings& motion,
                                  const RetargetSettings& settings, const CharacterRig& character);

// Whether the joint lies below its line; `positions` run over the joints of the character.
bool liesBelow(const Check& check, std::span<const Vec2> positions);

std::vector<Vec2> drawnPositions(const CharacterRig& character);

}  // namespace vide::detail

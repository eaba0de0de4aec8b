// SPDX-License-Identifier: MIT
#include "vide/animation/detail/retarget_plan.hpp"

#include <algorithm>

#include "vide/core/text.hpp"

namespace vide::detail {
namespace {

// Larger numbers could leave the range of a double on the way.
constexpr double largest = 1e30;

std::unexpected<Error> badSetting(std::string message) {
  return fail(ErrorCode::invalid_argument, std::move(message));
}

class Planner {
 public:
  Planner(const MotionCapture& capture, const MotionSettings& motion,
          const RetargetSettings& settings, const CharacterRig& character)
      : capture_(capture), motion_(motion), settings_(settings), character_(character) {}

  Result<RetargetPlan> plan() {
    for (const auto step : {&Planner::checkInput, &Planner::turnMotion, &Planner::chooseProjections,
                            &Planner::mapJoints, &Planner::groupParts, &Planner::findChecks,
                            &Planner::measureLimbs}) {
      if (const auto done = (this->*step)(); !done) return std::unexpected(done.error());
    }
    unmapDroppedJoints();
    return std::move(plan_);
  }

 private:
  Result<int> recorded(std::string_view name, std::string_view setting) const {
    const auto found = std::find(capture_.names.begin(), capture_.names.end(), name);
    if (found != capture_.names.end()) return int(found - capture_.names.begin());
    return fail(ErrorCode::not_found, text(setting, ": the motion has no joint \"", name,
                                           "\"; use settings made for this kind of motion"));
  }

  Result<int> drawn(std::string_view name, std::string_view setting) const {
    const int joint = character_.find(name);
    if (joint >= 0) return joint;
    return fail(ErrorCode::not_found, text(setting, ": the character has no joint \"", name,
                                           "\"; use settings made for this kind of character"));
  }

  Result<void> checkInput() {
    if (const auto checked = validate(character_); !checked) return checked;
    if (capture_.joints() == 0 || capture_.frames < 1) {
      return badSetting("the motion has no frames; there is nothing to follow");
    }
    const auto moderate = [](Vec3 p) { return length(p) <= largest; };
    if (!std::all_of(capture_.positions.begin(), capture_.positions.end(), moderate)) {
      return badSetting("the motion has positions that are not finite or beyond 1e30");
    }
    if (!(motion_.scale > 0 && motion_.scale <= largest)) {
      return badSetting(
          text("scale is ", motion_.scale, "; it must be larger than 0, 1e30 at most"));
    }
    if (!moderate(settings_.starting_location)) {
      return badSetting("char_starting_location is not finite or beyond 1e30");
    }
    return {};
  }

  Result<void> turnMotion() {
    const int last = std::min(motion_.end_frame.value_or(capture_.frames), capture_.frames);
    if (motion_.start_frame < 0 || motion_.start_frame >= last) {
      return badSetting(text("start_frame_idx is ", motion_.start_frame,
                             ", but frames run from 0 to ", last,
                             " exclusively; start earlier or end later"));
    }
    std::vector<std::array<int, 2>> pairs;
    for (const auto& [left, right] : motion_.forward_perp_joint_vectors) {
      const auto a = recorded(left, "forward_perp_joint_vectors");
      const auto b = recorded(right, "forward_perp_joint_vectors");
      if (!a || !b) return std::unexpected(a ? b.error() : a.error());
      pairs.push_back({*a, *b});
    }
    if (pairs.empty())
      return badSetting("forward_perp_joint_vectors is empty; name one pair at least");
    const auto ground = recorded(motion_.groundplane_joint, "groundplane_joint");
    if (!ground) return std::unexpected(ground.error());
    plan_.ground_joint = *ground;
    plan_.motion = faceForward(capture_, motion_, motion_.start_frame, last, pairs);
    return {};
  }

  Result<void> chooseProjections() {
    projection_of_.resize(capture_.joints());
    for (const ProjectionGroup& group : settings_.projection_groups) {
      std::vector<int> joints;
      for (const std::string& name : group.bvh_joints) {
        const auto joint = recorded(name, "bvh_projection_bodypart_groups");
        if (joint)
          joints.push_back(*joint);
        else
          plan_.warnings.push_back(joint.error().message + " (passed over)");
      }
      if (joints.empty()) {
        return badSetting(
            text("bvh_projection_bodypart_groups: group \"", group.name,
                 "\" names no joint of the motion; use settings made for this kind of motion"));
      }
      const Projection projection =
          group.method ? *group.method : leastVariance(plan_.motion, joints);
      plan_.projections.push_back({group.name, projection});
      for (const int joint : joints) projection_of_[std::size_t(joint)] = projection;
    }
    return {};
  }

  Result<Projection> projectionOf(int joint, std::string_view setting) const {
    if (const auto projection = projection_of_[std::size_t(joint)]) return *projection;
    return badSetting(text(setting, ": joint \"", capture_.names[std::size_t(joint)],
                           "\" is in no group of bvh_projection_bodypart_groups; add it to one"));
  }

  Result<void> mapJoints() {
    constexpr std::string_view setting = "char_joint_bvh_joints_mapping";
    plan_.segments.resize(character_.joints.size());
    for (const JointMapping& mapping : settings_.mapping) {
      const auto joint = drawn(mapping.char_joint, setting);
      if (!joint) return std::unexpected(joint.error());
      if (*joint == 0) {
        return badSetting(text(setting, ": \"", mapping.char_joint,
                               "\" is the root, which ends no bone; remove it"));
      }
      const auto proximal = recorded(mapping.bvh_proximal, setting);
      const auto distal = recorded(mapping.bvh_distal, setting);
      if (!proximal || !distal) return std::unexpected((proximal ? distal : proximal).error());
      const auto projection = projectionOf(*distal, setting);
      if (!projection) return std::unexpected(projection.error());
      plan_.segments[std::size_t(*joint)] = Segment{*proximal, *distal, *projection};
    }
    return {};
  }

  Result<void> groupParts() {
    constexpr std::string_view setting = "char_bodypart_groups";
    std::vector<char> listed(character_.joints.size(), 0);
    listed[0] = 1;  // the root ends no bone and is not drawn
    for (const DrawGroup& group : settings_.draw_groups) {
      Part part;
      for (const std::string& name : group.bvh_depth_drivers) {
        const auto joint = recorded(name, setting);
        if (!joint) return std::unexpected(joint.error());
        const auto projection = projectionOf(*joint, setting);
        if (!projection) return std::unexpected(projection.error());
        part.drivers.push_back({*joint, *projection});
      }
      if (part.drivers.empty()) {
        return badSetting(text(setting, ": a group has no bvh_depth_drivers; name one joint"));
      }
      for (const std::string& name : group.char_joints) {
        const auto joint = drawn(name, setting);
        if (!joint) return std::unexpected(joint.error());
        if (listed[std::size_t(*joint)]++ && *joint != 0) {
          return badSetting(text(setting, ": joint \"", name, "\" is listed twice"));
        }
        if (*joint != 0) part.joints.push_back(*joint);
      }
      plan_.parts.push_back(std::move(part));
    }
    addUnlistedJoints(listed);
    return {};
  }

  // A part without drivers lies behind all others.
  void addUnlistedJoints(const std::vector<char>& listed) {
    Part part;
    for (std::size_t i = 0; i < listed.size(); ++i) {
      if (listed[i]) continue;
      part.joints.push_back(int(i));
      plan_.warnings.push_back(text("char_bodypart_groups: no group lists joint \"",
                                    character_.joints[i].name, "\" (drawn behind the others)"));
    }
    if (!part.joints.empty()) plan_.parts.insert(plan_.parts.begin(), std::move(part));
  }

  Result<void> findChecks() {
    for (const AboveCheck& check : settings_.above_checks) {
      std::array<int, 3> joints{};
      const std::array<const std::string*, 3> names{&check.joint, &check.from, &check.to};
      for (std::size_t i = 0; i < 3; ++i) {
        const auto joint = drawn(*names[i], "char_runtime_checks");
        if (!joint) return std::unexpected(joint.error());
        joints[i] = *joint;
      }
      plan_.checks.push_back({joints[0], joints[1], joints[2]});
    }
    return {};
  }

  void unmapDroppedJoints() {
    const std::vector<Vec2> drawn_positions = drawnPositions(character_);
    for (const Check& check : plan_.checks) {
      auto& segment = plan_.segments[std::size_t(check.joint)];
      if (!segment || !liesBelow(check, drawn_positions)) continue;
      segment.reset();
      plan_.warnings.push_back(text("char_runtime_checks: joint \"",
                                    character_.joints[std::size_t(check.joint)].name,
                                    "\" was drawn below its line (keeps its angle to its parent)"));
    }
  }

  // The summed lengths of the links of chains; `find` gives a joint's index, `place` its position.
  template <class Find, class Place>
  static Result<double> chainLength(const std::vector<std::vector<std::string>>& chains, Find find,
                                    Place place) {
    double sum = 0;
    for (const auto& chain : chains) {
      int last = -1;
      for (const std::string& name : chain) {
        const Result<int> joint = find(name);
        if (!joint) return std::unexpected(joint.error());
        if (last >= 0) sum += distance(place(*joint), place(last));
        last = *joint;
      }
    }
    return sum;
  }

  Result<void> measureLimbs() {
    constexpr std::string_view setting = "char_bvh_root_offset";
    const RootOffset& offset = settings_.root_offset;
    const auto group =
        std::find_if(plan_.projections.begin(), plan_.projections.end(),
                     [&](const GroupProjection& p) { return p.group == offset.projection_group; });
    if (group == plan_.projections.end()) {
      return fail(ErrorCode::not_found, text(setting, ": there is no projection group \"",
                                             offset.projection_group, "\""));
    }
    plan_.root_projection = group->projection;
    const auto figure = chainLength(
        offset.bvh_chains, [&](const std::string& name) { return recorded(name, setting); },
        [&](int joint) { return plan_.motion.frame(0)[std::size_t(joint)]; });
    const auto character = chainLength(
        offset.char_chains, [&](const std::string& name) { return drawn(name, setting); },
        [&](int joint) { return character_.drawn(std::size_t(joint)); });
    if (!figure || !character) return std::unexpected((figure ? character : figure).error());
    if (!(*figure > 0) || !(*character > 0)) {
      return badSetting(text(setting, ": the limbs of the ", *figure > 0 ? "character" : "motion",
                             " have no length; name chains of two joints or more"));
    }
    plan_.root_scale = *character / *figure;
    return {};
  }

  const MotionCapture& capture_;
  const MotionSettings& motion_;
  const RetargetSettings& settings_;
  const CharacterRig& character_;
  std::vector<std::optional<Projection>> projection_of_;  // one for each joint of the recording
  RetargetPlan plan_;
};

}  // namespace

Result<RetargetPlan> planRetarget(const MotionCapture& capture, const MotionSettings& motion,
                                  const RetargetSettings& settings, const CharacterRig& character) {
  return Planner(capture, motion, settings, character).plan();
}

bool liesBelow(const Check& check, std::span<const Vec2> positions) {
  const Vec2 from = positions[std::size_t(check.from)], to = positions[std::size_t(check.to)];
  return cross(to - from, positions[std::size_t(check.joint)] - from) < 0;
}

std::vector<Vec2> drawnPositions(const CharacterRig& character) {
  std::vector<Vec2> positions;
  for (std::size_t i = 0; i < character.joints.size(); ++i) {
    positions.push_back(character.drawn(i));
  }
  return positions;
}

}  // namespace vide::detail

// SPDX-License-Identifier: MIT
#include <array>

#include "vide/core/math.hpp"
#include "vide/rig/motion_commands.hpp"
#include "vide/studio/detail/lookup.hpp"
#include "vide/studio/detail/methods.hpp"
#include "vide/studio/detail/names.hpp"
#include "vide/studio/detail/session.hpp"

// What turns bones after they are posed.
namespace vide::detail {
namespace {

constexpr std::array<std::string_view, 3> kind_names{"reach", "aim", "copy"};

Result<Reply> addConstraint(Session& session, Request& request) {
  Arguments& arguments = request.arguments;
  const std::size_t kind = arguments.choice("kind", kind_names);
  Constraint constraint{.id = newId(session.document().constraints),
                        .name = arguments.text("name")};
  const BoneId bone = arguments.id("bone"), target = arguments.id("target");
  const auto length = arguments.integerIf("length");
  if (length && kind != 0) arguments.refuse("length", "is for 'reach' alone");
  if (auto right = request.finish(); !right) return std::unexpected(right.error());
  if (kind == 0) {
    constraint.kind = ReachConstraint{.bone = bone, .length = length.value_or(2), .target = target};
  } else if (kind == 1) {
    constraint.kind = AimConstraint{.bone = bone, .target = target};
  } else {
    constraint.kind = CopyConstraint{.bone = bone, .source = target, .keep_offset = true};
  }
  const auto work = [&](Edit& edit) {
    edit.add(constraint);
    return Result<void>();
  };
  return session.run({.name = "Add constraint", .work = work}, {.id = constraint.id});
}

struct ConstraintChange {
  std::optional<std::string> name;
  std::optional<double> mix;
  std::optional<Bend> bend;
  std::optional<double> offset;  // degrees
};

Result<Constraint> changed(Constraint constraint, const ConstraintChange& change) {
  auto* reach = std::get_if<ReachConstraint>(&constraint.kind);
  auto* aim = std::get_if<AimConstraint>(&constraint.kind);
  if (change.bend && !reach) {
    return fail(ErrorCode::invalid_argument, "'bend' is for constraints that reach");
  }
  if (change.offset && !aim) {
    return fail(ErrorCode::invalid_argument, "'offset' is for constraints that aim");
  }
  if (change.name) constraint.name = *change.name;
  if (change.mix) constraint.mix = *change.mix;
  if (change.bend) reach->bend = *change.bend;
  if (change.offset) aim->offset = math::radians(*change.offset);
  return constraint;
}

Result<Reply> setConstraint(Session& session, Request& request) {
  Arguments& arguments = request.arguments;
  const ConstraintId id = arguments.id("constraint");
  const ConstraintChange change{.name = arguments.textIf("name"),
                                .mix = arguments.numberIf("mix"),
                                .bend = arguments.oneOfIf<Bend>("bend", bend_names),
                                .offset = arguments.numberIf("offset")};
  const std::string merge = arguments.textIf("merge").value_or("");
  if (auto right = request.finish(); !right) return std::unexpected(right.error());
  const auto work = [&](Edit& edit) -> Result<void> {
    const auto found = find<Constraint>(edit.document(), id);
    if (!found) return std::unexpected(found.error());
    const auto made = changed(**found, change);
    if (!made) return std::unexpected(made.error());
    if (auto set = edit.set(id, &Constraint::name, made->name); !set) return set;
    if (auto set = edit.set(id, &Constraint::mix, made->mix); !set) return set;
    return edit.set(id, &Constraint::kind, made->kind);
  };
  return session.run({.name = "Change constraint", .merge = merge, .work = work});
}

Result<Reply> removeConstraint(Session& session, Request& request) {
  const ConstraintId id = request.arguments.id("constraint");
  if (auto right = request.finish(); !right) return std::unexpected(right.error());
  return session.run({.name = "Remove constraint",
                      .work = [&](Edit& edit) { return vide::removeConstraint(edit, id); }});
}

}  // namespace

std::span<const Method> constraintMethods() {
  static constexpr Method methods[] = {{"add_constraint", addConstraint},
                                       {"set_constraint", setConstraint},
                                       {"remove_constraint", removeConstraint}};
  return methods;
}

}  // namespace vide::detail

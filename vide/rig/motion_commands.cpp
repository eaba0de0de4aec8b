// SPDX-License-Identifier: MIT
#include "vide/rig/motion_commands.hpp"

#include "vide/rig/detail/known_steps.hpp"

namespace vide {

Result<void> addEvent(Edit& edit, ClipId clip, ClipEvent event) {
  const Clip* found = findClip(edit.document(), clip);
  if (!found) return fail(ErrorCode::not_found, text("there is no clip ", clip));
  if (event.time > found->duration) replaceIn(edit, clip, &Clip::duration, event.time);
  const auto later = std::ranges::upper_bound(found->events, event.time, {}, &ClipEvent::time);
  const auto place = std::size_t(later - found->events.begin());
  edit.insert(ItemPart<Clip, std::vector<ClipEvent>>{clip, &Clip::events}, place, std::move(event));
  return {};
}

Result<void> removeConstraint(Edit& edit, ConstraintId id) {
  if (!findConstraint(edit.document(), id)) {
    return fail(ErrorCode::not_found, text("there is no constraint ", id));
  }
  forgetConstraint(edit, id);
  return {};
}

}  // namespace vide

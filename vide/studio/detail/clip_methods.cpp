// SPDX-License-Identifier: MIT
#include "vide/rig/motion_commands.hpp"
#include "vide/studio/detail/clip_json.hpp"
#include "vide/studio/detail/key_edits.hpp"
#include "vide/studio/detail/lookup.hpp"
#include "vide/studio/detail/methods.hpp"
#include "vide/studio/detail/session.hpp"

// Clips as wholes, and their events.
namespace vide::detail {
namespace {

Result<Reply> addNew(Session& session, std::string name, Clip clip) {
  const ClipId id = clip.id;
  const auto work = [&](Edit& edit) {
    edit.add(std::move(clip));
    return Result<void>();
  };
  return session.run({.name = std::move(name), .work = work}, {.id = id});
}

Result<Reply> addClip(Session& session, Request& request) {
  Clip clip{.id = newId(session.document().clips),
            .name = request.arguments.text("name"),
            .duration = request.arguments.number("duration"),
            .loop = request.arguments.flag("loop")};
  if (auto right = request.finish(); !right) return std::unexpected(right.error());
  return addNew(session, "Add clip", std::move(clip));
}

Result<Reply> setClip(Session& session, Request& request) {
  const ClipId id = request.arguments.id("clip");
  const auto name = request.arguments.textIf("name");
  auto duration = request.arguments.numberIf("duration");
  const auto loop = request.arguments.flagIf("loop");
  if (auto right = request.finish(); !right) return std::unexpected(right.error());
  const auto found = find<Clip>(session.document(), id);
  if (!found) return std::unexpected(found.error());
  EditNotes notes;
  if (const double last = lastTime(**found); duration && *duration < last) {
    notes.warnings.push_back(
        text("the clip is ", last, " s long, as long as its last key; remove or move that first"));
    duration = last;
  }
  const auto work = [&](Edit& edit) {
    if (name) edit.replace(ItemPart<Clip, std::string>{id, &Clip::name}, *name);
    if (duration) edit.replace(ItemPart<Clip, double>{id, &Clip::duration}, *duration);
    if (loop) edit.replace(ItemPart<Clip, bool>{id, &Clip::loop}, *loop);
    return Result<void>();
  };
  return session.run({.name = name ? "Rename clip" : "Change clip", .work = work},
                     std::move(notes));
}

Result<Reply> duplicateClip(Session& session, Request& request) {
  const ClipId id = request.arguments.id("clip");
  const std::string name = request.arguments.text("name");
  if (auto right = request.finish(); !right) return std::unexpected(right.error());
  const auto found = find<Clip>(session.document(), id);
  if (!found) return std::unexpected(found.error());
  Clip copy = **found;
  copy.id = newId(session.document().clips);
  copy.name = name;
  return addNew(session, "Duplicate clip", std::move(copy));
}

Result<Reply> removeClip(Session& session, Request& request) {
  const ClipId id = request.arguments.id("clip");
  if (auto right = request.finish(); !right) return std::unexpected(right.error());
  return session.run(
      {.name = "Remove clip", .work = [&](Edit& edit) { return edit.remove<Clip>(id); }});
}

Result<Reply> clip(Session& session, Request& request) {
  const ClipId id = request.arguments.id("clip");
  if (auto right = request.finish(); !right) return std::unexpected(right.error());
  const auto found = find<Clip>(session.document(), id);
  if (!found) return std::unexpected(found.error());
  return Reply{clipContentJson(**found), {}};
}

Result<Reply> addEvent(Session& session, Request& request) {
  Arguments& arguments = request.arguments;
  const ClipId id = arguments.id("clip");
  const ClipEvent event{.time = arguments.number("time"),
                        .name = arguments.text("name"),
                        .text = arguments.text("text"),
                        .number = arguments.number("number")};
  if (auto right = request.finish(); !right) return std::unexpected(right.error());
  return session.run(
      {.name = "Add event", .work = [&](Edit& edit) { return vide::addEvent(edit, id, event); }});
}

Result<Reply> removeEvent(Session& session, Request& request) {
  const ClipId id = request.arguments.id("clip");
  const int index = request.arguments.integer("index");
  if (auto right = request.finish(); !right) return std::unexpected(right.error());
  const auto work = [&](Edit& edit) -> Result<void> {
    const auto found = find<Clip>(edit.document(), id);
    if (!found) return std::unexpected(found.error());
    if (index < 0 || std::size_t(index) >= (*found)->events.size()) {
      return fail(ErrorCode::not_found, text("clip ", id, " has no event ", index));
    }
    edit.erase(ItemPart<Clip, std::vector<ClipEvent>>{id, &Clip::events}, std::size_t(index));
    return {};
  };
  return session.run({.name = "Remove event", .work = work});
}

}  // namespace

std::span<const Method> clipMethods() {
  static constexpr Method methods[] = {
      {"add_clip", addClip},         {"set_clip", setClip}, {"duplicate_clip", duplicateClip},
      {"remove_clip", removeClip},   {"clip", clip},        {"add_event", addEvent},
      {"remove_event", removeEvent},
  };
  return methods;
}

}  // namespace vide::detail

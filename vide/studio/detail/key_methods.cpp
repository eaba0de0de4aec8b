// SPDX-License-Identifier: MIT
#include "vide/studio/detail/blobs.hpp"
#include "vide/studio/detail/key_edits.hpp"
#include "vide/studio/detail/lookup.hpp"
#include "vide/studio/detail/methods.hpp"
#include "vide/studio/detail/names.hpp"
#include "vide/studio/detail/session.hpp"

// Keys of clips.
namespace vide::detail {
namespace {

std::vector<KeyAddress> keysArgument(Arguments& arguments) {
  std::vector<KeyAddress> keys;
  arguments.objects("keys", [&](Arguments& key) { keys.push_back(readKeyAddress(key)); });
  return keys;
}

Easing easingArgument(Arguments& arguments) {
  if (!arguments.has("easing")) return {};
  const auto numbers = arguments.numbers("easing", 4);
  return {{numbers[0], numbers[1]}, {numbers[2], numbers[3]}};
}

std::optional<Numbers> numbersIf(Arguments& arguments, std::string_view name) {
  return arguments.has(name) ? std::optional(arguments.numbers(name)) : std::nullopt;
}

std::optional<KeyShape> shapeIfGiven(Arguments& arguments) {
  const Easing easing = easingArgument(arguments);
  const auto interpolation = arguments.oneOfIf<Interpolation>("interpolation", interpolation_names);
  if (interpolation) return KeyShape{*interpolation, easing, {}, {}};
  if (!arguments.has("easing")) return std::nullopt;
  return KeyShape{Interpolation::bezier, easing, {}, {}};
}

std::string severalKeys(std::string_view verb, std::size_t count) {
  return text(verb, count == 1 ? " key" : " keys");
}

Result<Reply> setKey(Session& session, Request& request) {
  Arguments& arguments = request.arguments;
  const ClipId clip = arguments.id("clip");
  KeyAddress address;
  arguments.object("key", [&](Arguments& key) { address = readKeyAddress(key); });
  const Numbers value = arguments.numbers("value");
  const auto shape = shapeIfGiven(arguments);
  const std::string merge = arguments.textIf("merge").value_or("");
  if (auto right = request.finish(); !right) return std::unexpected(right.error());
  return session.run({.name = "Set key", .merge = merge, .work = [&](Edit& edit) {
                        return setKeyValue(edit, clip, address, value, shape);
                      }});
}

Result<Reply> shapeKeysMethod(Session& session, Request& request) {
  Arguments& arguments = request.arguments;
  const ClipId clip = arguments.id("clip");
  const auto keys = keysArgument(arguments);
  const KeyShape shape{arguments.oneOf<Interpolation>("interpolation", interpolation_names),
                       easingArgument(arguments), numbersIf(arguments, "in_tangent"),
                       numbersIf(arguments, "out_tangent")};
  const std::string merge = arguments.textIf("merge").value_or("");
  if (auto right = request.finish(); !right) return std::unexpected(right.error());
  return session.run({.name = "Change interpolation", .merge = merge, .work = [&](Edit& edit) {
                        return shapeKeys(edit, clip, keys, shape);
                      }});
}

Result<Reply> removeKeysMethod(Session& session, Request& request) {
  const ClipId clip = request.arguments.id("clip");
  const auto keys = keysArgument(request.arguments);
  if (auto right = request.finish(); !right) return std::unexpected(right.error());
  return session.run({.name = severalKeys("Remove", keys.size()),
                      .work = [&](Edit& edit) { return removeKeys(edit, clip, keys); }});
}

// While a gesture moves the same keys, they start each time from where they were when it began, so
// that what they pass on the way is not lost.
Result<Reply> moveKeysMethod(Session& session, Request& request) {
  Arguments& arguments = request.arguments;
  const ClipId id = arguments.id("clip");
  std::vector<KeyAddress> keys;
  KeyMove move;
  arguments.objects("keys", [&](Arguments& key) {
    keys.push_back(readKeyAddress(key));
    move.raises.push_back(key.has("raise") ? key.numbers("raise") : Numbers());
  });
  move.by = arguments.number("by");
  const std::string merge = arguments.textIf("merge").value_or("");
  if (auto right = request.finish(); !right) return std::unexpected(right.error());
  const auto found = find<Clip>(session.document(), id);
  if (!found) return std::unexpected(found.error());
  const KeyGesture* going_on = session.moment().keyGesture(merge, id, keys);
  KeyGesture gesture = going_on ? *going_on : KeyGesture{merge, keys, **found};
  const auto work = [&](Edit& edit) -> Result<void> {
    edit.replace(ItemPart<Clip, double>{id, &Clip::duration}, gesture.before.duration);
    return moveKeys(edit, gesture.before, keys, move);
  };
  auto moved =
      session.edit({.name = severalKeys("Move", keys.size()), .merge = merge, .work = work});
  if (!moved) return std::unexpected(moved.error());
  session.moment().key_gesture = std::move(gesture);
  return session.edited();
}

Result<Reply> sampleChannel(Session& session, Request& request) {
  const ClipId id = request.arguments.id("clip");
  const TrackName track = readTrackName(request.arguments);
  const auto times = request.arguments.numbers("times");
  if (auto right = request.finish(); !right) return std::unexpected(right.error());
  const auto found = find<Clip>(session.document(), id);
  if (!found) return std::unexpected(found.error());
  const auto samples = sampleTrackAt(**found, track, times);
  if (!samples) return std::unexpected(samples.error());
  return Reply{Json::object(), {toBlob<double>(*samples)}};
}

Result<Reply> copyKeysMethod(Session& session, Request& request) {
  Arguments& arguments = request.arguments;
  const ClipId clip = arguments.id("clip"), to_clip = arguments.id("to_clip");
  const auto keys = keysArgument(arguments);
  const double to = arguments.number("to");
  if (auto right = request.finish(); !right) return std::unexpected(right.error());
  return session.run({.name = severalKeys("Copy", keys.size()),
                      .work = [&](Edit& edit) { return copyKeys(edit, clip, keys, to_clip, to); }});
}

}  // namespace

std::span<const Method> keyMethods() {
  static constexpr Method methods[] = {
      {"set_key", setKey},
      {"shape_keys", shapeKeysMethod},
      {"remove_keys", removeKeysMethod},
      {"move_keys", moveKeysMethod},
      {"copy_keys", copyKeysMethod},
      {"sample_channel", sampleChannel},
  };
  return methods;
}

}  // namespace vide::detail

// SPDX-License-Identifier: MIT
#include "vide/studio/detail/frame_json.hpp"
#include "vide/studio/detail/lookup.hpp"
#include "vide/studio/detail/methods.hpp"
#include "vide/studio/detail/session.hpp"

// The shown moment, and posing it.
namespace vide::detail {
namespace {

Result<Reply> show(Session& session, Request& request) {
  const auto clip = request.arguments.idOrNull("clip");
  const double time = request.arguments.number("time");
  if (auto right = request.finish(); !right) return std::unexpected(right.error());
  if (clip) {
    if (auto found = find<Clip>(session.document(), *clip); !found) {
      return std::unexpected(found.error());
    }
  }
  session.moment() = {.clip = clip, .time = time};
  return frameOf(session, session.moment());
}

Result<Reply> frame(Session& session, Request& request) {
  const auto onion = request.arguments.numberIf("onion");
  if (auto right = request.finish(); !right) return std::unexpected(right.error());
  if (!onion) return frameOf(session, session.moment());
  return frameOf(session, {.clip = session.moment().clip, .time = *onion});
}

}  // namespace

std::span<const Method> poseMethods() {
  static constexpr Method methods[] = {{"show", show}, {"frame", frame}};
  return methods;
}

}  // namespace vide::detail

// SPDX-License-Identifier: MIT
#include <algorithm>

#include "vide/core/text.hpp"
#include "vide/formats/gltf_character.hpp"
#include "vide/studio/detail/methods.hpp"
#include "vide/studio/detail/session.hpp"

// Documents as a whole, and their history.
namespace vide::detail {
namespace {

Result<Reply> open(Session& session, Request& request) {
  const std::string name = request.arguments.text("name");
  if (auto right = request.finish(1); !right) return std::unexpected(right.error());
  auto document = readGlb(request.blobs[0]);
  if (!document) return std::unexpected(document.error());
  auto started = session.start(*std::move(document), name);
  if (!started) return std::unexpected(started.error());
  return session.edited();
}

Result<Reply> save(Session& session, Request& request) {
  const bool is_copy = request.arguments.flagIf("copy").value_or(false);
  if (auto right = request.finish(); !right) return std::unexpected(right.error());
  auto file = writeGlb(session.document());
  if (!file) return std::unexpected(file.error());
  if (!is_copy) session.markSaved();
  return Reply{{{"name", session.name()}}, {*std::move(file)}};
}

Result<Reply> state(Session& session, Request& request) {
  if (auto right = request.finish(); !right) return std::unexpected(right.error());
  return session.edited();
}

Result<Reply> setPicture(Session& session, Request& request) {
  const ImageId id = request.arguments.id("image");
  if (auto right = request.finish(1); !right) return std::unexpected(right.error());
  const ImageAsset* image = findImage(session.document(), id);
  if (!image) return fail(ErrorCode::not_found, text("there is no image ", id));
  auto pixels = imageOf(request.blobs[0], image->width, image->height, text("image ", id));
  if (!pixels) return std::unexpected(pixels.error());
  session.pictures().set(*image, *std::move(pixels));
  return Reply{};
}

Result<Reply> image(Session& session, Request& request) {
  const ImageId id = request.arguments.id("image");
  if (auto right = request.finish(); !right) return std::unexpected(right.error());
  const ImageAsset* image = findImage(session.document(), id);
  if (!image) return fail(ErrorCode::not_found, text("there is no image ", id));
  return Reply{{{"mime", image->mime}}, {image->encoded}};
}

Result<Reply> undo(Session& session, Request& request) {
  if (auto right = request.finish(); !right) return std::unexpected(right.error());
  session.undo();
  return session.edited();
}

Result<Reply> redo(Session& session, Request& request) {
  if (auto right = request.finish(); !right) return std::unexpected(right.error());
  session.redo();
  return session.edited();
}

Result<Reply> endMerge(Session& session, Request& request) {
  if (auto right = request.finish(); !right) return std::unexpected(right.error());
  session.endMerge();
  return Reply{};
}

}  // namespace

std::span<const Method> documentMethods() {
  static constexpr Method methods[] = {
      {"open", open},   {"save", save}, {"state", state}, {"set_picture", setPicture},
      {"image", image}, {"undo", undo}, {"redo", redo},   {"end_merge", endMerge},
  };
  return methods;
}

}  // namespace vide::detail

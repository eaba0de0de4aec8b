// SPDX-License-Identifier: MIT
#include "vide/studio/detail/session.hpp"

#include "vide/core/text.hpp"
#include "vide/studio/detail/state_json.hpp"

namespace vide::detail {

Session::Session(StudioOptions options)
    : options_(std::move(options)), history_(*History::create(Document{})) {}

Result<void> Session::start(Document document, std::string name) {
  auto history = History::create(std::move(document));
  if (!history) return std::unexpected(history.error());
  history_ = *std::move(history);
  name_ = std::move(name);
  pictures_.clear();
  weighers_.clear();
  rough_weights_ = {};
  moment_ = {};
  scene_ = {};
  numbers_.clear();
  follow();
  return {};
}

Result<void> Session::edit(EditStep step) {
  auto done = history_.run({std::move(step.name), std::move(step.work), step.merge});
  if (!done) return done;
  endGestures(step.merge);
  follow();
  return done;
}

Result<Reply> Session::run(EditStep step, EditNotes notes) {
  if (auto done = edit(std::move(step)); !done) return std::unexpected(done.error());
  return edited(std::move(notes));
}

Reply Session::edited(EditNotes notes) const {
  Reply reply;
  reply.json["state"] = stateJson(*this);
  reply.json["warnings"] = std::move(notes.warnings);
  if (notes.id) reply.json["id"] = *notes.id;
  return reply;
}

void Session::undo() {
  history_.undo();
  endGestures();
  follow();
}

void Session::redo() {
  history_.redo();
  endGestures();
  follow();
}

void Session::endMerge() {
  history_.endMerge();
  endGestures();
}

Result<std::vector<Image>> Session::allPictures() const {
  std::vector<Image> all;
  for (const ImageAsset& image : document().images) {
    const Image* found = pictures_.find(image);
    if (!found) {
      return fail(ErrorCode::not_found,
                  text("image ", image.id, " has no pixels yet; call set_picture"));
    }
    all.push_back(*found);
  }
  return all;
}

Result<const Image*> Session::pixelsOf(const Layer& layer) const {
  const ImageAsset* image = layer.image ? findImage(document(), *layer.image) : nullptr;
  if (!image) {
    return fail(ErrorCode::invalid_argument, text("layer '", layer.name, "' has no picture"));
  }
  if (const Image* pixels = pictures_.find(*image)) return pixels;
  return fail(ErrorCode::not_found, text("layer '", layer.name, "': image ", image->id,
                                         " has no pixels yet; call set_picture"));
}

Scene& Session::scene(const ShownMoment& moment) {
  scene_.show(document(), numbers_, edits_, moment);
  return scene_;
}

void Session::endGestures(const std::string& but) {
  moment_.endGestures(but);
  rough_weights_.endGestures(but);
}

void Session::follow() {
  ++edits_;
  numbers_.update(document());
  moment_.follow(document());
}

}  // namespace vide::detail

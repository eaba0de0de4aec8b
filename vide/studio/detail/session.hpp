// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "vide/image/image.hpp"
#include "vide/rig/history.hpp"
#include "vide/studio/detail/content_numbers.hpp"
#include "vide/studio/detail/default_smoothness.hpp"
#include "vide/studio/detail/layer_weighers.hpp"
#include "vide/studio/detail/method.hpp"
#include "vide/studio/detail/pictures.hpp"
#include "vide/studio/detail/rendering.hpp"
#include "vide/studio/detail/rough_weights.hpp"
#include "vide/studio/detail/scene.hpp"
#include "vide/studio/detail/shown_moment.hpp"

namespace vide::detail {

// What an edit does and how it is told.
struct EditStep {
  std::string name;   // for the menu: "Add bone"
  std::string merge;  // see Command
  std::function<Result<void>(Edit&)> work;
};

// What goes into an answer besides the state.
struct EditNotes {
  std::vector<std::string> warnings;
  std::optional<std::uint32_t> id;  // of what was made
};

// All that the methods work on: the document with its history, the decoded pictures, what is shown.
class Session {
 public:
  explicit Session(StudioOptions options);

  const StudioOptions& options() const { return options_; }
  const Document& document() const { return history_.document(); }
  const std::string& name() const { return name_; }

  // Begins anew with this document; nothing is left of the one before. Errors: those of
  // History::create.
  Result<void> start(Document document, std::string name);

  // Runs an edit. Errors: those of History::run; nothing has changed then.
  Result<void> edit(EditStep step);
  // The same as a whole method: what it answers.
  Result<Reply> run(EditStep step, EditNotes notes = {});
  // What every edit answers: {"state", "warnings", "id"}.
  Reply edited(EditNotes notes = {}) const;

  void undo();
  void redo();
  void endMerge();
  void markSaved() { history_.markSaved(); }
  const History& history() const { return history_; }

  Pictures& pictures() { return pictures_; }
  const Pictures& pictures() const { return pictures_; }
  // One decoded picture for each image of the document. Errors: one is missing.
  Result<std::vector<Image>> allPictures() const;

  // Of the layer's picture. Errors, with the layer's name: it has none, or that has no pixels yet.
  Result<const Image*> pixelsOf(const Layer& layer) const;
  LayerWeighers& weighers() { return weighers_; }
  RoughWeights& roughWeights() { return rough_weights_; }
  // What render_frame paints, between render_begin and render_end.
  std::optional<Rendering>& rendering() { return rendering_; }

  // See DefaultSmoothness::of.
  std::optional<double> defaultSmoothness(const Layer& layer) const {
    return default_smoothness_.of(document(), layer, pictures_);
  }

  ShownMoment& moment() { return moment_; }
  const ShownMoment& moment() const { return moment_; }
  const ContentNumbers& numbers() const { return numbers_; }
  // The shown moment as it looks; of another one until the next call where that is given.
  Scene& scene() { return scene(moment_); }
  Scene& scene(const ShownMoment& moment);

 private:
  // What follows the document after each change of it.
  void follow();
  void endGestures(const std::string& but = {});

  StudioOptions options_;
  History history_;
  std::string name_;
  Pictures pictures_;
  LayerWeighers weighers_;
  RoughWeights rough_weights_;
  std::optional<Rendering> rendering_;
  mutable DefaultSmoothness default_smoothness_;
  ShownMoment moment_;
  ContentNumbers numbers_;
  std::uint64_t edits_ = 0;
  Scene scene_;
};

}  // namespace vide::detail

// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "vide/core/error.hpp"
#include "vide/rig/edit.hpp"

namespace vide {

struct HistoryOptions {
  std::size_t max_steps = 1000;  // that can be undone; older ones are forgotten
};

// What a person does in one go: a name for the menu and the work. `merge` joins steps that belong
// together, such as all positions of a bone while it is dragged: a step whose `merge` is not empty
// and the same as that of the step before it is undone together with that one.
struct Command {
  std::string name;
  std::function<Result<void>(Edit&)> work;
  std::string merge = {};
};

// A document that is edited, with what was done to it. Undoing restores the document as it was, bit
// for bit, and so does doing again; only what a command replaced is kept, never the whole document.
//
// Not guaranteed: addresses of the document's items, which move as lists grow.
class History {
 public:
  // Errors: those of validate(document).
  static Result<History> create(Document document, const HistoryOptions& options = {});

  const Document& document() const { return *document_; }

  // Runs the command. A command that fails, or leaves the document invalid, changes nothing. What
  // had been undone cannot be done again after one that did something. Errors: the command's, those
  // of validate(document).
  Result<void> run(const Command& command);

  bool canUndo() const { return !done_.empty(); }
  bool canRedo() const { return !undone_.empty(); }
  // Names of what undo and redo would do; empty where there is nothing.
  std::string_view undoName() const { return canUndo() ? done_.back().name : std::string_view(); }
  std::string_view redoName() const { return canRedo() ? undone_.back().name : std::string_view(); }
  // Without anything to undo or redo, nothing happens.
  void undo();
  void redo();

  // From now on a step stands alone, though it names the same `merge` as the one before it: call it
  // where a gesture ends.
  void endMerge();

  // Whether the document is not the one that it was when it was made or last marked as saved.
  bool isModified() const { return position() != saved_; }
  void markSaved() {
    endMerge();
    saved_ = position();
  }

 private:
  struct Step {
    std::string name, merge;
    std::uint64_t number = 0;  // never used twice
    Changes changes;
  };

  History(Document document, const HistoryOptions& options);
  // The step that made the document what it is.
  std::uint64_t position() const { return done_.empty() ? forgotten_ : done_.back().number; }
  void keep(const Command& command, Changes changes);

  HistoryOptions options_;
  std::unique_ptr<Document> document_;
  std::deque<Step> done_;
  std::vector<Step> undone_;
  std::uint64_t forgotten_ = 0;  // the last step that can no longer be undone
  std::uint64_t next_ = 1;
  std::uint64_t saved_ = 0;
};

}  // namespace vide

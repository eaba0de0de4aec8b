// SPDX-License-Identifier: MIT
#include "vide/rig/history.hpp"

#include <ranges>

namespace vide {
namespace {

void takeBack(Changes& changes, Document& document) {
  for (auto& change : std::views::reverse(changes)) change->swap(document);
}

void makeAgain(Changes& changes, Document& document) {
  for (auto& change : changes) change->swap(document);
}

// Whether the last changes, back to where items moved, hold an older value of the same thing.
bool holdsOlder(const Changes& changes, const Change& later) {
  if (later.movesItems()) return false;  // changes in between may lie inside of it
  for (const auto& change : std::views::reverse(changes)) {
    if (change->isOfSameValueAs(later)) return true;
    if (change->movesItems()) return false;
  }
  return false;
}

void join(Changes& changes, Changes later) {
  for (auto& change : later) {
    if (!holdsOlder(changes, *change)) changes.push_back(std::move(change));
  }
}

}  // namespace

History::History(Document document, const HistoryOptions& options)
    : options_(options), document_(std::make_unique<Document>(std::move(document))) {}

Result<History> History::create(Document document, const HistoryOptions& options) {
  if (auto valid = validate(document); !valid) return std::unexpected(valid.error());
  return History(std::move(document), options);
}

Result<void> History::run(const Command& command) {
  Edit edit(*document_);
  auto worked = command.work(edit);
  if (worked) worked = validate(*document_);
  if (!worked) {
    edit.rollBack();
    return worked;
  }
  keep(command, edit.finish());
  return {};
}

void History::keep(const Command& command, Changes changes) {
  if (changes.empty()) return;
  undone_.clear();
  if (!done_.empty() && !command.merge.empty() && done_.back().merge == command.merge) {
    join(done_.back().changes, std::move(changes));
    done_.back().number = next_++;
    return;
  }
  done_.push_back({command.name, command.merge, next_++, std::move(changes)});
  if (done_.size() > options_.max_steps) {
    forgotten_ = done_.front().number;
    done_.pop_front();
  }
}

void History::undo() {
  if (!canUndo()) return;
  Step step = std::move(done_.back());
  done_.pop_back();
  takeBack(step.changes, *document_);
  step.merge.clear();
  undone_.push_back(std::move(step));
  endMerge();
}

void History::redo() {
  if (!canRedo()) return;
  Step step = std::move(undone_.back());
  undone_.pop_back();
  makeAgain(step.changes, *document_);
  done_.push_back(std::move(step));
}

void History::endMerge() {
  if (canUndo()) done_.back().merge.clear();
}

}  // namespace vide

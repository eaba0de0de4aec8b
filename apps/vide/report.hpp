// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace vide::cli {

// What a command has to tell when it is done: facts by name for --json, and the same for a person.
class Report {
 public:
  // A fact, in the order of telling.
  template <class Value>
  void set(const std::string& name, const Value& value) {
    facts_[name] = value;
  }
  void warn(std::string message) { warnings_.push_back(std::move(message)); }
  void warn(const std::vector<std::string>& messages);
  void wrote(const std::string& path) { written_.push_back(path); }
  // What went wrong although there is something to report: exit status 1.
  void setFailure(std::string message) { failure_ = std::move(message); }

  // One JSON object on one line, with all "warnings" and "written" always there.
  std::string json() const;
  // A line per file written, then the facts, for a terminal.
  std::string plain() const;
  // Of more than a few that differ in names and numbers alone only the first, with how many there
  // are.
  std::vector<std::string> warningsForPeople() const;
  const std::string& failure() const { return failure_; }

 private:
  nlohmann::ordered_json facts_ = nlohmann::ordered_json::object();
  std::vector<std::string> warnings_;
  std::vector<std::string> written_;
  std::string failure_;
};

}  // namespace vide::cli

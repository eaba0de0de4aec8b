// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json.hpp>

#include "vide/core/text.hpp"

// Lists of things as reports have them.
namespace vide::cli {

template <class Things>
nlohmann::ordered_json namesOf(const Things& things) {
  auto names = nlohmann::ordered_json::array();
  for (const auto& thing : things) names.push_back(thing.name);
  return names;
}

// Each clip's name with its seconds, which are in that member.
template <class Clips, class Seconds>
nlohmann::ordered_json durations(const Clips& clips, Seconds seconds) {
  auto all = nlohmann::ordered_json::object();
  for (const auto& clip : clips) all[clip.name] = text(clip.*seconds, " s");
  return all;
}

}  // namespace vide::cli

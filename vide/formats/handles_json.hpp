// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "vide/core/error.hpp"
#include "vide/deform/handles.hpp"

// Files that say which parts of a mesh are held and where they go, JSON:
//   {"groups": "parts.dmat",
//    "handles": [
//      {"name": "feet", "box": {"low": [-1, 0, -1], "high": [1, 0.1, 1]}},
//      {"name": "hand", "nearest": [0.7, 1.2, 0], "move": [0.1, 0.4, 0]},
//      {"name": "head", "group": 3, "axis": [0, 1, 0], "degrees": 60, "center": [0, 1.5, 0]},
//      {"name": "tail", "vertices": [10, 11], "keys": [{"time": 0.5, "move": [0, 1, 0]},
//                                                      {"time": 1}]}]}
// Each handle has one selection: "vertices" (indices from 0), "group" (a number of the group file,
// which has one for each vertex), "box" or "nearest". "move", "axis", "degrees" and "center" say
// where it is at time 1; "keys" says it for several times. A handle with none of them stays.
// "hold", for handles that are transforms, is "transform" (usual), "position", "linear" or "free".
// See handles.hpp for what they mean. Points may have two coordinates.
namespace vide {

struct HandlesFile {
  std::vector<Handle> handles;
  std::string groups;  // the group file's name as written, or empty
};

struct HandlesJsonLimits {
  std::size_t max_bytes = 64 << 20;
  std::size_t max_handles = 65'536;
};

// Errors name the handle and the member: malformed_data for text that is not JSON or gives a member
// twice (with the line), a member that is missing, unknown or of the wrong kind, none or several
// selections; limit_exceeded for more bytes or handles than the limits allow.
Result<HandlesFile> parseHandles(std::string_view text, const HandlesJsonLimits& limits = {});

}  // namespace vide

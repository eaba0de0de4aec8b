// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "vide/rig/edit.hpp"

namespace vide::detail {

// "bone", "bone_2", ...: the first such name that no bone has.
std::string freeName(const Skeleton& skeleton, const std::string& wanted);

// Copies bones to the other side of an upright line. A copy is named for the other side and hangs
// on the copy, or the partner, of its parent, else on the parent itself. Where a bone of that name
// is there already, it is moved instead, and what it carries stays.
class BoneMirror {
 public:
  BoneMirror(std::vector<BoneId> bones, double x) : bones_(std::move(bones)), x_(x) {}

  // Errors: a bone that is not there.
  Result<void> run(Edit& edit);
  const std::vector<std::string>& warnings() const { return warnings_; }
  // The first bone that was made.
  std::optional<BoneId> first() const { return first_; }

 private:
  Result<void> mirror(Edit& edit, BoneId id);
  Result<void> copy(Edit& edit, std::size_t index, Vec2 head, Vec2 tail);
  // The index of the bone that carries the image of what that bone carries, or -1.
  int imageOf(const Skeleton& skeleton, int bone) const;

  std::vector<BoneId> bones_;
  double x_;
  std::map<BoneId, BoneId> image_;
  std::vector<std::string> warnings_;
  std::optional<BoneId> first_;
};

}  // namespace vide::detail

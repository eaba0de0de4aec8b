// SPDX-License-Identifier: MIT
#include "vide/studio/detail/shown_moment.hpp"

namespace vide::detail {

void ShownMoment::follow(const Document& document) {
  if (clip && !findClip(document, *clip)) {
    clip.reset();
    time = 0;
  }
  std::erase_if(unkeyed,
                [&](const auto& pose) { return findBone(document.skeleton, pose.first) < 0; });
}

}  // namespace vide::detail

// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

#include "vide/core/error.hpp"
#include "vide/core/progress.hpp"
#include "vide/core/transform.hpp"
#include "vide/rig/document.hpp"
#include "vide/stage/moment.hpp"

namespace vide {

// A motion whose frames depend on those before them, lived through once in their order, so that
// they can then be shown in any. It keeps a Transform for each bone and frame.
class RecordedMotion {
 public:
  // Writes the pose of the frame that comes next, A_i of every bone before constraints and springs,
  // and says what moment it is.
  using Step = std::function<Moment(std::span<Transform> pose)>;

  struct Frames {
    std::size_t lead = 0;  // lived through first, without being kept
    std::size_t kept = 1;
    double seconds = 0;  // from one to the next
  };

  // Constraints and springs act on what `step` gives. `document` must be valid. Once `progress` is
  // cancelled the frames are left unfinished. Errors: more than 2^24 bones in all kept frames.
  static Result<RecordedMotion> live(const Document& document, const Frames& frames,
                                     const Step& step, const Progress& progress);

  std::span<const Transform> pose(std::size_t frame) const {
    return std::span(poses_).subspan(frame * bones_, bones_);
  }
  const Moment& moment(std::size_t frame) const { return moments_[frame]; }

 private:
  std::size_t bones_ = 0;
  std::vector<Transform> poses_;  // frame by frame
  std::vector<Moment> moments_;
};

// How long springs must swing before what each did at first has died down to a millionth, which
// leaves room for those that hang on others; at most ten seconds, 0 where there are none.
double secondsToSettle(std::span<const Spring> springs);

}  // namespace vide

// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "vide/core/color.hpp"
#include "vide/core/error.hpp"

// Lists of animations to make, JSON; described in docs/batch.md:
//   {"defaults": {"size": [400, 400], "retarget": "fair1.yaml"},
//    "jobs": [
//      {"character": "tin/char_cfg.yaml", "motion": "dab.yaml", "output": "tin-dab.gif"},
//      {"document": "fox.glb", "clip": "walk", "output": "fox-walk/", "frames": [1, 24]}]}
// A job has either "character", "motion" and "retarget" or "document" with "clip"; the clip is the
// document's own, or from the file "clips". "defaults" holds what jobs do not say themselves.
namespace vide {

struct AnimationJob {
  std::string output;  // relative to the batch's folder
  // A drawn figure driven by a recorded motion: the files of `vide animate`.
  std::string character, motion, retarget;
  // Or a document's clip: those of `vide render`. Without a name the one clip that there is.
  std::string document, clips, clip;

  int width = 0;  // of the frames, pixels; 0 x 0: what each kind of job usually has
  int height = 0;
  double frame_rate = 0;                                   // frames a second; 0: likewise
  enum class Deform { arap, skin } deform = Deform::arap;  // of drawn figures
  std::optional<Color> background;
  // Counted from 1, as the files of a folder of PNGs are; for those alone.
  std::size_t first_frame = 1;
  std::size_t last_frame = SIZE_MAX;
};

struct JobsJsonLimits {
  std::size_t max_bytes = 64 << 20;
  std::size_t max_jobs = 1'000'000;
};

// Errors name the job and the member: malformed_data for text that is not JSON or gives a member
// twice (with the line), a member that is missing, unknown, of the wrong kind or out of range, a
// job of both kinds or of none; limit_exceeded.
Result<std::vector<AnimationJob>> parseJobs(std::string_view text,
                                            const JobsJsonLimits& limits = {});

}  // namespace vide

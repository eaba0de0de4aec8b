// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "vide/animation/character_rig.hpp"
#include "vide/animation/motion_capture.hpp"
#include "vide/animation/retarget.hpp"
#include "vide/author/picture.hpp"
#include "vide/core/error.hpp"
#include "vide/core/progress.hpp"
#include "vide/core/thread_pool.hpp"
#include "vide/io/animation_writer.hpp"
#include "vide/pipeline/encode_frames.hpp"
#include "vide/pipeline/render_document.hpp"
#include "vide/vectorize/image_mesh.hpp"

namespace vide {

// What joint positions do to the drawing.
enum class CharacterDeform {
  arap,  // they drag the drawing as point handles; it keeps its shape as well as it can
  skin,  // they turn bones, and the drawing follows by geodesic weights
};

struct AnimateOptions {
  int width = 500;  // pixels
  int height = 500;
  double padding = 10;  // pixels between the whole motion and the border
  CharacterDeform deform = CharacterDeform::arap;
  ShapeOptions shape;
  MeshOptions mesh;
  Backdrop backdrop;
  // Frames a second, all of the motion's frames shown; 0: as fast as it was recorded. A GIF cannot
  // keep up with every recording: it then shows each n-th frame, and a warning says so.
  double frame_rate = 0;
  AnimationOptions encode;  // loops, quality, dither; sizes and rate are filled in
  FrameSelection frames;    // fewer than all for folders of PNGs alone
  std::int64_t max_pixels = default_max_frame_pixels;
  ThreadPool* pool = nullptr;
};

struct AnimateReport {
  std::size_t frames = 0;         // of the whole animation
  std::size_t motion_frames = 0;  // of which the former are shown
  int width = 0;
  int height = 0;
  std::size_t vertices = 0;
  std::size_t triangles = 0;
  double seconds_prepare = 0;  // mesh, retargeting, deformation of all frames
  double seconds_render = 0;
  double seconds_encode = 0;
  std::vector<std::string> paths;  // of the files, the one that was asked for last
  std::vector<std::string> warnings;
};

// A drawn figure driven by a recorded motion: everything needed, but where to write it.
struct CharacterMotion {
  Picture picture;  // the drawing with its mask
  CharacterRig rig;
  MotionCapture capture;
  MotionSettings motion;
  RetargetSettings retarget;
  std::string settings_source;  // what messages call the two: their paths
};

// Makes the drawing move and writes the frames to `path`. Parts that are nearer to the viewer are
// drawn in front; each triangle belongs to the bone nearest to it inside the drawing.
// Errors: those of the stages, a picture whose size is not the rig's, cancelled.
Result<AnimateReport> animateCharacter(const CharacterMotion& character, const std::string& path,
                                       AnimationFormat format, const AnimateOptions& options = {},
                                       const Progress& progress = {});

}  // namespace vide

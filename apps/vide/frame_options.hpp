// SPDX-License-Identifier: MIT
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>
#include <vector>

#include "apps/vide/values.hpp"
#include "vide/core/error.hpp"
#include "vide/io/animation_writer.hpp"
#include "vide/pipeline/render_document.hpp"

namespace vide::cli {

// What -o of a command that writes animations may be, for its help.
inline constexpr auto animation_outputs =
    "OUT.gif, OUT.png, OUT.webp, OUT.mp4, OUT.webm, OUT.json (sprite sheet) or FOLDER/";

// The words that say how frames look and how they are stored. The same for every command that
// writes pictures.
class FrameOptions {
 public:
  void declareBackdrop(CLI::App& app);
  void declareView(CLI::App& app);
  void declareAnimation(CLI::App& app);

  // What stands behind the character: what was asked for, else nothing; but a GIF, which knows no
  // soft edges, gets white.
  Result<Backdrop> backdrop(bool is_gif) const;
  // From where a document in space is seen, where either angle is given.
  std::optional<Viewpoint> view() const;
  AnimationOptions encode() const;
  // What frames a second mean to a folder of PNGs, which does not store them.
  enum class FolderRate { picks_frames, nothing };
  // Throws a usage error where a word was given that `output`'s kind of file does not know, or a
  // still picture.
  void refuseIdle(const CLI::App& app, const std::string& output, FolderRate folder_rate) const;
  void refuseIdleForStill(const CLI::App& app) const;
  std::optional<double> frameRate() const { return frame_rate_; }
  // What the chosen words will not do well, for a file of that kind.
  std::vector<std::string> warnings(AnimationFormat format) const;

 private:
  void declareSheet(CLI::App& app);
  void refuseIdleFor(const CLI::App& app, const std::string& kind, FolderRate folder_rate) const;

  std::string background_;
  std::optional<double> yaw_, pitch_;  // degrees
  std::optional<double> frame_rate_;
  int loops_ = 0;
  double quality_ = 90;
  bool lossless_ = false;
  bool dither_off_ = false;
  AtlasOptions atlas_ = AnimationOptions{}.atlas;
  std::string sheet_frames_ = "hash";
};

// The animation format that a file name asks for, before the work is done. Errors: an ending that
// stands for none, a place that cannot be written to.
Result<AnimationFormat> requireAnimationOutput(const std::string& path);

}  // namespace vide::cli

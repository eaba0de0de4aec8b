// SPDX-License-Identifier: MIT
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>

#include "vide/author/picture.hpp"
#include "vide/vectorize/image_mesh.hpp"

namespace vide::cli {

// The words that say which part of a picture is the character and how it is meshed. The same for
// every command that takes a picture.
class PictureOptions {
 public:
  void declare(CLI::App& app);
  void declareMask(CLI::App& app);

  const std::string& maskPath() const { return mask_; }
  ShapeOptions shape() const;
  MeshOptions mesh() const;

 private:
  void declareShape(CLI::App& app);
  void declareMesh(CLI::App& app);

  std::string mask_;
  double threshold_ = 0.5;
  std::optional<double> background_tolerance_;
  std::string background_color_;
  std::optional<double> margin_;
  std::optional<double> tolerance_;
  double min_island_ = 0;
  bool fill_holes_ = false;
  std::optional<double> detail_;
  std::optional<double> edge_length_;
  std::optional<std::size_t> vertices_;
};

}  // namespace vide::cli

// SPDX-License-Identifier: MIT
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "vide/io/mesh_file.hpp"
#include "vide/pipeline/mesh_picture.hpp"

namespace vide::cli {

// The words that say how a picture of a mesh looks.
class MeshViewOptions {
 public:
  void declare(CLI::App& app);
  MeshPictureOptions options() const;
  // Throws a usage error where one of the words was given and `output` is no picture.
  void refuseWithout(const CLI::App& app, const std::string& output) const;

 private:
  std::string size_ = "800x800", background_ = "transparent";
  double yaw_ = 0, pitch_ = 0;
  bool wireframe_ = false;
};

// So that a name that cannot work fails before the work is done. Errors: an ending that
// writeMeshOutput does not know, a place that cannot be written to.
Result<void> requireMeshOutput(const std::string& path);

// Writes a mesh file, or a picture for .png.
Result<void> writeMeshOutput(const std::string& path, const MeshContent& mesh,
                             const MeshPictureOptions& options);

}  // namespace vide::cli

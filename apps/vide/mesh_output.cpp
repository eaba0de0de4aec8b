// SPDX-License-Identifier: MIT
#include "apps/vide/mesh_output.hpp"

#include "apps/vide/idle_options.hpp"
#include "apps/vide/values.hpp"
#include "vide/core/color_text.hpp"
#include "vide/core/text.hpp"
#include "vide/formats/mesh_file.hpp"
#include "vide/io/file.hpp"
#include "vide/io/image_file.hpp"
#include "vide/mesh/adjacency.hpp"

namespace vide::cli {

void MeshViewOptions::declare(CLI::App& app) {
  const std::string group = "Picture";
  app.add_option("--size", size_, "WIDTHxHEIGHT in pixels")
      ->check(sizeCheck())
      ->capture_default_str()
      ->group(group);
  app.add_option("--background", background_, "a colour: #rrggbb, white, transparent, ...")
      ->check(colorCheck())
      ->capture_default_str()
      ->group(group);
  app.add_option("--yaw", yaw_, "degrees the mesh turns about the upward axis")
      ->check(anyNumber())
      ->group(group);
  app.add_option("--pitch", pitch_, "degrees it then tips towards the viewer")
      ->check(anyNumber())
      ->group(group);
  app.add_flag("--wireframe", wireframe_, "show the triangles")->group(group);
}

void MeshViewOptions::refuseWithout(const CLI::App& app, const std::string& output) const {
  static const std::vector<std::string> pictures = {"pictures (.png)"};
  if (endingOf(output) == ".png") return;
  const ReservedOption words[] = {{"--size", pictures},
                                  {"--background", pictures},
                                  {"--yaw", pictures},
                                  {"--pitch", pictures},
                                  {"--wireframe", pictures}};
  refuseIdleOptions(app, "a mesh file", words);
}

MeshPictureOptions MeshViewOptions::options() const {
  const Size size = *parseSize(size_);
  MeshPictureOptions options;
  options.width = size.width;
  options.height = size.height;
  options.background = *parseColor(background_);
  options.yaw = yaw_;
  options.pitch = pitch_;
  options.wireframe = wireframe_;
  return options;
}

Result<void> requireMeshOutput(const std::string& path) {
  const std::string ending = endingOf(path);
  if (ending == ".png" || meshFormatOf(ending)) return checkTarget(path);
  return fail(ErrorCode::unsupported,
              text(path, ": not a kind of file that can be written; use .png, ", meshEndings()));
}

Result<void> writeMeshOutput(const std::string& path, const MeshContent& mesh,
                             const MeshPictureOptions& options) {
  if (endingOf(path) != ".png") return saveMesh(path, mesh);
  const auto image = pictureOf(mesh.V, mesh.F.rows() > 0 ? mesh.F : boundaryFaces(mesh.T), options);
  if (!image) return failAt(path, image.error());
  return writePng(path, *image);
}

}  // namespace vide::cli

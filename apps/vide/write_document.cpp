// SPDX-License-Identifier: MIT
#include "apps/vide/write_document.hpp"

#include "apps/vide/values.hpp"
#include "vide/core/text.hpp"
#include "vide/formats/obj.hpp"
#include "vide/io/file.hpp"
#include "vide/io/image_file.hpp"
#include "vide/pipeline/open_renderer.hpp"
#include "vide/pipeline/read_files.hpp"

namespace vide::cli {
namespace {

Result<void> writePosedObj(const PosedOutput& output) {
  const Document& document = output.document;
  const auto renderer = openRenderer(document);
  if (!renderer) return std::unexpected(renderer.error());
  DocumentRenderer::Workspace workspace(*renderer);
  renderer->pose(output.pose, 0, workspace);
  std::vector<ObjObject> objects;
  for (const DrawnLayer& one : renderer->drawn(workspace)) {
    const Layer& layer = document.layers[one.layer];
    const auto positions = renderer->positionsInSpace(one.layer, workspace);
    ObjObject object{layer.name, layer.mesh, layer.uv};
    for (Eigen::Index v = 0; v < object.mesh.V.rows(); ++v) {
      for (Eigen::Index axis = 0; axis < object.mesh.V.cols(); ++axis) {
        object.mesh.V(v, axis) = double(positions[3 * std::size_t(v) + std::size_t(axis)]);
      }
    }
    objects.push_back(std::move(object));
  }
  const std::string content = writeObj(objects);
  return writeFileAtomically(
      output.path, {reinterpret_cast<const std::uint8_t*>(content.data()), content.size()});
}

Result<void> writePicture(const PosedOutput& output, const RenderOptions& options,
                          const Progress& progress, Report& report) {
  const auto picture = renderMoment(output.document, output.pose, 0, options, progress);
  if (!picture && picture.error().code == ErrorCode::cancelled) {
    return std::unexpected(picture.error());
  }
  if (!picture) return failAt(output.path, picture.error());
  report.warn(picture->warnings);
  return writePng(output.path, picture->image, {.progress = progress});
}

Result<void> writeByEnding(const PosedOutput& output, const RenderOptions& options,
                           const Progress& progress, Report& report) {
  const std::string ending = endingOf(output.path);
  if (ending == ".glb") return writeDocument(output.path, output.document, output.original);
  if (ending == ".obj") return writePosedObj(output);
  if (auto usable = requirePosedOutput(output.path); !usable) return usable;
  return writePicture(output, options, progress, report);
}

}  // namespace

Result<void> requirePosedOutput(const std::string& path) {
  const std::string ending = endingOf(path);
  if (ending == ".glb" || ending == ".obj" || ending == ".png") return checkTarget(path);
  return fail(ErrorCode::unsupported,
              text(path, ": not a kind of file that can be written; use .glb, .obj or .png"));
}

Result<void> writePosed(const PosedOutput& output, const RenderOptions& options,
                        const Progress& progress, Report& report) {
  const auto written = writeByEnding(output, options, progress, report);
  if (written) report.wrote(output.path);
  return written;
}

}  // namespace vide::cli

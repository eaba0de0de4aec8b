// SPDX-License-Identifier: MIT
#include "apps/vide/write_document.hpp"

#include "apps/vide/values.hpp"
#include "vide/core/text.hpp"
#include "vide/formats/obj.hpp"
#include "vide/io/file.hpp"
#include "vide/io/image_file.hpp"
#include "vide/pipeline/document_renderer.hpp"
#include "vide/pipeline/read_files.hpp"

namespace vide::cli {
namespace {

Result<void> writePosedObj(const std::string& path, const Document& document,
                           std::span<const Transform> pose) {
  const auto renderer = DocumentRenderer::create(document);
  if (!renderer) return std::unexpected(renderer.error());
  DocumentRenderer::Workspace workspace(*renderer);
  renderer->pose(pose, workspace);
  std::vector<ObjObject> objects;
  for (std::size_t i = 0; i < document.layers.size(); ++i) {
    const Layer& layer = document.layers[i];
    const auto positions = renderer->positionsInSpace(i, workspace);
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
      path, {reinterpret_cast<const std::uint8_t*>(content.data()), content.size()});
}

}  // namespace

Result<void> requirePosedOutput(const std::string& path) {
  const std::string ending = endingOf(path);
  if (ending == ".glb" || ending == ".obj" || ending == ".png") return checkTarget(path);
  return fail(ErrorCode::unsupported,
              text(path, ": not a kind of file that can be written; use .glb, .obj or .png"));
}

Result<void> writePosed(const std::string& path, const Document& document,
                        std::span<const Transform> pose, const RenderOptions& options,
                        const GltfDocument* original) {
  const std::string ending = endingOf(path);
  if (ending == ".glb") return writeDocument(path, document, original);
  if (ending == ".obj") return writePosedObj(path, document, pose);
  if (auto usable = requirePosedOutput(path); !usable) return usable;
  const auto image = renderPose(document, pose, options);
  if (!image) return failAt(path, image.error());
  return writePng(path, *image);
}

}  // namespace vide::cli

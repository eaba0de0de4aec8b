// SPDX-License-Identifier: MIT
#include "vide/formats/gltf_character.hpp"

#include "vide/formats/detail/gltf_builder.hpp"
#include "vide/formats/detail/gltf_extensions.hpp"
#include "vide/formats/detail/gltf_import.hpp"
#include "vide/formats/detail/gltf_imports.hpp"
#include "vide/formats/detail/gltf_joints.hpp"
#include "vide/formats/detail/gltf_layers.hpp"
#include "vide/formats/detail/gltf_motion.hpp"
#include "vide/formats/detail/rig_json.hpp"

namespace vide {

using namespace detail;

namespace {

GltfDocument emptyDocument() {
  GltfContent content;
  content.root = {{"asset", {{"version", "2.0"}, {"generator", "VIDE"}}}};
  return GltfDocument(std::move(content));
}

// The node that holds the character and turns pixels into metres. It is scaled, and the joints
// with it; the nodes of skinned meshes stand beside it.
std::size_t writeRoot(GltfBuilder& builder, double pixels_per_unit,
                      const std::vector<std::size_t>& bones,
                      const std::vector<std::size_t>& layers) {
  Json children = Json::array();
  for (const std::size_t node : bones) children.push_back(node);
  for (const std::size_t node : layers) children.push_back(node);
  Json node = {{"name", "character"}};
  const double scale = 1 / pixels_per_unit;
  node.update(nodeTransform(
      {.translation = {}, .rotation = {}, .scale = {scale, scale, scale}, .shear = {}}));
  if (!children.empty()) node["children"] = std::move(children);
  return builder.put("nodes", {"root", 0}, std::move(node));
}

const Json* rigIn(const GltfDocument& gltf) {
  const Json* extensions = member(gltf.content().root, "extensions");
  return extensions ? member(*extensions, rig_extension) : nullptr;
}

Result<Document> recordedDocument(const GltfDocument& gltf, const Json& rig) {
  Document imported;
  if (namesImports(rig)) {
    auto read = importDocument(gltf);
    if (!read) return read;
    imported = *std::move(read);
  }
  auto record = rigFromJson(rig, imported);
  if (!record) return std::unexpected(record.error());
  return readLayers(gltf, *std::move(record));
}

// What others added to a file that VIDE made is none of the document's business.
Result<GltfImports> importsOf(const GltfDocument& original, const Document& document) {
  const Json* rig = rigIn(original);
  if (rig && !namesImports(*rig)) return GltfImports{};
  return readImports(original, document);
}

}  // namespace

Result<GltfDocument> withDocument(const GltfDocument& original, const Document& document) {
  if (auto valid = validate(document); !valid) return std::unexpected(valid.error());
  const Json* older = rigIn(original);
  if (older) {
    if (auto known = checkRigVersion(*older); !known) return std::unexpected(known.error());
  }
  const auto imports = importsOf(original, document);
  if (!imports) return std::unexpected(imports.error());
  GltfBuilder builder(original.content());
  if (imports->empty()) builder.place("nodes", {"root", 0});
  const GltfJoints joints = writeJoints(builder, document.skeleton, *imports);
  const auto layers = writeLayers(builder, document, joints, *imports);
  if (!layers) return std::unexpected(layers.error());
  if (auto moved = writeMotion(builder, document, joints, *imports); !moved) {
    return std::unexpected(moved.error());
  }
  std::vector<std::size_t> scene;
  if (imports->empty() || !joints.root_bones.empty() || !layers->fixed.empty()) {
    scene.push_back(writeRoot(builder, document.pixels_per_unit, joints.root_bones, layers->fixed));
  }
  scene.insert(scene.end(), layers->skinned.begin(), layers->skinned.end());
  builder.setSceneNodes(scene);
  builder.useExtension(rig_extension);
  Json rig = rigToJson(document, imports->unchanged);
  if (older) keepUnknownOfRig(*older, rig);
  builder.setRig(std::move(rig));
  return GltfDocument(std::move(builder).finish());
}

Result<Document> documentIn(const GltfDocument& gltf) {
  if (auto readable = checkRequired(gltf.content()); !readable) {
    return std::unexpected(readable.error());
  }
  const Json* rig = rigIn(gltf);
  auto document = rig ? recordedDocument(gltf, *rig) : importDocument(gltf);
  if (!document) return document;
  if (auto valid = validate(*document); !valid) return std::unexpected(valid.error());
  return document;
}

Result<std::vector<std::uint8_t>> writeGlb(const Document& document) {
  const auto gltf = withDocument(emptyDocument(), document);
  if (!gltf) return std::unexpected(gltf.error());
  return gltf->writeGlb();
}

Result<Document> readGlb(std::span<const std::uint8_t> bytes, const GltfOptions& options) {
  const auto gltf = GltfDocument::parse(bytes, options);
  if (!gltf) return std::unexpected(gltf.error());
  return documentIn(*gltf);
}

Result<std::vector<std::uint8_t>> updateGlb(std::span<const std::uint8_t> original,
                                            const Document& document, const GltfOptions& options) {
  const auto parsed = GltfDocument::parse(original, options);
  if (!parsed) return std::unexpected(parsed.error());
  const auto updated = withDocument(*parsed, document);
  if (!updated) return std::unexpected(updated.error());
  return updated->writeGlb();
}

}  // namespace vide

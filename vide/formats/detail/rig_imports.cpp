// SPDX-License-Identifier: MIT
#include "vide/formats/detail/rig_imports.hpp"

#include <algorithm>

#include "vide/core/text.hpp"

namespace vide::detail {
namespace {

template <class Id>
std::set<Id> importedIn(const Json& rig, const char* list) {
  std::set<Id> ids;
  const Json* items = member(rig, list);
  for (std::size_t i = 0; const Json* item = element(items, i); ++i) {
    const auto id = countIn(*item, "id");
    if (id && flagIn(*item, "imported", false)) ids.insert(static_cast<Id>(*id));
  }
  return ids;
}

std::unexpected<Error> lost(const char* kind, std::uint32_t id) {
  return fail(ErrorCode::malformed_data, text(kind, " ", id, ": the file has lost it"));
}

BoneId parentId(const Bone& bone, const Skeleton& skeleton) {
  return bone.parent < 0 ? bone.id : skeleton[std::size_t(bone.parent)].id;
}

bool sameBone(const Bone& a, const Skeleton& of_a, const Bone& b, const Skeleton& of_b) {
  return a.name == b.name && parentId(a, of_a) == parentId(b, of_b) && a.local == b.local &&
         a.tail == b.tail && a.deform == b.deform && a.inherit_rotation == b.inherit_rotation &&
         a.inherit_scale == b.inherit_scale;
}

template <class Matrix>
bool sameMatrix(const Matrix& a, const Matrix& b) {
  return a.rows() == b.rows() && (a.size() == 0 || (a.cols() == b.cols() && a == b));
}

bool sameWeights(const VertexWeights& a, const VertexWeights& b) {
  return a.handles == b.handles && a.row_start == b.row_start && a.handle == b.handle &&
         a.weight == b.weight;
}

bool sameShapes(const MorphShape& a, const MorphShape& b) {
  return a.name == b.name && a.weight == b.weight && sameMatrix(a.offsets, b.offsets) &&
         sameMatrix(a.normal_offsets, b.normal_offsets);
}

// What the file says of a layer's vertices; everything else about it is in its record.
bool sameShape(const Layer& a, const Layer& b) {
  return sameMatrix(a.mesh.V, b.mesh.V) && sameMatrix(a.mesh.F, b.mesh.F) &&
         sameMatrix(a.uv, b.uv) && sameMatrix(a.normals, b.normals) &&
         sameMatrix(a.colors, b.colors) && std::ranges::equal(a.shapes, b.shapes, sameShapes) &&
         a.attachment == b.attachment && a.bones == b.bones && sameWeights(a.weights, b.weights);
}

}  // namespace

ImportedIds importedIds(const Json& rig) {
  return {.bones = importedIn<BoneId>(rig, "bones"),
          .layers = importedIn<LayerId>(rig, "layers"),
          .images = importedIn<ImageId>(rig, "images"),
          .clips = importedIn<ClipId>(rig, "clips")};
}

bool namesImports(const Json& rig) {
  for (const char* list : {"bones", "layers", "images", "clips"}) {
    const Json* items = member(rig, list);
    for (std::size_t i = 0; const Json* item = element(items, i); ++i) {
      if (flagIn(*item, "imported", false)) return true;
    }
  }
  return false;
}

Result<void> takeImports(Document& document, std::vector<Bone>& bones, const ImportedIds& ids,
                         const Document& imported) {
  for (Bone& bone : bones) {
    if (!ids.bones.contains(bone.id)) continue;
    const int at = findBone(imported.skeleton, bone.id);
    if (at < 0) return lost("bone", bone.id);
    const int parent = bone.parent;
    bone = imported.skeleton[std::size_t(at)];
    bone.parent = parent;
  }
  for (Layer& layer : document.layers) {
    if (!ids.layers.contains(layer.id)) continue;
    const Layer* from = findLayer(imported, layer.id);
    if (!from) return lost("layer", layer.id);
    layer.mesh = from->mesh;
    layer.uv = from->uv;
    layer.normals = from->normals;
    layer.colors = from->colors;
    layer.shapes = from->shapes;
    layer.weights = from->weights;
  }
  for (ImageAsset& image : document.images) {
    if (!ids.images.contains(image.id)) continue;
    const ImageAsset* from = findImage(imported, image.id);
    if (!from) return lost("image", image.id);
    image.mime = from->mime;
    image.encoded = from->encoded;
  }
  for (Clip& clip : document.clips) {
    if (!ids.clips.contains(clip.id)) continue;
    const auto from = std::ranges::find(imported.clips, clip.id, &Clip::id);
    if (from == imported.clips.end()) return lost("clip", clip.id);
    clip.bones = from->bones;
    clip.morphs = from->morphs;
  }
  return {};
}

ImportedIds unchangedIn(const Document& document, const Document& imported) {
  ImportedIds ids;
  for (const Bone& bone : document.skeleton.bones()) {
    const int at = findBone(imported.skeleton, bone.id);
    if (at < 0) continue;
    const Bone& before = imported.skeleton[std::size_t(at)];
    if (sameBone(bone, document.skeleton, before, imported.skeleton)) ids.bones.insert(bone.id);
  }
  for (const Layer& layer : document.layers) {
    const Layer* before = findLayer(imported, layer.id);
    if (before && sameShape(layer, *before)) ids.layers.insert(layer.id);
  }
  for (const ImageAsset& image : document.images) {
    const ImageAsset* before = findImage(imported, image.id);
    if (before && before->encoded == image.encoded && before->mime == image.mime) {
      ids.images.insert(image.id);
    }
  }
  for (const Clip& clip : document.clips) {
    const auto before = std::ranges::find(imported.clips, clip.id, &Clip::id);
    if (before != imported.clips.end() && before->bones == clip.bones &&
        before->morphs == clip.morphs) {
      ids.clips.insert(clip.id);
    }
  }
  return ids;
}

}  // namespace vide::detail

// SPDX-License-Identifier: MIT
#include "vide/formats/detail/rig_json.hpp"

#include <algorithm>
#include <span>

#include "vide/formats/detail/json_fields.hpp"
#include "vide/formats/detail/rig_motion_fields.hpp"

namespace vide::detail {
namespace {

constexpr int format_version = 2;

}  // namespace

std::span<const EnumName<BlendMode>> namesOf(EnumTag<BlendMode>) {
  static constexpr EnumName<BlendMode> names[] = {{BlendMode::normal, "normal"},
                                                  {BlendMode::add, "add"},
                                                  {BlendMode::multiply, "multiply"},
                                                  {BlendMode::screen, "screen"}};
  return names;
}

std::span<const EnumName<Attachment>> namesOf(EnumTag<Attachment>) {
  static constexpr EnumName<Attachment> names[] = {
      {Attachment::fixed, "fixed"}, {Attachment::rigid, "rigid"}, {Attachment::skinned, "skinned"}};
  return names;
}

std::span<const EnumName<Transparency>> namesOf(EnumTag<Transparency>) {
  static constexpr EnumName<Transparency> names[] = {{Transparency::blend, "blend"},
                                                     {Transparency::mask, "mask"},
                                                     {Transparency::opaque, "opaque"}};
  return names;
}

std::span<const EnumName<WeightMethod>> namesOf(EnumTag<WeightMethod>) {
  static constexpr EnumName<WeightMethod> names[] = {
      {WeightMethod::authored, "authored"},
      {WeightMethod::geodesic, "geodesic"},
      {WeightMethod::straight, "straight"},
      {WeightMethod::solid_heat, "solidHeat"},
      {WeightMethod::heat_diffusion, "heatDiffusion"},
      {WeightMethod::bone_heat, "boneHeat"},
      {WeightMethod::skeleton_aware, "skeletonAware"},
      {WeightMethod::bounded_biharmonic, "boundedBiharmonic"}};
  return names;
}

std::span<const EnumName<Deformer>> namesOf(EnumTag<Deformer>) {
  static constexpr EnumName<Deformer> names[] = {{Deformer::linear_blend, "linearBlend"},
                                                 {Deformer::dual_quaternion, "dualQuaternion"},
                                                 {Deformer::arap, "arap"},
                                                 {Deformer::grouped_arap, "groupedArap"},
                                                 {Deformer::fast, "fast"}};
  return names;
}

std::span<const EnumName<Interpolation>> namesOf(EnumTag<Interpolation>) {
  static constexpr EnumName<Interpolation> names[] = {{Interpolation::step, "step"},
                                                      {Interpolation::linear, "linear"},
                                                      {Interpolation::cubic, "cubic"},
                                                      {Interpolation::bezier, "bezier"}};
  return names;
}

template <class Fields, SameAs<ImageAsset> Self>
void describe(Fields& fields, Self& image) {
  fields.required("id", image.id);
  fields.optional("name", image.name, "");
  fields.required("width", image.width);
  fields.required("height", image.height);
}

template <class Fields, SameAs<Bone> Self>
void describe(Fields& fields, Self& bone) {
  const Bone usual;
  fields.required("id", bone.id);
  fields.optional("name", bone.name, "");
  fields.optional("parent", bone.parent, -1);
  fields.optional("translation", bone.local.translation, {});
  fields.optional("rotation", bone.local.rotation, {});
  fields.optional("scale", bone.local.scale, usual.local.scale);
  fields.optional("shear", bone.local.shear, {});
  fields.optional("tail", bone.tail, {});
  fields.optional("deform", bone.deform, true);
  fields.optional("inheritRotation", bone.inherit_rotation, true);
  fields.optional("inheritScale", bone.inherit_scale, true);
}

template <class Fields, SameAs<MeshSettings> Self>
void describe(Fields& fields, Self& mesh) {
  fields.optional("alphaThreshold", mesh.alpha_threshold, {});
  fields.optional("margin", mesh.margin, {});
  fields.optional("tolerance", mesh.tolerance, {});
  fields.optional("minimumIslandArea", mesh.minimum_island_area, {});
  fields.optional("edgeLength", mesh.edge_length, {});
  fields.optional("vertexBudget", mesh.vertex_budget, {});
  fields.optional("detail", mesh.detail, {});
  fields.optional("fillHoles", mesh.fill_holes, false);
  fields.optional("denseJoints", mesh.dense_joints, false);
}

template <class Fields, SameAs<BoneSmoothness> Self>
void describe(Fields& fields, Self& own) {
  fields.required("bone", own.bone);
  fields.required("smoothness", own.smoothness);
}

template <class Fields, SameAs<LayerSettings> Self>
void describe(Fields& fields, Self& settings) {
  fields.optional("weights", settings.weights, WeightMethod::authored);
  fields.optional("influences", settings.influences, 4);
  fields.optional("smoothness", settings.smoothness, {});
  fields.list("boneSmoothness", settings.bone_smoothness);
  fields.optional("deformer", settings.deformer, Deformer::linear_blend);
  fields.optional("mesh", settings.mesh, {});
}

template <class Fields, SameAs<Layer> Self>
void describe(Fields& fields, Self& layer) {
  fields.required("id", layer.id);
  fields.optional("name", layer.name, "");
  fields.optional("image", layer.image, {});
  fields.optional("attachment", layer.attachment, Attachment::fixed);
  fields.list("bones", layer.bones);
  fields.optional("blend", layer.blend, BlendMode::normal);
  fields.optional("tint", layer.tint, {1, 1, 1});
  fields.optional("opacity", layer.opacity, 1.0);
  fields.optional("transparency", layer.transparency, Transparency::blend);
  fields.optional("alphaCutoff", layer.alpha_cutoff, 0.5);
  fields.optional("visible", layer.visible, true);
  fields.optional("mask", layer.mask, {});
  fields.optional("settings", layer.settings, {});
}

template <class Fields, SameAs<Easing> Self>
void describe(Fields& fields, Self& easing) {
  fields.required("first", easing.first);
  fields.required("second", easing.second);
}

template <class Value, class Fields, SameAs<Key<Value>> Self>
void describeKey(Fields& fields, Self& key) {
  const Key<Value> usual;
  fields.required("time", key.time);
  fields.required("value", key.value);
  fields.optional("interpolation", key.interpolation, usual.interpolation);
  fields.optional("in", key.in_tangent, usual.in_tangent);
  fields.optional("out", key.out_tangent, usual.out_tangent);
  fields.optional("easing", key.easing, usual.easing);
}

template <class Fields, SameAs<Key<double>> Self>
void describe(Fields& fields, Self& key) {
  describeKey<double>(fields, key);
}
template <class Fields, SameAs<Key<Vec3>> Self>
void describe(Fields& fields, Self& key) {
  describeKey<Vec3>(fields, key);
}
template <class Fields, SameAs<Key<Quat>> Self>
void describe(Fields& fields, Self& key) {
  describeKey<Quat>(fields, key);
}

template <class Fields, SameAs<BoneTrack> Self>
void describe(Fields& fields, Self& track) {
  fields.required("bone", track.bone);
  fields.list("translation", track.translation);
  fields.list("angle", track.angle);
  fields.list("rotation", track.rotation);
  fields.list("scale", track.scale);
  fields.list("shear", track.shear);
}

template <class Fields, SameAs<MorphTrack> Self>
void describe(Fields& fields, Self& track) {
  fields.required("layer", track.layer);
  fields.required("shape", track.shape);
  fields.list("weight", track.weight);
}

template <class Fields, SameAs<Clip> Self>
void describe(Fields& fields, Self& clip) {
  fields.required("id", clip.id);
  fields.optional("name", clip.name, "");
  fields.required("duration", clip.duration);
  fields.optional("loop", clip.loop, false);
  fields.list("bones", clip.bones);
  fields.list("morphs", clip.morphs);
  fields.list("offsets", clip.offsets);
  fields.list("layers", clip.layers);
  fields.list("slots", clip.slots);
  fields.list("constraints", clip.constraints);
  fields.list("drawOrder", clip.draw_order);
  fields.list("events", clip.events);
}

namespace {

// The document's own members; its bones travel beside it because a skeleton is built from them.
struct RigFields {
  Document document;
  std::vector<Bone> bones;
};

template <class Fields, SameAs<RigFields> Self>
void describe(Fields& fields, Self& rig) {
  fields.required("canvasWidth", rig.document.canvas_width);
  fields.required("canvasHeight", rig.document.canvas_height);
  fields.required("pixelsPerUnit", rig.document.pixels_per_unit);
  fields.list("images", rig.document.images);
  fields.list("bones", rig.bones);
  fields.list("layers", rig.document.layers);
  fields.list("drawOrder", rig.document.draw_order);
  fields.list("slots", rig.document.slots);
  fields.list("skins", rig.document.skins);
  fields.optional("skin", rig.document.skin, {});
  fields.list("constraints", rig.document.constraints);
  fields.list("springs", rig.document.springs);
  fields.list("clips", rig.document.clips);
}

bool hasMoreThanBones(const Clip& clip) {
  return !clip.offsets.empty() || !clip.layers.empty() || !clip.slots.empty() ||
         !clip.constraints.empty() || !clip.draw_order.empty() || !clip.events.empty();
}

// The first version that knows all that the document has: files stay readable by old programs for
// as long as these would lose nothing.
int versionFor(const Document& document) {
  const bool is_dressed =
      !document.slots.empty() || !document.skins.empty() || !document.constraints.empty() ||
      !document.springs.empty() ||
      std::ranges::any_of(document.layers, [](const Layer& l) { return l.mask.has_value(); }) ||
      std::ranges::any_of(document.clips, hasMoreThanBones);
  return is_dressed ? 2 : 1;
}

Result<void> checkVersion(const Json& rig) {
  const auto version = countIn(rig, "version");
  if (!version) return fail(ErrorCode::malformed_data, "VIDE_rig.version is missing");
  if (*version == 0 || *version > format_version) {
    return fail(ErrorCode::unsupported,
                text("VIDE_rig has version ", *version, " and this VIDE knows ", format_version,
                     "; open it with a newer one"));
  }
  return {};
}

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

// Fills in what the record leaves to the file.
Result<void> takeImports(RigFields& fields, const ImportedIds& ids, const Document& imported) {
  for (Bone& bone : fields.bones) {
    if (!ids.bones.contains(bone.id)) continue;
    const int at = findBone(imported.skeleton, bone.id);
    if (at < 0) return lost("bone", bone.id);
    const int parent = bone.parent;
    bone = imported.skeleton[std::size_t(at)];
    bone.parent = parent;
  }
  for (Layer& layer : fields.document.layers) {
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
  for (ImageAsset& image : fields.document.images) {
    if (!ids.images.contains(image.id)) continue;
    const ImageAsset* from = findImage(imported, image.id);
    if (!from) return lost("image", image.id);
    image.mime = from->mime;
    image.encoded = from->encoded;
  }
  for (Clip& clip : fields.document.clips) {
    if (!ids.clips.contains(clip.id)) continue;
    const auto from = std::ranges::find(imported.clips, clip.id, &Clip::id);
    if (from == imported.clips.end()) return lost("clip", clip.id);
    clip.bones = from->bones;
    clip.morphs = from->morphs;
  }
  return {};
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

Json rigToJson(const Document& document, const ImportedIds& imported) {
  RigFields fields{document, {}};
  const auto bones = document.skeleton.bones();
  fields.bones.assign(bones.begin(), bones.end());
  for (Bone& bone : fields.bones) {
    if (imported.bones.contains(bone.id)) bone = {.id = bone.id, .parent = bone.parent};
  }
  for (Clip& clip : fields.document.clips) {
    if (!imported.clips.contains(clip.id)) continue;
    clip.bones.clear();
    clip.morphs.clear();
  }
  Json rig = {{"version", versionFor(document)}};
  rig.update(toJson(fields));
  const auto mark = [&](const char* list, const auto& items, const auto& ids) {
    for (std::size_t i = 0; i < items.size(); ++i) {
      if (ids.contains(items[i].id)) rig[list][i]["imported"] = true;
    }
  };
  mark("bones", bones, imported.bones);
  mark("layers", document.layers, imported.layers);
  mark("images", document.images, imported.images);
  mark("clips", document.clips, imported.clips);
  for (std::size_t i = 0; i < document.layers.size(); ++i) {
    const Layer& layer = document.layers[i];
    const auto& V = layer.mesh.V;
    if (V.rows() == 0 || imported.layers.contains(layer.id)) continue;
    rig["layers"][i]["dimensions"] = static_cast<int>(V.cols());
  }
  return rig;
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

Result<RigRecord> rigFromJson(const Json& rig, const Document& imported) {
  if (auto known = checkVersion(rig); !known) return std::unexpected(known.error());
  RigFields fields;
  if (const std::string fault = fromJson(rig, fields); !fault.empty()) {
    return fail(ErrorCode::malformed_data, "VIDE_rig" + fault);
  }
  ImportedIds ids{.bones = importedIn<BoneId>(rig, "bones"),
                  .layers = importedIn<LayerId>(rig, "layers"),
                  .images = importedIn<ImageId>(rig, "images"),
                  .clips = importedIn<ClipId>(rig, "clips")};
  if (auto taken = takeImports(fields, ids, imported); !taken) {
    return failAt("VIDE_rig", taken.error());
  }
  auto skeleton = Skeleton::fromBones(std::move(fields.bones));
  if (!skeleton) return failAt("VIDE_rig.bones", skeleton.error());
  fields.document.skeleton = *std::move(skeleton);
  RigRecord record{std::move(fields.document), {}, std::move(ids)};
  for (std::size_t i = 0; i < record.document.layers.size(); ++i) {
    const Json& layer = (*member(rig, "layers"))[i];
    const auto dimensions = member(layer, "dimensions") ? countIn(layer, "dimensions") : 0;
    if (dimensions != 0 && dimensions != 2 && dimensions != 3) {
      return fail(ErrorCode::malformed_data,
                  text("VIDE_rig.layers[", i, "].dimensions must be 2 or 3"));
    }
    const bool is_imported = record.imported.layers.contains(record.document.layers[i].id);
    record.dimensions.push_back(is_imported ? 0 : static_cast<int>(*dimensions));
  }
  return record;
}

}  // namespace vide::detail

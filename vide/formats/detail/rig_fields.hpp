// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

#include "vide/formats/detail/json_fields.hpp"
#include "vide/formats/detail/rig_motion_fields.hpp"
#include "vide/rig/document.hpp"

// How VIDE_rig spells a document, its pictures, bones, layers and clips (docs/document-format.md).
namespace vide::detail {

inline std::span<const EnumName<BlendMode>> namesOf(EnumTag<BlendMode>) {
  static constexpr EnumName<BlendMode> names[] = {{BlendMode::normal, "normal"},
                                                  {BlendMode::add, "add"},
                                                  {BlendMode::multiply, "multiply"},
                                                  {BlendMode::screen, "screen"}};
  return names;
}

inline std::span<const EnumName<Attachment>> namesOf(EnumTag<Attachment>) {
  static constexpr EnumName<Attachment> names[] = {
      {Attachment::fixed, "fixed"}, {Attachment::rigid, "rigid"}, {Attachment::skinned, "skinned"}};
  return names;
}

inline std::span<const EnumName<Transparency>> namesOf(EnumTag<Transparency>) {
  static constexpr EnumName<Transparency> names[] = {{Transparency::blend, "blend"},
                                                     {Transparency::mask, "mask"},
                                                     {Transparency::opaque, "opaque"}};
  return names;
}

inline std::span<const EnumName<WeightMethod>> namesOf(EnumTag<WeightMethod>) {
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

inline std::span<const EnumName<Deformer>> namesOf(EnumTag<Deformer>) {
  static constexpr EnumName<Deformer> names[] = {{Deformer::linear_blend, "linearBlend"},
                                                 {Deformer::dual_quaternion, "dualQuaternion"},
                                                 {Deformer::arap, "arap"},
                                                 {Deformer::grouped_arap, "groupedArap"},
                                                 {Deformer::fast, "fast"},
                                                 {Deformer::biharmonic, "biharmonic"}};
  return names;
}

inline std::span<const EnumName<Interpolation>> namesOf(EnumTag<Interpolation>) {
  static constexpr EnumName<Interpolation> names[] = {{Interpolation::step, "step"},
                                                      {Interpolation::linear, "linear"},
                                                      {Interpolation::cubic, "cubic"},
                                                      {Interpolation::bezier, "bezier"}};
  return names;
}

template <class Fields, SameAs<ImageAsset> Self>
void describe(Fields& fields, Self& image) {
  fields.identity("id", image.id);
  fields.optional("name", image.name, "");
  fields.required("width", image.width);
  fields.required("height", image.height);
  fields.elsewhere("imported");
}

template <class Fields, SameAs<Bone> Self>
void describe(Fields& fields, Self& bone) {
  const Bone usual;
  fields.identity("id", bone.id);
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
  fields.elsewhere("imported");
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
  fields.identity("bone", own.bone);
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
  fields.identity("id", layer.id);
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
  fields.elsewhere("dimensions");
  fields.elsewhere("imported");
}

template <class Fields, SameAs<Easing> Self>
void describe(Fields& fields, Self& easing) {
  fields.required("first", easing.first);
  fields.required("second", easing.second);
}

template <class Value, class Fields, SameAs<Key<Value>> Self>
void describeKey(Fields& fields, Self& key) {
  const Key<Value> usual;
  fields.identity("time", key.time);
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
  fields.identity("bone", track.bone);
  fields.list("translation", track.translation);
  fields.list("angle", track.angle);
  fields.list("rotation", track.rotation);
  fields.list("scale", track.scale);
  fields.list("shear", track.shear);
}

template <class Fields, SameAs<MorphTrack> Self>
void describe(Fields& fields, Self& track) {
  fields.identity("layer", track.layer);
  fields.identity("shape", track.shape);
  fields.list("weight", track.weight);
}

template <class Fields, SameAs<Clip> Self>
void describe(Fields& fields, Self& clip) {
  fields.identity("id", clip.id);
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
  fields.elsewhere("imported");
}

// The document's own members; its bones travel beside it because a skeleton is built from them.
struct RigFields {
  Document document;
  std::vector<Bone> bones;
};

template <class Fields, SameAs<RigFields> Self>
void describe(Fields& fields, Self& rig) {
  fields.elsewhere("version");
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

}  // namespace vide::detail

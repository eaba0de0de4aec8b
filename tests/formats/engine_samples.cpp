// SPDX-License-Identifier: MIT
#include "tests/formats/engine_samples.hpp"

#include "vide/core/math.hpp"

namespace vide::test {
namespace {

template <class Value>
Key<Value> key(double time, Value value, Interpolation interpolation = Interpolation::linear) {
  Key<Value> made;
  made.time = time;
  made.value = value;
  made.interpolation = interpolation;
  return made;
}

Layer named(Layer layer, LayerId id, const char* name) {
  layer.id = id;
  layer.name = name;
  return layer;
}

// A layer that follows one bone: the strip without its weights.
Layer rigidStrip(LayerId id, const char* name, double x, BoneId bone) {
  Layer layer = named(skinnedStrip(id, name, x), id, name);
  layer.attachment = Attachment::rigid;
  layer.bones = {bone};
  layer.weights = {};
  layer.settings = {};
  return layer;
}

Offsets waved(const Layer& layer, double size) {
  Offsets offsets(std::size_t(layer.mesh.V.rows()));
  for (std::size_t v = 0; v < offsets.size(); ++v) {
    offsets[v] = {size * math::sin(double(v)), size * math::cos(2.0 * double(v)), 0};
  }
  return offsets;
}

Bone bone(BoneId id, const char* name, int parent, Vec3 at, double angle, Vec3 tail) {
  Bone made{.id = id, .name = name, .parent = parent};
  made.local.translation = at;
  made.local.rotation = rotationInPlane(angle);
  made.tail = tail;
  return made;
}

Clip reaching() {
  Clip clip{.id = 1, .name = "reach", .duration = 1.2, .loop = true};
  BoneTrack track{.bone = 13};
  track.translation = {key(0.0, Vec3{}), key(0.4, Vec3{12, -6, 0}, Interpolation::bezier),
                       key(1.2, Vec3{})};
  track.translation[1].easing = {{0.3, 0}, {0.6, 1}};
  BoneTrack turning{.bone = 10};
  turning.angle = {key(0.0, 0.0), key(0.6, 0.4), key(1.2, 0.0)};
  clip.bones = {track, turning};
  clip.constraints = {{1, {key(0.0, 1.0), key(1.2, 0.25)}}};
  return clip;
}

Clip shifting(const Document& document) {
  Clip clip{.id = 2, .name = "shift", .duration = 1};
  const Layer& arm = document.layers[0];
  clip.offsets = {{1,
                   {key(0.0, waved(arm, 0)), key(0.5, waved(arm, 3), Interpolation::bezier),
                    key(1.0, waved(arm, -2))}}};
  clip.offsets[0].offsets[1].easing = {{0.2, 0.1}, {0.5, 0.9}};
  clip.morphs = {{2, 0, {key(0.0, 0.25), key(0.75, 1.0)}}};
  clip.slots = {{1, {{0.25, LayerId(4)}, {0.5, std::nullopt}, {0.75, LayerId(3)}}}};
  LayerTrack fading{.layer = 1};
  fading.tint = {key(0.0, Vec3{1, 1, 1}), key(1.0, Vec3{0.5, 0.25, 1})};
  fading.opacity = {key(0.25, 1.0), key(0.5, 0.5)};
  LayerTrack hiding{.layer = 2};
  hiding.visible = {{0.5, false}};
  clip.layers = {fading, hiding};
  clip.draw_order = {{0.0, {5, 1, 2, 3, 4}}, {0.5, {2, 3, 4, 1, 5}}};
  clip.events = {{0.25, "step", "left", 2}, {0.25, "sound", "", 0}, {1.0, "end", "", 0.5}};
  BoneTrack rolling{.bone = 12};
  rolling.angle = {key(0.25, 0.0), key(0.75, -3 * math::pi)};
  clip.bones = {rolling};
  return clip;
}

// Two legs on a hip that turns, an eye that looks at a point, a hand that is drawn by a finger: the
// bones lie along their y axes, as those that VIDE makes.
Skeleton walkerBones() {
  constexpr Vec3 up{0, 1, 0};
  return Skeleton::fromBones({bone(0, "hip", -1, {30, 40, 0}, 0.1, 12 * up),
                              bone(1, "thigh", 0, {-6, 0, 0}, 3.3, 18 * up),
                              bone(2, "shin", 1, {0, 18, 0}, -0.4, 16 * up),
                              bone(3, "foot", 2, {0, 16, 0}, 1.4, 5 * up),
                              bone(4, "thigh 2", 0, {6, 0, 0}, 3, 17 * up),
                              bone(5, "shin 2", 4, {1, 17, 0}, 0.3, 17 * up),
                              bone(6, "head", 0, {0, 14, 0}, 0.2, 8 * up),
                              bone(7, "heel", -1, {20, 8, 0}, 0, 4 * up),
                              bone(8, "heel 2", -1, {38, 7, 0}, 2, 4 * up),
                              bone(9, "sight", 0, {30, 20, 0}, 0, 4 * up),
                              bone(10, "finger", 6, {2, 9, 0}, -1, 6 * up)})
      .value();
}

std::vector<Constraint> walkerConstraints() {
  std::vector<Constraint> constraints;
  const auto add = [&](const char* name, double mix, auto kind) {
    constraints.push_back({ConstraintId(constraints.size()), name, mix, kind});
  };
  add("leg", 1, ReachConstraint{.bone = 2, .length = 2, .target = 7});
  add("leg 2", 0, ReachConstraint{.bone = 5, .length = 2, .target = 8, .bend = Bend::clockwise});
  add("look", 1, AimConstraint{.bone = 6, .target = 9});
  add("point", 1, ReachConstraint{.bone = 10, .length = 1, .target = 2});
  return constraints;
}

Clip walking() {
  Clip clip{.id = 1, .name = "walk", .duration = 1, .loop = true};
  BoneTrack hip{.bone = 0}, heel{.bone = 7}, heel_2{.bone = 8}, sight{.bone = 9}, thigh{.bone = 4};
  hip.angle = {key(0.0, 0.0), key(0.5, 0.3), key(1.0, 0.0)};
  hip.translation = {key(0.0, Vec3{}), key(0.4, Vec3{2, 3, 0}), key(1.0, Vec3{})};
  heel.translation = {key(0.0, Vec3{}), key(0.3, Vec3{9, 12, 0}, Interpolation::bezier),
                      key(0.6, Vec3{-25, -3, 0}),  // out of reach
                      key(1.0, Vec3{})};
  heel.translation[1].easing = {{0.4, 0}, {0.7, 1}};
  heel_2.translation = {key(0.0, Vec3{}), key(0.5, Vec3{-4, -9, 0}), key(1.0, Vec3{})};
  sight.translation = {key(0.0, Vec3{}), key(0.5, Vec3{-50, 10, 0}), key(1.0, Vec3{})};
  thigh.angle = {key(0.0, -0.2), key(1.0, 0.6)};
  thigh.scale = {key(0.0, Vec3{1, 1, 1}), key(1.0, Vec3{1.25, 1.25, 1.25})};
  clip.bones = {hip, heel, heel_2, sight, thigh};
  const auto step = Interpolation::step;
  clip.constraints = {{1, {key(0.0, 0.0, step), key(0.25, 1.0, step), key(0.75, 0.0)}}};
  return clip;
}

Clip waiting() {
  Clip clip{.id = 2, .name = "wait", .duration = 0.8};
  BoneTrack heel_2{.bone = 8}, shin{.bone = 2};
  heel_2.translation = {key(0.0, Vec3{}), key(0.8, Vec3{3, 6, 0})};
  shin.angle = {key(0.0, 0.0), key(0.8, 0.7)};  // bent the other way in the end
  clip.bones = {heel_2, shin};
  clip.constraints = {{1, {key(0.0, 0.25), key(0.8, 1.0)}}, {2, {key(0.0, 1.0), key(0.8, 0.0)}}};
  return clip;
}

}  // namespace

Document walker() {
  Document document;
  document.canvas_width = 64;
  document.canvas_height = 80;
  document.images.push_back({1, "picture", "image/png", smallPng(), 2, 2});
  document.skeleton = walkerBones();
  document.layers = {skinnedStrip(1, "leg", 20), rigidStrip(2, "sole", 24, 3),
                     skinnedStrip(3, "leg 2", 34), rigidStrip(4, "face", 30, 6),
                     rigidStrip(5, "nail", 33, 10)};
  document.layers[0].bones = {1, 2};
  document.layers[2].bones = {4, 5};
  document.draw_order = {1, 2, 3, 4, 5};
  document.constraints = walkerConstraints();
  document.clips = {walking(), waiting()};
  return document;
}

Document puppet() {
  Document document;
  document.canvas_width = 64;
  document.canvas_height = 80;
  document.images.push_back({1, "picture", "image/png", smallPng(), 2, 2});
  document.images.push_back({2, "picture", "image/png", smallPng(), 2, 2});
  document.skeleton = Skeleton::fromBones({bone(10, "upper", -1, {25, 2, 0}, 0, {0, 20, 0}),
                                           bone(11, "lower", 0, {0, 20, 0}, 0.3, {0, 18, 0}),
                                           bone(12, "tip", 1, {0, 18, 0}, -0.2, {0, 5, 0}),
                                           bone(13, "goal", -1, {20, 34, 0}, 1, {4, 0, 0})})
                          .value();
  document.layers = {skinnedStrip(1, "arm", 20), rigidStrip(2, "stick", 30, 11),
                     rigidStrip(3, "open", 35, 12), rigidStrip(4, "closed", 36, 12),
                     rigidStrip(5, "glove", 37, 12)};
  document.layers[0].bones = {10, 11};
  document.layers[1].image = 2;
  document.layers[4].tint = {0.5, 1, 0.25};
  MorphShape bulge{.name = "bulge", .offsets = Eigen::MatrixX3d::Zero(18, 3), .weight = 0.25};
  bulge.offsets.col(0).setLinSpaced(18, -4, 4);
  document.layers[1].shapes = {bulge};
  document.draw_order = {1, 2, 3, 4, 5};
  document.slots = {{1, "hand", {3, 4}, LayerId(3)}};
  document.skins = {{1, "winter", {{3, 5}}}};
  Constraint reach{.id = 1, .name = "arm reaches"};
  reach.kind = ReachConstraint{.bone = 11, .length = 2, .target = 13, .bend = Bend::clockwise};
  document.constraints = {reach};
  document.clips = {reaching(), shifting(document)};
  return document;
}

std::vector<NamedDocument> planeSamples() {
  std::vector<NamedDocument> samples;
  for (NamedDocument& sample : sampleDocuments()) {
    if (sample.document.canvas_width == 0) continue;
    sample.document.skin.reset();  // which one is worn is for the game to say
    samples.push_back(std::move(sample));
  }
  samples.push_back({"puppet", puppet()});
  samples.push_back({"walker", walker()});
  return samples;
}

}  // namespace vide::test

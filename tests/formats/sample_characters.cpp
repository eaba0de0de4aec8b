// SPDX-License-Identifier: MIT
#include "tests/formats/sample_characters.hpp"

#include "vide/core/math.hpp"

namespace vide::test {
namespace {

Bone bone(BoneId id, const char* name, int parent, Vec3 at, double angle = 0) {
  Bone made;
  made.id = id;
  made.name = name;
  made.parent = parent;
  made.local.translation = at;
  made.local.rotation = rotationInPlane(angle);
  made.tail = {0, 20, 0};
  return made;
}

Layer quad(LayerId id, const char* name, double x, double y) {
  Layer layer;
  layer.id = id;
  layer.name = name;
  layer.image = 1;
  layer.mesh.V.resize(4, 2);
  layer.mesh.V << x, y, x + 8, y, x + 8, y + 8, x, y + 8;
  layer.mesh.F.resize(2, 3);
  layer.mesh.F << 0, 1, 2, 0, 2, 3;
  layer.uv.resize(4, 2);
  layer.uv << 0, 1, 1, 1, 1, 0, 0, 0;
  return layer;
}

Layer rigid(Layer layer, BoneId to) {
  layer.attachment = Attachment::rigid;
  layer.bones = {to};
  return layer;
}

Document canvasWithPicture() {
  Document document;
  document.canvas_width = 64;
  document.canvas_height = 80;
  document.images.push_back({1, "picture", "image/png", smallPng(), 2, 2});
  return document;
}

template <class Value>
Key<Value> key(double time, Value value, Interpolation interpolation = Interpolation::linear) {
  Key<Value> made;
  made.time = time;
  made.value = value;
  made.interpolation = interpolation;
  return made;
}

BoneTrack turns(BoneId id, std::vector<Key<double>> keys) {
  BoneTrack track;
  track.bone = id;
  track.angle = std::move(keys);
  return track;
}

// Every kind of key on one bone.
BoneTrack everyKind(BoneId id) {
  BoneTrack track = turns(id, {key(0.0, 0.0), key(0.25, 1.0, Interpolation::step),
                               key(0.5, -2.0, Interpolation::bezier),
                               key(1.0, 1.5, Interpolation::cubic), key(1.5, 0.5)});
  track.angle[2].easing = {{0.42, 0}, {0.58, 1.2}};
  track.angle[3].out_tangent = 3;
  track.angle[4].in_tangent = -1.25;
  track.translation = {key(0.5, Vec3{1, 2, 0}, Interpolation::cubic), key(1.25, Vec3{-3, 0, 0})};
  track.translation[0].out_tangent = {0, 8, 0};
  track.scale = {key(0.0, Vec3{1, 1, 1}, Interpolation::step),
                 key(0.75, Vec3{1.5, 0.5, 1}, Interpolation::step), key(1.0, Vec3{1, 2, 1})};
  return track;
}

void giveWeights(Layer& layer, const std::vector<std::vector<std::pair<int, double>>>& rows) {
  layer.weights.handles = static_cast<int>(layer.bones.size());
  for (const auto& row : rows) {
    for (const auto& [handle, weight] : row) {
      layer.weights.handle.push_back(handle);
      layer.weights.weight.push_back(weight);
    }
    layer.weights.row_start.push_back(layer.weights.handle.size());
  }
}

// Six bones pull at one vertex, more than fit into one set of glTF's weights.
Layer manyInfluences() {
  Layer layer = quad(10, "many", 50, 0);
  layer.attachment = Attachment::skinned;
  layer.bones = {6, 5, 4, 3, 2, 1};
  giveWeights(layer, {{{0, 1.0}},
                      {{2, 0.375}, {0, 0.125}, {1, 0.125}, {3, 0.125}, {4, 0.125}, {5, 0.125}},
                      {{5, 1.0}},
                      {{3, 0.5}, {4, 0.5}}});
  return layer;
}

}  // namespace

std::vector<std::uint8_t> smallPng() {
  return {0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0x00, 0x00, 0x00, 0x0D, 0x49, 0x48, 0x44,
          0x52, 0x00, 0x00, 0x00, 0x02, 0x00, 0x00, 0x00, 0x02, 0x08, 0x06, 0x00, 0x00, 0x00, 0x72,
          0xB6, 0x0D, 0x24, 0x00, 0x00, 0x00, 0x12, 0x49, 0x44, 0x41, 0x54, 0x78, 0xDA, 0x63, 0xF8,
          0xCF, 0xC0, 0xF0, 0x1F, 0x08, 0x1B, 0x18, 0x60, 0x0C, 0x00, 0x40, 0x57, 0x06, 0xFB, 0x56,
          0x7C, 0xC5, 0xA6, 0x00, 0x00, 0x00, 0x00, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82};
}

Layer skinnedStrip(LayerId id, const std::string& name, double x) {
  constexpr int rows = 9;
  Layer layer;
  layer.id = id;
  layer.name = name;
  layer.image = 1;
  layer.mesh.V.resize(2 * rows, 2);
  layer.uv.resize(2 * rows, 2);
  layer.mesh.F.resize(2 * (rows - 1), 3);
  std::vector<std::vector<std::pair<int, double>>> weights;
  for (int i = 0; i < 2 * rows; ++i) {
    const int row = i / 2, side = i % 2;
    layer.mesh.V.row(i) << x + 10 * side, 5.0 * row;
    layer.uv.row(i) << side, 1 - row / 8.0;
    const double upper = row / 8.0;
    if (row == 0 || row == rows - 1) {
      weights.push_back({{row == 0 ? 0 : 1, 1.0}});
    } else if (upper > 0.5) {
      weights.push_back({{1, upper}, {0, 1 - upper}});
    } else {
      weights.push_back({{0, 1 - upper}, {1, upper}});
    }
  }
  for (int row = 0; row + 1 < rows; ++row) {
    const int at = 2 * row;
    layer.mesh.F.row(at) << at, at + 1, at + 3;
    layer.mesh.F.row(at + 1) << at, at + 3, at + 2;
  }
  layer.attachment = Attachment::skinned;
  layer.bones = {10, 11};
  giveWeights(layer, weights);
  layer.settings.weights = WeightMethod::geodesic;
  return layer;
}

Document armCharacter() {
  Document document = canvasWithPicture();
  document.skeleton =
      Skeleton::fromBones({bone(10, "upper", -1, {25, 2, 0}), bone(11, "lower", 0, {0, 20, 0}, 0.3),
                           bone(12, "tip", 1, {0, 18, 0})})
          .value();
  document.layers = {skinnedStrip(1, "arm", 20), rigid(quad(2, "hat", 21, 40), 12),
                     quad(3, "ground", 0, 0)};
  document.draw_order = {3, 1, 2};
  document.clips = {{.id = 1,
                     .name = "wave",
                     .duration = 2,
                     .loop = true,
                     .bones = {turns(11, {key(0.0, 0.0), key(1.0, 1.25), key(2.0, 0.0)})}},
                    {.id = 2,
                     .name = "spin",
                     .duration = 1.5,
                     .bones = {turns(10, {key(0.0, 0.0), key(1.0, 4 * math::pi)}), everyKind(11)}},
                    {.id = 3, .name = "still", .duration = 1, .bones = {}}};
  return document;
}

Document oddSkeleton() {
  Document document = canvasWithPicture();
  std::vector<Bone> bones{bone(10, "upper", -1, {25, 2, 0}, 0.2),
                          bone(11, "lower", 0, {0, 20, 0}, 0.3), bone(12, "free", 1, {0, 5, 0}),
                          bone(13, "mirrored", 1, {0, 18, 0}, -1)};
  bones[0].local.scale = {2, 2, 1};
  bones[1].local.scale = {1, 0.5, 1};
  bones[1].local.shear = {0.25, 0, 0};
  bones[2].inherit_rotation = false;
  bones[2].deform = false;
  bones[3].local.scale = {-1, 1, 1};
  bones[3].tail = {3, -4, 0};
  document.skeleton = Skeleton::fromBones(bones).value();
  document.layers = {skinnedStrip(4, "arm", 20), rigid(quad(5, "flag", 21, 40), 12),
                     rigid(quad(6, "hand", 21, 50), 13)};
  document.draw_order = {4, 5, 6};
  document.clips = {{.id = 1,
                     .name = "mixed",
                     .duration = 1.5,
                     .bones = {turns(10, {key(0.0, 0.0), key(1.5, -9.0)}), everyKind(11),
                               turns(13, {key(0.5, 0.0, Interpolation::step), key(0.75, 3.0)})}}};
  return document;
}

Document independentBones() {
  Document document = canvasWithPicture();
  std::vector<Bone> bones{bone(10, "upper", -1, {25, 2, 0}, 0.2),
                          bone(11, "lower", 0, {0, 20, 0}, 0.3), bone(12, "level", 1, {0, 5, 0}),
                          bone(13, "mirrored", 1, {0, 18, 0}, -1)};
  bones[0].local.scale = {2, 2, 1};
  bones[2].inherit_rotation = false;
  bones[3].local.scale = {-1, 1, 1};
  bones[3].inherit_scale = false;
  document.skeleton = Skeleton::fromBones(bones).value();
  document.layers = {skinnedStrip(4, "arm", 20), rigid(quad(5, "flag", 21, 40), 12),
                     rigid(quad(6, "hand", 21, 50), 13)};
  document.draw_order = {6, 5, 4};
  BoneTrack grows = turns(10, {key(0.0, 0.0), key(1.5, -9.0)});
  grows.scale = {key(0.0, Vec3{1, 1, 1}), key(1.5, Vec3{0.5, 0.5, 1})};
  document.clips = {{.id = 1,
                     .name = "swing",
                     .duration = 1.5,
                     .bones = {grows, turns(11, {key(0.25, 0.0), key(1.0, 2.0)}),
                               turns(13, {key(0.5, 0.0, Interpolation::step), key(0.75, 3.0)})}}};
  return document;
}

// Normals, colours, a mask and two shapes for a layer of three vertices in space.
void giveDetails(Layer& layer) {
  layer.normals.resize(3, 3);
  layer.normals << 0, 0, 1, 0, 1, 0, 1, 0, 0;
  layer.colors.resize(3, 4);
  layer.colors << 1, 0.5, 0.25, 1, 0, 0, 1, 0.5, 0.125, 1, 0, 1;
  layer.transparency = Transparency::mask;
  layer.alpha_cutoff = 0.25;
  MorphShape thin{.name = "thin", .offsets = Eigen::MatrixX3d::Zero(3, 3), .weight = 0.5};
  thin.offsets(1, 0) = -0.5;
  thin.normal_offsets = Eigen::MatrixX3d::Zero(3, 3);
  MorphShape tall{.name = "tall", .offsets = Eigen::MatrixX3d::Zero(3, 3)};
  tall.offsets.col(1) << 0, 0.25, 1;
  tall.normal_offsets = Eigen::MatrixX3d::Constant(3, 3, 0.125);
  layer.shapes = {thin, tall};
}

Document spatialCharacter() {
  Document document;
  document.pixels_per_unit = 1;
  std::vector<Bone> bones;
  for (int i = 0; i < 5; ++i) {
    bones.push_back(bone(BoneId(20 + i), "", i - 1, {0, i == 0 ? 0.0 : 1.0, 0}));
    bones.back().name = "b" + std::to_string(i);
  }
  document.skeleton = Skeleton::fromBones(bones).value();
  Layer layer;
  layer.id = 1;
  layer.name = "surface";
  layer.mesh.V.resize(3, 3);
  layer.mesh.V << 0, 0, 0.5, 1, 2, -0.5, 0, 4, 0.25;
  layer.mesh.F.resize(1, 3);
  layer.mesh.F << 0, 1, 2;
  layer.attachment = Attachment::skinned;
  layer.bones = {20, 21, 22, 23, 24};
  giveWeights(layer,
              {{{0, 1.0}}, {{1, 0.5}, {0, 0.25}, {2, 0.125}, {3, 0.125}}, {{4, 0.75}, {3, 0.25}}});
  giveDetails(layer);
  document.layers = {layer};
  document.draw_order = {1};
  BoneTrack track;
  track.bone = 22;
  const Quat half = rotationAbout({1, 0, 0}, 2.5), full = rotationAbout({0, 1, 1}, 1);
  track.rotation = {key(0.0, Quat{}), key(0.5, half), key(1.0, full)};
  const Track<double> swelling{key(0.0, 0.0), key(0.5, 1.5, Interpolation::step), key(0.75, -0.5),
                               key(1.0, 0.25)};
  document.clips = {{.id = 1,
                     .name = "bend",
                     .duration = 1,
                     .bones = {track},
                     .morphs = {{.layer = 1, .shape = 1, .weight = swelling}}}};
  return document;
}

Document unusualLayers() {
  Document document = canvasWithPicture();
  std::vector<Bone> bones;
  for (int i = 1; i <= 6; ++i) bones.push_back(bone(BoneId(i), "", -1, {10.0 * i, 0, 0}));
  for (Bone& each : bones) each.name = "bone " + std::to_string(each.id);
  document.skeleton = Skeleton::fromBones(bones).value();
  document.layers = {quad(1, "add", 0, 0), quad(2, "multiply", 10, 0), quad(3, "screen", 20, 0),
                     rigid(quad(4, "hidden", 30, 0), 1), quad(5, "points", 40, 0)};
  document.layers[0].blend = BlendMode::add;
  document.layers[1].blend = BlendMode::multiply;
  document.layers[1].opacity = 0.3;
  document.layers[2].blend = BlendMode::screen;
  document.layers[3].visible = false;
  document.layers[4].mesh.F.resize(0, 3);
  Layer empty;
  empty.id = 9;
  empty.name = "\xC3\xA4rmel \"left\" \\ \xF0\x9F\x98\x80";
  empty.image = 1;
  empty.settings = {.weights = WeightMethod::bounded_biharmonic,
                    .influences = 6,
                    .smoothness = 12.5,
                    .bone_smoothness = {{1, 0.1}},
                    .deformer = Deformer::dual_quaternion,
                    .mesh = {.alpha_threshold = 0.25,
                             .margin = 1.5,
                             .tolerance = 0.7,
                             .minimum_island_area = 9,
                             .edge_length = {},
                             .vertex_budget = 300,
                             .detail = {},
                             .fill_holes = true,
                             .dense_joints = true}};
  document.layers.push_back(empty);
  document.layers.push_back(manyInfluences());
  document.draw_order = {5, 4, 10, 9, 3, 2, 1};
  return document;
}

Document dressedCharacter() {
  Document document = unusualLayers();
  document.layers[0].mask = 2;
  document.slots = {{7, "hand", {3, 4}, 3}, {8, "nothing yet", {}, {}}};
  document.skins = {{3, "winter", {{2, 10}}}, {4, "bare", {}}};
  document.skin = 3;
  document.constraints = {
      {1, "look", 0.5, AimConstraint{.bone = 2, .target = 1, .offset = 0.25}},
      {2, "reach", 1,
       ReachConstraint{.bone = 3, .length = 1, .target = 4, .bend = Bend::clockwise, .pole = 5}},
      {3, "", 0, CopyConstraint{5, 6, 0.5, 0.25, 0.75, true}}};
  document.springs = {
      {.bone = 6, .frequency = 3, .damping = 0.5, .gravity = {0, -9, 0}, .mix = 0.5}};
  Key<Offsets> curved{
      .time = 0.5, .value = Offsets(4, {1, 2, 0}), .interpolation = Interpolation::cubic};
  curved.out_tangent = Offsets(4, {0.5, 0, 0});
  document.clips = {
      {.id = 1,
       .name = "dress",
       .duration = 2,
       .offsets = {{1,
                    {{.time = 0, .value = Offsets(4)}, curved, {.time = 2, .value = Offsets(4)}}}},
       .layers = {{.layer = 2,
                   .visible = {{0.5, false}, {1, true}},
                   .tint = {key(0.0, Vec3{1, 0.5, 0.25})},
                   .opacity = {key(0.0, 0.5, Interpolation::step), key(1.0, 1.0)}}},
       .slots = {{7, {{0, 4}, {1.5, std::nullopt}}}},
       .constraints = {{1, {key(0.0, 0.0), key(2.0, 1.0)}}},
       .draw_order = {{0.25, {1, 2, 3, 4, 5, 9, 10}}},
       .events = {{.time = 0.5, .name = "step", .text = "left", .number = 2}, {.time = 0.5}}}};
  return document;
}

Document fullCharacter() {
  Document document = dressedCharacter();
  document.layers[0].shapes = {{.name = "round", .offsets = Eigen::MatrixX3d::Constant(4, 3, 0.5)}};
  Clip& clip = document.clips[0];
  clip.bones = {turns(1, {key(0.0, 0.0), key(1.0, 4 * math::pi)}), everyKind(2), {.bone = 3}};
  const Quat half = rotationAbout({1, 0, 0}, 2.5), full = rotationAbout({0, 1, 1}, 1);
  clip.bones[2].rotation = {key(0.0, Quat{}), key(0.5, half), key(1.0, full)};
  clip.bones[2].shear = {key(0.5, Vec3{0.25, 0, 0})};
  clip.morphs = {{1, 0, {key(0.5, 1.0)}}};
  return document;
}

std::vector<NamedDocument> sampleDocuments() {
  return {{"arm", armCharacter()},
          {"odd", oddSkeleton()},
          {"independent", independentBones()},
          {"spatial", spatialCharacter()},
          {"unusual", unusualLayers()},
          {"dressed", dressedCharacter()},
          {"empty", Document{}}};
}

}  // namespace vide::test

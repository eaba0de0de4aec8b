// SPDX-License-Identifier: MIT
#pragma once

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/plain_png.hpp"
#include "vide/core/color.hpp"
#include "vide/rig/document.hpp"

// A small creature that uses all that a document can hold, drawn by program: canvas 240 x 300, legs
// that reach for the ground, an arm, eyes that are seen in the face only, a mouth that opens, a hat
// or a crown, a tail on springs.
namespace vide::test {

// Layers and bones of the figure by their ids.
namespace figure {
enum : LayerId {
  tail = 1,
  left_leg,
  right_leg,
  body,
  left_foot,
  right_foot,
  face,
  eyes,
  smile,
  open_mouth,
  hat,
  crown,
  arm,
  inside
};
enum : BoneId {
  trunk = 10,
  head,
  gaze,
  upper_arm,
  left_thigh,
  left_shin,
  right_thigh,
  right_shin,
  left_sole,
  right_sole,
  tail_1,
  tail_2,
  tail_3
};
inline constexpr SlotId mouth = 1;
inline constexpr SkinId crowned = 1;
}  // namespace figure

// How far a point lies outside a shape, in pixels; below 0 inside.
using Outside = std::function<double(Vec2)>;

inline Outside ellipse(Vec2 middle, double a, double b) {
  return [=](Vec2 p) {
    const double x = (p.x - middle.x) / a, y = (p.y - middle.y) / b;
    return (std::hypot(x, y) - 1) * std::min(a, b);
  };
}
inline Outside capsule(Vec2 from, Vec2 to, double radius) {
  return [=](Vec2 p) {
    const Vec2 way = to - from, at = p - from;
    const double t = std::clamp(dot(at, way) / dot(way, way), 0.0, 1.0);
    return length(at - way * t) - radius;
  };
}
inline Outside either(Outside a, Outside b) {
  return [=](Vec2 p) { return std::min(a(p), b(p)); };
}

// Where on the canvas a picture lies: whole pixels.
struct Area {
  int left = 0, bottom = 0, width = 0, height = 0;
};

// A shape with a dark rim; transparent around it.
inline Image paintShape(const Area& area, const Outside& outside, Color fill, double rim = 3) {
  Image image(area.width, area.height);
  for (int y = 0; y < area.height; ++y) {
    for (int x = 0; x < area.width; ++x) {
      const double d = outside({area.left + x + 0.5, area.bottom + area.height - y - 0.5});
      const double in_rim = std::clamp(d + rim + 0.5, 0.0, 1.0);
      std::uint8_t* pixel = image.pixel(x, y);
      const auto mix = [&](int from) { return std::uint8_t(from * (1 - 0.75 * in_rim)); };
      pixel[0] = mix(fill.r);
      pixel[1] = mix(fill.g);
      pixel[2] = mix(fill.b);
      pixel[3] = std::uint8_t(255 * std::clamp(0.5 - d, 0.0, 1.0) + 0.5);
    }
  }
  return image;
}

// How much of each of its bones a vertex follows, by where it lies.
using Shares = std::function<std::vector<double>(Vec2)>;

class FigureBuilder {
 public:
  Document document;

  // A layer of one picture on a grid of cells about ten pixels wide.
  Layer& add(LayerId id, const std::string& name, const Area& area, const Image& image,
             std::vector<BoneId> bones, const Shares& shares = {}) {
    document.images.push_back({.id = id,
                               .name = name,
                               .mime = "image/png",
                               .encoded = *plainPng(image),
                               .width = image.width,
                               .height = image.height});
    Layer layer{.id = id, .name = name, .image = id, .bones = std::move(bones)};
    addGrid(layer, area);
    layer.attachment = shares ? Attachment::skinned : Attachment::rigid;
    if (shares) addWeights(layer, shares);
    document.draw_order.push_back(id);
    return document.layers.emplace_back(std::move(layer));
  }

 private:
  static void addGrid(Layer& layer, const Area& area) {
    const int columns = (area.width + 9) / 10, rows = (area.height + 9) / 10;
    layer.mesh.V.resize((columns + 1) * (rows + 1), 3);
    layer.uv.resize(layer.mesh.V.rows(), 2);
    layer.mesh.F.resize(2 * columns * rows, 3);
    for (int r = 0; r <= rows; ++r) {
      for (int c = 0; c <= columns; ++c) {
        const double u = double(c) / columns, v = double(r) / rows;
        const int i = r * (columns + 1) + c;
        layer.mesh.V.row(i) << area.left + u * area.width, area.bottom + (1 - v) * area.height, 0;
        layer.uv.row(i) << u, v;
      }
    }
    for (int r = 0, f = 0; r < rows; ++r) {
      for (int c = 0; c < columns; ++c) {
        const int i = r * (columns + 1) + c, below = i + columns + 1;
        layer.mesh.F.row(f++) << i, below, i + 1;
        layer.mesh.F.row(f++) << i + 1, below, below + 1;
      }
    }
  }

  static void addWeights(Layer& layer, const Shares& shares) {
    layer.weights.handles = int(layer.bones.size());
    for (Eigen::Index v = 0; v < layer.mesh.V.rows(); ++v) {
      const auto of = shares({layer.mesh.V(v, 0), layer.mesh.V(v, 1)});
      for (std::size_t h = 0; h < of.size(); ++h) {
        if (of[h] == 0) continue;
        layer.weights.handle.push_back(int(h));
        layer.weights.weight.push_back(of[h]);
      }
      layer.weights.row_start.push_back(layer.weights.weight.size());
    }
  }
};

// Each joint is a place along a line; around it, within `softness`, one bone hands over to the
// next.
inline std::vector<double> sharesAlong(double place, std::vector<double> joints, double softness) {
  std::vector<double> shares(joints.size() + 1);
  double left = 1;
  for (std::size_t i = 0; i < joints.size(); ++i) {
    const double t = std::clamp((place - joints[i]) / (2 * softness) + 0.5, 0.0, 1.0);
    const double next = left * t * t * (3 - 2 * t);
    shares[i] = left - next;
    left = next;
  }
  shares.back() = left;
  return shares;
}

inline Skeleton figureSkeleton() {
  using namespace figure;
  struct Placed {
    BoneId id;
    const char* name;
    int parent;
    Vec2 joint, tip;
  };
  const std::vector<Placed> placed{
      {trunk, "trunk", -1, {120, 115}, {120, 190}},
      {head, "head", 0, {120, 185}, {120, 260}},
      {gaze, "gaze", 1, {120, 222}, {135, 222}},
      {upper_arm, "upper_arm", 0, {155, 165}, {195, 130}},
      {left_thigh, "left_thigh", 0, {98, 108}, {90, 72}},
      {left_shin, "left_shin", 4, {90, 72}, {98, 36}},
      {right_thigh, "right_thigh", 0, {142, 108}, {150, 72}},
      {right_shin, "right_shin", 6, {150, 72}, {142, 36}},
      {left_sole, "left_sole", -1, {98, 36}, {84, 36}},
      {right_sole, "right_sole", -1, {142, 36}, {156, 36}},
      {tail_1, "tail_1", 0, {84, 118}, {58, 128}},
      {tail_2, "tail_2", 10, {58, 128}, {34, 142}},
      {tail_3, "tail_3", 11, {34, 142}, {14, 162}},
  };
  std::vector<Bone> bones;
  for (const Placed& p : placed) {
    const Vec2 from = p.parent < 0 ? Vec2{} : placed[std::size_t(p.parent)].joint;
    Bone bone{.id = p.id, .name = p.name, .parent = p.parent};
    bone.local.translation = {p.joint.x - from.x, p.joint.y - from.y, 0};
    bone.tail = {p.tip.x - p.joint.x, p.tip.y - p.joint.y, 0};
    bones.push_back(bone);
  }
  auto skeleton = Skeleton::fromBones(std::move(bones));
  REQUIRE(skeleton.has_value());
  return *skeleton;
}

inline void addLimbs(FigureBuilder& builder) {
  using namespace figure;
  const Color skin{240, 170, 90, 255};
  const Area behind{0, 90, 110, 90};
  builder.add(tail, "tail", behind,
              paintShape(behind,
                         either(either(capsule({90, 118}, {58, 128}, 10),
                                       capsule({58, 128}, {34, 142}, 8.5)),
                                capsule({34, 142}, {14, 162}, 7)),
                         {214, 130, 70, 255}),
              {trunk, tail_1, tail_2, tail_3}, [](Vec2 p) {
                return sharesAlong(-p.x, {-84, -58, -34}, 12);
              });
  const auto leg = [](Vec2 p) { return sharesAlong(-p.y, {-72}, 10); };
  const Area left{70, 24, 50, 104}, right{120, 24, 50, 104};
  builder.add(
      left_leg, "left_leg", left,
      paintShape(left, either(capsule({98, 112}, {90, 72}, 11), capsule({90, 72}, {98, 36}, 9)),
                 skin),
      {left_thigh, left_shin}, leg);
  builder.add(
      right_leg, "right_leg", right,
      paintShape(right,
                 either(capsule({142, 112}, {150, 72}, 11), capsule({150, 72}, {142, 36}, 9)),
                 skin),
      {right_thigh, right_shin}, leg);
}

inline void addFace(FigureBuilder& builder) {
  using namespace figure;
  const Area round{70, 175, 100, 94};
  builder.add(face, "face", round,
              paintShape(round, ellipse({120, 222}, 46, 43), {255, 214, 150, 255}), {head});
  // Within the face's rim; never seen itself.
  builder
      .add(inside, "inside", round,
           paintShape(round, ellipse({120, 222}, 43, 40), {255, 255, 255, 255}), {head})
      .visible = false;
  const Area sight{84, 206, 72, 44};
  const auto whites = either(ellipse({103, 228}, 14, 17), ellipse({137, 228}, 14, 17));
  Image image = paintShape(sight, whites, {255, 255, 255, 255}, 2);
  const Image pupils = paintShape(
      sight, either(ellipse({105, 227}, 6, 7), ellipse({139, 227}, 6, 7)), {30, 40, 60, 255});
  for (std::size_t i = 0; i < image.rgba.size(); i += 4) {
    const double a = pupils.rgba[i + 3] / 255.0;
    for (std::size_t c = i; c < i + 3; ++c) {
      image.rgba[c] = std::uint8_t(pupils.rgba[c] * a + image.rgba[c] * (1 - a));
    }
  }
  builder.add(eyes, "eyes", sight, image, {gaze}).mask = inside;
  const Area lips{98, 186, 44, 24};
  builder.add(smile, "smile", lips,
              paintShape(lips, capsule({108, 198}, {132, 198}, 3), {150, 60, 50, 255}), {head});
  builder.add(open_mouth, "open_mouth", lips,
              paintShape(lips, ellipse({120, 198}, 14, 10), {190, 60, 60, 255}), {head});
  const Area top{74, 240, 92, 54};
  builder.add(
      hat, "hat", top,
      paintShape(top, either(capsule({86, 254}, {154, 254}, 6), ellipse({120, 266}, 24, 22)),
                 {70, 110, 190, 255}),
      {head});
  builder.add(crown, "crown", top,
              paintShape(top,
                         either(capsule({94, 258}, {146, 258}, 9),
                                either(capsule({94, 258}, {90, 282}, 5),
                                       either(capsule({120, 258}, {120, 286}, 5),
                                              capsule({146, 258}, {150, 282}, 5)))),
                         {245, 200, 60, 255}),
              {head});
}

inline Clip figureClip() {
  using namespace figure;
  Clip clip{.id = 1, .name = "wave", .duration = 1.2, .loop = true};
  const auto circle = [](auto value, int keys, double duration) {
    Track<decltype(value(0.0))> track;
    for (int i = 0; i <= keys; ++i) {
      track.push_back(
          {.time = duration * i / keys, .value = value(i % keys * 2 * std::numbers::pi / keys)});
    }
    return track;
  };
  BoneTrack bob{.bone = trunk}, swing{.bone = upper_arm}, look{.bone = gaze};
  bob.translation = circle(
      [](double a) {
        return Vec3{6 * std::sin(a), -5 + 5 * std::cos(2 * a), 0};
      },
      24, 1.2);
  swing.angle = circle([](double a) { return 0.9 + 0.9 * std::sin(a); }, 24, 1.2);
  look.translation = circle([](double a) { return Vec3{22 * std::sin(a), 0, 0}; }, 24, 1.2);
  clip.bones = {bob, swing, look};
  clip.slots = {{mouth, {{0, smile}, {0.6, open_mouth}}}};
  std::vector<LayerId> arm_behind{arm,  tail, left_leg, right_leg,  body, left_foot, right_foot,
                                  face, eyes, smile,    open_mouth, hat,  crown,     inside};
  std::vector<LayerId> arm_before = arm_behind;
  std::ranges::rotate(arm_before, arm_before.begin() + 1);
  clip.draw_order = {{0, arm_before}, {0.6, arm_behind}};
  clip.events = {{.time = 0.6, .name = "hello"}};
  return clip;
}

inline Document layeredFigure() {
  using namespace figure;
  FigureBuilder builder;
  builder.document.canvas_width = 240;
  builder.document.canvas_height = 300;
  addLimbs(builder);
  const Area middle{70, 95, 100, 104};
  builder.add(body, "body", middle,
              paintShape(middle, ellipse({120, 146}, 46, 48), {240, 150, 80, 255}), {trunk});
  for (const auto& [id, name, x, bone] : {std::tuple{left_foot, "left_foot", 92, left_sole},
                                          {right_foot, "right_foot", 148, right_sole}}) {
    const Area sole{x - 20, 20, 40, 30};
    builder.add(id, name, sole,
                paintShape(sole, ellipse({double(x), 35}, 17, 11), {120, 80, 60, 255}), {bone});
  }
  addFace(builder);
  const Area side{144, 110, 66, 66};
  builder.add(arm, "arm", side,
              paintShape(side, capsule({156, 164}, {195, 130}, 10), {240, 170, 90, 255}),
              {upper_arm});
  Document document = std::move(builder.document);
  document.skeleton = figureSkeleton();
  document.slots = {{.id = mouth, .name = "mouth", .layers = {smile, open_mouth}, .shown = smile}};
  document.skins = {{.id = crowned, .name = "crowned", .choices = {{hat, crown}}}};
  document.constraints = {
      {.id = 1,
       .name = "left",
       .kind =
           ReachConstraint{
               .bone = left_shin, .target = left_sole, .bend = Bend::counter_clockwise}},
      {.id = 2,
       .name = "right",
       .kind = ReachConstraint{.bone = right_shin, .target = right_sole, .bend = Bend::clockwise}}};
  for (const BoneId bone : {tail_1, tail_2, tail_3}) {
    document.springs.push_back({.bone = bone, .frequency = 3, .damping = 0.4});
  }
  document.clips = {figureClip()};
  const auto valid = validate(document);
  REQUIRE_MESSAGE(valid.has_value(), (valid ? "" : valid.error().message));
  return document;
}

}  // namespace vide::test

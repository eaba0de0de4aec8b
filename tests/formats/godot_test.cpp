// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "tests/formats/engine_samples.hpp"
#include "tests/formats/godot_reader.hpp"
#include "tests/support/posed_document.hpp"
#include "tests/support/shared_data.hpp"
#include "vide/formats/engine_export.hpp"
#include "vide/formats/godot_import.hpp"
#include "vide/mesh/vertex_weights.hpp"
#include "vide/rig/drawn_layers.hpp"

using namespace vide;

namespace {

// A page for each picture, as large as it.
std::vector<TextureAtlas> pagesOf(const Document& document) {
  const PictureNames names = pictureNames(document);
  std::vector<TextureAtlas> pages;
  for (std::size_t i = 0; i < names.of_image.size(); ++i) {
    const double width = document.images[i].width, height = document.images[i].height;
    pages.push_back({names.of_image[i],
                     names.of_image[i] + ".png",
                     width,
                     height,
                     {{names.of_image[i], 0, 0, width, height, 0, 0, width, height}}});
  }
  return pages;
}

GodotResolver smallPictures() {
  return [](std::string_view) -> Result<std::vector<std::uint8_t>> { return test::smallPng(); };
}

double farthest(const Document& document, const test::GodotReader& reader, const Clip& clip,
                double time) {
  const auto skinning = test::skinningAt(document, clip, time);
  std::vector<DrawnLayer> drawn;
  DrawnLayers(document).at(&clip, time, drawn);
  std::erase_if(drawn, [&](const DrawnLayer& seen) {
    return document.layers[seen.layer].mesh.F.rows() == 0;
  });
  const auto shown = reader.shownAt(clip.name, time);
  REQUIRE(shown.size() == drawn.size());
  double worst = 0;
  for (std::size_t i = 0; i < drawn.size(); ++i) {
    const Layer& layer = document.layers[drawn[i].layer];
    CHECK(shown[i].node == layer.name);
    CHECK(shown[i].modulate[0] == doctest::Approx(drawn[i].look.tint.x));
    CHECK(shown[i].modulate[3] == doctest::Approx(drawn[i].look.opacity));
    const auto posed = test::posedLayer(document, layer, skinning, clip, time);
    REQUIRE(shown[i].vertices.size() == posed.size());
    for (std::size_t v = 0; v < posed.size(); ++v) {
      worst =
          std::max(worst, std::hypot(shown[i].vertices[v].x - posed[v].x,
                                     document.canvas_height - shown[i].vertices[v].y - posed[v].y));
    }
  }
  return worst;
}

constexpr auto hand_typed = R"([gd_scene load_steps=3 format=2]

[ext_resource path="res://pictures/small.png" type="Texture" id=1]

[sub_resource type="Animation" id=2]
length = 2.0
loop = true
tracks/0/type = "value"
tracks/0/path = NodePath("Body/Bones/Upper/Lower:rotation_degrees")
tracks/0/interp = 1
tracks/0/loop_wrap = true
tracks/0/imported = false
tracks/0/enabled = true
tracks/0/keys = {
"times": PoolRealArray( 0.5, 1.5 ),
"transitions": PoolRealArray( 1, 1 ),
"update": 0,
"values": [ 0.0, 90.0 ]
}
tracks/1/type = "method"
tracks/1/path = NodePath(".")
tracks/1/keys = {
"times": PoolRealArray(  ),
"values": [  ]
}
tracks/2/type = "value"
tracks/2/path = NodePath("Body/Strip:visible")
tracks/2/interp = 1
tracks/2/keys = {
"times": PoolRealArray( 0, 1 ),
"transitions": PoolRealArray( 1, 1 ),
"update": 1,
"values": [ true, false ]
}

[node name="Figure" type="Node2D"]
position = Vector2( 400, 300 )

[node name="Body" type="Node2D" parent="."]
scale = Vector2( 0.1, 0.1 )

[node name="Bones" type="Skeleton2D" parent="Body"]

[node name="Upper" type="Bone2D" parent="Body/Bones"]
position = Vector2( 10, 20 )
rest = Transform2D( 1, 0, 0, 1, 10, 20 )

[node name="Lower" type="Bone2D" parent="Body/Bones/Upper"]
position = Vector2( 0, 10 )
rotation = 0.5
rest = Transform2D( 1, 0, 0, 1, 0, 10 )

[node name="Strip" type="Polygon2D" parent="Body"]
position = Vector2( 5, 5 )
texture = ExtResource( 1 )
skeleton = NodePath("../Bones")
polygon = PoolVector2Array( 0, 10, 10, 10, 10, 40, 0, 40, 5, 25 )
uv = PoolVector2Array( 0, 0, 2, 0, 2, 2, 0, 2, 1, 1 )
polygons = [ PoolIntArray( 0, 1, 4 ), PoolIntArray( 1, 2, 3, 4 ) ]
bones = [ "Upper", PoolRealArray( 2, 1, 0, 0, 0.3 ), "Upper/Lower", PoolRealArray( 0, 1, 3, 0, 0.1 ), "Gone", PoolRealArray( 0, 0, 0, 1, 0 ) ]
internal_vertex_count = 1

[node name="Hat" type="Polygon2D" parent="Body/Bones/Upper/Lower"]
z_index = -1
color = Color( 1, 0.5, 0, 0.25 )
polygon = PoolVector2Array( 0, 0, 4, 0, 4, 4 )

[node name="Player" type="AnimationPlayer" parent="."]
anims/turn = SubResource( 2 )
)";

const Layer& layerNamed(const Document& document, std::string_view name) {
  return *std::ranges::find(document.layers, name, &Layer::name);
}

}  // namespace

TEST_CASE("documents written for Godot are posed as VIDE poses them") {
  for (const auto& [name, document] : test::planeSamples()) {
    CAPTURE(name);
    const auto written = writeGodot(document, pagesOf(document), {.name = name});
    REQUIRE(written);
    const test::GodotReader reader(written->text);
    CAPTURE(reader.fault());
    REQUIRE(reader.isValid());
    for (const Clip& authored : document.clips) {
      const Clip clip = test::playedOnce(authored);
      for (const double share : {0.0, 0.11, 0.26, 0.47, 0.51, 0.73, 0.9, 1.0}) {
        CAPTURE(clip.name);
        CAPTURE(share);
        CHECK(farthest(document, reader, clip, share * clip.duration) < 0.1);
      }
    }
  }
}

TEST_CASE("a scene that VIDE wrote reads back as the same motion") {
  GodotVersion version = GodotVersion::four;
  SUBCASE("of Godot 4") {}
  SUBCASE("of Godot 3") { version = GodotVersion::three; }
  Document document = test::armCharacter();
  document.clips[0].name = "wave \xC3\xA9 = [1]";  // what a property's name has to be quoted for
  const auto written = writeGodot(document, pagesOf(document), {.godot = version});
  REQUIRE(written);
  const auto back = importGodot(written->text, smallPictures());
  REQUIRE(back);
  CHECK(back->warnings.empty());
  REQUIRE(back->document.clips.size() == document.clips.size());
  const Vec3 moved = back->document.skeleton.head(0) - document.skeleton.head(0);
  for (std::size_t c = 0; c < document.clips.size(); ++c) {
    const Clip own = test::playedOnce(document.clips[c]);
    const Clip read = test::playedOnce(back->document.clips[c]);
    CHECK(read.name == own.name);
    const double time = 0.61 * own.duration;
    for (const Layer& layer : document.layers) {
      const auto a =
          test::posedLayer(document, layer, test::skinningAt(document, own, time), own, time);
      const auto b = test::posedLayer(back->document, layerNamed(back->document, layer.name),
                                      test::skinningAt(back->document, read, time), read, time);
      REQUIRE(a.size() == b.size());
      for (std::size_t v = 0; v < a.size(); ++v) CHECK(length(a[v] + moved - b[v]) < 0.1);
    }
  }
}

TEST_CASE("draw orders that change are read back") {
  Document document = test::armCharacter();
  REQUIRE(document.layers.size() >= 2);
  std::vector<LayerId> turned = document.draw_order;
  std::ranges::reverse(turned);
  Clip& clip = document.clips[0];
  clip.draw_order = {{0.3 * clip.duration, turned}, {0.6 * clip.duration, document.draw_order}};
  document.clips.resize(1);
  const auto written = writeGodot(document, pagesOf(document), {});
  REQUIRE(written);
  const auto back = importGodot(written->text, smallPictures());
  REQUIRE(back);
  CHECK(back->warnings.empty());
  const auto namesAt = [](const Document& of, double time) {
    std::vector<std::string> names;
    for (const LayerId id : sampleDrawOrder(of.clips[0], time, of.draw_order)) {
      names.push_back(findLayer(of, id)->name);
    }
    return names;
  };
  for (const double share : {0.0, 0.2, 0.4, 0.59, 0.7, 0.95}) {
    const double time = share * clip.duration;
    CHECK(namesAt(back->document, time) == namesAt(document, time));
  }
}

TEST_CASE("a scene of Godot 3 says shear and mirrored bones in its own words") {
  const Document document = test::oddSkeleton();
  const auto written = writeGodot(document, pagesOf(document), {.godot = GodotVersion::three});
  REQUIRE(written);
  CHECK(written->text.starts_with("[gd_scene format=2]"));
  for (const char* newer : {"Packed", "skew", "AnimationLibrary", "bone_angle", "id=\""}) {
    CAPTURE(newer);
    CHECK_FALSE(written->text.contains(newer));
  }
  CHECK(written->text.contains(":transform\")"));
  CHECK(std::ranges::any_of(written->warnings, [](const std::string& warning) {
    return warning.contains("lower") && warning.contains("sheared");
  }));
}

TEST_CASE("each bone that Godot 3 moves in steps is told once, and no other") {
  Document document = test::armCharacter();
  std::vector<Bone> bones(document.skeleton.bones().begin(), document.skeleton.bones().end());
  const auto steps = [&](const Document& sheared) {
    const auto written = writeGodot(sheared, pagesOf(sheared), {.godot = GodotVersion::three});
    return std::ranges::count_if(written.value().warnings, [&](const std::string& said) {
      return said.contains('"' + bones[0].name + '"') && said.contains("in steps");
    });
  };
  for (Clip& clip : document.clips) {
    std::erase_if(clip.bones, [&](const BoneTrack& track) { return track.bone == bones[0].id; });
  }
  document.clips.push_back(document.clips[0]);
  document.clips.back().id = 77;
  document.clips.back().name = "again";
  SUBCASE("not one that is sheared at rest and never moves") {
    bones[0].local.shear = {0.25, 0, 0};
    document.skeleton = Skeleton::fromBones(bones).value();
    CHECK(steps(document) == 0);
    document.clips[0].bones.push_back({.bone = bones[0].id});  // no keys
    CHECK(steps(document) == 0);
    const auto written = writeGodot(document, pagesOf(document), {.godot = GodotVersion::three});
    CHECK_FALSE(written->text.contains(":transform\")"));
  }
  SUBCASE("one that is sheared at rest and moves in two clips") {
    bones[0].local.shear = {0.25, 0, 0};
    document.skeleton = Skeleton::fromBones(bones).value();
    BoneTrack turning{.bone = bones[0].id};
    turning.angle = {{0, 0}, {0.5, 1}};
    for (Clip& clip : document.clips) clip.bones.push_back(turning);
    CHECK(steps(document) == 1);
  }
  SUBCASE("one that clips alone shear") {
    BoneTrack shearing{.bone = bones[0].id};
    shearing.shear = {{0, {}}, {0.5, {0.25, 0, 0}}};
    for (Clip& clip : document.clips) clip.bones.push_back(shearing);
    CHECK(steps(document) == 1);
  }
}

TEST_CASE("a scene of Godot 3 becomes a document in its skeleton's own space") {
  const auto imported = importGodot(hand_typed, smallPictures());
  REQUIRE(imported);
  const Document& document = imported->document;
  REQUIRE(document.skeleton.size() == 2);
  CHECK(length(document.skeleton.head(1) - document.skeleton.head(0) - Vec3{0, -10, 0}) < 1e-9);
  const Layer& strip = layerNamed(document, "Strip");
  REQUIRE(strip.attachment == Attachment::skinned);
  REQUIRE(validate(strip.weights));
  CHECK(strip.weights.weightsOf(1)[0] == doctest::Approx(0.5));
  CHECK(strip.weights.weightsOf(4)[0] == doctest::Approx(0.75));
  // What only a bone that is gone pulled follows its nearest neighbour.
  CHECK(strip.weights.handlesOf(3)[0] == strip.weights.handlesOf(2)[0]);
  CHECK(strip.mesh.F.rows() == 3);
  CHECK(strip.uv(1, 0) == doctest::Approx(1));
  const Vec3 upper = document.skeleton.head(0);
  CHECK(strip.mesh.V(0, 0) - upper.x == doctest::Approx(5 - 10));
  CHECK(strip.mesh.V(0, 1) - upper.y == doctest::Approx(-(15 - 20)));
  const Layer& hat = layerNamed(document, "Hat");
  CHECK(hat.attachment == Attachment::rigid);
  CHECK(hat.opacity == 0.25);
  CHECK(document.draw_order[0] == hat.id);  // by its z index

  REQUIRE(document.clips.size() == 1);
  const Clip& clip = document.clips[0];
  CHECK(clip.name == "turn");
  CHECK(clip.loop);
  std::vector<Transform> pose(2);
  // From 0 to 90 degrees clockwise as seen, and back around the end of the round.
  for (const auto& [time, degrees] : {std::pair{0.5, 0.0}, {1.0, 45.0}, {1.5, 90.0}, {0.0, 45.0}}) {
    samplePose(clip, document.skeleton, time, pose);
    CHECK(angleInPlane(pose[1].rotation) == doctest::Approx(-degrees * 3.14159265358979 / 180));
  }
  CHECK_FALSE(sampleLook(clip, strip.id, 1.5, {}).visible);
  CHECK(std::ranges::any_of(imported->warnings,
                            [](const std::string& warning) { return warning.contains("method"); }));
}

TEST_CASE("the shared character of Godot is read with normalised weights") {
  const auto scene = test::sharedFile("data/2d/gBot/player.tscn");
  const auto picture = test::sharedFile("data/2d/gBot/gBot.png");
  if (!scene || !picture) return;
  const auto imported = importGodot(*scene, [&](std::string_view path) {
    CHECK(path.ends_with("gBot.png"));
    return Result<std::vector<std::uint8_t>>({picture->begin(), picture->end()});
  });
  REQUIRE(imported);
  const Document& document = imported->document;
  CHECK(document.skeleton.size() == 16);
  CHECK(document.clips.size() == 8);
  CHECK(document.layers.size() == 7);
  for (const Layer& layer : document.layers) {
    CAPTURE(layer.name);
    CHECK(layer.attachment == Attachment::skinned);
    CHECK(checkWeights(layer.weights, std::size_t(layer.mesh.V.rows())));
  }
}

TEST_CASE("vertices that no bone pulls follow the nearest one, the first of equally near ones") {
  // A net whose every third vertex has weights of its own.
  constexpr int side = 24;
  std::string polygon, left, right;
  for (int i = 0; i < side * side; ++i) {
    const std::string comma = i == 0 ? "" : ", ";
    polygon += comma + std::to_string(i % side) + ", " + std::to_string(i / side);
    const bool has = i % 3 == 0;
    left += comma + (has ? std::to_string(1 + i % 7) : "0");
    right += comma + (has ? std::to_string(1 + i % 5) : "0");
  }
  const auto imported = importGodot(
      "[gd_scene format=3]\n[node name=\"a\" type=\"Node2D\"]\n"
      "[node name=\"S\" type=\"Skeleton2D\" parent=\".\"]\n"
      "[node name=\"L\" type=\"Bone2D\" parent=\"S\"]\n[node name=\"R\" type=\"Bone2D\" "
      "parent=\"S\"]\nposition = Vector2(5, 0)\n"
      "[node name=\"net\" type=\"Polygon2D\" parent=\".\"]\nskeleton = NodePath(\"../S\")\n"
      "polygon = PackedVector2Array(" +
          polygon +
          ")\npolygons = [PackedInt32Array(0, 1, 24)]\n"
          "bones = [\"L\", PackedFloat32Array(" +
          left + "), \"R\", PackedFloat32Array(" + right + ")]\n",
      smallPictures());
  REQUIRE(imported);
  const Layer& net = layerNamed(imported->document, "net");
  REQUIRE(net.weights.vertices() == side * side);
  for (int v = 0; v < side * side; ++v) {
    int nearest = -1, away = side * side;
    for (int other = 0; other < side * side; other += 3) {
      const int x = other % side - v % side, y = other / side - v / side;
      if (x * x + y * y >= away) continue;
      away = x * x + y * y;
      nearest = other;
    }
    const double l = 1 + nearest % 7, r = 1 + nearest % 5;
    double pull = 0;
    const auto handles = net.weights.handlesOf(std::size_t(v));
    for (std::size_t k = 0; k < handles.size(); ++k) {
      if (handles[k] == 0) pull = net.weights.weightsOf(std::size_t(v))[k];
    }
    CHECK(pull == doctest::Approx(l / (l + r)));
  }
}

TEST_CASE("a scene with more values than the limit is refused") {
  CHECK(importGodot(hand_typed, smallPictures(), {.max_values = 1000}));
  const auto refused = importGodot(hand_typed, smallPictures(), {.max_values = 50});
  REQUIRE_FALSE(refused);
  CHECK(refused.error().code == ErrorCode::limit_exceeded);
  CHECK(refused.error().message.contains("line"));
  CHECK(refused.error().message.contains("max_values"));
}

TEST_CASE("scenes that are none are refused with their line") {
  const std::string whole = hand_typed;
  const auto fault = [](const std::string& text) {
    const auto imported = importGodot(text, smallPictures());
    return imported ? std::string() : imported.error().message;
  };
  CHECK(fault("[gd_scene format=3]\n\n[node name=\"a\"\n").contains("line"));
  CHECK(fault("nothing = 1\n").contains("line 1"));
  CHECK(fault("[gd_scene format=3]\n[node name=\"a\" type=\"Node2D\"]\n").contains("Polygon2D"));
  CHECK(fault("[gd_scene format=3]\n[node name=\"a\" type=\"Node2D\" parent=\"b\"]\n")
            .contains("parent"));
  std::string deep = "[gd_scene format=3]\n[node name=\"a\" type=\"Node2D\"]\nx = ";
  CHECK(fault(deep + std::string(10'000, '[')).contains("deep"));
  for (std::size_t length = 0; length < whole.size(); length += 11) {
    const auto imported = importGodot(whole.substr(0, length), smallPictures());
    if (imported) CHECK(validate(imported->document));
  }
}

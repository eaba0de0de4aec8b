// SPDX-License-Identifier: MIT
#include "vide/author/rig_layers.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <numbers>

#include "tests/support/message_of.hpp"
#include "tests/support/plain_png.hpp"
#include "vide/skeleton/pose.hpp"
#include "vide/skeleton/segments.hpp"
#include "vide/stage/document_renderer.hpp"

using namespace vide;
using namespace vide::test;

namespace {

struct Rectangle {
  int left, top, width, height;
};

PictureLayer layerOf(const std::string& name, Rectangle at, std::uint8_t red) {
  PictureLayer layer{.name = name, .image = Image(at.width, at.height), .x = at.left, .y = at.top};
  for (std::size_t i = 0; i < layer.image.rgba.size(); i += 4) {
    layer.image.rgba[i] = red;
    layer.image.rgba[i + 1] = std::uint8_t(i / 4 % 200);
    layer.image.rgba[i + 3] = 255;
  }
  return layer;
}

// Canvas 120 x 100: a body of 40 x 80 pixels and an arm of 20 x 60 in front of its right half.
LayeredPicture figure() {
  LayeredPicture picture{.name = "figure", .source = "figure.ora", .width = 120, .height = 100};
  picture.layers = {layerOf("body", {30, 10, 40, 80}, 40), layerOf("arm", {55, 20, 20, 60}, 220)};
  return picture;
}

// Both of the arm's bones also run through the body, from the shoulder (65, 75) down.
Skeleton skeletonOf(const std::string& upper_name) {
  const std::vector<BoneSegment> segments = {{"spine", -1, {50, 15, 0}, {50, 85, 0}, true},
                                             {upper_name, 0, {65, 75, 0}, {65, 50, 0}, true},
                                             {"forearm", 1, {65, 50, 0}, {65, 25, 0}, true}};
  auto skeleton = skeletonFromSegments(segments);
  REQUIRE(skeleton.has_value());
  return *skeleton;
}

Result<LayeredDocument> made(const LayeredPicture& picture, const Skeleton& skeleton,
                             std::vector<LayerBinding> bindings = {}) {
  return rigLayers(picture, skeleton,
                   {.rig = {.shape = {.encode = plainPng}}, .bindings = std::move(bindings)});
}

LayeredDocument rigged(const LayeredPicture& picture, const Skeleton& skeleton,
                       std::vector<LayerBinding> bindings = {}) {
  auto result = made(picture, skeleton, std::move(bindings));
  REQUIRE_MESSAGE(result.has_value(), messageOf(result));
  return *std::move(result);
}

Result<DocumentRenderer> rendererOf(const Document& document) {
  std::vector<Image> pictures;
  for (const ImageAsset& asset : document.images) pictures.push_back(plainPngImage(asset.encoded));
  return DocumentRenderer::create(document, std::move(pictures));
}

std::vector<std::string> bonesOf(const Document& document, std::size_t layer) {
  std::vector<std::string> names;
  for (const BoneId id : document.layers[layer].bones) {
    names.push_back(document.skeleton[std::size_t(findBone(document.skeleton, id))].name);
  }
  return names;
}

using Names = std::vector<std::string>;

}  // namespace

TEST_CASE("an arm in its own layer swings and the body behind it does not move") {
  const Names arm = {"upper", "forearm"};
  for (const auto& bones : {Names{"upper"}, arm}) {
    const LayeredDocument made =
        rigged(figure(), skeletonOf("upper"), {{"arm", bones}, {"body", {"spine"}}});
    const Document& document = made.document;
    const auto renderer = rendererOf(document);
    REQUIRE(renderer.has_value());
    DocumentRenderer::Workspace rest(*renderer), swung(*renderer);
    Pose pose = Pose::rest(document.skeleton.size());
    renderer->pose(pose.local, rest);
    pose.local[1].rotation = rotationInPlane(std::numbers::pi / 2);
    renderer->pose(pose.local, swung);
    CHECK(std::ranges::equal(renderer->positions(0, rest), renderer->positions(0, swung)));
    // The hand has gone the way of a quarter turn about the shoulder.
    const auto before = renderer->positions(1, rest), after = renderer->positions(1, swung);
    float farthest = 0;
    for (std::size_t i = 0; i < before.size(); i += 2) {
      const float x = before[i] - 65, y = before[i + 1] - 75;
      farthest =
          std::max({farthest, std::abs(after[i] - (65 - y)), std::abs(after[i + 1] - (75 + x))});
    }
    CHECK(farthest < 1e-3);
  }
}

TEST_CASE("one bone moves a layer as one piece, several skin it with themselves alone") {
  const Document one = rigged(figure(), skeletonOf("upper"), {{"arm", {"upper"}}}).document;
  CHECK(one.layers[1].attachment == Attachment::rigid);
  CHECK(one.layers[1].weights.vertices() == 0);
  const Document two =
      rigged(figure(), skeletonOf("upper"), {{"arm", {"forearm", "upper"}}}).document;
  const Layer& arm = two.layers[1];
  CHECK(arm.attachment == Attachment::skinned);
  CHECK(bonesOf(two, 1) == Names{"upper", "forearm"});
  CHECK(arm.weights.handles == 2);
  CHECK(arm.weights.vertices() == std::size_t(arm.mesh.V.rows()));
  // The hand follows the forearm, the shoulder the upper arm.
  for (Eigen::Index v = 0; v < arm.mesh.V.rows(); ++v) {
    const int strongest = arm.weights.handlesOf(std::size_t(v))[0];
    if (arm.mesh.V(v, 1) < 30) CHECK(strongest == 1);
    if (arm.mesh.V(v, 1) > 70) CHECK(strongest == 0);
  }
}

TEST_CASE("layers lie where the drawing has them and look the same at rest") {
  const LayeredPicture picture = figure();
  const Document document = rigged(picture, skeletonOf("upper")).document;
  CHECK(document.canvas_width == 120);
  CHECK(document.canvas_height == 100);
  const auto renderer = rendererOf(document);
  REQUIRE(renderer.has_value());
  DocumentRenderer::Workspace workspace(*renderer);
  renderer->pose(Pose::rest(document.skeleton.size()).local, workspace);
  Canvas canvas(120, 100);
  renderer->draw(Camera2D::document(100), {}, workspace, canvas);
  const Image image = canvas.toImage();
  Image flat(120, 100);
  for (const PictureLayer& layer : picture.layers) {
    for (int row = 0; row < layer.image.height; ++row) {
      std::copy_n(layer.image.pixel(0, row), 4 * layer.image.width,
                  flat.pixel(layer.x, layer.y + row));
    }
  }
  for (std::size_t i = 0; i < flat.rgba.size(); ++i) {
    if (std::abs(int(flat.rgba[i]) - int(image.rgba[i])) > 1) {
      FAIL("byte ", i, " is ", int(image.rgba[i]), ", not ", int(flat.rgba[i]));
    }
  }
}

TEST_CASE("clear borders and the place of a layer change nothing but where it is") {
  LayeredPicture tight = figure(), wide = figure(), moved = figure();
  PictureLayer& arm = wide.layers[1];
  Image canvas(120, 100);
  for (int row = 0; row < arm.image.height; ++row) {
    std::copy_n(arm.image.pixel(0, row), 4 * arm.image.width, canvas.pixel(arm.x, arm.y + row));
  }
  arm.image = canvas;
  arm.x = arm.y = 0;
  moved.layers[1].x -= 200;
  moved.layers[1].y -= 16;
  const std::vector<LayerBinding> bind = {{"arm", {"upper", "forearm"}}};
  const Document a = rigged(tight, skeletonOf("upper"), bind).document;
  const Document b = rigged(wide, skeletonOf("upper"), bind).document;
  const Document c = rigged(moved, skeletonOf("upper"), {{"arm", {"upper"}}}).document;
  CHECK(a.layers[1].mesh.V == b.layers[1].mesh.V);
  CHECK(a.layers[1].mesh.F == b.layers[1].mesh.F);
  CHECK(a.layers[1].weights.weight == b.layers[1].weights.weight);
  CHECK(a.images[1].encoded == b.images[1].encoded);
  const Eigen::RowVector2d way(-200, 16);
  CHECK((a.layers[1].mesh.V.rowwise() + way) == c.layers[1].mesh.V);
}

TEST_CASE("a layer follows what is said, then its file, then its name, then what runs through it") {
  LayeredPicture picture = figure();
  const Names all = {"spine", "arm", "forearm"};
  {  // by its name; the body by shape, where the forearm runs through it, too
    const Document document = rigged(picture, skeletonOf("arm")).document;
    CHECK(bonesOf(document, 1) == Names{"arm"});
    CHECK(bonesOf(document, 0) == Names{"spine", "forearm"});
  }
  picture.layers[1].bones = {"arm", "forearm"};
  {  // by its file; what it has taken the body leaves alone
    const Document document = rigged(picture, skeletonOf("arm")).document;
    CHECK(bonesOf(document, 1) == Names{"arm", "forearm"});
    CHECK(bonesOf(document, 0) == Names{"spine"});
  }
  const Document document = rigged(picture, skeletonOf("arm"), {{"arm", {"spine"}}}).document;
  CHECK(bonesOf(document, 1) == Names{"spine"});
}

TEST_CASE("a layer far from all bones follows the nearest one, with a warning") {
  LayeredPicture picture = figure();
  picture.layers.push_back(layerOf("cloud", {2, 2, 10, 6}, 90));
  const LayeredDocument made = rigged(picture, skeletonOf("upper"));
  CHECK(bonesOf(made.document, 2) == Names{"spine"});
  REQUIRE(made.warnings.size() == 1);
  CHECK(made.warnings[0].find("'cloud'") != std::string::npos);
}

TEST_CASE("layers keep their looks; those that show nothing are left out") {
  LayeredPicture picture = figure();
  picture.layers[1].opacity = 0.5;
  picture.layers[1].blend = BlendMode::multiply;
  picture.layers[1].visible = false;
  picture.layers[1].mask = "body";
  picture.layers.insert(picture.layers.begin(), {.name = "empty", .image = Image(9, 9)});
  const LayeredDocument made = rigged(picture, skeletonOf("upper"));
  const Document& document = made.document;
  REQUIRE(document.layers.size() == 2);
  CHECK(document.draw_order == std::vector<LayerId>{document.layers[0].id, document.layers[1].id});
  CHECK(document.layers[1].opacity == 0.5);
  CHECK(document.layers[1].blend == BlendMode::multiply);
  CHECK_FALSE(document.layers[1].visible);
  CHECK(document.layers[1].mask == document.layers[0].id);
  REQUIRE(made.warnings.size() == 1);
  CHECK(made.warnings[0].find("'empty'") != std::string::npos);
}

TEST_CASE("slots and skins of the drawing become the document's") {
  LayeredPicture picture = figure();
  picture.layers.push_back(layerOf("fist", {55, 60, 20, 20}, 200));
  picture.layers.push_back(layerOf("coat", {30, 10, 42, 80}, 90));
  picture.slots = {{"hand", {"arm", "fist"}, "fist"}};
  picture.skins = {{"winter", {{"body", "coat"}}}};
  const Document document = rigged(picture, skeletonOf("upper")).document;
  const std::vector<Slot> slots{{.id = 0, .name = "hand", .layers = {1, 2}, .shown = 2}};
  const std::vector<Skin> skins{{.id = 0, .name = "winter", .choices = {{0, 3}}}};
  CHECK(document.slots == slots);
  CHECK(document.skins == skins);
  CHECK_FALSE(document.skin);
}

TEST_CASE("what is named but missing is an error that names it") {
  const Skeleton skeleton = skeletonOf("upper");
  CHECK(failsWith(made(figure(), skeleton, {{"leg", {"upper"}}}), "'leg'"));
  CHECK(failsWith(made(figure(), skeleton, {{"arm", {"wing"}}}), "'wing'"));
  LayeredPicture picture = figure();
  picture.layers[0].mask = "hat";
  CHECK(failsWith(made(picture, skeleton), "'hat'"));
  picture = figure();
  picture.layers[0].mask = "arm";
  picture.layers[1].mask = "body";
  CHECK_FALSE(made(picture, skeleton).has_value());
  picture = figure();
  picture.slots = {{"hand", {"arm", "fist"}, "arm"}};
  CHECK(failsWith(made(picture, skeleton), "slot 'hand' names 'fist'"));
  picture.slots = {{"hand", {"arm"}, "body"}};
  CHECK(failsWith(made(picture, skeleton), "slot 'hand' shows 'body'"));
  picture.slots = {{"hand", {"arm"}, "arm"}, {"other", {"arm"}, ""}};
  CHECK(failsWith(made(picture, skeleton), "is in a slot already"));
  picture.slots.clear();
  picture.skins = {{"winter", {{"arm", "glove"}}}};
  CHECK(failsWith(made(picture, skeleton), "skin 'winter' names 'glove'"));
  picture.layers.clear();
  CHECK(failsWith(made(picture, skeleton), "no layer"));
  CHECK(failsWith(made(figure(), Skeleton()), "no bone"));
}

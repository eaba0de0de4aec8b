// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <algorithm>

#include "tests/studio/calls.hpp"
#include "tests/support/comb.hpp"
#include "tests/support/drawn_figure.hpp"
#include "tests/support/message_of.hpp"
#include "vide/author/layer_mesh.hpp"
#include "vide/author/rig_layers.hpp"
#include "vide/author/rig_picture.hpp"
#include "vide/formats/skeleton_json.hpp"

using namespace vide;
using test::Calls;
using test::Json;

namespace {

Calls studio() { return Calls(StudioOptions{.encode_png = test::plainPng}); }

Json pictureArguments(const Image& image, Json more = Json::object()) {
  Json arguments{{"name", "folder/bar.png"},
                 {"mime", "image/png"},
                 {"width", image.width},
                 {"height", image.height}};
  if (more.is_object()) arguments.update(more);
  return arguments;
}

Json importPicture(Calls& calls, const Image& image, Json more = Json::object()) {
  return calls.ok("import_picture", pictureArguments(image, std::move(more)),
                  {*test::plainPng(image), image.rgba});
}

Json importSkeleton(Calls& calls, const Skeleton& skeleton) {
  return calls.ok("import_skeleton",
                  {{"file", "bones.JSON"}, {"text", writeSkeletonJson(skeleton)}});
}

// What the command line makes of the same.
std::vector<std::uint8_t> riggedFile(const Image& image, const Skeleton& skeleton,
                                     const RigOptions& options = {}) {
  const auto read = parseSkeletonJson(writeSkeletonJson(skeleton));
  const auto made = rigPicture(test::pictureOf(image), *read, options);
  REQUIRE_MESSAGE(made.has_value(), test::messageOf(made));
  return *writeGlb(made->document);
}

LayeredPicture drawing() {
  LayeredPicture picture{.name = "figure", .source = "figure", .width = 400, .height = 300};
  picture.layers.push_back({.name = "comb", .image = test::comb(2), .x = 37, .y = 21});
  picture.layers.push_back({.name = "upper 2", .image = test::barImage(), .x = 5, .y = 9});
  picture.layers[1].blend = BlendMode::multiply;
  picture.layers[1].opacity = 0.5;
  picture.layers[1].mask = "comb";
  return picture;
}

Json importLayers(Calls& calls, const LayeredPicture& picture) {
  Json layers = Json::array();
  std::vector<Blob> blobs;
  for (const PictureLayer& layer : picture.layers) {
    layers.push_back({{"name", layer.name},
                      {"x", layer.x},
                      {"y", layer.y},
                      {"width", layer.image.width},
                      {"height", layer.image.height},
                      {"opacity", layer.opacity},
                      {"visible", layer.visible},
                      {"blend", layer.blend == BlendMode::multiply ? "multiply" : "normal"},
                      {"mask", layer.mask}});
    blobs.push_back(layer.image.rgba);
  }
  return calls.ok("import_layers",
                  {{"name", picture.name},
                   {"width", picture.width},
                   {"height", picture.height},
                   {"layers", layers}},
                  blobs);
}

// Fails, says so on one line that names the method, and leaves everything as it was.
void checkRefused(Calls& calls, std::string_view method, const Json& arguments,
                  const std::vector<Blob>& blobs = {}) {
  const Blob before = calls.saved();
  const Json state = calls.state();
  const std::string message = calls.error(method, arguments, blobs);
  INFO(message);
  CHECK(message.starts_with(std::string(method) + ": "));
  CHECK(message.find('\n') == std::string::npos);
  CHECK(message.size() < 400);
  CHECK(calls.saved() == before);
  CHECK(calls.state() == state);
}

}  // namespace

TEST_CASE("a picture and a skeleton become what the command line makes of them") {
  const Image image = test::comb(2);
  Calls calls = studio();
  const Json imported = importPicture(calls, image);
  CHECK(imported["state"]["name"] == "bar");
  CHECK(imported["state"]["layers"][0]["name"] == "bar");
  CHECK(imported["state"]["images"][0]["decoded"] == true);
  CHECK(imported["state"]["undo"] == "");
  CHECK(calls.saved() == *writeGlb(meshPicture(test::pictureOf(image))->document));
  importSkeleton(calls, test::combSkeleton(2));
  CHECK(calls.saved() == riggedFile(image, test::combSkeleton(2)));
  calls.ok("undo");
  CHECK(calls.saved() == *writeGlb(meshPicture(test::pictureOf(image))->document));
}

TEST_CASE("settings of mesh and weights give what the command line makes with them") {
  const Image image = test::comb(2);
  const Skeleton skeleton = test::combSkeleton(2);
  Calls calls = studio();
  importPicture(calls, image);
  importSkeleton(calls, skeleton);
  const Json layer = calls.state()["layers"][0]["id"];
  calls.ok("mesh_layer", {{"layer", layer}, {"mesh", {{"detail", 0.7}, {"margin", 3}}}});
  MeshOptions mesh{.density = Detail{0.7}};
  mesh.trace.margin = 3;
  CHECK(calls.saved() == riggedFile(image, skeleton, {.mesh = mesh}));
  calls.ok("weigh", {{"layers", Json::array({layer})},
                     {"smoothness", 9},
                     {"influences", 3},
                     {"quality", "draft"}});
  const Json bone = calls.state()["bones"][2]["id"];
  calls.ok("weigh", {{"layers", Json::array({layer})},
                     {"bone_smoothness", {{"bone", bone}, {"smoothness", 4}}},
                     {"quality", "exact"}});
  CHECK(
      calls.saved() ==
      riggedFile(
          image, skeleton,
          {.mesh = mesh, .smoothness = 9, .bone_smoothness = {{"upper 0", 4.0}}, .influences = 3}));
  calls.ok("weigh", {{"layers", Json::array({layer})},
                     {"method", "straight"},
                     {"smoothness", nullptr},
                     {"bone_smoothness", {{"bone", bone}, {"smoothness", nullptr}}},
                     {"quality", "exact"}});
  CHECK(calls.saved() ==
        riggedFile(image, skeleton,
                   {.mesh = mesh, .method = WeightMethod::straight, .influences = 3}));
  calls.ok("mesh_layer", {{"layer", layer}, {"mesh", {{"dense_joints", true}}}});
  calls.ok("weigh",
           {{"layers", Json::array({layer})}, {"method", "geodesic"}, {"quality", "exact"}});
  CHECK(calls.saved() ==
        riggedFile(image, skeleton, {.joints = JointDensity::denser, .influences = 3}));
}

TEST_CASE("layers and a skeleton become what the command line makes of them") {
  const LayeredPicture picture = drawing();
  const auto skeleton = parseSkeletonJson(writeSkeletonJson(test::combSkeleton(2)));
  Calls calls = studio();
  const Json imported = importLayers(calls, picture);
  CHECK(imported["state"]["layers"].size() == 2);
  CHECK(imported["state"]["layers"][1]["mask"] == imported["state"]["layers"][0]["id"]);
  importSkeleton(calls, *skeleton);
  const auto made = rigLayers(picture, *skeleton, {.rig = {.shape = {.encode = test::plainPng}}});
  REQUIRE_MESSAGE(made.has_value(), test::messageOf(made));
  CHECK(calls.saved() == *writeGlb(made->document));
}

TEST_CASE("another picture is added in front, in the middle of the canvas, as an edit") {
  Calls calls = studio();
  importPicture(calls, test::comb(2));
  const Json before = calls.content();
  const Json added = importPicture(calls, test::barImage(), {{"add", true}});
  CHECK(added["state"]["layers"].size() == 2);
  CHECK(added["state"]["draw_order"].back() == added["id"]);
  CHECK(added["state"]["canvas"] == Json({240, 160}));
  CHECK(added["state"]["images"][1]["decoded"] == true);
  calls.ok("geometry", {{"layer", added["id"]}});
  const auto positions = calls.numbers<float>(0);
  float left = 1e9f, right = 0;
  for (std::size_t i = 0; i < positions.size(); i += 2) {
    left = std::min(left, positions[i]);
    right = std::max(right, positions[i]);
  }
  CHECK((left + right) / 2 == doctest::Approx(120).epsilon(0.01));
  calls.ok("undo");
  CHECK(calls.content() == before);
}

TEST_CASE("a plain background is removed from the picture that is kept") {
  Image image = test::comb(2);
  for (std::size_t i = 0; i < image.rgba.size(); i += 4) {
    if (image.rgba[i + 3] == 0) image.rgba[i] = image.rgba[i + 1] = 30;
    image.rgba[i + 3] = 255;
  }
  Calls calls = studio();
  const Json state = importPicture(calls, image, {{"remove_background", true}})["state"];
  calls.ok("image", {{"image", state["images"][0]["id"]}});
  const Image kept = test::plainPngImage(calls.blobs[0]);
  CHECK(kept.pixel(0, 0)[3] == 0);
  CHECK(kept.pixel(120, 125)[3] == 255);
  // The mesh of what is kept is the mesh that was made.
  const Json preview = calls.ok("mesh_preview", {{"layer", 0}, {"mesh", Json::object()}});
  CHECK(preview["vertices"] == state["layers"][0]["vertices"]);
}

TEST_CASE("a preview of a mesh is the mesh that comes, and changes nothing") {
  Calls calls = studio();
  importPicture(calls, test::comb(2));
  const Json before = calls.state();
  const Json settings{{"edge_length", 11}, {"threshold", 0.3}};
  const Json preview = calls.ok("mesh_preview", {{"layer", 0}, {"mesh", settings}});
  const auto positions = calls.numbers<float>(0);
  const auto triangles = calls.numbers<std::uint32_t>(1);
  CHECK(preview["min_angle"] > 5);
  CHECK(calls.state() == before);
  const Json after = calls.ok("mesh_layer", {{"layer", 0}, {"mesh", settings}});
  CHECK(after["state"]["layers"][0]["mesh"]["edge_length"] == 11);
  CHECK(after["state"]["layers"][0]["mesh"]["threshold"] == 0.3);
  CHECK(after["state"]["layers"][0]["geometry"] != before["layers"][0]["geometry"]);
  calls.ok("geometry", {{"layer", 0}});
  CHECK(calls.numbers<float>(0) == positions);
  CHECK(calls.numbers<std::uint32_t>(2) == triangles);
}

TEST_CASE("a layer follows no bone, one, or several that weigh it") {
  Calls calls = studio();
  importPicture(calls, test::comb(2));
  importSkeleton(calls, test::combSkeleton(2));
  const Json bones = calls.state()["bones"];
  const auto bound = [&](const Json& ids) {
    return calls.ok("bind", {{"layer", 0}, {"bones", ids}})["state"]["layers"][0];
  };
  CHECK(bound(Json::array())["attachment"] == "fixed");
  CHECK(bound(Json::array({bones[3]["id"]}))["attachment"] == "rigid");
  const Json several = bound(Json::array({bones[5]["id"], bones[0]["id"], bones[1]["id"]}));
  CHECK(several["attachment"] == "skinned");
  CHECK(several["bones"] == Json({bones[0]["id"], bones[1]["id"], bones[5]["id"]}));
  const Document document = calls.document();
  CHECK(document.layers[0].weights.handles == 3);
}

TEST_CASE("that a bone lies outside is told of a layer alone, not of each of several") {
  Calls calls = studio();
  importPicture(calls, test::comb(1));
  const auto pin = [&](double x) {
    return calls.ok("add_pin", {{"parent", nullptr}, {"at", {x, 5}}})["warnings"];
  };
  pin(5);
  const Json told = pin(1e12);
  REQUIRE_FALSE(told.empty());
  CHECK(told.back().get<std::string>().find("nearest place inside, 9999") != std::string::npos);
  importPicture(calls, test::comb(1), {{"add", true}});
  const Json layer = calls.state()["layers"][1]["id"];
  calls.ok("bind", {{"layer", layer}, {"bones", {0, 1}}});
  CHECK(pin(-1e12).empty());
}

TEST_CASE("what files of pictures, skeletons and clips have wrong is told in a line") {
  Calls calls = studio();
  const Image image = test::comb(1);
  const Blob file = *test::plainPng(image);
  const auto refused = [&](const Json& more, const std::vector<Blob>& blobs) {
    checkRefused(calls, "import_picture", pictureArguments(image, more), blobs);
  };
  for (int round = 0; round < 2; ++round) {
    refused({}, {});
    refused({}, {file});
    refused({}, {file, Blob(7)});
    refused({{"width", 0}}, {file, image.rgba});
    refused({{"width", 1e9}}, {file, image.rgba});
    refused({{"width", "12"}}, {file, image.rgba});
    refused({{"mesh", {{"detail", 2}}}}, {file, image.rgba});
    refused({{"mesh", {{"sides", 2}}}}, {file, image.rgba});
    refused({{"mesh", {{"detail", 0.2}, {"edge_length", 5}}}}, {file, image.rgba});
    refused({{"mesh", {{"margin", 1e12}}}}, {file, image.rgba});
    refused({}, {file, Blob(image.rgba.size())});
    refused({{"remove_background", true}}, {file, Blob(image.rgba.size())});
    checkRefused(calls, "import_skeleton", {{"file", "a.png"}, {"text", ""}});
    checkRefused(calls, "import_skeleton", {{"file", "a.json"}, {"text", "{"}});
    checkRefused(calls, "import_skeleton", {{"file", "a.bvh"}, {"text", "HIERARCHY"}});
    checkRefused(calls, "import_clips", {{"text", "[{}]"}});
    checkRefused(calls, "import_layers",
                 {{"name", "x"}, {"width", 10}, {"height", 10}, {"layers", Json::array()}});
    importPicture(calls, image);
  }
}

TEST_CASE("a method on a layer that cannot do it says why and changes nothing") {
  Calls calls = studio();
  importPicture(calls, test::comb(1));
  importSkeleton(calls, test::combSkeleton(1));
  checkRefused(calls, "import_skeleton",
               {{"file", "a.json"}, {"text", writeSkeletonJson(test::combSkeleton(1))}});
  checkRefused(calls, "bind", {{"layer", 9}, {"bones", {0, 1}}});
  checkRefused(calls, "bind", {{"layer", 0}, {"bones", {0, 77}}});
  checkRefused(calls, "mesh_layer", {{"layer", 9}, {"mesh", Json::object()}});
  checkRefused(calls, "mesh_layer", {{"layer", 0}, {"mesh", {{"vertex_budget", 1}}}});
  checkRefused(calls, "mesh_preview", {{"layer", 0}, {"mesh", {{"threshold", -1}}}});
  checkRefused(calls, "weigh", {{"layers", Json::array({9})}, {"quality", "exact"}});
  checkRefused(calls, "weigh", {{"layers", Json::array({0})}, {"quality", "best"}});
  checkRefused(calls, "weigh",
               {{"layers", Json::array({0})}, {"quality", "exact"}, {"smoothness", -3}});
  checkRefused(calls, "weigh",
               {{"layers", Json::array({0})}, {"quality", "exact"}, {"influences", 0}});
  checkRefused(calls, "weigh",
               {{"layers", Json::array({0})}, {"quality", "exact"}, {"method", "solid_heat"}});
  checkRefused(calls, "weigh",
               {{"layers", Json::array({0})},
                {"quality", "exact"},
                {"bone_smoothness", {{"bone", 99}, {"smoothness", 1}}}});
  calls.open(calls.document());  // its pixels are gone
  checkRefused(calls, "mesh_layer", {{"layer", 0}, {"mesh", Json::object()}});
  checkRefused(calls, "weigh", {{"layers", Json::array({0})}, {"quality", "exact"}});
  calls.ok("bind", {{"layer", 0}, {"bones", Json::array()}});
  checkRefused(calls, "weigh", {{"layers", Json::array({0})}, {"quality", "exact"}});
}

// SPDX-License-Identifier: MIT
#include "vide/author/layer_weights.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "tests/support/cancel_after.hpp"
#include "tests/support/comb.hpp"
#include "tests/support/drawn_figure.hpp"
#include "tests/support/message_of.hpp"
#include "vide/author/detail/smaller_coverage.hpp"
#include "vide/author/layer_mesh.hpp"
#include "vide/author/layer_picture.hpp"
#include "vide/author/rig_layers.hpp"
#include "vide/author/rig_picture.hpp"
#include "vide/author/weigh_mesh.hpp"
#include "vide/mesh/weight_matrix.hpp"

using namespace vide;
using namespace vide::test;

namespace {

Document rigged(const Image& image, const Skeleton& skeleton, RigOptions options = {}) {
  auto made = rigPicture(pictureOf(image), skeleton, options);
  REQUIRE_MESSAGE(made.has_value(), messageOf(made));
  return std::move(made->document);
}

LayerWeights weighed(const Document& document, const Image& image,
                     const LayerWeightsOptions& options = {}) {
  auto found = layerWeights(document, document.layers[0], &image, options);
  REQUIRE_MESSAGE(found.has_value(), messageOf(found));
  return *std::move(found);
}

void checkSame(const VertexWeights& a, const VertexWeights& b) {
  CHECK(a.handles == b.handles);
  CHECK(a.row_start == b.row_start);
  CHECK(a.handle == b.handle);
  CHECK(a.weight == b.weight);
}

Skeleton withHead(const Skeleton& skeleton, std::size_t bone, Vec3 away) {
  std::vector<Bone> bones(skeleton.bones().begin(), skeleton.bones().end());
  bones[bone].local.translation += away;
  return *Skeleton::fromBones(std::move(bones));
}

Document solved(const Image& image, double scale, double detail) {
  Document document = rigged(image, combSkeleton(scale), {.mesh = {.density = Detail{detail}}});
  document.layers[0].settings.weights = WeightMethod::bounded_biharmonic;
  return document;
}

Eigen::Index nearest(const Eigen::MatrixXd& V, Vec3 place) {
  Eigen::Index vertex = 0;
  (V.rowwise() - Eigen::RowVector2d(place.x, place.y)).rowwise().squaredNorm().minCoeff(&vertex);
  return vertex;
}

// The greatest change of a weight.
double difference(const VertexWeights& a, const VertexWeights& b) {
  const Eigen::MatrixXd first = toMatrix(a), second = toMatrix(b);
  return (first - second).cwiseAbs().maxCoeff();
}

}  // namespace

TEST_CASE("a layer is weighed as rigPicture weighs its picture, byte for byte") {
  const Image image = comb(2);
  const Skeleton skeleton = combSkeleton(2);
  const RigOptions all[] = {{},
                            {.smoothness = 9, .bone_smoothness = {{"lower 1", 3.0}}},
                            {.method = WeightMethod::straight, .influences = 2},
                            {.joints = JointDensity::denser}};
  for (const RigOptions& options : all) {
    const Document document = rigged(image, skeleton, options);
    const LayerWeights found = weighed(document, image);
    checkSame(found.weights, document.layers[0].weights);
    CHECK(found.F == document.layers[0].mesh.F);
  }
}

TEST_CASE("layers of a drawing are weighed in their own pictures' space") {
  LayeredPicture drawing{.name = "d", .source = "d.ora", .width = 400, .height = 300};
  drawing.layers.push_back({.name = "comb", .image = comb(2), .x = 37, .y = 21});
  drawing.layers.push_back({.name = "bar", .image = barImage(), .x = 5, .y = 9});
  const Skeleton skeleton = withHead(combSkeleton(2), 0, {37, 300 - 21 - 160, 0});
  const auto made = rigLayers(
      drawing, skeleton,
      {.rig = {.shape = {.encode = plainPng}},
       .bindings = {{"comb", {"upper 3", "back", "lower 2", "lower 3"}}, {"bar", {"upper 0"}}}});
  REQUIRE_MESSAGE(made.has_value(), messageOf(made));
  const Document& document = made->document;
  const Image pixels = plainPngImage(document.images[0].encoded);
  const LayerWeights found = weighed(document, pixels);
  checkSame(found.weights, document.layers[0].weights);
  CHECK(found.F == document.layers[0].mesh.F);
}

TEST_CASE("a weigher that has seen other skeletons and settings finds the same as a new one") {
  const Image image = comb(2);
  Document document = rigged(image, combSkeleton(2));
  LayerWeigher weigher;
  for (int step = 0; step < 8; ++step) {
    Layer& layer = document.layers[0];
    if (step == 1) document.skeleton = withHead(document.skeleton, 3, {3, -2, 0});
    if (step == 2) layer.settings.smoothness = 7;
    if (step == 3) layer.settings.bone_smoothness = {{10, 2.0}};
    if (step == 4) layer.settings.influences = 2;
    if (step == 5) layer.settings.mesh.alpha_threshold = 0.9;
    if (step == 6) std::swap(layer.bones[1], layer.bones[4]);
    if (step == 7) layer.bones.pop_back();
    for (const auto quality : {WeightQuality::draft, WeightQuality::exact}) {
      const LayerWeightsOptions options{.quality = quality, .draft_side = 100};
      const auto found = weigher.weigh(document, layer, &image, options);
      REQUIRE_MESSAGE(found.has_value(), messageOf(found));
      CHECK(validate(found->weights).has_value());
      checkSame(found->weights, weighed(document, image, options).weights);
    }
  }
}

TEST_CASE("a draft is close to the exact weights and keeps teeth apart") {
  const Image image = comb(8);
  const Document document = rigged(image, combSkeleton(8));
  const LayerWeights exact = weighed(document, image);
  const LayerWeights draft =
      weighed(document, image, {.quality = WeightQuality::draft, .draft_side = 240});
  CHECK(difference(exact.weights, draft.weights) < 0.03);
  CHECK(difference(exact.weights, draft.weights) > 0);
}

TEST_CASE(
    "bounded biharmonic weights of a layer are those of its mesh; each bone rules its place") {
  const Image image = comb(2);
  const Document document = solved(image, 2, 0.5);
  const Eigen::MatrixXd& V = document.layers[0].mesh.V;
  const LayerWeights found = weighed(document, image);
  const Eigen::MatrixXd weights = toMatrix(found.weights);
  CHECK(weights.minCoeff() >= 0);
  CHECK(weights.maxCoeff() <= 1);
  CHECK((weights.rowwise().sum().array() - 1).abs().maxCoeff() < 1e-12);
  const Skeleton& skeleton = document.skeleton;
  for (std::size_t bone = 0; bone < skeleton.size(); ++bone) {
    CAPTURE(skeleton[bone].name);
    const Eigen::Index there = nearest(V, (skeleton.head(bone) + skeleton.tail(bone)) * 0.5);
    Eigen::Index strongest = 0;
    CHECK(weights.row(there).maxCoeff(&strongest) > 0.7);
    CHECK(strongest == Eigen::Index(bone));
  }
  MeshContent mesh{.V = Eigen::MatrixXd::Zero(V.rows(), 3), .F = document.layers[0].mesh.F};
  mesh.V.leftCols(2) = V;
  const auto alone = weighByBones(mesh, skeleton);
  REQUIRE_MESSAGE(alone.has_value(), messageOf(alone));
  CHECK(difference(found.weights, alone->weights) < 1e-6);  // triangles in another order
}

TEST_CASE("a draft solves nothing that takes long, and the exact weights come all the same") {
  const LayerWeightsOptions draft{.quality = WeightQuality::draft};
  const Image small = comb(2), large = comb(4);
  const Document few = solved(small, 2, 0.3);
  checkSame(weighed(few, small, draft).weights, weighed(few, small).weights);

  const Document many = solved(large, 4, 1);
  const auto drafted = [&](WeightMethod method, const Image* pixels) {
    Document document = many;
    document.layers[0].settings.weights = method;
    return layerWeights(document, document.layers[0], pixels, draft)->weights;
  };
  const auto solving = WeightMethod::bounded_biharmonic;
  checkSame(drafted(solving, &large), drafted(WeightMethod::geodesic, &large));
  checkSame(drafted(solving, nullptr), drafted(WeightMethod::straight, nullptr));
  CHECK(difference(drafted(solving, &large), weighed(many, large).weights) > 0.01);
}

TEST_CASE("weighing stops where it is asked to, and a weigher finds the same afterwards") {
  const Image image = comb(2);
  for (const auto method : {WeightMethod::geodesic, WeightMethod::bounded_biharmonic}) {
    Document document = rigged(image, combSkeleton(2));
    document.layers[0].settings.weights = method;
    const Layer& layer = document.layers[0];
    const int checks = checksOf([&](const Progress& progress) {
      REQUIRE(layerWeights(document, layer, &image, {}, progress));
    });
    REQUIRE(checks > 2);
    LayerWeigher weigher;
    for (const int after : {0, checks / 2, checks - 1}) {
      CAPTURE(after);
      const auto stopped = weigher.weigh(document, layer, &image, {}, cancelAfter(after));
      REQUIRE_FALSE(stopped);
      CHECK(stopped.error().code == ErrorCode::cancelled);
    }
    checkSame(weigher.weigh(document, layer, &image)->weights, weighed(document, image).weights);
  }
}

TEST_CASE("what order triangles come in does not matter") {
  const Image image = comb(2);
  Document document = rigged(image, combSkeleton(2));
  const LayerWeights before = weighed(document, image);
  document.layers[0].mesh.F = document.layers[0].mesh.F.colwise().reverse().eval();
  const LayerWeights after = weighed(document, image);
  CHECK(before.F == after.F);
  checkSame(before.weights, after.weights);
}

TEST_CASE("a bone that does not deform pulls nothing, unless a layer follows no other") {
  const Image image = comb(2);
  Document document = rigged(image, combSkeleton(2));
  std::vector<Bone> bones(document.skeleton.bones().begin(), document.skeleton.bones().end());
  bones[1].deform = false;
  document.skeleton = *Skeleton::fromBones(std::move(bones));
  const VertexWeights without = weighed(document, image).weights;
  CHECK(std::ranges::find(without.handle, 1) == without.handle.end());
  document.layers[0].bones = {10};
  const VertexWeights alone = weighed(document, image).weights;
  CHECK(std::ranges::count(alone.weight, 1.0) == std::ptrdiff_t(alone.vertices()));
}

TEST_CASE("a mesh is made again as it was, and with other settings where the picture lies") {
  LayeredPicture drawing{.name = "d", .source = "d.ora", .width = 400, .height = 300};
  drawing.layers.push_back({.name = "comb", .image = comb(2), .x = 37, .y = 21});
  drawing.layers.push_back({.name = "bar", .image = barImage(), .x = 5, .y = 9});
  const auto made = rigLayers(drawing, combSkeleton(2),
                              {.rig = {.shape = {.encode = plainPng}},
                               .bindings = {{"comb", {"upper 0"}}, {"bar", {"upper 0"}}}});
  REQUIRE_MESSAGE(made.has_value(), messageOf(made));
  const Document& document = made->document;
  const Layer& layer = document.layers[0];
  const Image pixels = plainPngImage(document.images[0].encoded);
  const auto again = meshLayer(document, layer, pixels, layer.settings.mesh);
  REQUIRE_MESSAGE(again.has_value(), messageOf(again));
  CHECK(again->mesh.V == layer.mesh.V);
  CHECK(again->mesh.F == layer.mesh.F);
  CHECK(again->uv == layer.uv);
  const auto finer = meshLayer(document, layer, pixels, {.detail = 0.8});
  REQUIRE_MESSAGE(finer.has_value(), messageOf(finer));
  CHECK(finer->mesh.V.rows() > layer.mesh.V.rows());
  CHECK(finer->mesh.V.colwise().minCoeff().isApprox(layer.mesh.V.colwise().minCoeff(), 0.02));
  CHECK_FALSE(meshLayer(document, layer, pixels, {.edge_length = 9, .detail = 0.3}).has_value());
}

TEST_CASE("the settings of a mesh say how it was made") {
  for (const MeshSettings& settings : {MeshSettings{.alpha_threshold = 0.5,
                                      .margin = 3,
                                      .tolerance = 0.5,
                                      .minimum_island_area = 10,
                                      .detail = 0.7,
                                      .fill_holes = true},
                                       MeshSettings{.alpha_threshold = 0.5,
                                       .margin = 1.5,
                                       .tolerance = 1,
                                       .minimum_island_area = 0,
                                       .vertex_budget = 90},
                                       MeshSettings{.alpha_threshold = 0.5,
                                       .margin = 1.5,
                                       .tolerance = 1,
                                       .minimum_island_area = 0,
                                       .edge_length = 12}}) {
    CHECK(meshSettings({}, meshOptions(settings)) == settings);
  }
}

TEST_CASE("a picture's corner is found through single precision, but not where it is turned") {
  const Image image = comb(2);
  Document document = rigged(image, combSkeleton(2));
  Layer& layer = document.layers[0];
  layer.mesh.V.rowwise() += Eigen::RowVector2d(301, -77);
  layer.mesh.V = layer.mesh.V.cast<float>().cast<double>().eval();
  layer.uv = layer.uv.cast<float>().cast<double>().eval();
  const auto corner = pictureCorner(layer, document.images[0]);
  REQUIRE_MESSAGE(corner.has_value(), messageOf(corner));
  CHECK(*corner == Vec2{301, -77});
  layer.mesh.V.col(0).swap(layer.mesh.V.col(1));
  CHECK_FALSE(pictureCorner(layer, document.images[0]).has_value());
  CHECK_FALSE(layerWeights(document, layer, &image).has_value());
}

TEST_CASE("a layer that cannot be weighed says why, with its name") {
  const Image image = comb(2);
  const Document document = rigged(image, combSkeleton(2));
  const auto message = [&](auto change, const Image* pixels) {
    Layer layer = document.layers[0];
    change(layer);
    const auto found = layerWeights(document, layer, pixels);
    return found ? std::string() : found.error().message;
  };
  const auto starts = [](const std::string& text) { return text.starts_with("layer 'bar': "); };
  CHECK(starts(message([](Layer&) {}, nullptr)));
  CHECK(starts(message([](Layer& layer) { layer.bones.clear(); }, &image)));
  CHECK(starts(
      message([](Layer& layer) { layer.settings.weights = WeightMethod::authored; }, &image)));
  CHECK(starts(message([](Layer& layer) { layer.mesh.V.resize(0, 2); }, &image)));
  const Image empty(240, 160);
  CHECK(starts(message([](Layer&) {}, &empty)));
}

TEST_CASE("a smaller mask keeps places counted from the bottom left") {
  Coverage mask{.width = 7, .height = 5, .value = std::vector<std::uint8_t>(35)};
  for (int row = 3; row < 5; ++row)
    mask.value[std::size_t(row) * 7] = mask.value[std::size_t(row) * 7 + 1] = 200;
  const Coverage small = detail::smallerCoverage(mask, 2);
  CHECK(small.width == 4);
  CHECK(small.height == 3);
  CHECK(small.at(0, 2) == 200);
  CHECK(std::ranges::count(small.value, 0) == 11);
}

// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include "tests/studio/calls.hpp"
#include "tests/studio/figures.hpp"

using namespace vide;
using test::Calls;
using test::Json;

namespace {

Json hits(Calls& calls, double x, double y, double radius, const char* what) {
  return calls.ok("hit", {{"at", {x, y}}, {"radius", radius}, {"what", {what}}})["hits"];
}

// Two layers of the same picture, one over the other, the upper one rigid and with holes.
Document twoLayers() {
  Document document = test::twoBonePicture(WeightMethod::straight);
  document.images.push_back({.id = 0,
                             .name = "half",
                             .mime = "image/png",
                             .encoded = test::smallPng(),
                             .width = 2,
                             .height = 2});
  Layer upper = document.layers[0];
  upper.id = 1;
  upper.image = 0;
  upper.attachment = Attachment::fixed;
  upper.bones.clear();
  upper.weights = {};
  upper.uv.resize(upper.mesh.V.rows(), 2);
  for (Eigen::Index v = 0; v < upper.uv.rows(); ++v) {
    upper.uv.row(v) << upper.mesh.V(v, 0) / 100, 1 - upper.mesh.V(v, 1) / 120;
  }
  document.layers.push_back(upper);
  document.draw_order = {0, 1};
  return document;
}

}  // namespace

TEST_CASE("joints come before bones, and the nearest first") {
  Calls calls(test::twoBonePicture(WeightMethod::straight));
  const Json found = hits(calls, 52, 58, 10, "bone");
  REQUIRE(found.size() == 4);
  CHECK(found[0]["what"] == "tail");
  CHECK(found[0]["bone"] == 0);
  CHECK(found[1]["what"] == "head");
  CHECK(found[1]["bone"] == 1);
  CHECK(found[2]["what"] == "bone");
  CHECK(found[2]["bone"] == 0);
  CHECK(found[2]["distance"] == 2);
  CHECK(hits(calls, 80, 30, 10, "bone").empty());
}

TEST_CASE("things are found where the shown pose has them") {
  Calls calls(test::twoBonePicture(WeightMethod::straight));
  CHECK(hits(calls, 50, 110, 1, "vertex").size() == 1);
  CHECK(hits(calls, 50, 110, 1, "layer").size() == 1);
  CHECK(hits(calls, 5, 60, 1, "bone").empty());
  calls.ok("pose_bone", {{"bone", 1}, {"angle", 90}, {"key", false}});
  const Json tail = hits(calls, 0, 60, 1, "bone");
  REQUIRE(!tail.empty());
  CHECK(tail[0]["what"] == "tail");
  // The vertex at (50, 110) went with it.
  CHECK(hits(calls, 50, 110, 1, "vertex").empty());
  const Json vertex = hits(calls, 0, 60, 1, "vertex");
  REQUIRE(!vertex.empty());
  CHECK(hits(calls, 50, 112, 1, "layer").empty());
}

TEST_CASE("the layer in front is found first, and not through its holes") {
  Calls calls(twoLayers());
  const auto layers = [&](double x, double y) {
    std::vector<int> ids;
    for (const Json& hit : hits(calls, x, y, 0, "layer")) ids.push_back(hit["layer"]);
    return ids;
  };
  CHECK(layers(25, 90) == std::vector{1, 0});
  CHECK(layers(75, 30) == std::vector{1, 0});
  Blob pixels(16, 255);
  pixels[3] = 0;  // top left
  calls.ok("set_picture", {{"image", 0}}, {pixels});
  CHECK(layers(25, 90) == std::vector{0});
  CHECK(layers(75, 30) == std::vector{1, 0});
  calls.ok("set_layer", {{"layer", 1}, {"visible", false}});
  CHECK(layers(75, 30) == std::vector{0});
  CHECK(layers(-5, 30).empty());
}

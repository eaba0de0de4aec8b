// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <string>

#include "tests/support/outline_checks.hpp"
#include "tests/support/shared_data.hpp"
#include "vide/pipeline/read_picture.hpp"
#include "vide/vectorize/image_mesh.hpp"

using namespace vide;
using namespace vide::test;

namespace {

void checkPicture(const std::string& picture_path, const std::string& mask_path) {
  CAPTURE(picture_path);
  const auto picture = readPicture(picture_path, mask_path);
  REQUIRE(picture.has_value());
  const auto shape = shapeOf(*picture);
  REQUIRE(shape.has_value());
  const auto mesh = meshFromCoverage(*shape);
  REQUIRE(mesh.has_value());
  const Topology drawn = topologyOf(*shape);
  CHECK(mesh->report.coverage == 1);
  CHECK(mesh->report.overdraw < 0.15);
  CHECK(mesh->report.islands == drawn.islands);
  CHECK(mesh->report.holes == drawn.holes);
  CHECK(mesh->mesh.V.rows() > 100);
  CHECK(mesh->mesh.V.rows() < 2000);
}

}  // namespace

TEST_CASE("drawn characters become meshes that lose no pixel, island or hole") {
  const auto folder = sharedFolder();
  if (!folder) return;
  for (const std::string name : {"char1", "char2", "char4", "char5"}) {
    const std::string character = *folder + "/data/2d/AnimatedDrawings/" + name;
    checkPicture(character + "/texture.png", character + "/mask.png");
  }
  checkPicture(*folder + "/data/2d/gBot/gBot.png", {});
  checkPicture(*folder + "/data/2d/DragonBones/body/body_tex.png", {});
}

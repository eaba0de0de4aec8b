// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <string>

#include "tests/studio/dragged_weights.hpp"
#include "tests/support/shared_data.hpp"
#include "vide/io/character_config.hpp"
#include "vide/io/image_file.hpp"
#include "vide/pipeline/read_picture.hpp"

using namespace vide;
using namespace vide::test;

namespace {

// A drawn character alone on its picture.
struct Drawn {
  Image image;
  Blob file;
  Skeleton skeleton;
};

Drawn drawn(const std::string& folder) {
  const auto picture = readPicture(folder + "/texture.png", folder + "/mask.png");
  REQUIRE(picture.has_value());
  const auto shape = shapeOf(*picture);
  REQUIRE(shape.has_value());
  const auto config = readCharacterConfig(folder + "/char_cfg.yaml");
  REQUIRE(config.has_value());
  Drawn character{.image = cutOutImage(*picture, *shape),
                  .skeleton = *skeletonFromCharacter(*config)};
  character.file = *encodePng(character.image, {.compression = 0});
  return character;
}

Calls rigged(const Drawn& character, const Skeleton& skeleton, const char* method) {
  Calls calls(StudioOptions{.encode_png = [](const Image& image) { return encodePng(image); }});
  importPicture(calls, character.file, character.image);
  importSkeleton(calls, skeleton);
  weigh(calls, method);
  return calls;
}

}  // namespace

TEST_CASE("a character's bones are dragged about and back, and leave the weights it had") {
  const auto folder = sharedFolder();
  if (!folder) return;
  for (const std::string name : {"char1", "char4"}) {
    const Drawn character = drawn(*folder + "/data/2d/AnimatedDrawings/" + name);
    for (const char* method : {"geodesic", "bounded_biharmonic"}) {
      CAPTURE(name);
      CAPTURE(std::string(method));
      Calls calls = rigged(character, character.skeleton, method);
      const auto start = weighedLayers(calls);
      const std::size_t last = calls.state()["bones"].size() - 1;
      dragEnds(calls, {{last, "tail"}}, {{-30, 8}, {12, 21}});
      dragEnds(calls, {{last / 2, "tail"}}, {{9, 9}, {-7, 15}});
      const auto moved = weighedLayers(calls);
      CHECK(moved != start);
      Calls fresh = rigged(character, calls.document().skeleton, method);
      CHECK(moved == weighedLayers(fresh));
      dragEnds(calls, {{last / 2, "tail"}}, {{3, -3}, {7, -15}});
      dragEnds(calls, {{last, "tail"}}, {{1, 2}, {-12, -21}});
      CHECK(weighedLayers(calls) == start);
    }
  }
}

// SPDX-License-Identifier: MIT
#include "vide/rig/drawn_layers.hpp"

#include <doctest/doctest.h>

#include "tests/rig/character.hpp"

using namespace vide;
using vide::test::character;
using vide::test::dressedCharacter;

namespace {

std::vector<DrawnLayer> drawn(const Document& document, double time = -1) {
  REQUIRE(validate(document));
  std::vector<DrawnLayer> layers;
  DrawnLayers(document).at(time < 0 ? nullptr : &document.clips[0], time, layers);
  return layers;
}

std::vector<LayerId> idsDrawn(const Document& document, double time = -1) {
  std::vector<LayerId> ids;
  for (const DrawnLayer& layer : drawn(document, time))
    ids.push_back(document.layers[layer.layer].id);
  return ids;
}

using Ids = std::vector<LayerId>;

}  // namespace

TEST_CASE("visible layers are drawn in the document's order") {
  Document document = character();
  CHECK(idsDrawn(document) == Ids{9, 7, 8});
  document.layers[0].visible = false;
  CHECK(idsDrawn(document) == Ids{9, 8});
}

TEST_CASE("of a slot's layers only the one it shows is drawn") {
  Document document = character();
  document.slots = {{1, "head", {7, 8}, 8}};
  CHECK(idsDrawn(document) == Ids{9, 8});
  document.slots[0].shown.reset();
  CHECK(idsDrawn(document) == Ids{9});
}

TEST_CASE("a skin's layers are drawn in the place of others, and without it not at all") {
  Document document = character();
  document.skins = {{1, "winter", {{7, 8}}}};
  CHECK(idsDrawn(document) == Ids{9, 7});
  document.skin = 1;
  CHECK(idsDrawn(document) == Ids{9, 8});
  document.layers[0].visible = false;
  CHECK(idsDrawn(document) == Ids{9});
}

TEST_CASE("clips change what is seen, in what order and how") {
  const Document document = dressedCharacter();
  // Behind all stands 11 for 9; the slot shows 10 instead of 8, and nothing from 0.5 s on.
  CHECK(idsDrawn(document) == Ids{11, 7, 8});
  CHECK(idsDrawn(document, 0) == Ids{11, 7, 10});
  CHECK(idsDrawn(document, 0.3) == Ids{7, 11, 10});
  CHECK(idsDrawn(document, 0.6) == Ids{7, 11});
}

TEST_CASE("places are in order for what is seen and what is not, but for another dress") {
  Document document = dressedCharacter();
  document.layers[0].visible = false;
  const auto placed = [&](double time) {
    std::vector<std::size_t> order;
    DrawnLayers(document).order(time < 0 ? nullptr : &document.clips[0], time, order);
    Ids ids;
    for (const std::size_t index : order) ids.push_back(document.layers[index].id);
    return ids;
  };
  CHECK(placed(-1) == Ids{11, 7, 8, 10});  // 11 in the place of 9
  CHECK(placed(0.6) == Ids{7, 8, 11, 10});
  document.skin.reset();
  CHECK(placed(-1) == Ids{9, 7, 8, 10});
}

TEST_CASE("a layer brings its look and its mask") {
  Document document = dressedCharacter();
  document.clips[0].slots.clear();
  const DrawnLayer hat = drawn(document, 0.1).back();
  const Layer& layer = document.layers[hat.layer];
  CHECK(layer.id == 8);
  CHECK(hat.look == LayerLook{true, {1, 1, 1}, 0.5});
  REQUIRE(hat.mask);
  CHECK(document.layers[*hat.mask].id == 7);
}

TEST_CASE("where a skin replaces a mask, its layer is the mask") {
  Document document = dressedCharacter();
  document.layers[1].mask = 9;
  const DrawnLayer hat = drawn(document).back();
  CHECK(document.layers[*hat.mask].id == 11);
}

// SPDX-License-Identifier: MIT
#include "vide/io/open_raster.hpp"

#include <doctest/doctest.h>

#include <random>

#include "tests/io/zip_writer.hpp"
#include "tests/support/message_of.hpp"
#include "vide/io/image_file.hpp"

using namespace vide;
using namespace vide::test;

namespace {

Image plain(int width, int height, std::uint8_t red) {
  Image image(width, height);
  for (std::size_t i = 0; i < image.rgba.size(); i += 4) {
    image.rgba[i] = red;
    image.rgba[i + 3] = 255;
  }
  return image;
}

std::string imageOf(const std::string& stack) {
  return "<?xml version='1.0' encoding='UTF-8'?>\n<image w='40' h='30'>" + stack + "</image>";
}

// Pictures a.png (4 x 3, red 10), b.png (5 x 4, red 20) and c.png (6 x 5, red 30).
ZipEntries entriesOf(const std::string& xml) {
  return {{"mimetype", bytesOf("image/openraster")},
          {"stack.xml", bytesOf(xml)},
          {"data/a.png", *encodePng(plain(4, 3, 10))},
          {"data/b.png", *encodePng(plain(5, 4, 20))},
          {"data/c.png", *encodePng(plain(6, 5, 30))}};
}

std::vector<std::uint8_t> archiveOf(const std::string& stack) {
  return zipOf(entriesOf(imageOf(stack)));
}

LayeredPicture decoded(const std::string& stack) {
  auto picture = decodeOpenRaster(archiveOf(stack));
  REQUIRE_MESSAGE(picture.has_value(), messageOf(picture));
  return *std::move(picture);
}

void checkRefused(const std::string& stack, std::string_view part) {
  CAPTURE(stack);
  const auto picture = decodeOpenRaster(archiveOf(stack));
  CHECK_MESSAGE(failsWith(picture, part), messageOf(picture));
}

}  // namespace

TEST_CASE("layers of an OpenRaster file come back to front, with their pictures") {
  const LayeredPicture picture = decoded(
      "<stack><layer name='front' src='data/a.png' x='3' y='-2'/>"
      "<layer name='back' src='data/b.png' opacity='0.25' visibility='hidden'/></stack>");
  CHECK(picture.width == 40);
  CHECK(picture.height == 30);
  REQUIRE(picture.layers.size() == 2);
  CHECK(picture.warnings.empty());
  const PictureLayer &back = picture.layers[0], &front = picture.layers[1];
  CHECK(back.name == "back");
  CHECK(back.image == plain(5, 4, 20));
  CHECK(back.opacity == 0.25);
  CHECK_FALSE(back.visible);
  CHECK(front.name == "front");
  CHECK(front.image == plain(4, 3, 10));
  CHECK(front.x == 3);
  CHECK(front.y == -2);
  CHECK(front.visible);
}

TEST_CASE("stacks within stacks are laid flat") {
  const LayeredPicture picture = decoded(
      "<stack><layer name='top' src='data/a.png'/>"
      "<stack name='group' x='10' y='20' opacity='0.5' visibility='hidden'>"
      "<layer name='inner' src='data/b.png' x='1' y='2' opacity='0.5'/>"
      "<stack x='100'><layer name='deep' src='data/c.png' x='1'/></stack></stack></stack>");
  REQUIRE(picture.layers.size() == 3);
  CHECK(picture.layers[0].name == "deep");
  CHECK(picture.layers[0].x == 111);
  CHECK(picture.layers[0].y == 20);
  CHECK(picture.layers[1].name == "inner");
  CHECK(picture.layers[1].x == 11);
  CHECK(picture.layers[1].y == 22);
  CHECK(picture.layers[1].opacity == 0.25);
  CHECK_FALSE(picture.layers[1].visible);
  CHECK(picture.layers[2].visible);
  REQUIRE(picture.warnings.size() == 1);
  CHECK(picture.warnings[0].find("'group'") != std::string::npos);
}

TEST_CASE("ways to compose become blend modes, or normal with a warning") {
  const std::pair<const char*, BlendMode> known[] = {{"svg:src-over", BlendMode::normal},
                                                     {"svg:plus", BlendMode::add},
                                                     {"svg:multiply", BlendMode::multiply},
                                                     {"svg:screen", BlendMode::screen}};
  for (const auto& [name, mode] : known) {
    const LayeredPicture picture = decoded(std::string("<stack><layer src='data/a.png' ") +
                                           "composite-op='" + name + "'/></stack>");
    CHECK(picture.layers[0].blend == mode);
    CHECK(picture.warnings.empty());
  }
  const LayeredPicture picture = decoded(
      "<stack><layer name='glow' src='data/a.png' composite-op='svg:color-dodge'/></stack>");
  CHECK(picture.layers[0].blend == BlendMode::normal);
  REQUIRE(picture.warnings.size() == 1);
  CHECK(picture.warnings[0].find("glow") != std::string::npos);
  CHECK(picture.warnings[0].find("svg:color-dodge") != std::string::npos);
}

TEST_CASE("what is no picture is left out with a warning, a layer without a name gets one") {
  const LayeredPicture picture =
      decoded("<stack><text x='1'>Hi</text><layer src='data/a.png'/></stack>");
  REQUIRE(picture.layers.size() == 1);
  CHECK_FALSE(picture.layers[0].name.empty());
  REQUIRE(picture.warnings.size() == 1);
  CHECK(picture.warnings[0].find("<text>") != std::string::npos);
}

TEST_CASE("a stack.xml that does not follow its grammar is refused, the place named") {
  checkRefused("<stack><layer src='data/a.png'></stack>", "stack.xml");
  checkRefused("<stack><layer name='x' src='data/a.png' x='many'/></stack>", "x=\"many\"");
  checkRefused("<stack><layer name='x' src='data/a.png' x='9999999999'/></stack>", "x=");
  checkRefused("<stack><layer src='data/a.png' opacity='nan'/></stack>", "opacity");
  checkRefused("<stack><layer src='data/a.png' opacity='2'/></stack>", "opacity");
  checkRefused("<stack><layer src='data/a.png' visibility='maybe'/></stack>", "visibility");
  checkRefused("<layer src='data/a.png'/>", "<stack>");
  const auto no_size = zipOf(entriesOf("<image h='3'><stack/></image>"));
  CHECK(failsWith(decodeOpenRaster(no_size), "no w"));
}

TEST_CASE("a layer's picture is looked for in the archive and nowhere else") {
  for (const char* name : {"data/none.png", "../data/a.png", "/etc/passwd", "",
                           "data/../data/a.png", "file:///etc/passwd"}) {
    checkRefused(std::string("<stack><layer name='x' src='") + name + "'/></stack>",
                 "is not in the archive");
  }
  checkRefused("<stack><layer name='odd' src='mimetype'/></stack>", "layer 'odd'");
}

TEST_CASE("what is no OpenRaster file is refused") {
  CHECK(failsWith(decodeOpenRaster({}), "OpenRaster"));
  CHECK(failsWith(decodeOpenRaster(bytesOf("no archive at all")), "ZIP"));
  CHECK(failsWith(decodeOpenRaster(zipOf({{"stack.xml", bytesOf("<image/>")}})), "mimetype"));
  auto entries = entriesOf(imageOf("<stack/>"));
  entries[0].second = bytesOf("application/epub+zip");
  CHECK(failsWith(decodeOpenRaster(zipOf(entries)), "mimetype"));
  entries = entriesOf("");
  entries.erase(entries.begin() + 1);
  CHECK(failsWith(decodeOpenRaster(zipOf(entries)), "stack.xml"));
}

TEST_CASE("entities are not expanded") {
  const std::string xml =
      "<!DOCTYPE image [<!ENTITY a 'haha'><!ENTITY b '&a;&a;&a;&a;'>]>"
      "<image w='4' h='3'><stack><layer name='&b;' src='data/a.png'/></stack></image>";
  const auto picture = decodeOpenRaster(zipOf(entriesOf(xml)));
  REQUIRE(picture.has_value());
  CHECK(picture->layers[0].name == "&b;");
}

TEST_CASE("limits hold: unpacked bytes, pixels, layers, nesting") {
  const std::string layer = "<layer src='data/a.png'/>";
  const auto fails = [](const std::string& stack, const OpenRasterLimits& limits) {
    const auto picture = decodeOpenRaster(archiveOf(stack), limits);
    return !picture && picture.error().code == ErrorCode::limit_exceeded;
  };
  // A thousandfold packed megabyte of blanks.
  CHECK(fails("<stack>" + std::string(2 << 20, ' ') + "</stack>", {}));
  CHECK(fails("<stack>" + layer + layer + "</stack>", {.max_layers = 1}));
  CHECK(fails("<stack>" + layer + layer + layer + "</stack>", {.max_total_pixels = 30}));
  CHECK(fails("<stack>" + layer + "</stack>", {.image = {.max_pixels = 11}}));
  CHECK(fails("<stack>" + layer + "</stack>", {.image = {.max_file_bytes = 20}}));
  std::string nested;
  for (int i = 0; i < 10'000; ++i) nested += "<stack>";
  nested += layer;
  for (int i = 0; i < 10'000; ++i) nested += "</stack>";
  CHECK(fails(nested, {}));
  CHECK_FALSE(
      fails("<stack>" + layer + layer + "</stack>", {.max_total_pixels = 24, .max_layers = 2}));
}

TEST_CASE("every truncated prefix and many damaged copies are read or refused") {
  const auto whole = archiveOf("<stack><layer name='x' src='data/a.png'/></stack>");
  for (std::size_t size = 0; size < whole.size(); ++size) {
    const auto picture = decodeOpenRaster(std::span(whole).first(size));
    CHECK_FALSE(picture.has_value());
  }
  std::mt19937 random(7);
  for (int round = 0; round < 2000; ++round) {
    auto damaged = whole;
    for (int i = 0; i < 3; ++i) damaged[random() % damaged.size()] = std::uint8_t(random());
    const auto picture = decodeOpenRaster(damaged, {.image = {.max_pixels = 1 << 16}});
    if (!picture) CHECK_FALSE(picture.error().message.empty());
  }
}

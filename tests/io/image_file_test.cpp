// SPDX-License-Identifier: MIT
#include "vide/io/image_file.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <random>
#include <string>

#include "tests/io/temporary_folder.hpp"
#include "tests/support/shared_data.hpp"

using namespace vide;

namespace {

Image noise(int width, int height, unsigned seed) {
  std::mt19937 draw(seed);
  Image image(width, height);
  for (auto& byte : image.rgba) byte = std::uint8_t(draw());
  return image;
}

}  // namespace

TEST_CASE("a picture comes back from PNG as it was, at every compression") {
  for (const auto& [width, height] : {std::pair{1, 1}, {1, 40}, {40, 1}, {33, 17}}) {
    const Image image = noise(width, height, 1);
    for (int compression = 0; compression <= 9; ++compression) {
      const auto bytes = encodePng(image, {.compression = compression});
      REQUIRE(bytes);
      CHECK(decodeImage(*bytes) == image);
    }
  }
}

TEST_CASE("pictures written to a file are read back, and errors name the file") {
  const test::TemporaryFolder folder;
  const Image image = noise(20, 10, 2);
  REQUIRE(writePng(folder.file("a.png"), image));
  CHECK(readImage(folder.file("a.png")) == image);
  const auto missing = readImage(folder.file("b.png"));
  REQUIRE_FALSE(missing);
  CHECK(missing.error().code == ErrorCode::not_found);
  CHECK(missing.error().message.find(folder.file("b.png") + ": ") == 0);
  const std::string text = "plain text";
  REQUIRE(writeFileAtomically(folder.file("c.png"),
                              std::vector<std::uint8_t>(text.begin(), text.end())));
  const auto wrong = readImage(folder.file("c.png"));
  REQUIRE_FALSE(wrong);
  CHECK(wrong.error().code == ErrorCode::unsupported);
  CHECK(wrong.error().message.find(folder.file("c.png") + ": ") == 0);
}

TEST_CASE("every shared picture loads") {
  const auto folder = test::sharedFolder();
  if (!folder) return;
  int count = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(*folder + "/data")) {
    const auto extension = entry.path().extension();
    if (extension != ".png" && extension != ".jpg" && extension != ".webp") continue;
    INFO(entry.path().string());
    const auto image = readImage(entry.path().string());
    REQUIRE(image);
    CHECK(image->rgba.size() == 4 * std::size_t(image->width) * std::size_t(image->height));
    ++count;
  }
  CHECK(count >= 11);
}

// SPDX-License-Identifier: MIT
#pragma once

#include <doctest/doctest.h>

#include <string>
#include <utility>

#include "tests/support/plain_png.hpp"
#include "vide/animation/clip.hpp"
#include "vide/author/picture.hpp"
#include "vide/skeleton/skeleton.hpp"

// A small figure that needs no file: a bar of 100 x 20 pixels that bends in its middle.
namespace vide::test {

// The picture as if it had been read from a file.
inline Picture pictureOf(Image image) {
  Picture picture{.name = "bar", .source = "bar.png", .image = std::move(image)};
  picture.mime = "image/png";
  picture.encoded = *plainPng(picture.image);
  return picture;
}

// Canvas 120 x 60; the bar from (10, 20) to (110, 40), coloured by place.
inline Image barImage() {
  Image image(120, 60);
  for (int y = 20; y < 40; ++y) {
    for (int x = 10; x < 110; ++x) {
      std::uint8_t* pixel = image.pixel(x, y);
      pixel[0] = std::uint8_t(2 * x);
      pixel[1] = std::uint8_t(6 * y);
      pixel[2] = 90;
      pixel[3] = 255;
    }
  }
  return image;
}

// "left" from (10, 30) to the middle and "right" from there to (110, 30).
inline Skeleton barSkeleton() {
  std::vector<Bone> bones(2);
  bones[0] = {.id = 4, .name = "left", .tail = {50, 0, 0}};
  bones[0].local.translation = {10, 30, 0};
  bones[1] = {.id = 9, .name = "right", .parent = 0, .tail = {50, 0, 0}};
  bones[1].local.translation = {50, 0, 0};
  auto skeleton = Skeleton::fromBones(std::move(bones));
  REQUIRE(skeleton.has_value());
  return *skeleton;
}

// The right half turns by `turn` radians in the clip's time, evenly.
inline Clip bend(double duration, double turn) {
  Clip clip{.name = "bend", .duration = duration};
  BoneTrack track{.bone = 9};
  track.angle = {{.time = 0, .value = 0}, {.time = duration, .value = turn}};
  clip.bones = {track};
  return clip;
}

}  // namespace vide::test

// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "tests/formats/sample_characters.hpp"
#include "vide/core/math.hpp"
#include "vide/formats/detail/gltf_content.hpp"
#include "vide/formats/gltf_character.hpp"

using namespace vide;
using namespace vide::detail;

namespace {

// One channel as a viewer reads it.
struct Channel {
  std::string path;
  std::string interpolation;
  std::vector<double> times;
  std::vector<double> values;
};

std::vector<Channel> channelsOf(const Document& document) {
  const auto gltf = GltfDocument::parse(*writeGlb(document));
  std::vector<Channel> channels;
  const Json* animations = member(gltf->content().root, "animations");
  if (!animations) return channels;
  for (const Json& animation : *animations) {
    for (const Json& channel : animation["channels"]) {
      const Json& sampler = animation["samplers"][channel["sampler"].get<std::size_t>()];
      channels.push_back({channel["target"]["path"], sampler["interpolation"],
                          gltf->readNumbers(sampler["input"]).value(),
                          gltf->readNumbers(sampler["output"]).value()});
    }
  }
  return channels;
}

// One bone along +y that turns as the keys say.
Document turning(Track<double> keys) {
  Bone bone;
  bone.id = 1;
  bone.name = "bone";
  Document document;
  document.skeleton = Skeleton::fromBones({bone}).value();
  BoneTrack track;
  track.bone = 1;
  track.angle = std::move(keys);
  document.clips = {{.id = 1, .name = "turn", .duration = 3, .bones = {track}}};
  return document;
}

Key<double> key(double time, double value, Interpolation interpolation) {
  Key<double> made;
  made.time = time;
  made.value = value;
  made.interpolation = interpolation;
  return made;
}

// How far a viewer turns from each key to the next: the shorter way, about +z.
std::vector<double> turnsOf(const Channel& channel) {
  std::vector<double> turns;
  for (std::size_t i = 0; i + 7 < channel.values.size(); i += 4) {
    const double* q = channel.values.data() + i;
    const double turn = 2 * (std::atan2(q[6], q[7]) - std::atan2(q[2], q[3]));
    turns.push_back(std::remainder(turn, 2 * math::pi));
  }
  return turns;
}

}  // namespace

TEST_CASE("a viewer turns as far as the clip does, however wide the keys lie apart") {
  for (const double angle : {0.5, -3.0, math::pi, -4 * math::pi, 40.0}) {
    for (const auto interpolation :
         {Interpolation::linear, Interpolation::cubic, Interpolation::bezier}) {
      CAPTURE(angle);
      auto keys = {key(0, 0.25, interpolation), key(2, 0.25 + angle, interpolation)};
      const auto channels = channelsOf(turning(keys));
      REQUIRE(channels.size() == 1);
      CHECK(channels[0].path == "rotation");
      double total = 0;
      for (const double turn : turnsOf(channels[0])) {
        CHECK(std::abs(turn) < 0.9 * math::pi);
        total += turn;
      }
      CHECK(total == doctest::Approx(angle).epsilon(1e-5));
    }
  }
}

TEST_CASE("an overshooting curve is followed") {
  Track<double> keys{key(0, 0, Interpolation::cubic), key(0.125, 0, Interpolation::linear)};
  keys[0].out_tangent = 2000;  // swings out by about 37 radians and back
  const auto channels = channelsOf(turning(keys));
  double angle = 0, farthest = 0;
  for (const double turn : turnsOf(channels[0])) {
    farthest = std::max(farthest, angle += turn);
  }
  CHECK(farthest == doctest::Approx(2000 * 0.125 * 4 / 27).epsilon(0.02));
  CHECK(std::abs(angle) < 1e-4);
}

TEST_CASE("a clip of a thousand years stays small") {
  Document document = turning({key(0, 0, Interpolation::cubic), key(1, 9e5, Interpolation::bezier),
                               key(3e10, 0, Interpolation::linear)});
  document.clips[0].duration = 3e10;
  CHECK(channelsOf(document)[0].times.size() < 1'000'000);
}

TEST_CASE("times increase as floats and reach the clip's end") {
  for (const auto& [name, document] : test::sampleDocuments()) {
    CAPTURE(name);
    double last = 0;
    for (const Channel& channel : channelsOf(document)) {
      CHECK(std::ranges::adjacent_find(channel.times, std::greater_equal()) == channel.times.end());
      last = std::max(last, channel.times.back());
    }
    double longest = 0;
    for (const Clip& clip : document.clips) {
      if (!clip.bones.empty()) longest = std::max(longest, clip.duration);
    }
    CHECK(last == longest);
  }
}

TEST_CASE("held values are steps, and among lines they hold until just before the next key") {
  const auto steps =
      channelsOf(turning({key(0, 1, Interpolation::step), key(1, 2, Interpolation::step),
                          key(2, 3, Interpolation::linear)}));
  CHECK(steps[0].interpolation == "STEP");
  CHECK(steps[0].times == std::vector<double>{0, 1, 2, 3});
  const auto mixed =
      channelsOf(turning({key(0, 1, Interpolation::step), key(1, 2, Interpolation::linear),
                          key(2, 3, Interpolation::linear)}));
  CHECK(mixed[0].interpolation == "LINEAR");
  CHECK(mixed[0].times == std::vector<double>{0, double(std::nextafter(1.0f, 0.0f)), 1, 2, 3});
}

TEST_CASE("parts that stay at rest have no channel, and a clip that moves nothing no animation") {
  CHECK(channelsOf(turning({})).empty());
  for (const Channel& channel : channelsOf(test::armCharacter())) {
    CHECK(channel.values.size() ==
          channel.times.size() * (channel.path == "rotation" ? std::size_t{4} : std::size_t{3}));
  }
}

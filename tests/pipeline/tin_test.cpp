// SPDX-License-Identifier: MIT
// The example in layers, as a game would play it.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "tests/support/plain_png.hpp"
#include "vide/animation/player.hpp"
#include "vide/animation/sample.hpp"
#include "vide/author/rig_layers.hpp"
#include "vide/core/math.hpp"
#include "vide/pipeline/open_renderer.hpp"
#include "vide/pipeline/read_files.hpp"
#include "vide/pipeline/read_layers.hpp"
#include "vide/rig/drawn_layers.hpp"

using namespace vide;

namespace {

Document tin() {
  const std::string folder = VIDE_EXAMPLES "/tin/";
  const auto drawing = readLayeredPicture(folder + "layers");
  const auto skeleton = readPictureSkeleton(folder + "skeleton.json");
  REQUIRE(drawing.has_value());
  REQUIRE(skeleton.has_value());
  auto rigged = rigLayers(*drawing, *skeleton, {.rig = {.shape = {.encode = test::plainPng}}});
  REQUIRE(rigged.has_value());
  CHECK(rigged->warnings.empty());
  auto clips = readClips(folder + "clips.json", rigged->document);
  REQUIRE(clips.has_value());
  rigged->document.clips = *std::move(clips);
  return std::move(rigged->document);
}

const Clip& clipNamed(const Document& document, const std::string& name) {
  return *std::ranges::find(document.clips, name, &Clip::name);
}

std::vector<std::string> drawn(const Document& document, double time) {
  std::vector<DrawnLayer> layers;
  DrawnLayers(document).at(&clipNamed(document, "peekaboo"), time, layers);
  std::vector<std::string> names;
  for (const DrawnLayer& one : layers) names.push_back(document.layers[one.layer].name);
  return names;
}

// Radians that a bone turns from its rest.
double angleOf(const Player& player, std::size_t bone) {
  return angleInPlane(poseOf(player.pose(), bone).rotation);
}

double turned(double from, double to) { return std::abs(std::remainder(to - from, 2 * math::pi)); }

// The most that any bone turns in a second of a clip.
double fastest(const Document& document, const Clip& clip) {
  constexpr double step = 1e-3;
  std::vector<Transform> now(document.skeleton.size()), next = now;
  double most = 0;
  for (double time = 0; time + step < clip.duration; time += step) {
    samplePose(clip, document.skeleton, time, now);
    samplePose(clip, document.skeleton, time + step, next);
    for (std::size_t i = 0; i < now.size(); ++i) {
      most = std::max(most,
                      turned(angleInPlane(now[i].rotation), angleInPlane(next[i].rotation)) / step);
    }
  }
  return most;
}

// The most by which any bone is turned otherwise in a moment of one clip than in one of the other.
double furthestApart(const Document& document, const Clip& a, const Clip& b) {
  std::vector<Transform> of_a(document.skeleton.size()), of_b = of_a;
  double most = 0;
  for (double s = 0; s < a.duration; s += 0.02) {
    samplePose(a, document.skeleton, s, of_a);
    for (double t = 0; t < b.duration; t += 0.02) {
      samplePose(b, document.skeleton, t, of_b);
      for (std::size_t i = 0; i < of_a.size(); ++i) {
        most =
            std::max(most, turned(angleInPlane(of_a[i].rotation), angleInPlane(of_b[i].rotation)));
      }
    }
  }
  return most;
}

}  // namespace

TEST_CASE("an arm in a layer of its own swings and the body does not bend") {
  const Document document = tin();
  const auto renderer = openRenderer(document);
  REQUIRE(renderer.has_value());
  DocumentRenderer::Workspace workspace(*renderer);
  const auto layer = [&](const std::string& name) {
    return std::size_t(std::ranges::find(document.layers, name, &Layer::name) -
                       document.layers.begin());
  };
  const auto positions = [&](const std::string& name) {
    const auto now = renderer->positionsInSpace(layer(name), workspace);
    return std::vector<float>(now.begin(), now.end());
  };
  renderer->pose({}, 0, workspace);
  const auto body = positions("body"), arm = positions("arm_front");
  for (const double time : {0.2, 0.5, 0.8, 1.1}) {
    renderer->pose(clipNamed(document, "wave"), time, workspace);
    CHECK(positions("body") == body);
    const auto now = positions("arm_front");
    double furthest = 0;
    for (std::size_t i = 0; i < now.size(); i += 3) {
      furthest =
          std::max(furthest, std::hypot(double(now[i] - arm[i]), double(now[i + 1] - arm[i + 1])));
    }
    CHECK(furthest > 60);
  }
}

TEST_CASE("a clip swaps an image and changes the draw order") {
  Document document = tin();
  const std::vector<std::string> usual{"arm_back", "leg_back", "leg_front", "body",
                                       "antenna",  "head",     "eyes_open", "arm_front"};
  const std::vector<std::string> hidden{"leg_back", "leg_front", "body",     "antenna",
                                        "head",     "eyes_shut", "arm_back", "arm_front"};
  CHECK(drawn(document, 0) == usual);
  CHECK(drawn(document, 0.8) == hidden);
  CHECK(drawn(document, 2) == usual);
  document.skin = document.skins.at(0).id;
  CHECK(drawn(document, 2)[4] == "propeller");
}

TEST_CASE("the game is told of an event once in every round") {
  const Document document = tin();
  const auto clips = PlayableClips::build(document.skeleton, document.clips);
  REQUIRE(clips.has_value());
  auto player = Player::create(*clips);
  REQUIRE(player.has_value());
  const Clip& clip = clipNamed(document, "peekaboo");
  REQUIRE(player->play(0, clip.id, {.fade = 0}));
  std::vector<double> told;
  constexpr double step = 1.0 / 64;
  for (double time = 0; time < 3 * clip.duration; time += step) {
    player->advance(time == 0 ? 0 : step, [&](int track, const Clip& of, const ClipEvent& event) {
      CHECK(track == 0);
      CHECK(of.id == clip.id);
      CHECK(event.name == "boo");
      CHECK(event.text == "peek-a-boo");
      told.push_back(time);
    });
  }
  REQUIRE(told.size() == 3);
  for (std::size_t round = 0; round < 3; ++round) {
    const double due = double(round) * clip.duration + 1.4;
    CHECK(told[round] >= due - 1e-9);
    CHECK(told[round] <= due + step);
  }
}

// A fade of d seconds along 3 t^2 - 2 t^3 between poses that are at most D apart adds 1.5 D / d to
// the speeds of both clips; shares of quaternions, which turn unevenly, a fifth more.
TEST_CASE("walking fades into waving without a pop") {
  const Document document = tin();
  const Clip& walk = clipNamed(document, "walk");
  const Clip& wave = clipNamed(document, "wave");
  const double apart = furthestApart(document, walk, wave);
  const double speeds = fastest(document, walk) + fastest(document, wave);
  const auto clips = PlayableClips::build(document.skeleton, document.clips);
  REQUIRE(clips.has_value());
  constexpr double step = 1.0 / 240;
  const auto fastestTurn = [&](double fade, double start) {
    auto player = Player::create(*clips);
    REQUIRE(player.has_value());
    REQUIRE(player->play(0, walk.id, {.fade = 0}));
    player->advance(start);
    REQUIRE(player->play(0, wave.id, {.fade = fade, .time = 0.4}));
    std::vector<double> before(document.skeleton.size());
    for (std::size_t i = 0; i < before.size(); ++i) before[i] = angleOf(*player, i);
    double most = 0;
    for (double time = 0; time < 0.8; time += step) {
      player->advance(step);
      for (std::size_t i = 0; i < before.size(); ++i) {
        most = std::max(most, turned(before[i], angleOf(*player, i)) / step);
        before[i] = angleOf(*player, i);
      }
    }
    return most;
  };
  for (const double start : {0.0, 0.13, 0.5, 0.77}) {
    CHECK(fastestTurn(0.3, start) < speeds + 1.2 * 1.5 * apart / 0.3);
    CHECK(fastestTurn(0, start) > 3 * (speeds + 1.2 * 1.5 * apart / 0.3));  // a cut does pop
  }
}

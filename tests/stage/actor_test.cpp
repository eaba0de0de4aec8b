// SPDX-License-Identifier: MIT
#include "vide/stage/actor.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <utility>

#include "tests/stage/figure.hpp"
#include "vide/stage/moment.hpp"

using namespace vide;
using vide::test::figure;

namespace {

Actor actorOf(Document document) {
  auto actor = Actor::create(std::move(document));
  REQUIRE_MESSAGE(actor.has_value(), (actor ? "" : actor.error().message));
  return *std::move(actor);
}

Vec3 corner(const Actor& actor, std::size_t layer) {
  const auto now = actor.positions(layer);
  return {now[0], now[1], now[2]};
}

}  // namespace

TEST_CASE("an actor stands as it was drawn until something plays") {
  const Actor actor = actorOf(figure());
  CHECK(corner(actor, 0) == Vec3{0, 0, 0});
  REQUIRE(actor.drawn().size() == 2);
  CHECK(actor.drawn()[0].layer == 0);
  CHECK(actor.drawn()[1].layer == 1);
}

TEST_CASE("what plays moves the layers, shows images and tells of events") {
  Actor actor = actorOf(figure());
  REQUIRE(actor.player().play(0, 2, {.fade = 0}));
  int told = 0;
  const auto count = [&](int, const Clip& clip, const ClipEvent& event) {
    CHECK(clip.id == 2);
    CHECK(event.name == "top");
    ++told;
  };
  actor.advance(0.25, count);
  CHECK(told == 0);
  CHECK(corner(actor, 0) == Vec3{0, 6, 0});
  CHECK(corner(actor, 2) == Vec3{4, 6, 1});
  REQUIRE(actor.drawn().size() == 2);
  CHECK(actor.drawn()[0].look.opacity == 0.5);
  CHECK(actor.drawn()[1].layer == 2);  // the fist
  actor.advance(0.5, count);
  CHECK(told == 1);
}

TEST_CASE("in a fade bones, looks and offsets lie between; what jumps is the new clip's") {
  Actor actor = actorOf(figure());
  REQUIRE(actor.player().play(0, 1, {.fade = 0}));
  actor.advance(0.5);
  REQUIRE(actor.player().play(0, 2, {.fade = 1}));
  actor.advance(0.25);
  const double share = 3 * 0.25 * 0.25 - 2 * 0.25 * 0.25 * 0.25;
  const Vec3 at = corner(actor, 0);
  CHECK(at.x == doctest::Approx(-2 * (1 - share)).epsilon(1e-6));
  CHECK(at.y == doctest::Approx(6 * share).epsilon(1e-6));
  CHECK(corner(actor, 2).z == doctest::Approx(share).epsilon(1e-6));
  CHECK(actor.drawn()[0].look.opacity == doctest::Approx(1 - 0.5 * share));
  CHECK(actor.drawn()[1].layer == 2);
  const Moment moment = momentOf(actor.player());
  CHECK(moment.clip->id == 2);
  CHECK(moment.from->id == 1);
  CHECK(moment.from_time == doctest::Approx(0.75));
  CHECK(moment.share == doctest::Approx(share));
  actor.advance(1);
  CHECK(momentOf(actor.player()).from == nullptr);
  CHECK(corner(actor, 0).y == doctest::Approx(6).epsilon(1e-6));
}

TEST_CASE("what fades in from nothing, or out to it, does not jump") {
  Actor actor = actorOf(figure());
  REQUIRE(actor.player().play(0, 2, {.fade = 1}));
  actor.advance(0.5);
  CHECK(corner(actor, 0).y == doctest::Approx(3).epsilon(1e-6));
  CHECK(corner(actor, 2).z == doctest::Approx(0.5).epsilon(1e-6));
  CHECK(actor.drawn()[0].look.opacity == doctest::Approx(0.75));
  actor.advance(0.5);
  CHECK(actor.drawn()[0].look.opacity == doctest::Approx(0.5));
  REQUIRE(actor.player().stop(0, 1));
  actor.advance(0.5);
  CHECK(corner(actor, 2).z == doctest::Approx(0.5).epsilon(1e-6));
  CHECK(actor.drawn()[0].look.opacity == doctest::Approx(0.75));
  CHECK(actor.drawn()[1].layer == 1);  // the slot shows the hand again
  actor.advance(1);
  CHECK(corner(actor, 2).z == 0);
  CHECK(actor.drawn()[0].look.opacity == 1);
}

TEST_CASE("constraints act before springs, and springs swing from frame to frame") {
  Document document = figure();
  document.constraints = {{.id = 1, .name = "look", .kind = AimConstraint{.bone = 2, .target = 1}}};
  Actor aiming = actorOf(document);
  aiming.advance(0);
  // The arm at (4, 0) points back at the body's joint: its square is turned by half a turn.
  CHECK(corner(aiming, 1).x == doctest::Approx(4).epsilon(1e-6));
  CHECK(aiming.positions(1)[3] == doctest::Approx(2).epsilon(1e-6));
  document.constraints.clear();
  document.springs = {{.bone = 2, .frequency = 1, .damping = 0.1, .gravity = {0, -30, 0}}};
  Actor swinging = actorOf(document);
  REQUIRE(swinging.player().play(0, 1, {.fade = 0}));
  double lowest = 0;
  for (int frame = 0; frame < 120; ++frame) {
    swinging.advance(1.0 / 60);
    lowest = std::min(lowest, double(swinging.positions(1)[4]));  // y of the square's second corner
  }
  CHECK(lowest < -0.3);
  swinging.show(swinging.document().clips[0], 0.5);
  CHECK(swinging.positions(1)[4] == 0);
}

TEST_CASE("an actor that is moved goes on playing") {
  Actor first = actorOf(figure());
  REQUIRE(first.player().play(0, 1, {.fade = 0}));
  Actor second = std::move(first);
  second.advance(0.1);
  CHECK(corner(second, 0) == Vec3{-2, 0, 0});
}

TEST_CASE("without pictures layers are painted white; another number of pictures is an error") {
  Document document = figure();
  document.images = {
      {.id = 1, .name = "i", .mime = "image/png", .encoded = {0}, .width = 2, .height = 2}};
  document.layers[0].image = 1;
  document.layers[0].uv = Eigen::MatrixX2d::Zero(4, 2);
  Actor actor = actorOf(document);
  Canvas canvas(20, 10);
  actor.draw(Camera2D::document(10), {}, canvas);
  const Image image = canvas.toImage();
  CHECK(image.pixel(1, 9)[0] == 255);
  CHECK(image.pixel(1, 9)[3] == 255);
  CHECK(image.pixel(10, 5)[3] == 0);
  CHECK_FALSE(Actor::create(document, std::vector<Image>(2)).has_value());
  document.draw_order.clear();
  CHECK_FALSE(Actor::create(document).has_value());
}

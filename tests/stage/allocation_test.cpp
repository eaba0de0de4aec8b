// SPDX-License-Identifier: MIT
// An actor that has been made allocates nothing from its first frame on, whatever it plays.
#include <doctest/doctest.h>

#include "tests/stage/figure.hpp"
#include "tests/support/allocation_count.hpp"
#include "vide/stage/actor.hpp"

using namespace vide;

TEST_CASE("playing a document allocates nothing") {
  Document document = test::figure();
  document.constraints = {
      {.id = 1, .name = "aim", .mix = 0.5, .kind = AimConstraint{.bone = 2, .target = 1}}};
  document.springs = {{.bone = 2}};
  document.layers[0].mask = 11;
  document.layers[1].shapes = {{.name = "wide", .offsets = Eigen::MatrixX3d::Ones(4, 3)}};
  document.clips[0].morphs = {{11, 0, {{0, 0.0}, {1, 1.0}}}};
  document.clips[0].draw_order = {{0.5, {12, 11, 10}}};
  auto actor = Actor::create(std::move(document));
  REQUIRE(actor.has_value());
  int told = 0;
  const Player::OnEvent count = [&](int, const Clip&, const ClipEvent&) { ++told; };
  const std::size_t before = test::allocations;
  bool plays = true;
  for (int frame = 0; frame < 240; ++frame) {
    if (frame == 5) plays = plays && actor->player().play(0, 2, {.fade = 0.2}).has_value();
    if (frame == 60) plays = plays && actor->player().play(0, 1, {.fade = 0.5}).has_value();
    if (frame == 70) plays = plays && actor->player().play(0, 2, {.fade = 0.5}).has_value();
    if (frame == 150) plays = plays && actor->player().stop(0).has_value();
    actor->advance(1.0 / 60, count);
  }
  const std::size_t allocated = test::allocations - before;
  CHECK(plays);
  CHECK(told > 0);
  CHECK(allocated == 0);
}

// SPDX-License-Identifier: MIT
// The reader of Spine files, tried on small files that were typed from the public description of
// the format (JSON export format, version 4.2), with values worked out by hand beside them.

#include <doctest/doctest.h>

#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "tests/formats/spine_reader.hpp"

using vide::test::SpineMatrix;
using vide::test::SpineReader;

namespace {

void checkPoint(const vide::test::SpinePoint& point, double x, double y) {
  CHECK(point.x == doctest::Approx(x));
  CHECK(point.y == doctest::Approx(y));
}

void checkAxes(const SpineMatrix& m, double x_x, double x_y, double y_x, double y_y) {
  CHECK(m.a == doctest::Approx(x_x));
  CHECK(m.c == doctest::Approx(x_y));
  CHECK(m.b == doctest::Approx(y_x));
  CHECK(m.d == doctest::Approx(y_y));
}

std::vector<std::string> slotsOf(const std::vector<vide::test::SpineShown>& shown) {
  std::vector<std::string> names;
  for (const auto& seen : shown) names.push_back(seen.slot);
  return names;
}

using Names = std::vector<std::string>;

}  // namespace

TEST_CASE("bones inherit what their words say") {
  // The parent is turned by 90 degrees and twice as large, its child lies 3 along its x axis and
  // is turned by 30 degrees itself.
  const SpineReader reader(R"({"skeleton": {"spine": "4.2.00"}, "bones": [
    {"name": "root"},
    {"name": "turned", "parent": "root", "x": 1, "y": 2, "rotation": 90, "scaleX": 2, "scaleY": 2},
    {"name": "all", "parent": "turned", "x": 3, "rotation": 30},
    {"name": "place", "parent": "turned", "x": 3, "rotation": 30, "inherit": "onlyTranslation"},
    {"name": "size", "parent": "turned", "x": 3, "rotation": 30,
     "inherit": "noRotationOrReflection"},
    {"name": "turn", "parent": "turned", "x": 3, "rotation": 30, "inherit": "noScale"},
    {"name": "mirror", "parent": "root", "scaleY": -1},
    {"name": "seen", "parent": "mirror", "rotation": 30, "inherit": "noScale"},
    {"name": "unseen", "parent": "mirror", "rotation": 30, "inherit": "noScaleOrReflection"}],
   "slots": [], "skins": [], "animations": {}})");
  const auto bones = reader.bonesAt("", 0);
  // 3 along an x axis that points up and is twice as long: from (1, 2) to (1, 8).
  for (const std::size_t child : {2, 3, 4, 5}) checkPoint(bones[child].at(0, 0), 1, 8);
  const double sin = 0.5, cos = std::sqrt(3) / 2;  // of 30 degrees
  // 90 + 30 degrees and twice as large: the x axis is 2 (cos 120, sin 120) = 2 (-sin 30, cos 30).
  checkAxes(bones[2], -2 * sin, 2 * cos, -2 * cos, -2 * sin);
  // Its own 30 degrees alone.
  checkAxes(bones[3], cos, sin, -sin, cos);
  // Its own 30 degrees, twice as large.
  checkAxes(bones[4], 2 * cos, 2 * sin, -2 * sin, 2 * cos);
  // 120 degrees, no larger.
  checkAxes(bones[5], -sin, cos, -cos, -sin);
  // Upside down: what goes up goes down, so that 30 degrees become -30 and y points down.
  checkAxes(bones[7], cos, -sin, -sin, -cos);
  // The parent without its reflection is not turned at all.
  checkAxes(bones[8], cos, sin, -sin, cos);
}

TEST_CASE("pictures and meshes hang on bones") {
  const SpineReader reader(R"({"skeleton": {"spine": "4.2.00"}, "bones": [
    {"name": "root"},
    {"name": "arm", "parent": "root", "x": 10, "rotation": 90},
    {"name": "hand", "parent": "arm", "x": 4}],
   "slots": [{"name": "picture", "bone": "arm", "attachment": "p"},
             {"name": "mesh", "bone": "arm", "attachment": "m"},
             {"name": "soft", "bone": "root", "attachment": "s"}],
   "skins": [{"name": "default", "attachments": {
    "picture": {"p": {"x": 1, "y": 2, "rotation": 90, "scaleX": 2, "width": 4, "height": 6}},
    "mesh": {"m": {"type": "mesh", "uvs": [0, 0, 1, 0], "triangles": [], "vertices": [5, 0, 0, 1]}},
    "soft": {"s": {"type": "mesh", "uvs": [0, 0, 1, 1], "triangles": [],
     "vertices": [1, 2, 3, 0, 1, 3, 0, 8, 2, 0.5, 1, 2, 0, 0.25, 2, 1, 1, 0.25]}}}}],
   "animations": {}})");
  const auto shown = reader.shownAt("", 0);
  REQUIRE(shown.size() == 3);
  // 4 x 6 pixels drawn twice as wide are 8 x 6 and reach 4 to both sides and 3 up and down. Turned
  // by 90 degrees the lower left (-4, -3) is (3, -4); moved by (1, 2) that is (4, -2). The arm
  // takes (x, y) to (10 - y, x): (12, 4). Likewise the upper right (4, 3): (-3, 4), (-2, 6),
  // (4, -2).
  checkPoint(shown[0].vertices[0], 12, 4);
  checkPoint(shown[0].vertices[2], 4, -2);
  // (5, 0) of the arm is (10, 5), (0, 1) is (9, 0).
  checkPoint(shown[1].vertices[0], 10, 5);
  checkPoint(shown[1].vertices[1], 9, 0);
  // One bone alone, the hand: its joint is the arm's (4, 0), (10, 4); (3, 0) more along it is
  // (10, 7).
  checkPoint(shown[2].vertices[0], 10, 7);
  // Half of the root's (8, 2), a quarter of the arm's (2, 0), which is (10, 2), and a quarter of
  // the hand's (1, 1), which is (9, 5): x = 4 + 2.5 + 2.25, y = 1 + 0.5 + 1.25.
  checkPoint(shown[2].vertices[1], 8.75, 2.75);
}

TEST_CASE("slots show what skins and keys put there") {
  const SpineReader reader(R"({"skeleton": {"spine": "4.2.00"}, "bones": [{"name": "root"}],
   "slots": [{"name": "hat", "bone": "root", "attachment": "h", "color": "ff800080"},
             {"name": "hand", "bone": "root"}],
   "skins": [
    {"name": "default", "attachments": {
      "hand": {"open": {"width": 2, "height": 2}, "closed": {"width": 2, "height": 2, "x": 5}}}},
    {"name": "winter", "attachments": {
      "hat": {"h": {"width": 4, "height": 4, "x": 3, "color": "80ffffff"}},
      "hand": {"open": {"width": 2, "height": 2, "x": 9}}}}],
   "animations": {"wave": {"slots": {
     "hand": {"attachment": [{"time": 0.5, "name": "open"}, {"time": 1, "name": "closed"},
                             {"time": 1.5, "name": null}]},
     "hat": {"rgba": [{"color": "000000ff", "curve": "stepped"},
                      {"time": 1, "color": "ff000000"},
                      {"time": 2, "color": "00ff00ff",
                       "curve": [2.5, 0, 2.5, 1, 2, 1, 2, 1, 2, 0, 3, 0, 2, 1, 3, 1]},
                      {"time": 3, "color": "ffff00ff"}]}}}}})");
  // The hat is of the winter skin alone.
  CHECK(slotsOf(reader.shownAt("", 0)).empty());
  const auto dressed = reader.shownAt("", 0, "winter");
  REQUIRE(slotsOf(dressed) == Names{"hat"});
  checkPoint(dressed[0].vertices[0], 1, -2);  // 3 - 2, -2
  // The slot's colour times the picture's: half of full red.
  CHECK(dressed[0].color[0] == doctest::Approx(128.0 / 255));
  CHECK(dressed[0].color[3] == doctest::Approx(128.0 / 255));
  // The first key says nothing about what is before it.
  CHECK(slotsOf(reader.shownAt("wave", 0.4)).empty());
  checkPoint(reader.shownAt("wave", 0.5)[0].vertices[0], -1, -1);
  checkPoint(reader.shownAt("wave", 1.2)[0].vertices[0], 4, -1);
  CHECK(slotsOf(reader.shownAt("wave", 1.5)).empty());
  // The winter skin has an open hand of its own, and the default one's closed hand.
  checkPoint(reader.shownAt("wave", 0.5, "winter")[1].vertices[0], 8, -1);
  checkPoint(reader.shownAt("wave", 1.2, "winter")[1].vertices[0], 4, -1);
  const auto colorAt = [&](double time) { return reader.shownAt("wave", time, "winter")[0].color; };
  CHECK(colorAt(0.9)[3] == doctest::Approx(1));  // holds until the next key
  // Halfway from red without opacity to opaque green; the picture itself halves red.
  CHECK(colorAt(1.5)[0] == doctest::Approx(0.5 * 128 / 255));
  CHECK(colorAt(1.5)[1] == doctest::Approx(0.5));
  CHECK(colorAt(1.5)[3] == doctest::Approx(0.5));
  // Red's curve has both arms at the middle of the time and is symmetric: halfway at 2.5.
  CHECK(colorAt(2.5)[0] == doctest::Approx(0.5 * 128 / 255));
  CHECK(colorAt(2.5)[1] == doctest::Approx(1));
}

TEST_CASE("the draw order is that of the file with some slots moved") {
  const SpineReader reader(R"({"skeleton": {"spine": "4.2.00"}, "bones": [{"name": "root"}],
   "slots": [{"name": "a", "bone": "root", "attachment": "p"},
             {"name": "b", "bone": "root", "attachment": "p"},
             {"name": "c", "bone": "root", "attachment": "p"},
             {"name": "d", "bone": "root", "attachment": "p"}],
   "skins": [{"name": "default", "attachments": {"a": {"p": {}}, "b": {"p": {}}, "c": {"p": {}},
                                                 "d": {"p": {}}}}],
   "events": {"step": {}, "call": {}},
   "animations": {"turn": {
     "drawOrder": [{"time": 1, "offsets": [{"slot": "a", "offset": 2}, {"slot": "d", "offset": -3}]},
                   {"time": 2, "offsets": [{"slot": "b", "offset": 2}]}, {"time": 3}],
     "events": [{"name": "step"}, {"time": 1, "name": "call", "float": 2, "string": "x"},
                {"time": 1, "name": "step"}]}}})");
  CHECK(slotsOf(reader.shownAt("turn", 0.5)) == Names{"a", "b", "c", "d"});
  // a from place 0 to 2, d from 3 to 0; b and c keep their order in the places left, 1 and 3.
  CHECK(slotsOf(reader.shownAt("turn", 1)) == Names{"d", "b", "a", "c"});
  // Each key starts from the file's own order: b from 1 to 3.
  CHECK(slotsOf(reader.shownAt("turn", 2.5)) == Names{"a", "c", "d", "b"});
  CHECK(slotsOf(reader.shownAt("turn", 3)) == Names{"a", "b", "c", "d"});
  CHECK(reader.eventsUntil("turn", 0) == Names{"step"});
  CHECK(reader.eventsUntil("turn", 1) == Names{"step", "call", "step"});
}

TEST_CASE("curves are in absolute time and value") {
  const SpineReader reader(R"({"skeleton": {"spine": "4.2.00"}, "bones": [
    {"name": "root"}, {"name": "b", "parent": "root", "x": 100, "rotation": 10, "scaleX": 2}],
   "slots": [], "skins": [], "animations": {"move": {"bones": {"b": {
     "translate": [{"time": 1, "x": 10, "y": 20,
                    "curve": [1.5, 10, 2.5, 30, 1, 20, 3, 20]}, {"time": 3, "x": 30, "y": 60}],
     "rotate": [{"value": 0, "curve": [0, 80, 1, 80]}, {"time": 1, "value": 0}],
     "scale": [{"x": 1, "y": 1}, {"time": 2, "x": 2}],
     "shear": [{"curve": "stepped"}, {"time": 2, "y": 30}]}}}}})");
  const auto at = [&](double time) { return reader.bonesAt("move", time)[1]; };
  // Before the first key: where the bone is set up.
  checkPoint(at(0.5).at(0, 0), 100, 0);
  checkPoint(at(1).at(0, 0), 110, 20);
  checkPoint(at(3).at(0, 0), 130, 60);
  // x: times 1, 1.5, 2.5, 3 and values 10, 10, 30, 30 are symmetric about (2, 20).
  CHECK(at(2).at(0, 0).x == doctest::Approx(120));
  // A quarter along the curve, u = 1/4, with weights 27, 27, 9, 1 of 64: the time is
  // (27 + 40.5 + 22.5 + 3) / 64 = 93/64 and the value (270 + 270 + 270 + 30) / 64 = 13.125.
  CHECK(at(93.0 / 64).at(0, 0).x == doctest::Approx(113.125));
  // y has its own curve: times 1, 1, 3, 3, values 20, 20, 20, 60: at u = 1/2 that is time 2 and
  // (20 + 60 + 60 + 60) / 8 = 25.
  CHECK(at(2).at(0, 0).y == doctest::Approx(25));
  // A rotation that leaves 0 and comes back: at u = 1/2 it is 3 (80 + 80) / 8 = 60, more than the
  // 10 degrees of the set-up. The scale is 2 times 1.25 there.
  CHECK(at(0.5).a == doctest::Approx(2.5 * std::cos(70 * std::acos(-1.0) / 180)));
  CHECK(at(0.5).c == doctest::Approx(2.5 * std::sin(70 * std::acos(-1.0) / 180)));
  // What a scale key leaves out is 1; shear jumps: 90 + 10 + 30 degrees from 2 on.
  CHECK(std::hypot(at(2).b, at(2).d) == doctest::Approx(1));
  CHECK(at(1.9).b == doctest::Approx(-std::sin(10 * std::acos(-1.0) / 180)));
  CHECK(at(2).b == doctest::Approx(-std::sin(40 * std::acos(-1.0) / 180)));
}

TEST_CASE("keys move vertices in the space of each bone") {
  const SpineReader reader(R"({"skeleton": {"spine": "4.2.00"}, "bones": [
    {"name": "root"}, {"name": "arm", "parent": "root", "rotation": 90}],
   "slots": [{"name": "plain", "bone": "arm", "attachment": "m"},
             {"name": "soft", "bone": "root", "attachment": "m"}],
   "skins": [{"name": "default", "attachments": {
    "plain": {"m": {"type": "mesh", "uvs": [0, 0, 1, 0], "triangles": [], "vertices": [1, 0, 2, 0]}},
    "soft": {"m": {"type": "mesh", "uvs": [0, 0, 1, 1], "triangles": [],
     "vertices": [1, 0, 1, 1, 1, 2, 0, 4, 4, 0.5, 1, 4, -4, 0.5]}}}}],
   "animations": {"press": {"attachments": {"default": {
     "plain": {"m": {"deform": [{"time": 1, "offset": 2, "vertices": [3]},
                                {"time": 2, "offset": 1, "vertices": [6, 1]}]}},
     "soft": {"m": {"deform": [{"curve": [0, 1, 1, 1]},
                               {"time": 1, "offset": 4, "vertices": [2, 2]}]}}}}}}})");
  const auto plain = [&](double time) { return reader.shownAt("press", time)[0].vertices; };
  const auto soft = [&](double time) { return reader.shownAt("press", time)[1].vertices; };
  // The arm takes (x, y) to (-y, x). Before the first key nothing is moved.
  checkPoint(plain(0)[1], 0, 2);
  // From the third number on: the second vertex's x is 2 + 3.
  checkPoint(plain(1)[0], 0, 1);
  checkPoint(plain(1)[1], 0, 5);
  // Halfway to the next key, which moves the first one's y by 6 and the second one's x by 1: by 3,
  // and by (3 + 1) / 2 = 2.
  checkPoint(plain(1.5)[0], -3, 1);
  checkPoint(plain(1.5)[1], 0, 4);
  // Each bone of a vertex has its own two numbers. The second vertex, (4, 4) for the root and
  // (4, -4) for the arm, which is (4, 4), too: half of the root's (4, 4) and of the arm's
  // (6, -2), which is (2, 6).
  checkPoint(soft(0)[1], 4, 4);
  checkPoint(soft(1)[1], 3, 5);
  // The curve's values are 0, 1, 1, 1 and its times 0, 0, 1, 1: at half the time it has gone 7/8
  // of the way.
  checkPoint(soft(0.5)[1], 4 - 0.875, 4 + 0.875);
}

TEST_CASE("one bone turns to its target") {
  const SpineReader reader(R"({"skeleton": {"spine": "4.2.00"}, "bones": [
    {"name": "root"}, {"name": "base", "parent": "root", "x": 2, "rotation": 90},
    {"name": "eye", "parent": "base", "x": 1, "length": 5},
    {"name": "sight", "parent": "root", "x": 5, "y": 4}],
   "slots": [], "skins": [],
   "ik": [{"name": "look", "bones": ["eye"], "target": "sight", "bendPositive": true}],
   "animations": {"part": {"ik": {"look": [{"mix": 0.5, "bendPositive": true},
                                            {"time": 1, "mix": 0, "bendPositive": true}]}}}})");
  // The eye is at (2, 1), its target 3 to the right and 3 up: 45 degrees.
  const double half = std::sqrt(0.5);
  checkAxes(reader.bonesAt("", 0)[2], half, half, -half, half);
  // Without, it points up, at 90 degrees. Half of the way is 67.5, a quarter 78.75.
  const double degree = std::acos(-1.0) / 180;
  CHECK(reader.bonesAt("part", 0)[2].a == doctest::Approx(std::cos(67.5 * degree)));
  CHECK(reader.bonesAt("part", 0.5)[2].a == doctest::Approx(std::cos(78.75 * degree)));
  CHECK(reader.bonesAt("part", 1)[2].a == doctest::Approx(0));
}

TEST_CASE("two bones reach for their target, bent to the side that the file says") {
  // Bones of 3 and 4 and a target 5 away make a right angle at the elbow.
  const std::string file = R"({"skeleton": {"spine": "4.2.00"}, "bones": [
    {"name": "root"}, {"name": "upper", "parent": "root", "x": 1, "y": 1, "length": 3},
    {"name": "lower", "parent": "upper", "x": 3, "length": 4},
    {"name": "goal", "parent": "root", "x": 6, "y": 1}],
   "slots": [], "skins": [],
   "ik": [{"name": "reach", "bones": ["upper", "lower"], "target": "goal", "bendPositive": SIDE}],
   "animations": {"far": {"bones": {"goal": {"translate": [{"x": 5, "y": 0}]}}},
                  "near": {"bones": {"goal": {"translate": [{"x": -4.5, "y": 0}]}}},
                  "other": {"ik": {"reach": [{"bendPositive": OTHER}]}},
                  "free": {"ik": {"reach": [{"mix": 0, "bendPositive": SIDE}]}}}})";
  const auto with = [&](const std::string& side, const std::string& other) {
    std::string said = file;
    for (const auto& [word, value] : {std::pair{"SIDE", side}, {"OTHER", other}}) {
      for (auto at = said.find(word); at != std::string::npos; at = said.find(word)) {
        said.replace(at, 4 + (word[0] == 'O'), value);
      }
    }
    return SpineReader(said);
  };
  const SpineReader positive = with("true", "false"), negative = with("false", "true");
  // The elbow's height over the way to the target is 3 * 4 / 5 = 2.4, its foot 3 * 3 / 5 = 1.8
  // along it. Turning counter-clockwise at the elbow leaves it below the way.
  checkPoint(positive.bonesAt("", 0)[2].at(0, 0), 1 + 1.8, 1 - 2.4);
  checkPoint(negative.bonesAt("", 0)[2].at(0, 0), 1 + 1.8, 1 + 2.4);
  checkPoint(positive.bonesAt("other", 0)[2].at(0, 0), 1 + 1.8, 1 + 2.4);
  for (const SpineReader* reader : {&positive, &negative}) {
    checkPoint(reader->bonesAt("", 0)[2].at(4, 0), 6, 1);
    // Out of reach, 10 away: straight, 7 long.
    checkPoint(reader->bonesAt("far", 0)[2].at(4, 0), 8, 1);
    // 0.5 away: the longer lower bone cannot fold that far; upper points away, lower back.
    checkPoint(reader->bonesAt("near", 0)[2].at(0, 0), 1 - 3, 1);
    checkPoint(reader->bonesAt("near", 0)[2].at(4, 0), 2, 1);
    // As it is without: both along x.
    checkPoint(reader->bonesAt("free", 0)[2].at(4, 0), 8, 1);
  }
}

TEST_CASE("constraints act in their order") {
  // The first turns the arm up, which carries the target of the second.
  const SpineReader reader(R"({"skeleton": {"spine": "4.2.00"}, "bones": [
    {"name": "root"}, {"name": "arm", "parent": "root", "length": 2},
    {"name": "tip", "parent": "arm", "x": 2}, {"name": "up", "parent": "root", "y": 9},
    {"name": "eye", "parent": "root", "x": -2, "length": 1}],
   "slots": [], "skins": [],
   "ik": [{"name": "b", "order": 1, "bones": ["eye"], "target": "tip", "bendPositive": true},
          {"name": "a", "order": 0, "bones": ["arm"], "target": "up", "bendPositive": true}],
   "animations": {}})");
  const auto bones = reader.bonesAt("", 0);
  checkPoint(bones[2].at(0, 0), 0, 2);
  // From (-2, 0) to (0, 2): 45 degrees.
  checkPoint(bones[4].at(std::sqrt(2), 0), -1, 1);
}

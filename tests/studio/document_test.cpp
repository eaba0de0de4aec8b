// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include "tests/formats/sample_characters.hpp"
#include "tests/studio/calls.hpp"

using namespace vide;
using test::Calls;
using test::Json;

TEST_CASE("a file that is opened and saved comes back byte for byte") {
  for (const auto& [name, document] : test::sampleDocuments()) {
    CAPTURE(name);
    Calls calls(document);
    CHECK(calls.saved() == *writeGlb(document));
    CHECK(calls.state()["modified"] == false);
  }
}

TEST_CASE("a studio starts with an empty document") {
  Calls calls;
  const Json state = calls.state();
  CHECK(state["layers"].empty());
  CHECK(state["bones"].empty());
  CHECK(state["undo"] == "");
  CHECK(calls.error("undo", {{"steps", 2}}) == "undo: there is no member 'steps'");
  CHECK(calls.error("geometry", {{"layer", 0}}) == "geometry: there is no layer 0");
}

TEST_CASE(
    "a bone that is drawn stands where it was drawn, and undoing it leaves the file as it was") {
  Document document = test::armCharacter();
  Calls calls(document);
  const Json before = calls.content();
  const Json edited = calls.ok(
      "add_bone", {{"parent", nullptr}, {"head", {0, 0}}, {"tail", {0, 30}}, {"name", "new"}});
  CHECK(edited["state"]["bones"].size() == document.skeleton.size() + 1);
  CHECK(edited["state"]["bones"].back()["head"] == Json({0, 0}));
  CHECK(edited["state"]["bones"].back()["tail"] == Json({0, 30}));
  calls.ok("undo");
  CHECK(calls.content() == before);
  CHECK(calls.saved() == *writeGlb(document));
}

TEST_CASE("a frame and a layer's geometry have the sizes that the protocol says") {
  Calls calls(test::armCharacter());
  const Json state = calls.state();
  const Json frame = calls.ok("frame");
  CHECK(frame["bones"].size() == state["bones"].size());
  CHECK(calls.numbers<float>(0).size() == 6 * state["bones"].size());
  for (const Json& layer : state["layers"]) {
    const Json about = calls.ok("geometry", {{"layer", layer["id"]}});
    const std::size_t vertices = about["vertices"], triangles = about["triangles"];
    CHECK(vertices == layer["vertices"]);
    CHECK(calls.numbers<float>(0).size() == 2 * vertices);
    CHECK(calls.numbers<float>(1).size() == 2 * vertices);
    CHECK(calls.numbers<std::uint32_t>(2).size() == 3 * triangles);
    CHECK(calls.numbers<std::uint16_t>(3).size() == 8 * vertices);
    CHECK(calls.numbers<float>(4).size() == 8 * vertices);
  }
}

// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <algorithm>

#include "tests/studio/calls.hpp"
#include "tests/studio/figures.hpp"
#include "tests/studio/random_calls.hpp"
#include "vide/mesh/weight_matrix.hpp"

using namespace vide;
using test::Calls;
using test::Json;

namespace {

// All that protocol.ts lists.
constexpr const char* all_methods[] = {"open",
                                       "import_picture",
                                       "import_layers",
                                       "import_skeleton",
                                       "import_clips",
                                       "save",
                                       "state",
                                       "set_picture",
                                       "image",
                                       "geometry",
                                       "undo",
                                       "redo",
                                       "end_merge",
                                       "mesh_preview",
                                       "mesh_layer",
                                       "add_bone",
                                       "place_bone",
                                       "rename_bone",
                                       "reparent_bone",
                                       "remove_bones",
                                       "mirror_bones",
                                       "set_bone",
                                       "bind",
                                       "weigh",
                                       "paint_weights",
                                       "edit_weight",
                                       "vertex_weights",
                                       "prune_weights",
                                       "smooth_weights",
                                       "mirror_weights",
                                       "set_layer",
                                       "move_layer",
                                       "remove_layer",
                                       "add_slot",
                                       "set_slot",
                                       "remove_slot",
                                       "wear_skin",
                                       "show",
                                       "frame",
                                       "pose_bone",
                                       "drag_bone",
                                       "key_pose",
                                       "reset_pose",
                                       "add_clip",
                                       "set_clip",
                                       "duplicate_clip",
                                       "remove_clip",
                                       "clip",
                                       "set_key",
                                       "shape_keys",
                                       "remove_keys",
                                       "move_keys",
                                       "copy_keys",
                                       "add_event",
                                       "remove_event",
                                       "retarget_bvh",
                                       "inspect_bvh",
                                       "add_constraint",
                                       "set_constraint",
                                       "remove_constraint",
                                       "hit",
                                       "export",
                                       "render_begin",
                                       "render_frame",
                                       "render_end"};

// What a document is in every respect: as a page sees it and as a file.
struct Snapshot {
  std::string state;
  Blob file;

  explicit Snapshot(Calls& calls) : state(calls.content().dump()), file(calls.saved()) {}
  friend bool operator==(const Snapshot&, const Snapshot&) = default;
};

// What every document is, checked here without validate(), which edits rely on.
void checkSound(const Document& document) {
  const Skeleton& skeleton = document.skeleton;
  for (std::size_t i = 0; i < skeleton.size(); ++i) {
    CHECK(skeleton[i].parent >= -1);
    CHECK(skeleton[i].parent < int(i));
  }
  for (const Layer& layer : document.layers) {
    if (layer.attachment != Attachment::skinned) continue;
    const Eigen::MatrixXd weights = toMatrix(layer.weights);
    CHECK(weights.rows() == layer.mesh.V.rows());
    CHECK(weights.minCoeff() >= 0);
    CHECK((weights.rowwise().sum().array() - 1).abs().maxCoeff() < 1e-5);
  }
  for (const Clip& clip : document.clips) {
    for (const BoneTrack& track : clip.bones) {
      CHECK(std::ranges::is_sorted(track.angle, {}, &Key<double>::time));
    }
  }
}

void undoAll(Calls& calls) {
  while (calls.state()["undo"] != "") calls.ok("undo");
}

}  // namespace

TEST_CASE("random calls keep the document valid and are undone and done again, byte for byte") {
  const Document documents[] = {test::twoBonePicture(WeightMethod::straight),
                                test::dressedCharacter(), test::pictureAlone()};
  for (unsigned seed = 0; seed < 9; ++seed) {
    CAPTURE(seed);
    Calls calls(documents[seed % 3]);
    const Snapshot start(calls);
    test::RandomCalls random(seed);
    Json state = calls.state();
    int succeeded = 0;
    for (int i = 0; i < 250; ++i) {
      const auto [method, arguments] = random.next(state);
      const auto answer = calls.run(method, arguments);
      if (answer) {
        ++succeeded;
      } else {
        INFO(method, " ", arguments.dump());
        CHECK(answer.error().message.starts_with(method + ": "));
        CHECK(answer.error().message.find('\n') == std::string::npos);
      }
      if (random.whole(12) == 0) {
        const Snapshot before(calls);
        calls.ok("undo");
        calls.ok("redo");
        if (calls.state()["redo"] == "") CHECK(Snapshot(calls) == before);
      }
      state = calls.state();
    }
    CHECK(succeeded > 125);
    const Snapshot end(calls);
    const auto file = readGlb(end.file);
    REQUIRE(file);
    checkSound(*file);
    undoAll(calls);
    CHECK(Snapshot(calls) == start);
    while (calls.state()["redo"] != "") calls.ok("redo");
    CHECK(Snapshot(calls) == end);
  }
}

TEST_CASE("steps of a gesture are undone together, and one that fails is none of them") {
  Calls calls(test::twoBonePicture(WeightMethod::straight));
  const Snapshot start(calls);
  const auto place = [&](Json head) {
    return calls.run("place_bone",
                     {{"bone", 1}, {"head", head}, {"children", "stay"}, {"merge", "drag"}});
  };
  REQUIRE(place({50, 70}));
  const Snapshot first(calls);
  CHECK_FALSE(place({50, 110}));
  CHECK(Snapshot(calls) == first);
  REQUIRE(place({50, 80}));
  REQUIRE(place({50, 90}));
  calls.ok("end_merge");
  REQUIRE(place({50, 95}));
  calls.ok("undo");
  CHECK(calls.state()["bones"][1]["head"] == Json({50, 90}));
  calls.ok("undo");
  CHECK(Snapshot(calls) == start);
}

TEST_CASE("whether a document is modified follows saving and undoing") {
  Calls calls(test::twoBonePicture(WeightMethod::straight));
  CHECK(calls.state()["modified"] == false);
  calls.ok("rename_bone", {{"bone", 0}, {"name", "leg"}});
  CHECK(calls.state()["modified"] == true);
  CHECK(calls.state()["undo"] == "Rename bone");
  calls.ok("save", {{"copy", true}});
  CHECK(calls.state()["modified"] == true);
  calls.ok("save");
  CHECK(calls.state()["modified"] == false);
  calls.ok("undo");
  CHECK(calls.state()["modified"] == true);
}

TEST_CASE("what is no call is one line that names the method, and changes nothing") {
  Studio studio;
  const auto file = *writeGlb(test::dressedCharacter());
  const std::vector<BlobView> views{file};
  REQUIRE(studio.call("open", R"({"name": "x"})", views));
  const std::string before = studio.call("state", "{}")->json;
  const std::string deep = std::string(100'000, '[') + std::string(100'000, ']');
  const std::string texts[] = {"",
                               "{",
                               "nul",
                               "[]",
                               "7",
                               "\"text\"",
                               deep,
                               "{\"a\":" + deep + "}",
                               "{\"clip\": 1e999}",
                               "{\"bone\": NaN}",
                               "{\"unknown member\\n\": 1}",
                               "{\"bone\": 1e308, \"to\": [1e308, 1e308]}",
                               "{\"bone\": -1}",
                               "{\"bone\": 0.5}",
                               "{\"layer\": \"0\"}",
                               "{\"bones\": [1, \"2\"]}",
                               "{\"bones\": 4, \"x\": 1e300}",
                               "{\"name\": \"\\ud800\"}",
                               "{\"key\": {\"of\": 7}}",
                               "{\"keys\": [[], 3], \"clip\": 0}",
                               "\xff\xfe",
                               "{\"at\": [1], \"radius\": -1}"};
  for (const char* method : all_methods) {
    for (const std::string& text : texts) {
      CAPTURE(method);
      CAPTURE(text.substr(0, 80));
      const auto answer = studio.call(method, text);
      CHECK_FALSE(answer);
      if (answer) continue;
      const std::string& message = answer.error().message;
      CHECK(message.starts_with(std::string(method) + ": "));
      CHECK(message.size() < 300);
      CHECK(message.find('\n') == std::string::npos);
    }
  }
  CHECK_FALSE(studio.call("", "{}"));
  CHECK(studio.call("no_such\nmethod", "{}").error().message ==
        "there is no method 'no_such?method'");
  CHECK(studio.call("state", "{}")->json == before);
}

TEST_CASE("messages stay one short line whatever the names in them") {
  Calls calls(test::pictureAlone());
  std::string name = "two\nlines ";
  for (int i = 0; i < 1000; ++i) name += "\u753b";
  calls.ok("set_layer", {{"layer", 0}, {"name", name}});
  const std::string message = calls.error("weigh", {{"layers", {0}}, {"quality", "exact"}});
  CHECK(message.starts_with("weigh: layer 'two?lines \u753b\u753b"));
  CHECK(message.ends_with("\u753b..."));
  CHECK(message.size() < 450);
}

TEST_CASE("files that are no documents are refused, and the one that was open stays") {
  Calls calls(test::armCharacter());
  const Snapshot before(calls);
  const Blob file = *writeGlb(test::dressedCharacter());
  for (std::size_t size = 0; size < file.size(); size += 97) {
    CHECK(calls.error("open", {{"name", "x"}}, {Blob(file.begin(), file.begin() + long(size))})
              .starts_with("open: "));
  }
  CHECK(calls.error("open", {{"name", "x"}}) == "open: it takes 1 blobs and was given 0");
  CHECK(Snapshot(calls) == before);
}

// SPDX-License-Identifier: MIT
// Writes what the checks of game engines' formats open: engine_files FOLDER makes NAME_ske.json for
// every sample document in the plane, and NAME.expected.json with what VIDE itself shows of it at
// several times. A character of another program is copied and played as it is. With --godot it
// makes a NAME.tscn of Godot 3 instead.

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

#include "tests/formats/engine_samples.hpp"
#include "tests/support/posed_document.hpp"
#include "vide/io/engine_document.hpp"
#include "vide/io/engine_export.hpp"
#include "vide/rig/drawn_layers.hpp"

using namespace vide;
namespace fs = std::filesystem;

namespace {

[[noreturn]] void fail(const std::string& message) {
  std::fprintf(stderr, "%s\n", message.c_str());
  std::exit(1);
}

// The layers that are seen, back to front.
nlohmann::json layersAt(const Document& document, const Clip& clip, double time) {
  const auto skinning = test::skinningAt(document, clip, time);
  std::vector<DrawnLayer> drawn;
  DrawnLayers(document).at(&clip, time, drawn);
  nlohmann::json layers = nlohmann::json::array();
  for (const DrawnLayer& seen : drawn) {
    const Layer& layer = document.layers[seen.layer];
    if (layer.mesh.F.rows() == 0) continue;
    nlohmann::json positions = nlohmann::json::array();
    for (const Vec3 p : test::posedLayer(document, layer, skinning, clip, time)) {
      positions.push_back({p.x, p.y});
    }
    layers.push_back({{"layer", layer.name},
                      {"opacity", seen.look.opacity},
                      {"tint", {seen.look.tint.x, seen.look.tint.y, seen.look.tint.z}},
                      {"positions", std::move(positions)}});
  }
  return layers;
}

struct Target {
  std::string folder;
  bool is_godot = false;
};

// Godot 3 moves sheared bones in steps.
bool movesInSteps(const Target& target, const Document& document) {
  return target.is_godot && std::ranges::any_of(document.skeleton.bones(), [](const Bone& bone) {
           return bone.local.shear.x != 0;
         });
}

// `origin`: where the file's own origin lies in the document.
void writeExpected(const Target& target, const std::string& name, const Document& document,
                   Vec3 origin) {
  nlohmann::json clips = nlohmann::json::array();
  for (const Clip& authored : document.clips) {
    const Clip clip = test::playedOnce(authored);
    nlohmann::json moments = nlohmann::json::array();
    for (const double share : {0.0, 0.11, 0.26, 0.47, 0.51, 0.73, 0.9, 0.999}) {
      double time = share * clip.duration;
      if (movesInSteps(target, document)) time = std::floor(time * 60) / 60;
      moments.push_back({{"time", time}, {"layers", layersAt(document, clip, time)}});
    }
    clips.push_back({{"name", clip.name}, {"moments", std::move(moments)}});
  }
  const nlohmann::json expected{{"origin", {origin.x, origin.y}},
                                {"height", document.canvas_height},
                                {"clips", std::move(clips)}};
  std::ofstream(target.folder + "/" + name + ".expected.json") << expected;
}

void exportSample(const Target& target, const std::string& name, const Document& document) {
  const std::string path = target.folder + "/" + name + (target.is_godot ? ".tscn" : "_ske.json");
  const auto written = exportForEngine(document, path, {.godot = GodotVersion::three});
  if (!written) fail(written.error().message);
  writeExpected(target, name, document, {});
}

// Another program's character: as it came, and as VIDE writes it.
void addShared(const Target& target, const std::string& shared) {
  const fs::path from = fs::path(shared) / "data/2d/DragonBones/body/body_ske.json";
  if (!fs::exists(from)) return;
  auto imported = readEngineDocument(from.string());
  if (!imported) fail(imported.error().message);
  Document& document = imported->document;
  if (target.is_godot) {
    document.clips.resize(2);  // one plays as fast as the other
  } else {
    fs::copy_file(from, target.folder + "/shared_ske.json", fs::copy_options::overwrite_existing);
    writeExpected(target, "shared", document, document.skeleton.head(0));
  }
  exportSample(target, "shared_again", document);
}

}  // namespace

int main(int count, char** arguments) {
  const Target target{count > 1 ? arguments[count - 1] : "",
                      count == 3 && arguments[1] == std::string("--godot")};
  if (count != (target.is_godot ? 3 : 2)) fail("usage: engine_files [--godot] FOLDER");
  for (const auto& [name, document] : test::planeSamples()) exportSample(target, name, document);
  if (const char* shared = std::getenv("VIDE_SHARED")) addShared(target, shared);
  return 0;
}

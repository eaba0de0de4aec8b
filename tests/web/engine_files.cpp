// SPDX-License-Identifier: MIT
// Writes what the JavaScript checks of game engines' formats open: engine_files FOLDER makes
// NAME_ske.json for every sample document in the plane, and NAME.expected.json with what VIDE
// itself shows of it at several times. A character of another program is copied and played as it
// is.

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

// `origin`: where the file's own origin lies in the document.
void writeExpected(const std::string& path, const Document& document, Vec3 origin) {
  nlohmann::json clips = nlohmann::json::array();
  for (const Clip& authored : document.clips) {
    const Clip clip = test::playedOnce(authored);
    nlohmann::json moments = nlohmann::json::array();
    for (const double share : {0.0, 0.11, 0.26, 0.47, 0.51, 0.73, 0.9, 0.999}) {
      const double time = share * clip.duration;
      moments.push_back({{"time", time}, {"layers", layersAt(document, clip, time)}});
    }
    clips.push_back({{"name", clip.name}, {"moments", std::move(moments)}});
  }
  std::ofstream(path) << nlohmann::json{{"origin", {origin.x, origin.y}}, {"clips", clips}};
}

void exportSample(const std::string& folder, const std::string& name, const Document& document) {
  const auto written = exportForEngine(document, folder + "/" + name + "_ske.json");
  if (!written) fail(written.error().message);
  writeExpected(folder + "/" + name + ".expected.json", document, {});
}

// Another program's character: as it came, and as VIDE writes it.
void addShared(const std::string& folder, const std::string& shared) {
  const fs::path from = fs::path(shared) / "data/2d/DragonBones/body/body_ske.json";
  if (!fs::exists(from)) return;
  const auto imported = readEngineDocument(from.string());
  if (!imported) fail(imported.error().message);
  const Document& document = imported->document;
  fs::copy_file(from, folder + "/shared_ske.json", fs::copy_options::overwrite_existing);
  writeExpected(folder + "/shared.expected.json", document, document.skeleton.head(0));
  exportSample(folder, "shared_again", document);
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 2) fail("usage: engine_files FOLDER");
  const std::string folder = arguments[1];
  for (const auto& [name, document] : test::planeSamples()) exportSample(folder, name, document);
  if (const char* shared = std::getenv("VIDE_SHARED")) addShared(folder, shared);
  return 0;
}

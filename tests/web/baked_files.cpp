// SPDX-License-Identifier: MIT
// Writes what gltf_check.mjs opens: baked_files FOLDER makes plain files whose layers move by morph
// targets alone, and beside each where VIDE itself puts their vertices at some frames.

#include <cstdio>
#include <nlohmann/json.hpp>
#include <string>

#include "tests/support/bent_bar.hpp"
#include "vide/author/bake_morphs.hpp"
#include "vide/formats/detail/gltf_content.hpp"
#include "vide/formats/gltf_plain.hpp"
#include "vide/io/file.hpp"
#include "vide/stage/document_renderer.hpp"

using namespace vide;

namespace {

// The node of the only layer.
std::size_t nodeOfMesh(std::span<const std::uint8_t> glb) {
  const GltfDocument gltf = GltfDocument::parse(glb).value();
  const auto& nodes = gltf.content().root["nodes"];
  std::size_t node = 0;
  while (!nodes[node].contains("mesh")) ++node;
  return node;
}

nlohmann::json expectations(const Document& bar, std::size_t node) {
  const auto renderer = DocumentRenderer::create(bar, {}).value();
  DocumentRenderer::Workspace workspace(renderer);
  nlohmann::json moments = nlohmann::json::array();
  for (const int frame : {0, 1, 8, 15, 23, 30}) {
    const double time = double(float(frame / 30.0));  // as the file has it
    renderer.pose(bar.clips[0], time, workspace);
    const auto at = renderer.positionsInSpace(0, workspace);
    nlohmann::json positions = nlohmann::json::array();
    for (std::size_t i = 0; i < at.size(); i += 3) {
      const double scale = 1 / bar.pixels_per_unit;
      positions.push_back({at[i] * scale, at[i + 1] * scale, at[i + 2] * scale});
    }
    moments.push_back({{"time", time}, {"layers", {{{"layer", node}, {"positions", positions}}}}});
  }
  // A tenth of a pixel, of a figure of about 160 pixels.
  const nlohmann::json clip = {{"name", "bend"}, {"tolerance", 0.1 / 160}, {"moments", moments}};
  return {{"clips", {clip}}, {"flat", true}};
}

bool write(const std::string& path, std::span<const std::uint8_t> bytes) {
  const auto written = writeFileAtomically(path, bytes);
  if (!written) std::fprintf(stderr, "%s\n", written.error().message.c_str());
  return written.has_value();
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: baked_files FOLDER\n");
    return 2;
  }
  for (const auto& [name, deformer] : {std::pair{"baked_linear", Deformer::linear_blend},
                                       {"baked_dual_quaternion", Deformer::dual_quaternion},
                                       {"baked_arap", Deformer::arap}}) {
    const Document bar = test::bentBar(deformer);
    const auto glb = writePlainGlb(bakeMorphs(bar).value().document).value();
    const std::string place = std::string(argv[1]) + "/" + name;
    const std::string expected = expectations(bar, nodeOfMesh(glb)).dump();
    const std::span text(reinterpret_cast<const std::uint8_t*>(expected.data()), expected.size());
    if (!write(place + ".glb", glb) || !write(place + ".json", text)) return 1;
  }
  return 0;
}

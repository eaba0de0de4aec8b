// SPDX-License-Identifier: MIT
#include <cstdint>
#include <span>
#include <vector>

#include "fuzz/require.hpp"
#include "vide/formats/gltf_character.hpp"
#include "vide/formats/gltf_document.hpp"
#include "vide/formats/gltf_summary.hpp"
#include "vide/formats/gltf_weights.hpp"

namespace {

const vide::GltfOptions options{.max_accessor_values = 1 << 16};

// What opens as a document is valid, and after one save it is saved the same ever after.
void checkDocument(const vide::GltfDocument& gltf) {
  const auto document = vide::documentIn(gltf);
  if (!document) {
    require(!document.error().message.empty());
    return;
  }
  require(vide::validate(*document).has_value());
  const auto saved = vide::writeGlb(*document);
  if (!saved) return;  // a number that no float holds
  const auto again = vide::readGlb(*saved);
  require(again && vide::writeGlb(*again) == *saved);
  const auto updated = vide::withDocument(gltf, *document);
  require(updated && vide::documentIn(*updated));
}

vide::Skeleton stick() {
  std::vector<vide::Bone> bones(2);
  bones[0].name = "lower";
  bones[1].name = "upper";
  bones[1].id = 1;
  bones[1].parent = 0;
  return *vide::Skeleton::fromBones(bones);
}

// A new skeleton leaves a file that opens, with the same layers, and so does a second one.
void checkWeights(const vide::GltfDocument& gltf) {
  const auto surface = vide::surfaceOf(gltf);
  const auto document = vide::documentIn(gltf);
  if (!surface || !document) return;
  vide::VertexWeights weights{.handles = 2};
  std::vector<vide::Influence> row{{0, 0.5}, {1, 0.5}};
  for (Eigen::Index v = 0; v < surface->mesh.V.rows(); ++v) vide::appendRow(weights, row);
  const vide::Skeleton skeleton = stick();
  const auto rigged = vide::withSkeleton(gltf, *surface, skeleton, weights);
  if (!rigged) return;
  const auto opened = vide::documentIn(*rigged);
  require(opened && opened->layers.size() == document->layers.size());
  const auto again = vide::surfaceOf(*rigged);
  require(again && again->mesh.V.rows() == surface->mesh.V.rows());
  const auto twice = vide::withSkeleton(*rigged, *again, skeleton, weights);
  require(twice && vide::documentIn(*twice));
}

void checkBytes(std::span<const std::uint8_t> bytes) {
  const auto gltf = vide::GltfDocument::parse(bytes, options);
  if (!gltf) {
    require(!gltf.error().message.empty());
    return;
  }
  const auto written = gltf->writeGlb();
  const auto again = vide::GltfDocument::parse(written, options);
  require(again && again->writeGlb() == written);
  require(vide::summarize(*gltf).problems.size() <= vide::GltfSummary::max_problems);
  checkDocument(*gltf);
  checkWeights(*gltf);
}

// A file that is cut off fails at its length; with that put right, what lies behind is reached.
void correctLength(std::span<std::uint8_t> bytes) {
  for (std::size_t i = 0; i < 4; ++i) bytes[8 + i] = std::uint8_t(bytes.size() >> (8 * i));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::span bytes(data, size);
  checkBytes(bytes);
  if (size >= 12) {
    std::vector<std::uint8_t> corrected(bytes.begin(), bytes.end());
    correctLength(corrected);
    checkBytes(corrected);
  }
  return 0;
}

// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <tuple>
#include <vector>

#include "tests/studio/calls.hpp"
#include "vide/formats/skeleton_json.hpp"

// A picture that is rigged, and its bones dragged as a page drags them.
namespace vide::test {

// What weighing gives a layer: weights, and triangles in the order of their bones.
using Weighed =
    std::tuple<std::vector<std::uint32_t>, std::vector<int>, std::vector<double>, std::vector<int>>;

inline std::vector<Weighed> weighedLayers(Calls& calls) {
  std::vector<Weighed> all;
  const Document document = calls.document();
  for (const Layer& layer : document.layers) {
    const VertexWeights& weights = layer.weights;
    const auto F = layer.mesh.F.reshaped();
    all.emplace_back(std::vector<std::uint32_t>(weights.row_start.begin(), weights.row_start.end()),
                     std::vector<int>(weights.handle.begin(), weights.handle.end()),
                     std::vector<double>(weights.weight.begin(), weights.weight.end()),
                     std::vector<int>(F.begin(), F.end()));
  }
  return all;
}

inline void importPicture(Calls& calls, const Blob& file, const Image& image) {
  calls.ok("import_picture",
           {{"name", "picture.png"},
            {"mime", "image/png"},
            {"width", image.width},
            {"height", image.height}},
           {file, image.rgba});
}

inline void importSkeleton(Calls& calls, const Skeleton& skeleton) {
  calls.ok("import_skeleton", {{"file", "bones.json"}, {"text", writeSkeletonJson(skeleton)}});
}

inline void weigh(Calls& calls, const char* method, const char* quality = "exact") {
  const Json layer = calls.state()["layers"][0]["id"];
  calls.ok("weigh", {{"layers", Json::array({layer})}, {"method", method}, {"quality", quality}});
}

struct BoneEnd {
  std::size_t bone = 0;  // its index
  const char* end = "";  // "head" or "tail"
};

// Drags the ends by each of these, from where they were: with drafts, and released at the last.
inline void dragEnds(Calls& calls, const std::vector<BoneEnd>& ends, const std::vector<Vec2>& by) {
  const Json bones = calls.state()["bones"];
  const auto place = [&](Vec2 away, const char* quality) {
    for (std::size_t i = 0; i < ends.size(); ++i) {
      const Json& bone = bones[ends[i].bone];
      const Json& from = bone[ends[i].end];
      const bool waits = i + 1 < ends.size();
      calls.ok("place_bone", {{"bone", bone["id"]},
                              {ends[i].end, {double(from[0]) + away.x, double(from[1]) + away.y}},
                              {"children", "stay"},
                              {"weights", waits ? "keep" : quality},
                              {"merge", "drag"}});
    }
  };
  for (const Vec2 away : by) place(away, "draft");
  place(by.back(), "exact");
  calls.ok("end_merge");
}

}  // namespace vide::test

// SPDX-License-Identifier: MIT
#pragma once

#include <cstdlib>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/shared_data.hpp"
#include "vide/formats/obj.hpp"
#include "vide/formats/skeleton_json.hpp"
#include "vide/mesh/tri_mesh.hpp"
#include "vide/skeleton/skeleton.hpp"

// Characters with weights that an artist painted.
namespace vide::test {

struct RiggedCase {
  TriMesh mesh;
  Skeleton skeleton;
  Eigen::MatrixXd painted;  // vertices x bones of the skeleton, rows sum to one
  double bone_heat = 0;     // what another program's bone heat reaches; 0 where it is not known
};

// The numbers of a nested list such as [[[2, 0.5], [3, 0.5]], [[1, 1]]], one list per element of
// the outermost.
inline std::vector<std::vector<double>> numbersOf(const std::string& json) {
  std::vector<std::vector<double>> lists;
  int depth = 0;
  for (const char* at = json.c_str(); *at;) {
    if (*at == '[' && ++depth == 2) lists.emplace_back();
    if (*at == ']') --depth;
    char* end = nullptr;
    const double number = std::strtod(at, &end);
    if (end != at) lists.back().push_back(number);
    at = end != at ? end : at + 1;
  }
  return lists;
}

// The number that follows `"key":`, or 0.
inline double numberAfter(const std::string& json, const std::string& key) {
  const std::size_t at = json.find("\"" + key + "\":");
  return at == std::string::npos ? 0 : std::strtod(json.c_str() + at + key.size() + 3, nullptr);
}

inline Eigen::MatrixXd paintedWeights(const std::string& json,
                                      const std::vector<BoneSegment>& segments,
                                      const Skeleton& skeleton) {
  const auto rows = numbersOf(json);
  Eigen::MatrixXd W = Eigen::MatrixXd::Zero(Eigen::Index(rows.size()), int(skeleton.size()));
  for (std::size_t v = 0; v < rows.size(); ++v) {
    for (std::size_t k = 0; k + 1 < rows[v].size(); k += 2) {
      W(v, skeleton.find(segments[std::size_t(rows[v][k])].name)) += rows[v][k + 1];
    }
    if (W.row(v).sum() > 0) W.row(v) /= W.row(v).sum();
  }
  return W;
}

// One of the characters in data/skinning; nothing where there is no shared data.
inline std::optional<RiggedCase> riggedCase(const std::string& name) {
  const auto file = [&](const char* leaf) {
    return sharedFile("data/skinning/" + name + "/" + leaf);
  };
  const auto mesh = file("mesh.obj");
  if (!mesh) return std::nullopt;
  const auto segments = parseBoneSegments(*file("skeleton.json")).value();
  RiggedCase result{parseObj(*mesh)->mesh, skeletonFromSegments(segments).value(), {}, 0};
  result.painted = paintedWeights(*file("artist_weights.json"), segments, result.skeleton);
  result.bone_heat = numberAfter(*file("reference.json"), "tv");
  return result;
}

// Mean over the rows of half the distance in the 1-norm: 0 for equal, 1 for apart.
inline double meanVariation(const Eigen::MatrixXd& a, const Eigen::MatrixXd& b) {
  return (a - b).cwiseAbs().rowwise().sum().mean() / 2;
}

}  // namespace vide::test

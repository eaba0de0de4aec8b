// SPDX-License-Identifier: MIT
#include "apps/vide/mesh_report.hpp"

#include <algorithm>

namespace vide::cli {
namespace {

struct MeshSize {
  Eigen::Index vertices = 0;
  Eigen::Index triangles = 0;
};

void reportFigures(const MeshSize& size, const MeshReport& mesh, Report& report) {
  report.set("vertices", size.vertices);
  report.set("triangles", size.triangles);
  report.set("islands", mesh.islands);
  report.set("holes", mesh.holes);
  report.set("coverage", mesh.coverage);
  report.set("overdraw", mesh.overdraw);
  report.set("min_angle_deg", mesh.min_angle_deg);
}

nlohmann::ordered_json summaryOf(const Layer& layer, const Skeleton& skeleton) {
  auto bones = nlohmann::ordered_json::array();
  for (const BoneId id : layer.bones) {
    bones.push_back(skeleton[std::size_t(findBone(skeleton, id))].name);
  }
  return {{"name", layer.name}, {"vertices", layer.mesh.V.rows()}, {"bones", std::move(bones)}};
}

}  // namespace

void reportMesh(const Layer& layer, const MeshReport& mesh, Report& report) {
  reportFigures({layer.mesh.V.rows(), layer.mesh.F.rows()}, mesh, report);
}

void reportMeshes(const Document& document, const std::vector<MeshReport>& meshes, Report& report) {
  if (meshes.size() == 1) return reportMesh(document.layers[0], meshes[0], report);
  MeshSize size;
  MeshReport all{.coverage = 1, .min_angle_deg = 60};
  auto layers = nlohmann::ordered_json::array();
  for (std::size_t i = 0; i < meshes.size(); ++i) {
    const Layer& layer = document.layers[i];
    size.vertices += layer.mesh.V.rows();
    size.triangles += layer.mesh.F.rows();
    all.islands += meshes[i].islands;
    all.holes += meshes[i].holes;
    all.coverage = std::min(all.coverage, meshes[i].coverage);
    all.overdraw = std::max(all.overdraw, meshes[i].overdraw);
    all.min_angle_deg = std::min(all.min_angle_deg, meshes[i].min_angle_deg);
    layers.push_back(summaryOf(layer, document.skeleton));
  }
  reportFigures(size, all, report);
  report.set("layers", layers);
}

}  // namespace vide::cli

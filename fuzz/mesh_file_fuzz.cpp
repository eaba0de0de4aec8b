// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cstdint>
#include <span>

#include "fuzz/require.hpp"
#include "vide/formats/mesh_file.hpp"
#include "vide/formats/obj.hpp"

namespace {

const vide::MeshLimits limits{.max_polygon_corners = 100};

bool cornersExist(const auto& elements, Eigen::Index vertices) {
  return elements.size() == 0 || (elements.minCoeff() >= 0 && elements.maxCoeff() < vertices);
}

void checkMesh(const vide::MeshContent& mesh, vide::MeshFormat format) {
  require(mesh.V.rows() > 0 && mesh.V.allFinite());
  require(cornersExist(mesh.F, mesh.V.rows()) && cornersExist(mesh.T, mesh.V.rows()));
  const auto written = vide::writeMesh(mesh, format);
  require(written.has_value());
  const auto again = vide::parseMesh(
      {reinterpret_cast<const std::uint8_t*>(written->data()), written->size()}, format);
  // STL rounds to floats, which may be infinite, and without triangles it holds nothing.
  if (format == vide::MeshFormat::stl) return;
  require(again && again->V.rows() == mesh.V.rows());
  require(again->F == mesh.F && again->T.rows() == mesh.T.rows());
}

void checkObj(std::span<const std::uint8_t> bytes) {
  const auto obj =
      vide::parseObj({reinterpret_cast<const char*>(bytes.data()), bytes.size()}, limits);
  if (!obj) return;
  const auto triangles = std::size_t(obj->mesh.F.rows());
  require(obj->group.size() == triangles);
  for (const int group : obj->group) require(group >= 0 && group < int(obj->groups.size()));
  require(obj->material.size() == triangles);
  for (const int m : obj->material) require(m >= 0 && m < int(obj->materials.size()));
  if (obj->uv.rows() == 0) return;
  require(std::size_t(obj->uv_corners.rows()) == triangles);
  if (triangles == 0) return;
  require(obj->uv_corners.minCoeff() >= -1 && obj->uv_corners.maxCoeff() < obj->uv.rows());
}

}  // namespace

// The same bytes as every format: most give up at the first word.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using enum vide::MeshFormat;
  const std::span bytes(data, size);
  for (const vide::MeshFormat format : {obj, off, ply, stl, medit, gmsh}) {
    const auto mesh = vide::parseMesh(bytes, format, limits);
    if (mesh) {
      checkMesh(*mesh, format);
    } else {
      require(!mesh.error().message.empty());
    }
  }
  checkObj(bytes);
  return 0;
}

// SPDX-License-Identifier: MIT
#include "vide/formats/mesh_file.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "vide/formats/gmsh.hpp"
#include "vide/formats/medit.hpp"
#include "vide/formats/obj.hpp"
#include "vide/formats/off.hpp"
#include "vide/formats/ply.hpp"
#include "vide/formats/stl.hpp"

namespace vide {
namespace {

Result<MeshContent> contentOfObj(std::string_view text, const MeshLimits& limits) {
  auto obj = parseObj(text, limits);
  if (!obj) return std::unexpected(obj.error());
  return MeshContent{std::move(obj->mesh.V), std::move(obj->mesh.F), {}};
}

Result<std::string> writeTriangles(const TriMesh& mesh, MeshFormat format) {
  switch (format) {
    case MeshFormat::obj:
      return writeObj(std::array{ObjObject{"mesh", mesh, {}}});
    case MeshFormat::off:
      return writeOff(mesh);
    case MeshFormat::ply:
      return writePly(mesh);
    default:
      return writeStl(mesh);
  }
}

}  // namespace

std::optional<MeshFormat> meshFormatOf(std::string_view ending) {
  constexpr std::pair<std::string_view, MeshFormat> endings[] = {
      {".obj", MeshFormat::obj}, {".off", MeshFormat::off},    {".ply", MeshFormat::ply},
      {".stl", MeshFormat::stl}, {".mesh", MeshFormat::medit}, {".msh", MeshFormat::gmsh}};
  for (const auto& [known, format] : endings) {
    if (known == ending) return format;
  }
  return std::nullopt;
}

std::string_view meshEndings() { return ".obj, .off, .ply, .stl, .mesh or .msh"; }

Result<MeshContent> parseMesh(std::span<const std::uint8_t> bytes, MeshFormat format,
                              const MeshLimits& limits) {
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  switch (format) {
    case MeshFormat::obj:
      return contentOfObj(text, limits);
    case MeshFormat::off:
      return parseOff(text, limits);
    case MeshFormat::ply:
      return parsePly(bytes, limits);
    case MeshFormat::stl:
      return parseStl(bytes, limits);
    case MeshFormat::medit:
      return parseMedit(text, limits);
    case MeshFormat::gmsh:
      return parseGmsh(bytes, limits);
  }
  return fail(ErrorCode::invalid_argument, "no such mesh format");
}

Result<std::string> writeMesh(const MeshContent& mesh, MeshFormat format) {
  constexpr double largest_float = 3.4e38;
  if (format == MeshFormat::stl && mesh.V.size() > 0 &&
      !(mesh.V.cwiseAbs().maxCoeff() <= largest_float)) {
    return fail(ErrorCode::unsupported,
                "a coordinate is too large for STL's numbers; scale the mesh or write .ply");
  }
  if (format == MeshFormat::medit) return writeMedit(mesh);
  if (format == MeshFormat::gmsh) return writeGmsh(mesh);
  if (mesh.T.rows() == 0) return writeTriangles({mesh.V, mesh.F}, format);
  return fail(ErrorCode::unsupported,
              "the format holds no tetrahedra; write .mesh or .msh, or the triangles alone");
}

TriMesh trianglesOf(MeshContent mesh) { return {std::move(mesh.V), std::move(mesh.F)}; }
TetMesh tetrahedraOf(MeshContent mesh) { return {std::move(mesh.V), std::move(mesh.T)}; }

}  // namespace vide

// SPDX-License-Identifier: MIT
#include "vide/io/mesh_file.hpp"

#include "vide/core/text.hpp"
#include "vide/formats/dmat.hpp"
#include "vide/formats/mesh_file.hpp"
#include "vide/io/file.hpp"

namespace vide {
namespace {

Result<MeshFormat> formatOf(const std::string& path) {
  if (const auto format = meshFormatOf(endingOf(path))) return *format;
  return fail(ErrorCode::unsupported,
              text(path, ": not a mesh file that VIDE knows; use ", meshEndings()));
}

Result<void> save(const std::string& path, const std::string& content) {
  return writeFileAtomically(
      path, {reinterpret_cast<const std::uint8_t*>(content.data()), content.size()});
}

}  // namespace

Result<MeshContent> readMesh(const std::string& path, const MeshLimits& limits) {
  const auto format = formatOf(path);
  if (!format) return std::unexpected(format.error());
  const auto bytes = readFile(path);
  if (!bytes) return std::unexpected(bytes.error());
  auto mesh = parseMesh(*bytes, *format, limits);
  return mesh ? std::move(mesh) : failAt(path, mesh.error());
}

Result<void> saveMesh(const std::string& path, const MeshContent& mesh) {
  const auto format = formatOf(path);
  if (!format) return std::unexpected(format.error());
  const auto content = writeMesh(mesh, *format);
  return content ? save(path, *content) : failAt(path, content.error());
}

Result<Eigen::MatrixXd> readMatrix(const std::string& path) {
  const auto bytes = readFile(path);
  if (!bytes) return std::unexpected(bytes.error());
  auto matrix = parseDmat(*bytes);
  return matrix ? std::move(matrix) : failAt(path, matrix.error());
}

Result<void> saveMatrix(const std::string& path, const Eigen::MatrixXd& matrix) {
  return save(path, writeDmat(matrix));
}

}  // namespace vide

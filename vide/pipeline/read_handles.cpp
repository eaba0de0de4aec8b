// SPDX-License-Identifier: MIT
#include "vide/pipeline/read_handles.hpp"

#include <cmath>
#include <filesystem>

#include "vide/core/text.hpp"
#include "vide/formats/handles_json.hpp"
#include "vide/io/mesh_file.hpp"
#include "vide/pipeline/read_files.hpp"

namespace vide {
namespace {

bool staysBelow(const std::filesystem::path& path) {
  if (path.is_absolute() || path.has_root_name()) return false;
  for (const auto& part : path) {
    if (part == "..") return false;
  }
  return true;
}

Result<std::vector<int>> readGroups(const std::string& path) {
  const auto matrix = readMatrix(path);
  if (!matrix) return std::unexpected(matrix.error());
  if (matrix->rows() > 1 && matrix->cols() > 1) {
    return fail(ErrorCode::malformed_data,
                text(path, ": a group file has one number per vertex, this one ", matrix->rows(),
                     " x ", matrix->cols()));
  }
  std::vector<int> groups;
  for (Eigen::Index i = 0; i < matrix->size(); ++i) {
    const double value = matrix->data()[i];
    if (value != std::floor(value) || std::abs(value) > 1e9) {
      return fail(ErrorCode::malformed_data,
                  text(path, ": number ", i, " is ", value, "; groups are whole numbers"));
    }
    groups.push_back(static_cast<int>(value));
  }
  return groups;
}

}  // namespace

Result<HandlesWithGroups> readHandles(const std::string& path) {
  const auto content = readText(path);
  if (!content) return std::unexpected(content.error());
  auto file = parseHandles(*content);
  if (!file) return failAt(path, file.error());
  HandlesWithGroups result;
  result.handles = std::move(file->handles);
  if (file->groups.empty()) return result;
  if (!staysBelow(file->groups)) {
    return fail(ErrorCode::invalid_argument,
                text(path, ": the group file '", file->groups,
                     "' lies outside this folder; put it beside the handles"));
  }
  auto groups = readGroups((std::filesystem::path(path).parent_path() / file->groups).string());
  if (!groups) return std::unexpected(groups.error());
  result.groups = std::move(*groups);
  return result;
}

}  // namespace vide

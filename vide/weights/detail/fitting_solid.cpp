// SPDX-License-Identifier: MIT
#include "vide/weights/detail/fitting_solid.hpp"

#include <algorithm>
#include <utility>

#include "vide/core/text.hpp"

namespace vide::detail {

Result<FittingSolid> fittingSolid(const TriMesh& mesh, SolidOptions options,
                                  std::size_t bytes_per_cell, const Progress& progress) {
  const int wanted = options.cells;
  const std::size_t room = options.max_bytes / 2 / bytes_per_cell;
  if (room > 0 && std::size_t(std::max(wanted, 0)) > room) options.cells = int(room);
  auto solid = Solid::create(mesh, options, progress);
  if (!solid) return std::unexpected(solid.error());
  FittingSolid fitting{std::move(*solid), {}};
  if (fitting.solid.coarsened() || options.cells < wanted) {
    fitting.warnings.push_back(
        text("the solid has ", fitting.solid.cells(), " cells, larger ones than for ", wanted,
             ", because finer ones take more memory than allowed (max_bytes), or its pieces are "
             "scattered too far apart"));
  }
  return fitting;
}

}  // namespace vide::detail

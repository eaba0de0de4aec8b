// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "vide/raster/detail/band.hpp"
#include "vide/raster/detail/screen_mesh.hpp"
#include "vide/raster/detail/shape_list.hpp"
#include "vide/raster/draw_mesh.hpp"

namespace vide {

struct DrawContext::Scratch {
  detail::ScreenMesh mesh;
  std::vector<detail::Band> lanes;  // one per thread
  detail::ShapeList shapes;
};

}  // namespace vide

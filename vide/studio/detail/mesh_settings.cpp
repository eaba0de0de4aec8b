// SPDX-License-Identifier: MIT
#include "vide/studio/detail/mesh_settings.hpp"

#include "vide/core/text.hpp"

namespace vide::detail {
namespace {

constexpr int most_vertices = 1'000'000;

MeshSettings settingsOf(Arguments& arguments) {
  MeshSettings settings;
  settings.alpha_threshold = arguments.numberIf("threshold", {0, 1});
  settings.margin = arguments.numberIf("margin", {0, 256});
  settings.tolerance = arguments.numberIf("tolerance", {0, 1000});
  settings.minimum_island_area = arguments.numberIf("min_island_area", {0, 1e9});
  settings.detail = arguments.numberIf("detail", {0, 1});
  settings.edge_length = arguments.numberIf("edge_length", {0, 1e5});
  settings.vertex_budget = arguments.integerIf("vertex_budget", {3, most_vertices});
  const int densities = int(settings.detail.has_value()) + int(settings.edge_length.has_value()) +
                        int(settings.vertex_budget.has_value());
  if (densities > 1) {
    arguments.refuse("detail", "excludes 'edge_length' and 'vertex_budget', and they each other");
  }
  settings.fill_holes = arguments.flagIf("fill_holes").value_or(false);
  settings.dense_joints = arguments.flagIf("dense_joints").value_or(false);
  return settings;
}

}  // namespace

MeshSettings meshSettingsIf(Arguments& arguments, std::string_view name) {
  MeshSettings settings;
  arguments.objectIf(name, [&](Arguments& inside) { settings = settingsOf(inside); });
  return settings;
}

}  // namespace vide::detail

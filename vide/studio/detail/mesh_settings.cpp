// SPDX-License-Identifier: MIT
#include "vide/studio/detail/mesh_settings.hpp"

#include "vide/core/text.hpp"

namespace vide::detail {
namespace {

constexpr int most_vertices = 1'000'000;

std::optional<double> within(Arguments& arguments, std::string_view name, double least,
                             double most) {
  const auto value = arguments.numberIf(name);
  if (value && !(*value >= least && *value <= most)) {
    arguments.refuse(name, vide::text("must lie between ", least, " and ", most));
  }
  return value;
}

MeshSettings settingsOf(Arguments& arguments) {
  MeshSettings settings;
  settings.alpha_threshold = within(arguments, "threshold", 0, 1);
  settings.margin = within(arguments, "margin", 0, 256);
  settings.tolerance = within(arguments, "tolerance", 0, 1000);
  settings.minimum_island_area = within(arguments, "min_island_area", 0, 1e9);
  settings.detail = within(arguments, "detail", 0, 1);
  settings.edge_length = within(arguments, "edge_length", 0, 1e5);
  settings.vertex_budget = arguments.integerIf("vertex_budget");
  if (settings.vertex_budget &&
      (*settings.vertex_budget < 3 || *settings.vertex_budget > most_vertices)) {
    arguments.refuse("vertex_budget", vide::text("must lie between 3 and ", most_vertices));
  }
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

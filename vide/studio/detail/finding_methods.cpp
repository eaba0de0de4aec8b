// SPDX-License-Identifier: MIT
#include <algorithm>

#include "vide/studio/detail/finding.hpp"
#include "vide/studio/detail/methods.hpp"
#include "vide/studio/detail/names.hpp"

// What a pointer points at.
namespace vide::detail {
namespace {

constexpr std::array<std::string_view, 3> part_names{"head", "tail", "bone"};
constexpr std::array<std::string_view, 3> what_names{"bone", "vertex", "layer"};

void addBones(Session& session, Vec2 at, double radius, Json& hits) {
  const Skeleton& skeleton = session.document().skeleton;
  for (const BoneHit& hit : bonesAt(skeleton, session.scene().model(), at, radius)) {
    hits.push_back(
        {{"what", nameOf(hit.part, part_names)}, {"bone", hit.bone}, {"distance", hit.distance}});
  }
}

void addVertices(Session& session, Vec2 at, double radius, Json& hits) {
  for (const VertexHit& hit : verticesAt(session, at, radius)) {
    hits.push_back({{"what", "vertex"},
                    {"layer", hit.layer},
                    {"vertex", hit.vertex},
                    {"distance", hit.distance}});
  }
}

void addLayers(Session& session, Vec2 at, Json& hits) {
  for (const LayerId layer : layersAt(session, at)) {
    hits.push_back({{"what", "layer"}, {"layer", layer}});
  }
}

Result<Reply> hit(Session& session, Request& request) {
  Arguments& arguments = request.arguments;
  const Vec2 at = arguments.point("at");
  const double radius = arguments.number("radius");
  if (radius < 0) arguments.refuse("radius", "must be 0 or more");
  const auto what = arguments.texts("what");
  for (const std::string& name : what) {
    if (std::ranges::count(what_names, name)) continue;
    arguments.refuse("what", "must name bone, vertex or layer");
  }
  if (auto right = request.finish(); !right) return std::unexpected(right.error());
  const auto wants = [&](std::string_view name) { return std::ranges::count(what, name) > 0; };
  Json hits = Json::array();
  if (wants("bone")) addBones(session, at, radius, hits);
  if (wants("vertex")) addVertices(session, at, radius, hits);
  if (wants("layer")) addLayers(session, at, hits);
  return Reply{{{"hits", std::move(hits)}}, {}};
}

}  // namespace

std::span<const Method> findingMethods() {
  static constexpr Method methods[] = {{"hit", hit}};
  return methods;
}

}  // namespace vide::detail

// SPDX-License-Identifier: MIT
#include "vide/mesh/surface_locator.hpp"
#include "vide/rig/detail/known_steps.hpp"
#include "vide/rig/layer_commands.hpp"
#include "vide/weights/transfer_weights.hpp"

namespace vide {
namespace {

using Places = std::vector<SurfacePoint>;

// For every new vertex the nearest place of the old surface.
Result<Places> placesOn(const TriMesh& old_mesh, const Eigen::MatrixXd& V) {
  const auto locator = SurfaceLocator::build(old_mesh);
  if (!locator) return std::unexpected(locator.error());
  Places places;
  for (Eigen::Index v = 0; v < V.rows(); ++v) {
    places.push_back(locator->nearest({V(v, 0), V(v, 1), V.cols() == 3 ? V(v, 2) : 0}));
  }
  return places;
}

// What the old vertices have, read at the places.
template <class Rows>
Rows readAt(const Places& places, const Rows& rows) {
  if (rows.rows() == 0) return rows;
  Rows read(Eigen::Index(places.size()), rows.cols());
  for (std::size_t v = 0; v < places.size(); ++v) {
    const auto& [corner, share] = std::pair(places[v].vertex, places[v].share);
    read.row(Eigen::Index(v)) = share[0] * rows.row(corner[0]) + share[1] * rows.row(corner[1]) +
                                share[2] * rows.row(corner[2]);
  }
  return read;
}

Offsets readAt(const Places& places, const Offsets& offsets) {
  if (offsets.empty()) return offsets;
  Offsets read;
  for (const SurfacePoint& place : places) {
    Vec3 offset;
    for (int k = 0; k < 3; ++k) {
      offset += place.share[std::size_t(k)] * offsets[std::size_t(place.vertex[std::size_t(k)])];
    }
    read.push_back(offset);
  }
  return read;
}

Eigen::MatrixX3d normalsAt(const Places& places, const Eigen::MatrixX3d& normals) {
  Eigen::MatrixX3d read = readAt(places, normals);
  for (Eigen::Index v = 0; v < read.rows(); ++v) {
    if (read.row(v).squaredNorm() > 0) read.row(v).normalize();
  }
  return read;
}

std::vector<MorphShape> shapesAt(const Places& places, std::vector<MorphShape> shapes) {
  for (MorphShape& shape : shapes) {
    shape.offsets = readAt(places, shape.offsets);
    shape.normal_offsets = readAt(places, shape.normal_offsets);
  }
  return shapes;
}

Track<Offsets> keysAt(const Places& places, Track<Offsets> keys) {
  for (Key<Offsets>& key : keys) {
    key.value = readAt(places, key.value);
    key.in_tangent = readAt(places, key.in_tangent);
    key.out_tangent = readAt(places, key.out_tangent);
  }
  return keys;
}

void carryKeys(Edit& edit, LayerId id, const Places& places) {
  for (const Clip& clip : edit.document().clips) {
    std::vector<OffsetTrack> tracks = clip.offsets;
    for (OffsetTrack& track : tracks) {
      if (track.layer == id) track.offsets = keysAt(places, std::move(track.offsets));
    }
    if (tracks != clip.offsets) replaceIn(edit, clip.id, &Clip::offsets, std::move(tracks));
  }
}

// All that the layer and the clips hold for each vertex.
Result<void> carryOver(Edit& edit, const Layer& layer, const Eigen::MatrixXd& V) {
  const auto places = placesOn(layer.mesh, V);
  if (!places) return std::unexpected(places.error());
  if (layer.attachment == Attachment::skinned) {
    auto transferred =
        transferWeights(layer.weights, layer.mesh, V, {.influences = layer.settings.influences});
    if (!transferred) return std::unexpected(transferred.error());
    replaceIn(edit, layer.id, &Layer::weights, std::move(transferred->weights));
  }
  replaceIn(edit, layer.id, &Layer::normals, normalsAt(*places, layer.normals));
  replaceIn(edit, layer.id, &Layer::colors, readAt(*places, layer.colors));
  replaceIn(edit, layer.id, &Layer::shapes, shapesAt(*places, layer.shapes));
  carryKeys(edit, layer.id, *places);
  return {};
}

}  // namespace

Result<void> replaceMesh(Edit& edit, LayerId id, TriMesh mesh, Eigen::MatrixX2d uv) {
  const Layer* layer = findLayer(edit.document(), id);
  if (!layer) return fail(ErrorCode::not_found, text("there is no layer ", id));
  if (layer->mesh.V.rows() > 0) {
    if (mesh.V.cols() != layer->mesh.V.cols() || !mesh.V.allFinite()) {
      return fail(ErrorCode::invalid_argument,
                  text("the new mesh has ", mesh.V.cols(), " finite columns of positions, the old ",
                       layer->mesh.V.cols()));
    }
    if (auto carried = carryOver(edit, *layer, mesh.V); !carried) return carried;
  }
  replaceIn(edit, id, &Layer::mesh, std::move(mesh));
  replaceIn(edit, id, &Layer::uv, std::move(uv));
  return {};
}

}  // namespace vide

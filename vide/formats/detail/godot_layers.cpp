// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <limits>

#include "vide/core/text.hpp"
#include "vide/formats/detail/godot_nodes.hpp"
#include "vide/formats/detail/nearest_point.hpp"
#include "vide/formats/detail/polygon.hpp"
#include "vide/formats/image_header.hpp"

namespace vide::detail {
namespace {

class LayerReader {
 public:
  explicit LayerReader(GodotImport& import) : import_(import) {}

  Result<void> read(std::size_t node);
  void arrange();

 private:
  Result<std::optional<ImageId>> textureOf(const GodotSection& section);
  Result<void> readMesh(const GodotNode& node, Layer& layer);
  Result<void> addPolygon(const std::vector<double>& corners, const Layer& layer,
                          std::vector<std::array<int, 3>>& triangles) const;
  Result<void> readTriangles(const GodotSection& section, Layer& layer) const;
  void readLook(const GodotNode& node, Layer& layer) const;
  void attach(std::size_t node, Layer& layer);
  void skin(int skeleton, const GodotValue& bones, Layer& layer);
  void fillEmptyRows(const Layer& layer, std::vector<std::vector<Influence>>& rows);

  GodotImport& import_;
  std::map<std::string, ImageId> images_;  // by the id in the file
};

// The picture that an external resource of the scene is.
Result<std::optional<ImageId>> LayerReader::textureOf(const GodotSection& section) {
  const GodotValue* texture = section.property("texture");
  if (!texture || texture->kind != GodotValue::Kind::call) return std::optional<ImageId>();
  std::string id;
  if (!texture->items.empty()) id = texture->items[0].text;
  if (!texture->numbers.empty()) id = toText(texture->numbers[0]);
  if (const auto known = images_.find(id); known != images_.end()) {
    return std::optional(known->second);
  }
  for (const GodotSection& resource : import_.sections) {
    if (resource.kind != "ext_resource" || resource.attribute("id") != id) continue;
    const std::string path = resource.attribute("path");
    auto bytes = import_.resolve(path);
    if (!bytes) return std::unexpected(bytes.error());
    const auto header = readImageHeader(*bytes);
    if (!header) return failAt(path, header.error());
    const auto image = ImageId(import_.document.images.size());
    const std::size_t slash = path.find_last_of('/');
    const std::size_t start = slash == std::string::npos ? 0 : slash + 1;
    const std::string name = path.substr(start, path.find_last_of('.') - start);
    import_.document.images.push_back(
        {image, name, header->mime, *std::move(bytes), header->width, header->height});
    images_.emplace(id, image);
    return std::optional(image);
  }
  return std::optional<ImageId>();
}

Result<void> LayerReader::addPolygon(const std::vector<double>& corners, const Layer& layer,
                                     std::vector<std::array<int, 3>>& triangles) const {
  std::vector<Vec3> outline;
  for (const double corner : corners) {
    if (!(corner >= 0) || corner >= double(layer.mesh.V.rows())) {
      return fail(ErrorCode::malformed_data, "\"polygons\" points at a vertex that does not exist");
    }
    const auto row = layer.mesh.V.row(Eigen::Index(corner));
    outline.push_back({row[0], row[1], 0});
  }
  if (outline.size() < 3) return {};
  const std::size_t first = triangles.size();
  appendTriangles(outline, triangles);
  for (std::size_t i = first; i < triangles.size(); ++i) {
    for (int& corner : triangles[i]) corner = int(corners[std::size_t(corner)]);
  }
  return {};
}

// Without "polygons" the outline, which is what is not internal, is the one.
Result<void> LayerReader::readTriangles(const GodotSection& section, Layer& layer) const {
  std::vector<std::array<int, 3>> triangles;
  const GodotValue* polygons = section.property("polygons");
  if (polygons && !polygons->items.empty()) {
    for (const GodotValue& polygon : polygons->items) {
      if (auto added = addPolygon(polygon.numbers, layer, triangles); !added) return added;
    }
  } else {
    const double inside = numberOf(section.property("internal_vertex_count"), 0);
    std::vector<double> outline;
    for (double v = 0; v < double(layer.mesh.V.rows()) - std::max(inside, 0.0); ++v) {
      outline.push_back(v);
    }
    if (auto added = addPolygon(outline, layer, triangles); !added) return added;
  }
  layer.mesh.F.resize(Eigen::Index(triangles.size()), 3);
  for (std::size_t i = 0; i < triangles.size(); ++i) {
    layer.mesh.F.row(Eigen::Index(i)) << triangles[i][0], triangles[i][1], triangles[i][2];
  }
  return {};
}

Result<void> LayerReader::readMesh(const GodotNode& node, Layer& layer) {
  const GodotSection& section = *node.section;
  const auto corners = numbersOf(section.property("polygon"), 0).value_or(std::vector<double>());
  const auto offset = numbersOf(section.property("offset"), 2).value_or(std::vector<double>{0, 0});
  const Affine3 skeleton =
      import_.skeleton < 0 ? Affine3{} : import_.nodes[std::size_t(import_.skeleton)].global;
  const Affine3 space = inverse(skeleton) * node.global;
  layer.mesh.V.resize(Eigen::Index(corners.size() / 2), 2);
  for (Eigen::Index v = 0; v < layer.mesh.V.rows(); ++v) {
    const auto at = 2 * std::size_t(v);
    const Vec3 p = space * Vec3{corners[at] + offset[0], corners[at + 1] + offset[1], 0};
    layer.mesh.V.row(v) << p.x, -p.y;
  }
  if (auto read = readTriangles(section, layer); !read) return read;
  const auto image = textureOf(section);
  if (!image) return std::unexpected(image.error());
  layer.image = *image;
  if (!layer.image) return {};
  const ImageAsset& asset = import_.document.images[*layer.image];
  auto uv = numbersOf(section.property("uv"), 0).value_or(std::vector<double>());
  if (uv.size() < corners.size()) uv = corners;
  layer.uv.resize(layer.mesh.V.rows(), 2);
  for (Eigen::Index v = 0; v < layer.mesh.V.rows(); ++v) {
    const auto at = 2 * std::size_t(v);
    layer.uv.row(v) << uv[at] / asset.width, uv[at + 1] / asset.height;
  }
  return {};
}

void LayerReader::readLook(const GodotNode& node, Layer& layer) const {
  const auto factor = [](double x) { return std::clamp(x, 0.0, 1.0); };
  for (const char* name : {"color", "modulate", "self_modulate"}) {
    const auto color = numbersOf(node.section->property(name), 4);
    if (!color) continue;
    layer.tint = {layer.tint.x * factor((*color)[0]), layer.tint.y * factor((*color)[1]),
                  layer.tint.z * factor((*color)[2])};
    layer.opacity *= factor((*color)[3]);
  }
  for (const GodotNode* at = &node;;) {
    const GodotValue* visible = at->section->property("visible");
    if (visible && visible->number == 0) layer.visible = false;
    if (at->parent < 0) return;
    at = &import_.nodes[std::size_t(at->parent)];
  }
}

// Rows without weights take those of the nearest vertex that has some.
void LayerReader::fillEmptyRows(const Layer& layer, std::vector<std::vector<Influence>>& rows) {
  const auto place = [&](std::size_t v) {
    return Vec2{layer.mesh.V(Eigen::Index(v), 0), layer.mesh.V(Eigen::Index(v), 1)};
  };
  std::vector<std::size_t> given, empty;
  std::vector<Vec2> points;
  for (std::size_t v = 0; v < rows.size(); ++v) {
    (rows[v].empty() ? empty : given).push_back(v);
    if (!rows[v].empty()) points.push_back(place(v));
  }
  if (empty.empty()) return;
  const NearestPoint nearest(std::move(points));
  for (const std::size_t v : empty) rows[v] = rows[given[nearest.at(place(v))]];
  import_.warnings.push_back(text("layer \"", layer.name, "\": ", empty.size(),
                                  " vertices have no weights and follow the nearest that has"));
}

void LayerReader::skin(int skeleton, const GodotValue& bones, Layer& layer) {
  const auto vertices = std::size_t(layer.mesh.V.rows());
  std::vector<std::vector<Influence>> rows(vertices);
  std::vector<BoneId> used;
  for (std::size_t i = 0; i + 1 < bones.items.size(); i += 2) {
    const auto bone = import_.bone_of.find(followPath(import_, skeleton, bones.items[i].text));
    if (bone == import_.bone_of.end()) continue;
    const auto& weights = bones.items[i + 1].numbers;
    const auto known = std::ranges::find(used, BoneId(bone->second));
    const auto handle = int(known - used.begin());
    bool any = false;
    for (std::size_t v = 0; v < std::min(vertices, weights.size()); ++v) {
      if (!(weights[v] > 0) || known != used.end()) continue;
      rows[v].push_back({handle, weights[v]});
      any = true;
    }
    if (any) used.push_back(BoneId(bone->second));
  }
  if (used.empty()) return;
  fillEmptyRows(layer, rows);
  layer.attachment = Attachment::skinned;
  layer.bones = used;
  layer.weights.handles = int(used.size());
  for (auto& row : rows) {
    double sum = 0;
    for (const Influence& influence : row) sum += influence.weight;
    for (Influence& influence : row) influence.weight /= sum;
    appendRow(layer.weights, row);
  }
}

void LayerReader::attach(std::size_t index, Layer& layer) {
  const GodotNode& node = import_.nodes[index];
  const GodotValue* path = node.section->property("skeleton");
  const GodotValue* bones = node.section->property("bones");
  if (path && bones && layer.mesh.V.rows() > 0) {
    const std::string to = path->items.empty() ? path->text : path->items[0].text;
    const int skeleton = followPath(import_, int(index), to);
    if (skeleton >= 0) skin(skeleton, *bones, layer);
  }
  if (layer.attachment != Attachment::fixed) return;
  for (int at = node.parent; at >= 0; at = import_.nodes[std::size_t(at)].parent) {
    const auto bone = import_.bone_of.find(at);
    if (bone == import_.bone_of.end()) continue;
    layer.attachment = Attachment::rigid;
    layer.bones = {BoneId(bone->second)};
    // The scene shows it where its bone is set up; it rests where the bone rests.
    Affine3 setup;
    std::vector<int> chain;
    for (int up = bone->second; up >= 0; up = import_.bones[std::size_t(up)].parent) {
      chain.push_back(up);
    }
    for (auto up = chain.rbegin(); up != chain.rend(); ++up) {
      setup = setup * toAffine(import_.bones[std::size_t(*up)].setup);
    }
    const Affine3 back =
        import_.document.skeleton.rest()[std::size_t(bone->second)] * inverse(setup);
    for (Eigen::Index v = 0; v < layer.mesh.V.rows(); ++v) {
      const Vec3 p = back * Vec3{layer.mesh.V(v, 0), layer.mesh.V(v, 1), 0};
      layer.mesh.V.row(v) << p.x, p.y;
    }
    return;
  }
}

Result<void> LayerReader::read(std::size_t index) {
  const GodotNode& node = import_.nodes[index];
  Layer layer{.id = LayerId(import_.document.layers.size()), .name = node.name};
  if (auto read = readMesh(node, layer); !read) {
    return failAt(text("polygon \"", node.path, "\""), read.error());
  }
  readLook(node, layer);
  attach(index, layer);
  GodotDepth& depth = import_.depths.emplace_back();
  depth.own = numberOf(node.section->property("z_index"), 0);
  for (int at = node.parent; at >= 0; at = import_.nodes[std::size_t(at)].parent) {
    depth.around += numberOf(import_.nodes[std::size_t(at)].section->property("z_index"), 0);
  }
  import_.layer_of.emplace(int(index), layer.id);
  import_.document.layers.push_back(std::move(layer));
  return {};
}

void LayerReader::arrange() {
  std::vector<LayerId>& order = import_.document.draw_order;
  for (const Layer& layer : import_.document.layers) order.push_back(layer.id);
  std::ranges::stable_sort(order, {}, [&](LayerId id) {
    const GodotDepth& depth = import_.depths[id];
    return depth.around + depth.own;
  });
}

}  // namespace

Result<void> readGodotLayers(GodotImport& import) {
  LayerReader reader(import);
  for (std::size_t i = 0; i < import.nodes.size(); ++i) {
    const std::string& type = import.nodes[i].type;
    if (type == "Polygon2D") {
      if (auto read = reader.read(i); !read) return read;
    } else if (type == "Sprite2D" || type == "Sprite" || type == "AnimatedSprite2D") {
      import.warnings.push_back(text("node \"", import.nodes[i].path, "\" is left out; only ",
                                     "Polygon2D become layers"));
    }
  }
  reader.arrange();
  if (!import.document.layers.empty()) return {};
  return fail(ErrorCode::unsupported, "the scene has no Polygon2D to become a layer");
}

}  // namespace vide::detail

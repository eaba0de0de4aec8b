// SPDX-License-Identifier: MIT
#include "vide/pipeline/painted_mesh.hpp"

#include <algorithm>
#include <map>
#include <span>
#include <utility>

#include "vide/core/name_list.hpp"
#include "vide/core/text.hpp"
#include "vide/core/utf8.hpp"
#include "vide/formats/image_header.hpp"
#include "vide/formats/mtl.hpp"
#include "vide/formats/obj.hpp"
#include "vide/io/file.hpp"
#include "vide/io/image_file.hpp"
#include "vide/io/mesh_file.hpp"
#include "vide/pipeline/read_files.hpp"
#include "vide/weights/weight_tools.hpp"

namespace vide {
namespace {

constexpr double farthest_uv = 1e30;          // as in documents
constexpr std::size_t most_materials = 1000;  // each becomes a layer
constexpr ImageLimits picture_limits{.max_pixels = std::int64_t(1) << 26};

bool hasHoles(const Image& image) {
  for (std::size_t i = 3; i < image.rgba.size(); i += 4) {
    if (image.rgba[i] < 255) return true;
  }
  return false;
}

// Reads what an .obj names beside itself.
class PaintReader {
 public:
  explicit PaintReader(const std::string& path) : path_(path), read_(filesBeside(path)) {}

  PaintedMesh read(ObjMesh obj) && {
    result_.mesh = {std::move(obj.mesh.V), std::move(obj.mesh.F), {}};
    MeshPaint& paint = result_.paint;
    if (obj.libraries.empty()) return std::move(result_);
    if (obj.materials.size() > most_materials) {
      warn(text(obj.materials.size(), " materials, more than the ", most_materials,
                " that are read; the mesh stays white"));
      return std::move(result_);
    }
    for (const std::string& library : obj.libraries) readLibrary(library);
    paint.uv = std::move(obj.uv);
    paint.uv_corners = std::move(obj.uv_corners);
    paint.material = std::move(obj.material);
    for (const std::string& name : obj.materials) paint.materials.push_back(materialFor(name));
    tellMissing();
    return std::move(result_);
  }

 private:
  void warn(const std::string& what) { result_.warnings.push_back(text(path_, ": ", what)); }

  void readLibrary(const std::string& name) {
    const auto bytes = read_(name);
    if (!bytes) return warn(text("materials: ", bytes.error().message));
    const auto file = parseMtl({reinterpret_cast<const char*>(bytes->data()), bytes->size()});
    if (!file) return warn(text("materials: \"", name, "\": ", file.error().message));
    for (const std::string& warning : file->warnings) warn(text("\"", name, "\": ", warning));
    for (const MtlMaterial& material : file->materials) {
      known_.try_emplace(material.name, material);
    }
  }

  MeshMaterial materialFor(const std::string& name) {
    MeshMaterial material{.name = isUtf8(name) ? name : "material"};
    const auto known = known_.find(name);
    if (known == known_.end()) {
      if (!name.empty()) missing_.push_back(material.name);
      return material;
    }
    material.tint = known->second.diffuse;
    material.opacity = known->second.opacity;
    bool is_clear = material.opacity < 1;
    if (!known->second.picture.empty()) {
      const Picture& picture = pictureFor(known->second.picture);
      material.image = picture.id;
      is_clear = is_clear || picture.has_holes;
    }
    material.transparency = is_clear ? Transparency::blend : Transparency::opaque;
    return material;
  }

  void tellMissing() {
    constexpr std::size_t most_named = 8;
    if (missing_.empty()) return;
    std::vector<std::string> names;
    for (const std::string& name : missing_) names.push_back(text("\"", name, "\""));
    const bool one = names.size() == 1;
    warn(text("no file describes the ", one ? "material " : "materials ",
              nameList(names, most_named), one ? "; it is white" : "; they are white"));
  }

  struct Picture {
    std::optional<ImageId> id;  // none: it cannot be had
    bool has_holes = false;
  };

  const Picture& pictureFor(const std::string& name) {
    const auto [known, is_new] = pictures_.try_emplace(name);
    if (!is_new) return known->second;
    if (auto taken = takePicture(name, known->second); !taken) {
      warn(text("picture: ", taken.error().message));
    }
    return known->second;
  }

  Result<void> takePicture(const std::string& name, Picture& picture) {
    auto bytes = read_(name);
    if (!bytes) return std::unexpected(bytes.error());
    const auto header = readImageHeader(*bytes);
    if (!header) return failAt(text("\"", name, "\""), header.error());
    const auto decoded = decodeImage(*bytes, picture_limits);
    if (!decoded) return failAt(text("\"", name, "\""), decoded.error());
    picture.has_holes = hasHoles(*decoded);
    std::vector<ImageAsset>& images = result_.paint.images;
    picture.id = static_cast<ImageId>(images.size() + 1);
    images.push_back({.id = *picture.id,
                      .name = nameIn(name, "picture"),
                      .mime = header->mime,
                      .encoded = *std::move(bytes),
                      .width = header->width,
                      .height = header->height});
    return {};
  }

  const std::string& path_;
  GltfResolver read_;
  std::map<std::string, MtlMaterial> known_;
  std::map<std::string, Picture> pictures_;
  std::vector<std::string> missing_;  // materials
  PaintedMesh result_;
};

Result<PaintedMesh> readPaintedObj(const std::string& path) {
  const auto content = readText(path);
  if (!content) return std::unexpected(content.error());
  auto obj = parseObj(*content);
  if (!obj) return failAt(path, obj.error());
  if (obj->uv.size() > 0 && !(obj->uv.cwiseAbs().maxCoeff() <= farthest_uv)) {
    return fail(ErrorCode::invalid_argument,
                text(path, ": a texture coordinate lies beyond ", farthest_uv));
  }
  return PaintReader(path).read(*std::move(obj));
}

// Cuts a layer into one for each material.
class LayerPainter {
 public:
  LayerPainter(const Layer& whole, const MeshPaint& paint)
      : whole_(whole), paint_(paint), row_of_(std::size_t(whole.mesh.V.rows()), -1) {}

  // `faces` are rows of the layer's triangles; `unused` vertices of none.
  Layer make(const MeshMaterial& look, std::span<const int> faces, std::span<const int> unused) {
    has_picture_ = look.image && paint_.uv_corners.rows() > 0;
    source_.assign(unused.begin(), unused.end());
    for (const int f : faces) {
      for (const int v : whole_.mesh.F.row(f)) {
        if (std::exchange(row_of_[std::size_t(v)], 0) < 0) source_.push_back(v);
      }
    }
    std::ranges::sort(source_);
    for (std::size_t row = 0; row < source_.size(); ++row) {
      row_of_[std::size_t(source_[row])] = int(row);
    }
    uv_of_row_.assign(source_.size(), unset);
    copies_.clear();
    Eigen::MatrixX3i F(Eigen::Index(faces.size()), 3);
    for (Eigen::Index i = 0; i < F.rows(); ++i) {
      for (int corner = 0; corner < 3; ++corner) {
        F(i, corner) = rowFor(faces[std::size_t(i)], corner);
      }
    }
    for (const int v : source_) row_of_[std::size_t(v)] = -1;
    return assembled(look, std::move(F));
  }

 private:
  static constexpr int unset = -2;  // -1: a corner without texture coordinates

  int rowFor(int face, int corner) {
    const int v = whole_.mesh.F(face, corner), row = row_of_[std::size_t(v)];
    if (!has_picture_) return row;
    const int uv = paint_.uv_corners(face, corner);
    int& first = uv_of_row_[std::size_t(row)];
    if (first == unset) first = uv;
    if (first == uv) return row;
    const auto [copy, is_new] = copies_.try_emplace({v, uv}, int(source_.size()));
    if (is_new) {
      source_.push_back(v);
      uv_of_row_.push_back(uv);
    }
    return copy->second;
  }

  Layer assembled(const MeshMaterial& look, Eigen::MatrixX3i F) const {
    Layer layer;
    layer.name = paint_.materials.size() == 1 || look.name.empty() ? whole_.name : look.name;
    layer.settings = whole_.settings;
    layer.attachment = whole_.attachment;
    layer.bones = whole_.bones;
    layer.tint = look.tint;
    layer.opacity = look.opacity;
    layer.transparency = look.transparency;
    layer.weights = selectRows(whole_.weights, source_);
    layer.mesh.F = std::move(F);
    layer.mesh.V.resize(Eigen::Index(source_.size()), whole_.mesh.V.cols());
    for (std::size_t i = 0; i < source_.size(); ++i) {
      layer.mesh.V.row(Eigen::Index(i)) = whole_.mesh.V.row(source_[i]);
    }
    if (!has_picture_) return layer;
    layer.image = look.image;
    layer.uv.setZero(Eigen::Index(source_.size()), 2);
    for (std::size_t i = 0; i < source_.size(); ++i) {
      if (uv_of_row_[i] >= 0) layer.uv.row(Eigen::Index(i)) = paint_.uv.row(uv_of_row_[i]);
    }
    return layer;
  }

  const Layer& whole_;
  const MeshPaint& paint_;
  std::vector<int> row_of_;  // by vertex: its first row in the layer at hand, or -1
  bool has_picture_ = false;
  std::vector<int> source_;                    // by row: its vertex
  std::vector<int> uv_of_row_;                 // rows of uv
  std::map<std::pair<int, int>, int> copies_;  // rows by vertex and uv
};

}  // namespace

Result<PaintedMesh> readPaintedMesh(const std::string& path) {
  if (endingOf(path) == ".obj") return readPaintedObj(path);
  auto mesh = readMesh(path);
  if (!mesh) return std::unexpected(mesh.error());
  return PaintedMesh{*std::move(mesh), {}, {}};
}

void paintLayers(Document& document, const MeshPaint& paint) {
  if (paint.material.empty()) return;
  const Layer whole = std::move(document.layers.front());
  std::vector<std::vector<int>> faces(paint.materials.size());
  std::vector<bool> used(std::size_t(whole.mesh.V.rows()), false);
  for (Eigen::Index f = 0; f < whole.mesh.F.rows(); ++f) {
    faces[std::size_t(paint.material[std::size_t(f)])].push_back(int(f));
    for (const int v : whole.mesh.F.row(f)) used[std::size_t(v)] = true;
  }
  std::vector<int> unused;
  for (std::size_t v = 0; v < used.size(); ++v) {
    if (!used[v]) unused.push_back(int(v));
  }
  document.layers.clear();
  document.draw_order.clear();
  document.images = paint.images;
  LayerPainter painter(whole, paint);
  for (std::size_t m = 0; m < faces.size(); ++m) {
    Layer layer = painter.make(paint.materials[m], faces[m], m == 0 ? unused : std::vector<int>());
    layer.id = static_cast<LayerId>(m + 1);
    document.draw_order.push_back(layer.id);
    document.layers.push_back(std::move(layer));
  }
}

}  // namespace vide

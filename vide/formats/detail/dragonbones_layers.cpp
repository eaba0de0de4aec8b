// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>

#include "vide/core/text.hpp"
#include "vide/formats/detail/dragonbones_armature.hpp"

namespace vide::detail {
namespace {

std::unexpected<Error> malformed(const std::string& message) {
  return fail(ErrorCode::malformed_data, message);
}

// A region with the page that it is on.
struct Picture {
  const AtlasRegion* region = nullptr;
  const TextureAtlas* atlas = nullptr;
  ImageId image = 0;
};

Picture pictureNamed(const ArmatureImport& import, std::string_view name) {
  for (std::size_t page = 0; page < import.pages.size(); ++page) {
    const AtlasRegion* region = import.pages[page].atlas.find(name);
    if (region) return {region, &import.pages[page].atlas, ImageId(page)};
  }
  return {};
}

BlendMode blendOf(ArmatureImport& import, const Json& slot) {
  const std::string* mode = textIn(slot, "blendMode");
  if (!mode || mode->empty() || *mode == "normal") return BlendMode::normal;
  if (*mode == "add") return BlendMode::add;
  if (*mode == "multiply") return BlendMode::multiply;
  if (*mode == "screen") return BlendMode::screen;
  import.warnings.push_back(
      text("slot \"", nameOf(slot), "\": blends as \"", *mode, "\", which is drawn as normal"));
  return BlendMode::normal;
}

double percent(const Json& color, const char* name) {
  return std::clamp(numberIn(color, name).value_or(100) / 100, 0.0, 1.0);
}

Result<void> readSlots(ArmatureImport& import) {
  for (const Json& item : listIn(import.armature, "slot")) {
    DragonSlot slot;
    slot.name = nameOf(item);
    slot.id = SlotId(import.slots.size());
    slot.display = int(std::clamp(numberIn(item, "displayIndex").value_or(0), -1.0, 1e6));
    slot.blend = blendOf(import, item);
    if (const Json* color = member(item, "color")) {
      slot.tint = {percent(*color, "rM"), percent(*color, "gM"), percent(*color, "bM")};
      slot.opacity = percent(*color, "aM");
    }
    const std::string* parent = textIn(item, "parent");
    const auto bone = parent ? import.bone_named.find(*parent) : import.bone_named.end();
    if (bone != import.bone_named.end()) slot.bone = bone->second;
    if (!import.slot_named.emplace(slot.name, import.slots.size()).second) {
      return malformed(text("two slots are called \"", slot.name, "\""));
    }
    import.slots.push_back(std::move(slot));
  }
  return {};
}

// Follows the slot's bone as one piece, or nothing.
void attach(const ArmatureImport& import, const DragonSlot& slot, Layer& layer) {
  if (slot.bone < 0) return;
  layer.attachment = Attachment::rigid;
  layer.bones = {import.document.skeleton[std::size_t(slot.bone)].id};
}

// Where the slot's own space lies at rest.
Affine3 slotSpace(const ArmatureImport& import, const DragonSlot& slot) {
  return slot.bone < 0 ? Affine3{} : import.bones[std::size_t(slot.bone)].rest;
}

Affine3 displaySpace(const ArmatureImport& import, const DragonSlot& slot, const Json& display) {
  const Json* transform = member(display, "transform");
  return slotSpace(import, slot) * toAffine(transform ? partsIn(*transform) : PlaneParts{});
}

void setPositions(Layer& layer, const std::vector<Vec3>& positions) {
  layer.mesh.V.resize(Eigen::Index(positions.size()), 2);
  for (std::size_t i = 0; i < positions.size(); ++i) {
    layer.mesh.V.row(Eigen::Index(i)) << positions[i].x, positions[i].y;
  }
}

// A rectangle with its pivot, less what was trimmed off.
void makeRectangle(const ArmatureImport& import, const DragonSlot& slot, const Json& display,
                   const Picture& picture, Layer& layer) {
  const AtlasRegion& region = *picture.region;
  double pivot_x = 0.5, pivot_y = 0.5;
  if (const Json* pivot = member(display, "pivot")) {
    pivot_x = numberIn(*pivot, "x").value_or(0);
    pivot_y = numberIn(*pivot, "y").value_or(0);
  }
  const double left = -pivot_x * region.frame_width - region.frame_x;
  const double top = -pivot_y * region.frame_height - region.frame_y;
  const double width = region.ownWidth(), height = region.ownHeight();
  const Affine3 space = displaySpace(import, slot, display);
  const Vec2 corners[] = {{0, 1}, {1, 1}, {1, 0}, {0, 0}};
  std::vector<Vec3> positions;
  layer.uv.resize(4, 2);
  for (int i = 0; i < 4; ++i) {
    const Vec2 corner = corners[i];
    positions.push_back(space * Vec3{left + corner.x * width, -(top + corner.y * height), 0});
    const Vec2 uv = onPage(*picture.atlas, region, corner);
    layer.uv.row(i) << uv.x, uv.y;
  }
  setPositions(layer, positions);
  layer.mesh.F.resize(2, 3);
  layer.mesh.F << 0, 1, 2, 0, 2, 3;
  attach(import, slot, layer);
}

Result<std::vector<double>> numbersIn(ArmatureImport& import, const Json& object,
                                      const char* name) {
  const Json& list = listIn(object, name);
  if (auto ok = spend(import, list.size()); !ok) return std::unexpected(ok.error());
  std::vector<double> numbers;
  for (const Json& item : list) {
    const auto number = asNumber(&item);
    if (!number) return malformed(text("\"", name, "\" holds something that is not a number"));
    numbers.push_back(*number);
  }
  return numbers;
}

// One row of weights, with the vertex carried from where it was bound to where its bones rest.
struct BoundVertex {
  std::vector<Influence> row;  // by bone
  Vec3 position;
};

Result<BoundVertex> boundVertex(const ArmatureImport& import, std::span<const double> weights,
                                std::size_t& at, const std::map<int, Affine3>& bound, Vec3 given) {
  BoundVertex vertex;
  const double count = at < weights.size() ? weights[at++] : -1;
  if (!(count >= 1) || count * 2 > double(weights.size() - at)) {
    return malformed("\"weights\" ends before its vertices do or leaves one without a bone");
  }
  double sum = 0;
  for (int k = 0; k < int(count); ++k) {
    const double place = weights[at++], weight = weights[at++];
    if (!(place >= 0) || place >= double(import.bone_at.size()) || !(weight >= 0)) {
      return malformed("\"weights\" names a bone that does not exist, or a weight below 0");
    }
    const int bone = import.bone_at[std::size_t(place)];
    if (!bound.contains(bone)) return malformed("\"weights\" names a bone without \"bonePose\"");
    if (weight == 0) continue;
    const auto same = std::ranges::find(vertex.row, bone, &Influence::handle);
    if (same != vertex.row.end()) {
      same->weight += weight;
    } else {
      vertex.row.push_back({bone, weight});
    }
    sum += weight;
  }
  if (!(sum > 0) || !std::isfinite(sum)) return malformed("a vertex has no weight");
  for (Influence& influence : vertex.row) {
    influence.weight /= sum;
    const Affine3& rest = import.bones[std::size_t(influence.handle)].rest;
    const Affine3& pose = bound.at(influence.handle);
    const Vec3 moved = rest * (inverse(pose) * given);
    vertex.position = vertex.position + moved * influence.weight;
  }
  return vertex;
}

// Weights by bone become weights by the bones that the layer names.
void setWeights(const ArmatureImport& import, const std::map<int, Affine3>& bound,
                std::vector<BoundVertex>& vertices, Layer& layer) {
  std::map<int, int> handle;
  for (const auto& [bone, pose] : bound) {
    handle.emplace(bone, int(layer.bones.size()));
    layer.bones.push_back(import.document.skeleton[std::size_t(bone)].id);
  }
  layer.attachment = Attachment::skinned;
  layer.weights.handles = int(layer.bones.size());
  for (BoundVertex& vertex : vertices) {
    for (Influence& influence : vertex.row) influence.handle = handle.at(influence.handle);
    appendRow(layer.weights, vertex.row);
  }
}

Result<void> skinMesh(ArmatureImport& import, const Json& mesh, std::span<const Vec3> given,
                      Layer& layer) {
  const auto weights = numbersIn(import, mesh, "weights");
  if (!weights) return std::unexpected(weights.error());
  const Json& poses = listIn(mesh, "bonePose");
  std::map<int, Affine3> bound;
  for (std::size_t i = 0; i + 6 < poses.size(); i += 7) {
    bound.emplace(import.bone_at[asCount(&poses[i]).value_or(0)],
                  matrixIn(poses, i + 1).value_or(Affine3{}));
  }
  const Affine3 slot_pose = matrixIn(listIn(mesh, "slotPose"), 0).value_or(Affine3{});
  std::vector<BoundVertex> vertices;
  std::vector<Vec3> positions;
  std::size_t at = 0;
  for (const Vec3& vertex : given) {
    auto read = boundVertex(import, *weights, at, bound, slot_pose * vertex);
    if (!read) return std::unexpected(read.error());
    positions.push_back(read->position);
    vertices.push_back(*std::move(read));
  }
  setPositions(layer, positions);
  setWeights(import, bound, vertices, layer);
  return {};
}

Result<void> readTriangles(ArmatureImport& import, const Json& mesh, std::size_t vertices,
                           Layer& layer) {
  const auto triangles = numbersIn(import, mesh, "triangles");
  if (!triangles) return std::unexpected(triangles.error());
  layer.mesh.F.resize(Eigen::Index(triangles->size() / 3), 3);
  for (Eigen::Index i = 0; i < layer.mesh.F.size(); ++i) {
    const double vertex = (*triangles)[std::size_t(i)];
    if (!(vertex >= 0) || vertex >= double(vertices)) {
      return malformed("\"triangles\" points at a vertex that does not exist");
    }
    layer.mesh.F(i / 3, i % 3) = int(vertex);
  }
  return {};
}

// `mesh` holds the lists; it may be another display that this one shares them with.
Result<void> makeMesh(ArmatureImport& import, const DragonSlot& slot, const Json& display,
                      const Json& mesh, const Picture& picture, Layer& layer) {
  const auto flat = numbersIn(import, mesh, "vertices"), uvs = numbersIn(import, mesh, "uvs");
  if (!flat) return std::unexpected(flat.error());
  if (!uvs) return std::unexpected(uvs.error());
  const std::size_t count = flat->size() / 2;
  if (uvs->size() < 2 * count) return malformed("there are fewer \"uvs\" than \"vertices\"");
  std::vector<Vec3> given;
  layer.uv.resize(Eigen::Index(count), 2);
  for (std::size_t i = 0; i < count; ++i) {
    given.push_back({(*flat)[2 * i], -(*flat)[2 * i + 1], 0});
    const Vec2 uv = onPage(*picture.atlas, *picture.region, {(*uvs)[2 * i], (*uvs)[2 * i + 1]});
    layer.uv.row(Eigen::Index(i)) << uv.x, uv.y;
  }
  if (auto ok = readTriangles(import, mesh, count, layer); !ok) return ok;
  if (!listIn(mesh, "weights").empty()) return skinMesh(import, mesh, given, layer);
  const Affine3 space = displaySpace(import, slot, display);
  for (Vec3& vertex : given) vertex = space * vertex;
  setPositions(layer, given);
  attach(import, slot, layer);
  return {};
}

bool isKind(const Json& display, std::string_view name, double number) {
  const Json* type = member(display, "type");
  if (!type) return false;
  const std::string* kind = asText(type);
  return kind ? *kind == name : asNumber(type) == number;
}

bool isMesh(const Json& display) { return isKind(display, "mesh", 2); }

// The display of that skin whose lists this one takes over.
const Json* sharedMesh(const Json& skin, const Json& display) {
  const std::string* share = textIn(display, "share");
  if (!share || share->empty()) return &display;
  for (const Json& slot : listIn(skin, "slot")) {
    for (const Json& other : listIn(slot, "display")) {
      if (isMesh(other) && nameOf(other) == *share) return &other;
    }
  }
  return nullptr;
}

Result<void> fillLayer(ArmatureImport& import, const Json& skin, const DragonSlot& slot,
                       const Json& display, Layer& layer) {
  const bool picture_or_mesh =
      isMesh(display) || !member(display, "type") || isKind(display, "image", 0);
  if (!picture_or_mesh) {
    import.warnings.push_back(text("slot \"", slot.name, "\": display \"", layer.name,
                                   "\" is neither picture nor mesh and is left out"));
    return {};
  }
  const std::string* path = textIn(display, "path");
  const Picture picture = pictureNamed(import, path && !path->empty() ? *path : nameOf(display));
  if (!picture.region) {
    import.warnings.push_back(
        text("slot \"", slot.name, "\": no atlas has the picture \"", layer.name, "\""));
    return {};
  }
  layer.image = picture.image;
  if (!isMesh(display)) {
    makeRectangle(import, slot, display, picture, layer);
    return {};
  }
  const Json* mesh = sharedMesh(skin, display);
  if (!mesh) return malformed(text("it shares the mesh of a display that does not exist"));
  import.mesh_named.emplace(meshKey(nameOf(skin), slot.name, layer.name), layer.id);
  return makeMesh(import, slot, display, *mesh, picture, layer);
}

Result<LayerId> addLayer(ArmatureImport& import, const Json& skin, const DragonSlot& slot,
                         const Json& display) {
  Layer layer{.id = LayerId(import.document.layers.size()), .name = nameOf(display)};
  layer.blend = slot.blend;
  layer.tint = slot.tint;
  layer.opacity = slot.opacity;
  if (auto filled = fillLayer(import, skin, slot, display, layer); !filled) {
    return failAt(text("slot \"", slot.name, "\", display \"", layer.name, "\""), filled.error());
  }
  import.document.layers.push_back(std::move(layer));
  return import.document.layers.back().id;
}

Result<void> readDefaultSkin(ArmatureImport& import, const Json& skin) {
  for (const Json& item : listIn(skin, "slot")) {
    const auto at = import.slot_named.find(nameOf(item));
    if (at == import.slot_named.end()) continue;
    DragonSlot& slot = import.slots[at->second];
    for (const Json& display : listIn(item, "display")) {
      const auto layer = addLayer(import, skin, slot, display);
      if (!layer) return std::unexpected(layer.error());
      slot.layers.push_back(*layer);
    }
  }
  return {};
}

// The layers of another skin, each in place of the default one's at the same place.
Result<void> readFurtherSkin(ArmatureImport& import, const Json& skin) {
  Skin dress{.id = SkinId(import.document.skins.size()), .name = nameOf(skin)};
  for (const Json& item : listIn(skin, "slot")) {
    const auto at = import.slot_named.find(nameOf(item));
    if (at == import.slot_named.end()) continue;
    DragonSlot& slot = import.slots[at->second];
    std::size_t place = 0;
    for (const Json& display : listIn(item, "display")) {
      if (place == slot.layers.size()) {
        const auto nothing = addLayer(import, Json::object(), slot, Json{{"type", "none"}});
        import.warnings.pop_back();
        slot.layers.push_back(*nothing);
      }
      const auto layer = addLayer(import, skin, slot, display);
      if (!layer) return std::unexpected(layer.error());
      const bool repeated = std::ranges::find(dress.choices, slot.layers[place],
                                              &SkinChoice::instead_of) != dress.choices.end();
      if (!repeated) dress.choices.push_back({slot.layers[place], *layer});
      ++place;
    }
  }
  import.document.skins.push_back(std::move(dress));
  return {};
}

// Slots are drawn in the file's order, what skins bring beside what it replaces.
void arrange(ArmatureImport& import) {
  Document& document = import.document;
  std::map<LayerId, std::vector<LayerId>> brought;
  for (const Skin& skin : document.skins) {
    for (const SkinChoice& choice : skin.choices)
      brought[choice.instead_of].push_back(choice.layer);
  }
  std::vector<bool> placed(document.layers.size());
  const auto place = [&](LayerId id) {
    if (placed[id]) return;
    placed[id] = true;
    document.draw_order.push_back(id);
  };
  for (const DragonSlot& slot : import.slots) {
    for (const LayerId id : slot.layers) {
      place(id);
      for (const LayerId other : brought[id]) place(other);
    }
    if (slot.layers.empty()) continue;
    Slot kept{.id = slot.id, .name = slot.name, .layers = slot.layers};
    if (slot.display >= 0 && std::size_t(slot.display) < slot.layers.size()) {
      kept.shown = slot.layers[std::size_t(slot.display)];
    }
    document.slots.push_back(std::move(kept));
  }
  for (const Layer& layer : document.layers) place(layer.id);
}

}  // namespace

Result<void> readLayers(ArmatureImport& import) {
  if (auto ok = readSlots(import); !ok) return ok;
  const Json& skins = listIn(import.armature, "skin");
  const Json* usual = element(&skins, 0);
  for (const Json& skin : skins) {
    if (nameOf(skin).empty() || nameOf(skin) == "default") usual = &skin;
  }
  if (usual) {
    if (auto ok = readDefaultSkin(import, *usual); !ok) return ok;
  }
  for (const Json& skin : skins) {
    if (&skin == usual) continue;
    if (auto ok = readFurtherSkin(import, skin); !ok) return ok;
  }
  arrange(import);
  return {};
}

}  // namespace vide::detail

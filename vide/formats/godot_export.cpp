// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "vide/core/text.hpp"
#include "vide/formats/detail/godot_dialect.hpp"
#include "vide/formats/detail/plane_document.hpp"
#include "vide/formats/detail/straight_track.hpp"

namespace vide {
namespace {

using namespace detail;

// One track of an animation: which property it moves, and its keys as text.
struct GodotTrack {
  std::string path;
  std::vector<double> times;
  std::vector<std::string> values;
  bool jumps = false;  // from key to key
};

// Keys with straight lines between them; what steps holds until just before the next key. Before a
// track's first key Godot leaves the node as it is: the first one is at the start.
template <class Value>
Track<Value> linearKeys(const Track<Value>& given, double step) {
  constexpr double instant = 1e-5;  // seconds
  const Track<Value> straight = straightened(given, step, KeptCurves::none);
  Track<Value> keys;
  if (!straight.empty() && straight[0].time > 0) {
    keys.push_back(straight[0]);
    keys.back().time = 0;
    keys.back().interpolation = Interpolation::linear;
  }
  for (std::size_t i = 0; i < straight.size(); ++i) {
    keys.push_back(straight[i]);
    keys.back().interpolation = Interpolation::linear;
    const bool holds = straight[i].interpolation == Interpolation::step && i + 1 < straight.size();
    if (!holds || straight[i + 1].time - straight[i].time <= 2 * instant) continue;
    keys.push_back(keys.back());
    keys.back().time = straight[i + 1].time - instant;
  }
  return keys;
}

template <class Value, class Say>
GodotTrack saidTrack(const std::string& path, const Track<Value>& track, double step, Say say) {
  GodotTrack said{path};
  for (const auto& key : linearKeys(track, step)) {
    said.times.push_back(key.time);
    said.values.push_back(say(key.value));
  }
  return said;
}

constexpr double slight = 1e-9;  // radians

bool isMirrored(const PlaneParts& parts) {
  return std::abs(std::abs(parts.skew) - math::pi) <= slight;
}
bool isSheared(const PlaneParts& parts) {
  return std::abs(parts.skew) > slight && !isMirrored(parts);
}

class GodotWriter {
 public:
  GodotWriter(const PlaneDocument& plane, std::span<const TextureAtlas> pages,
              const EngineExportOptions& options)
      : plane_(plane),
        document_(plane.document),
        skeleton_(plane.document.skeleton),
        pages_(pages),
        options_(options),
        pictures_(pictureNames(plane.document)),
        dialect_(options.godot) {
    nameNodes();
  }

  std::string write() {
    writePictures();
    writeMaterials();
    writeAnimations();
    writeNodes();
    return std::move(out_);
  }
  std::vector<std::string> takeWarnings() { return std::move(warnings_); }

 private:
  // Where a layer's picture lies; null for one that no page has.
  struct Place {
    const TextureAtlas* page = nullptr;
    const AtlasRegion* region = nullptr;
    std::size_t number = 0;
  };

  void nameNodes();
  void writePictures();
  void writeMaterials();
  void writeAnimations();
  void writeAnimation(const Clip& clip, std::size_t number);
  std::vector<GodotTrack> tracksOf(const Clip& clip);
  void addBoneTracks(const Clip& clip, std::vector<GodotTrack>& tracks);
  void addPartTracks(const std::string& path, const PartsTrack& parts, std::size_t bone,
                     std::vector<GodotTrack>& tracks) const;
  GodotTrack wholeTrack(const std::string& path, const PartsTrack& parts, std::size_t bone,
                        double duration) const;
  void addLayerTracks(const Clip& clip, std::vector<GodotTrack>& tracks) const;
  void addOrderTracks(const Clip& clip, std::vector<GodotTrack>& tracks) const;
  void writeNodes();
  void writePlayer();
  void writeBone(std::size_t bone);
  std::string writtenPose(std::size_t bone) const;
  void writePolygon(std::size_t layer, bool shown);
  void writeSurface(const Layer& layer);
  std::vector<std::string> boneWeights(const Layer& layer) const;

  bool ordersMove() const {
    return std::ranges::any_of(document_.clips,
                               [](const Clip& clip) { return !clip.draw_order.empty(); });
  }
  std::size_t boneIndex(BoneId id) const { return std::size_t(findBone(skeleton_, id)); }
  // Godot's y axis points down from the canvas's top left.
  PlaneParts downward(std::size_t bone, PlaneParts parts) const {
    parts = flipped(parts);
    if (skeleton_[bone].parent < 0) parts.y += document_.canvas_height;
    return parts;
  }
  // -1 for a mirrored bone of Godot 3, which has no skew of half a turn to say it with.
  double sideOf(std::size_t bone) const {
    return dialect_.isOld() && isMirrored(plane_.rest[bone]) ? -1 : 1;
  }
  Place placeOf(const Layer& layer) const;
  std::vector<double> positionsOf(const Layer& layer, const Offsets* offsets) const;

  const PlaneDocument& plane_;
  const Document& document_;
  const Skeleton& skeleton_;
  std::span<const TextureAtlas> pages_;
  const EngineExportOptions& options_;
  PictureNames pictures_;
  std::vector<std::string> bone_paths_;  // within the skeleton's node
  std::vector<std::string> layer_nodes_;
  std::vector<std::string> clip_names_;
  std::vector<std::string> warnings_;
  std::set<std::size_t> stepping_;  // bones that have been warned of
  std::map<BlendMode, std::string> materials_;
  GodotDialect dialect_;
  std::string out_;
};

void GodotWriter::nameNodes() {
  std::vector<std::string> taken;
  for (const Bone& bone : skeleton_.bones()) {
    const std::string name = uniqueName(godotNodeName(bone.name), taken);
    bone_paths_.push_back(bone.parent < 0 ? name
                                          : bone_paths_[std::size_t(bone.parent)] + "/" + name);
  }
  taken.clear();
  for (const Layer& layer : document_.layers) {
    layer_nodes_.push_back(uniqueName(godotNodeName(layer.name), taken));
  }
}

GodotWriter::Place GodotWriter::placeOf(const Layer& layer) const {
  std::string name = pictures_.white;
  if (layer.image) {
    const ImageAsset* image = findImage(document_, *layer.image);
    name = pictures_.of_image[std::size_t(image - document_.images.data())];
  }
  for (std::size_t i = 0; i < pages_.size(); ++i) {
    if (const AtlasRegion* region = pages_[i].find(name)) return {&pages_[i], region, i};
  }
  return {};
}

void GodotWriter::writePictures() {
  out_ += dialect_.sceneHead();
  for (std::size_t i = 0; i < pages_.size(); ++i) {
    out_ += dialect_.pictureHead(pages_[i].image_path, text("page_", i));
  }
  out_ += "\n";
}

void GodotWriter::writeMaterials() {
  constexpr std::pair<BlendMode, int> modes[] = {{BlendMode::add, 1}, {BlendMode::multiply, 3}};
  for (const auto& [mode, number] : modes) {
    const bool used = std::ranges::any_of(document_.layers,
                                          [&](const Layer& layer) { return layer.blend == mode; });
    if (!used) continue;
    const std::string id = text("blend_", number);
    out_ += text(dialect_.resourceHead("CanvasItemMaterial", id), "blend_mode = ", number, "\n\n");
    materials_[mode] = id;
  }
  for (const Layer& layer : document_.layers) {
    if (layer.blend != BlendMode::screen) continue;
    warnings_.push_back(
        text("layer \"", layer.name, "\" is blended as normal; Godot has no screen"));
  }
}

void GodotWriter::addBoneTracks(const Clip& clip, std::vector<GodotTrack>& tracks) {
  for (const BoneTrack& track : clip.bones) {
    const std::size_t bone = boneIndex(track.bone);
    const PartsTrack parts = partsTrack(track, plane_.rest[bone], options_.bake_step);
    const std::string path = "Skeleton2D/" + bone_paths_[bone];
    const bool moves = !parts.translation.empty() || !parts.angle.empty() || !parts.scale.empty();
    const bool sheared = !parts.skew.empty() || (moves && isSheared(plane_.rest[bone]));
    if (!dialect_.isOld() || !sheared) {
      addPartTracks(path, parts, bone, tracks);
      continue;
    }
    tracks.push_back(wholeTrack(path, parts, bone, clip.duration));
    if (!stepping_.insert(bone).second) continue;
    warnings_.push_back(text("bone \"", skeleton_[bone].name,
                             "\" is sheared, which Godot 3 has no word for; it moves in steps"));
  }
}

void GodotWriter::addPartTracks(const std::string& path, const PartsTrack& parts, std::size_t bone,
                                std::vector<GodotTrack>& tracks) const {
  const double step = options_.bake_step;
  if (!parts.translation.empty()) {
    tracks.push_back(saidTrack(path + ":position", parts.translation, step, [&](Vec3 v) {
      const PlaneParts at = downward(bone, {.x = v.x, .y = v.y});
      return godotVector(at.x, at.y);
    }));
  }
  if (!parts.angle.empty()) {
    // What the editor of Godot 3 shows is in degrees.
    tracks.push_back(saidTrack(path + (dialect_.isOld() ? ":rotation_degrees" : ":rotation"),
                               parts.angle, step, [&](double angle) {
                                 return godotReal(dialect_.isOld() ? math::degrees(-angle)
                                                                   : -angle);
                               }));
  }
  if (!parts.skew.empty()) {
    tracks.push_back(
        saidTrack(path + ":skew", parts.skew, step, [](double skew) { return godotReal(-skew); }));
  }
  if (!parts.scale.empty()) {
    tracks.push_back(saidTrack(path + ":scale", parts.scale, step,
                               [&](Vec3 v) { return godotVector(v.x, sideOf(bone) * v.y); }));
  }
}

// The whole matrix from step to step: between two of them Godot 3 would lose the shear.
GodotTrack GodotWriter::wholeTrack(const std::string& path, const PartsTrack& parts,
                                   std::size_t bone, double duration) const {
  GodotTrack track{path + ":transform"};
  track.jumps = true;
  for (const double time : gridTimes(duration, 1.0 / 60)) {
    track.times.push_back(time);
    track.values.push_back(
        godotTransform(downward(bone, sampleParts(parts, time, plane_.rest[bone]))));
  }
  return track;
}

void GodotWriter::addLayerTracks(const Clip& clip, std::vector<GodotTrack>& tracks) const {
  for (const DrawSlot& slot : plane_.slots) {
    const auto shown = shownIn(clip, plane_, slot);
    for (std::size_t i = 0; i < slot.layers.size() && !shown.empty(); ++i) {
      GodotTrack track{text("Layers/", layer_nodes_[slot.layers[i]], ":visible")};
      track.jumps = true;
      for (const auto& step : shown) {
        track.times.push_back(step.time);
        track.values.push_back(step.value == i ? "true" : "false");
      }
      tracks.push_back(std::move(track));
    }
  }
  for (std::size_t i = 0; i < document_.layers.size(); ++i) {
    const Layer& layer = document_.layers[i];
    const std::string path = "Layers/" + layer_nodes_[i];
    GodotTrack colors{path + ":modulate"};
    auto moments = colorsIn(clip, layer, options_.bake_step);
    if (!moments.empty() && moments[0].time > 0) {
      moments.insert(moments.begin(), moments[0]);
      moments[0].time = 0;
    }
    for (const ColorMoment& moment : moments) {
      colors.times.push_back(moment.time);
      colors.values.push_back(
          godotArray("Color", {moment.tint.x, moment.tint.y, moment.tint.z, moment.opacity}));
    }
    if (!colors.times.empty()) tracks.push_back(std::move(colors));
    const auto moved = std::ranges::find(clip.offsets, layer.id, &OffsetTrack::layer);
    if (moved == clip.offsets.end() || moved->offsets.empty()) continue;
    tracks.push_back(saidTrack(
        path + ":polygon", moved->offsets, least_offset_step,
        [&](const Offsets& offsets) { return dialect_.vectors(positionsOf(layer, &offsets)); }));
  }
}

// The place in the draw order is the node's z index.
void GodotWriter::addOrderTracks(const Clip& clip, std::vector<GodotTrack>& tracks) const {
  if (!ordersMove()) return;
  StepTrack<std::vector<std::uint32_t>> orders = clip.draw_order;
  if (orders.empty() || orders[0].time > 0)
    orders.insert(orders.begin(), {0, document_.draw_order});
  for (std::size_t slot = 0; slot < plane_.slots.size(); ++slot) {
    for (const std::size_t layer : plane_.slots[slot].layers) {
      GodotTrack track{text("Layers/", layer_nodes_[layer], ":z_index")};
      track.jumps = true;
      for (const auto& step : orders) {
        const auto order = slotOrder(plane_, step.value);
        track.times.push_back(step.time);
        track.values.push_back(text(std::ranges::find(order, slot) - order.begin()));
      }
      tracks.push_back(std::move(track));
    }
  }
}

std::vector<GodotTrack> GodotWriter::tracksOf(const Clip& clip) {
  std::vector<GodotTrack> tracks;
  addBoneTracks(clip, tracks);
  addLayerTracks(clip, tracks);
  addOrderTracks(clip, tracks);
  if (!clip.events.empty()) {
    warnings_.push_back(text("clip \"", clip.name,
                             "\": events are left out; Godot would call the game's own methods"));
  }
  return tracks;
}

void GodotWriter::writeAnimation(const Clip& clip, std::size_t number) {
  out_ += text(dialect_.resourceHead("Animation", text("Animation_", number)),
               "resource_name = ", godotText(clip.name),
               "\nlength = ", godotNumber(std::max(clip.duration, 1e-3)), "\n");
  if (clip.loop) out_ += dialect_.isOld() ? "loop = true\n" : "loop_mode = 1\n";
  const auto tracks = tracksOf(clip);
  for (std::size_t i = 0; i < tracks.size(); ++i) {
    const GodotTrack& track = tracks[i];
    const std::string key = text("tracks/", i, "/");
    const std::vector<double> transitions(track.times.size(), 1.0);
    out_ += text(key, "type = \"value\"\n", key, "imported = false\n", key, "enabled = true\n", key,
                 "path = NodePath(", godotText(track.path), ")\n", key, "interp = 1\n", key,
                 "loop_wrap = false\n", key, "keys = {\n\"times\": ", dialect_.reals(track.times),
                 ",\n\"transitions\": ", dialect_.reals(transitions),
                 ",\n\"update\": ", track.jumps ? 1 : 0, ",\n\"values\": ", godotList(track.values),
                 "\n}\n");
  }
  out_ += "\n";
}

void GodotWriter::writeAnimations() {
  std::vector<std::string> taken;
  for (std::size_t i = 0; i < document_.clips.size(); ++i) {
    writeAnimation(document_.clips[i], i);
    clip_names_.push_back(uniqueName(godotNodeName(document_.clips[i].name), taken));
  }
  if (clip_names_.empty() || dialect_.isOld()) return;
  out_ += dialect_.resourceHead("AnimationLibrary", "clips") + "_data = {\n";
  for (std::size_t i = 0; i < clip_names_.size(); ++i) {
    out_ += text(i > 0 ? ",\n" : "", "&", godotText(clip_names_[i]), ": ",
                 dialect_.resource(text("Animation_", i)));
  }
  out_ += "\n}\n\n";
}

void GodotWriter::writePlayer() {
  if (clip_names_.empty()) return;
  out_ += "[node name=\"AnimationPlayer\" type=\"AnimationPlayer\" parent=\".\"]\n";
  if (!dialect_.isOld()) {
    out_ += text("libraries = {\n&\"\": ", dialect_.resource("clips"), "\n}\n");
    return;
  }
  for (std::size_t i = 0; i < clip_names_.size(); ++i) {
    out_ += text(godotText("anims/" + clip_names_[i]), " = ",
                 dialect_.resource(text("Animation_", i)), "\n");
  }
}

void GodotWriter::writeBone(std::size_t bone) {
  const PlaneParts parts = downward(bone, plane_.rest[bone]);
  const std::string& path = bone_paths_[bone];
  const std::size_t slash = path.rfind('/');
  const bool root = slash == std::string::npos;
  out_ += text("[node name=", godotText(root ? path : path.substr(slash + 1)),
               " type=\"Bone2D\" parent=",
               godotText(root ? "Skeleton2D" : "Skeleton2D/" + path.substr(0, slash)), "]\n");
  const Vec3 tail = skeleton_[bone].tail;
  if (dialect_.isOld()) {
    out_ += text(writtenPose(bone), "rest = ", godotTransform(parts),
                 "\ndefault_length = ", godotNumber(length(tail)), "\n\n");
    return;
  }
  out_ += text(writtenPose(bone), "rest = ", godotTransform(parts),
               "\nauto_calculate_length_and_angle = false\nlength = ", godotNumber(length(tail)),
               "\nbone_angle = ", godotNumber(math::degrees(math::atan2(-tail.y, tail.x))), "\n\n");
}

// Where a bone is within its parent before anything moves it.
std::string GodotWriter::writtenPose(std::size_t bone) const {
  const PlaneParts parts = downward(bone, plane_.rest[bone]);
  if (dialect_.isOld() && isSheared(parts)) {
    return text("transform = ", godotTransform(parts), "\n");
  }
  std::string pose =
      text("position = ", godotVector(parts.x, parts.y), "\nrotation = ", godotNumber(parts.angle),
           "\nscale = ", godotVector(parts.scale_x, sideOf(bone) * parts.scale_y), "\n");
  if (parts.skew != 0 && !dialect_.isOld()) pose += text("skew = ", godotNumber(parts.skew), "\n");
  return pose;
}

std::vector<double> GodotWriter::positionsOf(const Layer& layer, const Offsets* offsets) const {
  std::vector<double> positions;
  for (Eigen::Index v = 0; v < layer.mesh.V.rows(); ++v) {
    const Vec3 moved = offsets ? (*offsets)[std::size_t(v)] : Vec3{};
    positions.push_back(layer.mesh.V(v, 0) + moved.x);
    positions.push_back(document_.canvas_height - layer.mesh.V(v, 1) - moved.y);
  }
  return positions;
}

// Pairs of a bone's path and what each vertex has of it.
std::vector<std::string> GodotWriter::boneWeights(const Layer& layer) const {
  const auto vertices = std::size_t(layer.mesh.V.rows());
  std::vector<std::vector<double>> weights(layer.bones.size(), std::vector<double>(vertices));
  if (layer.attachment == Attachment::rigid) weights[0].assign(vertices, 1);
  for (std::size_t v = 0; v < layer.weights.vertices(); ++v) {
    const auto handles = layer.weights.handlesOf(v);
    for (std::size_t k = 0; k < handles.size(); ++k) {
      weights[std::size_t(handles[k])][v] = layer.weights.weightsOf(v)[k];
    }
  }
  std::vector<std::string> list;
  for (std::size_t i = 0; i < layer.bones.size(); ++i) {
    list.push_back(godotText(bone_paths_[boneIndex(layer.bones[i])]));
    list.push_back(dialect_.reals(weights[i]));
  }
  return list;
}

void GodotWriter::writePolygon(std::size_t index, bool shown) {
  const Layer& layer = document_.layers[index];
  out_ += text("[node name=", godotText(layer_nodes_[index]),
               " type=\"Polygon2D\" parent=\"Layers\"]\n");
  if (!shown) out_ += "visible = false\n";
  if (layer.tint != Vec3{1, 1, 1} || layer.opacity != 1) {
    out_ +=
        text("modulate = ",
             godotArray("Color", {layer.tint.x, layer.tint.y, layer.tint.z, layer.opacity}), "\n");
  }
  if (const auto at = materials_.find(layer.blend); at != materials_.end()) {
    out_ += text("material = ", dialect_.resource(at->second), "\n");
  }
  writeSurface(layer);
  if (layer.attachment != Attachment::fixed) {
    out_ += text(
        "skeleton = NodePath(\"../../Skeleton2D\")\nbones = ", godotList(boneWeights(layer)), "\n");
  }
  // All vertices may be used by triangles; none has to lie on the outline.
  out_ += text("internal_vertex_count = ", layer.mesh.V.rows(), "\n\n");
}

// Corners, triangles and where on a page their picture lies.
void GodotWriter::writeSurface(const Layer& layer) {
  const Place place = placeOf(layer);
  std::vector<double> uv;
  for (Eigen::Index v = 0; v < layer.mesh.V.rows() && place.region; ++v) {
    const double u = layer.image ? layer.uv(v, 0) : 0.5, w = layer.image ? layer.uv(v, 1) : 0.5;
    uv.push_back(place.region->x + u * place.region->width);
    uv.push_back(place.region->y + w * place.region->height);
  }
  std::vector<std::string> triangles;
  for (Eigen::Index f = 0; f < layer.mesh.F.rows(); ++f) {
    const auto row = layer.mesh.F.row(f);
    triangles.push_back(dialect_.wholes({double(row[0]), double(row[1]), double(row[2])}));
  }
  if (place.page) {
    out_ += text("texture = ", dialect_.picture(text("page_", place.number)), "\n");
  }
  out_ += text("polygon = ", dialect_.vectors(positionsOf(layer, nullptr)),
               "\nuv = ", dialect_.vectors(uv), "\npolygons = ", godotList(triangles), "\n");
}

void GodotWriter::writeNodes() {
  out_ += text("[node name=", godotText(godotNodeName(options_.name)), " type=\"Node2D\"]\n\n");
  out_ += "[node name=\"Skeleton2D\" type=\"Skeleton2D\" parent=\".\"]\n\n";
  for (std::size_t i = 0; i < skeleton_.size(); ++i) writeBone(i);
  out_ += "[node name=\"Layers\" type=\"Node2D\" parent=\".\"]\n\n";
  std::vector<bool> written(document_.layers.size());
  for (const DrawSlot& slot : plane_.slots) {
    for (std::size_t i = 0; i < slot.layers.size(); ++i) {
      writePolygon(slot.layers[i], slot.shown == i);
      written[slot.layers[i]] = true;
    }
  }
  for (std::size_t i = 0; i < written.size(); ++i) {
    if (written[i]) continue;
    writePolygon(i, false);
    warnings_.push_back(text("layer \"", document_.layers[i].name,
                             "\" of a skin is hidden; the game has to show it"));
  }
  writePlayer();
}

}  // namespace

Result<EngineText> writeGodot(const Document& document, std::span<const TextureAtlas> pages,
                              const EngineExportOptions& options) {
  constexpr PlaneTraits traits;
  const auto natives = exportableChains(document, options, traits);
  if (!natives) return std::unexpected(natives.error());
  PlaneDocument plane = planeDocument(document, *natives, options.bake_step, traits.axes);
  GodotWriter writer(plane, pages, options);
  std::string scene = writer.write();
  std::vector<std::string> warnings = std::move(plane.warnings);
  for (std::string& warning : writer.takeWarnings()) warnings.push_back(std::move(warning));
  return EngineText{std::move(scene), std::move(warnings)};
}

}  // namespace vide

// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>

#include "vide/core/text.hpp"
#include "vide/formats/detail/dragonbones_frames.hpp"
#include "vide/formats/detail/json.hpp"
#include "vide/formats/detail/plane_document.hpp"

namespace vide {
namespace {

using namespace detail;

constexpr const char* default_skin = "default";

double rounded(double x) { return std::round(x * 1e5) / 1e5 + 0.0; }

Json transformOf(const PlaneParts& y_up) {
  const PlaneParts parts = flipped(y_up);
  Json json = Json::object();
  const auto put = [&](const char* name, double value, double usual) {
    if (value != usual) json[name] = value;
  };
  put("x", rounded(parts.x), 0);
  put("y", rounded(parts.y), 0);
  put("skX", math::degrees(parts.angle + parts.skew), 0);
  put("skY", math::degrees(parts.angle), 0);
  put("scX", parts.scale_x, 1);
  put("scY", parts.scale_y, 1);
  return json;
}

// A matrix of y up as DragonBones lists it for y down.
void appendMatrix(Json& list, const Affine3& m) {
  for (const double number : {m.linear.x.x, -m.linear.x.y, -m.linear.y.x, m.linear.y.y,
                              m.translation.x, -m.translation.y}) {
    list.push_back(number);
  }
}

const char* nameOf(BlendMode mode) {
  switch (mode) {
    case BlendMode::normal:
      return "normal";
    case BlendMode::add:
      return "add";
    case BlendMode::multiply:
      return "multiply";
    case BlendMode::screen:
      return "screen";
  }
  return "normal";
}

class DragonBonesWriter {
 public:
  DragonBonesWriter(const PlaneDocument& plane, double rate, const EngineExportOptions& options)
      : plane_(plane),
        document_(plane.document),
        skeleton_(plane.document.skeleton),
        options_(options),
        pictures_(pictureNames(plane.document)),
        rate_(rate) {}

  std::string write() {
    Json armature{{"type", "Armature"}, {"frameRate", rate_}, {"name", options_.name}};
    armature["aabb"] = {{"x", 0},
                        {"y", -document_.canvas_height},
                        {"width", document_.canvas_width},
                        {"height", document_.canvas_height}};
    armature["bone"] = bones();
    if (Json ik = constraints(); !ik.empty()) armature["ik"] = std::move(ik);
    armature["slot"] = slots();
    armature["skin"] = skins();
    armature["animation"] = animations();
    const Json file{{"frameRate", rate_},
                    {"name", options_.name},
                    {"version", "5.5"},
                    {"compatibleVersion", "5.5"},
                    {"armature", Json::array({std::move(armature)})}};
    return file.dump() + "\n";
  }

 private:
  Json bones() const;
  Json constraints() const;
  Json slots() const;
  Json skins() const;
  Json slotDisplays(const DrawSlot& slot, const Skin* skin) const;
  Json display(std::size_t layer) const;
  void addWeights(const Layer& layer, Json& mesh) const;
  Json animations() const;
  Json animation(const Clip& clip) const;
  Json boneTimelines(const Clip& clip) const;
  Json slotTimelines(const Clip& clip) const;
  Json mixTimelines(const Clip& clip) const;
  Json deformations(const Clip& clip) const;
  Json drawOrder(const Clip& clip) const;
  Json events(const Clip& clip) const;
  void addDeformation(const Clip& clip, const std::string& skin, const DrawSlot& slot,
                      std::size_t layer, Json& list) const;

  bool needsCanvasBone() const {
    return skeleton_.empty() || std::ranges::any_of(document_.layers, [](const Layer& layer) {
             return layer.attachment == Attachment::fixed;
           });
  }
  // A bone that never moves, for what follows none.
  std::string canvasBone() const {
    std::vector<std::string> taken;
    for (const Bone& bone : skeleton_.bones()) taken.push_back(bone.name);
    return uniqueName("canvas", taken);
  }
  std::size_t boneIndex(BoneId id) const { return std::size_t(findBone(skeleton_, id)); }
  // Where a slot's own space lies at rest.
  Affine3 spaceOf(const Layer& layer) const {
    if (layer.attachment != Attachment::rigid) return {};
    return skeleton_.rest()[boneIndex(layer.bones[0])];
  }
  const Layer& layerAt(std::size_t index) const { return document_.layers[index]; }
  FrameTiming timing(const Clip& clip) const {
    return {rate_, std::max(1.0, std::round(clip.duration * rate_)), options_.bake_step};
  }

  const PlaneDocument& plane_;
  const Document& document_;
  const Skeleton& skeleton_;
  const EngineExportOptions& options_;
  PictureNames pictures_;
  double rate_;
};

Json DragonBonesWriter::bones() const {
  Json list = Json::array();
  for (std::size_t i = 0; i < skeleton_.size(); ++i) {
    const Bone& bone = skeleton_[i];
    Json json{{"name", bone.name}};
    if (bone.parent >= 0) json["parent"] = skeleton_[std::size_t(bone.parent)].name;
    const double reach = length(bone.tail);
    if (reach > 0) json["length"] = rounded(reach);
    Json transform = transformOf(plane_.rest[i]);
    if (!transform.empty()) json["transform"] = std::move(transform);
    list.push_back(std::move(json));
  }
  if (needsCanvasBone()) list.push_back({{"name", canvasBone()}});
  return list;
}

Json DragonBonesWriter::constraints() const {
  Json list = Json::array();
  for (const Constraint& constraint : document_.constraints) {
    const auto& reach = std::get<ReachConstraint>(constraint.kind);
    list.push_back({{"name", constraint.name},
                    {"bone", skeleton_[boneIndex(reach.bone)].name},
                    {"target", skeleton_[boneIndex(reach.target)].name},
                    {"chain", reach.length - 1},
                    {"bendPositive", bendsPositive(constraint)},
                    {"weight", constraint.mix}});
  }
  return list;
}

Json DragonBonesWriter::slots() const {
  Json list = Json::array();
  for (const DrawSlot& slot : plane_.slots) {
    const Layer& layer = layerAt(slot.layers[0]);
    Json json{{"name", slot.name}};
    if (layer.attachment == Attachment::fixed) {
      json["parent"] = canvasBone();
    } else {
      json["parent"] = skeleton_[boneIndex(layer.bones[0])].name;
    }
    const int shown = slot.shown ? int(*slot.shown) : -1;
    if (shown != 0) json["displayIndex"] = shown;
    if (layer.blend != BlendMode::normal) json["blendMode"] = nameOf(layer.blend);
    Json color = colorJson(layer.tint, layer.opacity);
    if (!color.empty()) json["color"] = std::move(color);
    list.push_back(std::move(json));
  }
  return list;
}

Json DragonBonesWriter::skins() const {
  Json list = Json::array();
  const auto add = [&](const std::string& name, const Skin* skin) {
    Json slots = Json::array();
    for (const DrawSlot& slot : plane_.slots) {
      Json displays = slotDisplays(slot, skin);
      if (displays.empty()) continue;
      slots.push_back({{"name", slot.name}, {"display", std::move(displays)}});
    }
    list.push_back({{"name", name}, {"slot", std::move(slots)}});
  };
  add(default_skin, nullptr);
  for (const Skin& skin : document_.skins) add(skin.name, &skin);
  return list;
}

// What a skin shows in a slot; nothing where it leaves all of it as it is.
Json DragonBonesWriter::slotDisplays(const DrawSlot& slot, const Skin* skin) const {
  Json displays = Json::array();
  bool own = skin == nullptr;
  for (const std::size_t layer : slot.layers) {
    const Layer* drawn = &layerAt(layer);
    if (skin) {
      const auto choice = std::ranges::find(skin->choices, drawn->id, &SkinChoice::instead_of);
      if (choice != skin->choices.end()) {
        drawn = findLayer(document_, choice->layer);
        own = true;
      }
    }
    displays.push_back(display(std::size_t(drawn - document_.layers.data())));
  }
  return own ? displays : Json::array();
}

Json DragonBonesWriter::display(std::size_t index) const {
  const Layer& layer = layerAt(index);
  if (layer.mesh.F.rows() == 0) return nullptr;
  Json json{{"type", "mesh"}, {"name", plane_.names[index]}};
  std::string path = pictures_.white;
  double width = 1, height = 1;
  if (layer.image) {
    const ImageAsset* image = findImage(document_, *layer.image);
    path = pictures_.of_image[std::size_t(image - document_.images.data())];
    width = image->width;
    height = image->height;
  }
  if (path != plane_.names[index]) json["path"] = path;
  json["width"] = width;
  json["height"] = height;
  Json vertices = Json::array(), uvs = Json::array(), triangles = Json::array();
  const Affine3 to_slot = inverse(spaceOf(layer));
  for (Eigen::Index v = 0; v < layer.mesh.V.rows(); ++v) {
    const Vec3 p = to_slot * Vec3{layer.mesh.V(v, 0), layer.mesh.V(v, 1), 0};
    vertices.push_back(rounded(p.x));
    vertices.push_back(rounded(-p.y));
    uvs.push_back(layer.image ? layer.uv(v, 0) : 0.5);
    uvs.push_back(layer.image ? layer.uv(v, 1) : 0.5);
  }
  for (Eigen::Index f = 0; f < layer.mesh.F.rows(); ++f) {
    for (int corner = 0; corner < 3; ++corner) triangles.push_back(layer.mesh.F(f, corner));
  }
  json["vertices"] = std::move(vertices);
  json["uvs"] = std::move(uvs);
  json["triangles"] = std::move(triangles);
  if (layer.attachment == Attachment::skinned) addWeights(layer, json);
  return json;
}

void DragonBonesWriter::addWeights(const Layer& layer, Json& mesh) const {
  Json weights = Json::array(), poses = Json::array(), slot_pose = Json::array();
  for (std::size_t v = 0; v < layer.weights.vertices(); ++v) {
    const auto handles = layer.weights.handlesOf(v);
    weights.push_back(handles.size());
    for (std::size_t k = 0; k < handles.size(); ++k) {
      weights.push_back(boneIndex(layer.bones[std::size_t(handles[k])]));
      weights.push_back(layer.weights.weightsOf(v)[k]);
    }
  }
  for (const BoneId id : layer.bones) {
    poses.push_back(boneIndex(id));
    appendMatrix(poses, skeleton_.rest()[boneIndex(id)]);
  }
  appendMatrix(slot_pose, Affine3{});
  mesh["weights"] = std::move(weights);
  mesh["slotPose"] = std::move(slot_pose);
  mesh["bonePose"] = std::move(poses);
}

Json DragonBonesWriter::boneTimelines(const Clip& clip) const {
  Json list = Json::array();
  for (const BoneTrack& track : clip.bones) {
    const std::size_t bone = boneIndex(track.bone);
    Json json = boneTimeline(partsTrack(track, plane_.rest[bone], options_.bake_step),
                             plane_.rest[bone], timing(clip));
    if (json.empty()) continue;
    json["name"] = skeleton_[bone].name;
    list.push_back(std::move(json));
  }
  return list;
}

Json DragonBonesWriter::slotTimelines(const Clip& clip) const {
  Json list = Json::array();
  for (const DrawSlot& slot : plane_.slots) {
    Json json = Json::object();
    const auto shown = shownIn(clip, plane_, slot);
    if (!shown.empty()) json["displayFrame"] = displayFrames(shown, timing(clip));
    const auto colors = colorsIn(clip, layerAt(slot.layers[0]), options_.bake_step);
    if (!colors.empty()) json["colorFrame"] = colorFrames(colors, timing(clip));
    if (json.empty()) continue;
    json["name"] = slot.name;
    list.push_back(std::move(json));
  }
  return list;
}

Json DragonBonesWriter::mixTimelines(const Clip& clip) const {
  Json list = Json::array();
  for (const ConstraintTrack& track : clip.constraints) {
    if (track.mix.empty()) continue;
    const auto at = std::ranges::find(document_.constraints, track.constraint, &Constraint::id);
    list.push_back({{"name", at->name}, {"frame", mixFrames(*at, track.mix, timing(clip))}});
  }
  return list;
}

void DragonBonesWriter::addDeformation(const Clip& clip, const std::string& skin,
                                       const DrawSlot& slot, std::size_t index, Json& list) const {
  const Layer& layer = layerAt(index);
  const auto track = std::ranges::find(clip.offsets, layer.id, &OffsetTrack::layer);
  if (track == clip.offsets.end() || track->offsets.empty()) return;
  const Affine3 to_slot = inverse(spaceOf(layer));
  list.push_back({{"name", plane_.names[index]},
                  {"skin", skin},
                  {"slot", slot.name},
                  {"frame", offsetFrames(track->offsets, to_slot.linear, timing(clip))}});
}

Json DragonBonesWriter::deformations(const Clip& clip) const {
  Json list = Json::array();
  for (const DrawSlot& slot : plane_.slots) {
    for (const std::size_t layer : slot.layers) {
      addDeformation(clip, default_skin, slot, layer, list);
      for (const Skin& skin : document_.skins) {
        const auto choice =
            std::ranges::find(skin.choices, layerAt(layer).id, &SkinChoice::instead_of);
        if (choice == skin.choices.end()) continue;
        const Layer* drawn = findLayer(document_, choice->layer);
        addDeformation(clip, skin.name, slot, std::size_t(drawn - document_.layers.data()), list);
      }
    }
  }
  return list;
}

Json DragonBonesWriter::drawOrder(const Clip& clip) const {
  Json frames = Json::array();
  const FrameTiming when = timing(clip);
  std::vector<double> starts;
  std::vector<Json> orders;
  if (clip.draw_order[0].time > 0) {
    starts.push_back(0);
    orders.push_back(Json::array());
  }
  for (const auto& step : clip.draw_order) {
    const auto order = slotOrder(plane_, step.value);
    std::vector<std::size_t> place(order.size());
    for (std::size_t i = 0; i < order.size(); ++i) place[order[i]] = i;
    Json pairs = Json::array();
    for (std::size_t slot = 0; slot < place.size(); ++slot) {
      pairs.push_back(slot);
      pairs.push_back(int(place[slot]) - int(slot));
    }
    starts.push_back(std::round(step.time * rate_));
    orders.push_back(std::move(pairs));
  }
  for (std::size_t i = 0; i < starts.size(); ++i) {
    const double end = i + 1 < starts.size() ? starts[i + 1] : when.frames;
    frames.push_back({{"duration", int(end - starts[i])}, {"zOrder", std::move(orders[i])}});
  }
  return frames;
}

Json DragonBonesWriter::events(const Clip& clip) const {
  Json frames = Json::array();
  double at = 0;
  for (const ClipEvent& event : clip.events) {
    const double time = std::min(std::round(event.time * rate_), timing(clip).frames);
    Json said{{"name", event.name}};
    if (event.number != 0) said["floats"] = {event.number};
    if (!event.text.empty()) said["strings"] = {event.text};
    if (frames.empty() || time > at) {
      if (!frames.empty() || time > 0) {
        if (frames.empty()) frames.push_back(Json::object());
        frames.back()["duration"] = int(time - at);
      }
      frames.push_back({{"duration", 0}, {"events", Json::array()}});
      at = time;
    }
    frames.back()["events"].push_back(std::move(said));
  }
  return frames;
}

Json DragonBonesWriter::animation(const Clip& clip) const {
  Json json{{"duration", int(timing(clip).frames)},
            {"playTimes", clip.loop ? 0 : 1},
            {"name", clip.name}};
  const auto put = [&](const char* name, Json list) {
    if (!list.empty()) json[name] = std::move(list);
  };
  put("frame", events(clip));
  if (!clip.draw_order.empty()) json["zOrder"] = {{"frame", drawOrder(clip)}};
  put("bone", boneTimelines(clip));
  put("slot", slotTimelines(clip));
  put("ik", mixTimelines(clip));
  put("ffd", deformations(clip));
  return json;
}

Json DragonBonesWriter::animations() const {
  Json list = Json::array();
  for (const Clip& clip : document_.clips) list.push_back(animation(clip));
  return list;
}

}  // namespace

Result<EngineText> writeDragonBones(const Document& document, const EngineExportOptions& options) {
  constexpr PlaneTraits traits{NativeReach::whole, BoneAxes::along_x, KnownCurves::bezier};
  const auto natives = exportableChains(document, options, traits);
  if (!natives) return std::unexpected(natives.error());
  const double rate = frameRateFor(document, *natives);
  EngineExportOptions on_frames = options;
  on_frames.bake_step = std::max(1.0, std::round(options.bake_step * rate)) / rate;
  PlaneDocument plane = planeDocument(document, *natives, on_frames.bake_step, traits.axes);
  std::string json = DragonBonesWriter(plane, rate, on_frames).write();
  return EngineText{std::move(json), std::move(plane.warnings)};
}

}  // namespace vide

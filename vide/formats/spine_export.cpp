// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <set>

#include "vide/core/text.hpp"
#include "vide/formats/detail/spine_timelines.hpp"
#include "vide/mesh/adjacency.hpp"

namespace vide {
namespace {

using namespace detail;

double rounded(double x) { return std::round(x * 1e6) / 1e6 + 0.0; }

const char* nameOf(BlendMode mode) {
  switch (mode) {
    case BlendMode::normal:
      return "normal";
    case BlendMode::add:
      return "additive";
    case BlendMode::multiply:
      return "multiply";
    case BlendMode::screen:
      return "screen";
  }
  return "normal";
}

// How many vertices at the start of the list make up the outline, as the format wants them; all
// where the outline is not there.
std::size_t hullOf(const TriMesh& mesh) {
  std::set<int> outline;
  for (const auto& edge : boundaryEdges(mesh.F)) outline.insert(edge.begin(), edge.end());
  const bool first = !outline.empty() && *outline.rbegin() == int(outline.size()) - 1;
  return first ? outline.size() : std::size_t(mesh.V.rows());
}

// What the game multiplies a picture with.
struct SpineColor {
  Vec3 tint{1, 1, 1};
  double opacity = 1;
};

SpineColor colorOf(const Layer& layer) { return {layer.tint, layer.opacity}; }

// Whether some factor of a layer's colour is above that of another one.
bool outshines(const Layer& layer, const Layer& other) {
  return layer.tint.x > other.tint.x || layer.tint.y > other.tint.y ||
         layer.tint.z > other.tint.z || layer.opacity > other.opacity;
}

class SpineWriter {
 public:
  SpineWriter(const PlaneDocument& plane, const EngineExportOptions& options)
      : plane_(plane),
        document_(plane.document),
        skeleton_(plane.document.skeleton),
        options_(options),
        pictures_(pictureNames(plane.document)) {
    std::vector<std::string> taken;
    for (const Bone& bone : skeleton_.bones()) taken.push_back(bone.name);
    root_ = uniqueName("root", taken);
    for (const DrawSlot& slot : plane_.slots) slot_colors_.push_back(slotColor(slot));
  }

  std::string write() const {
    Json file{{"skeleton",
               {{"spine", "4.2.00"},
                {"x", 0},
                {"y", 0},
                {"width", document_.canvas_width},
                {"height", document_.canvas_height},
                {"images", "./"}}},
              {"bones", bones()},
              {"slots", slots()},
              {"skins", skins()},
              {"events", events()},
              {"animations", animations()}};
    if (Json ik = constraints(); !ik.empty()) file["ik"] = std::move(ik);
    return file.dump() + "\n";
  }
  std::vector<std::string> warnings() const;

 private:
  Json bones() const;
  Json constraints() const;
  Json slots() const;
  Json skins() const;
  Json attachments(const Skin* skin) const;
  Json attachment(std::size_t layer, const std::string& placeholder) const;
  bool isDyed(const Layer& layer) const;
  SpineColor slotColor(const DrawSlot& slot) const;
  static std::string ownColor(const SpineColor& own, const SpineColor& of_slot);
  Json vertices(const Layer& layer) const;
  Json events() const;
  Json animations() const;
  Json animation(const Clip& clip) const;
  Json slotTimelines(const Clip& clip) const;
  Json boneTimelines(const Clip& clip) const;
  Json mixTimelines(const Clip& clip) const;
  Json deformations(const Clip& clip, const Skin* skin) const;
  Json drawOrder(const Clip& clip) const;

  std::size_t boneIndex(BoneId id) const { return std::size_t(findBone(skeleton_, id)); }
  const Layer& layerAt(std::size_t index) const { return document_.layers[index]; }
  std::size_t indexOf(const Layer& layer) const {
    return std::size_t(&layer - document_.layers.data());
  }
  // What a skin puts in the place of a layer, or the layer; null where the skin has no say.
  const Layer* dressed(std::size_t layer, const Skin* skin) const {
    if (!skin) return &layerAt(layer);
    const auto choice =
        std::ranges::find(skin->choices, layerAt(layer).id, &SkinChoice::instead_of);
    return choice == skin->choices.end() ? nullptr : findLayer(document_, choice->layer);
  }
  // For each vertex the matrices that take a vector of the document to each of its bones.
  std::vector<std::vector<Mat3>> turnsOf(const Layer& layer) const;

  const PlaneDocument& plane_;
  const Document& document_;
  const Skeleton& skeleton_;
  const EngineExportOptions& options_;
  PictureNames pictures_;
  std::string root_;
  std::vector<SpineColor> slot_colors_;  // by place in PlaneDocument::slots
};

Json SpineWriter::bones() const {
  Json list = Json::array({{{"name", root_}}});
  for (std::size_t i = 0; i < skeleton_.size(); ++i) {
    const Bone& bone = skeleton_[i];
    const PlaneParts& rest = plane_.rest[i];
    const std::string& parent = bone.parent < 0 ? root_ : skeleton_[std::size_t(bone.parent)].name;
    Json json{{"name", bone.name}, {"parent", parent}};
    const auto put = [&](const char* name, double value, double usual) {
      if (value != usual) json[name] = value;
    };
    put("length", rounded(length(bone.tail)), 0);
    put("rotation", math::degrees(rest.angle), 0);
    put("x", rest.x, 0);
    put("y", rest.y, 0);
    put("scaleX", rest.scale_x, 1);
    put("scaleY", rest.scale_y, 1);
    put("shearY", math::degrees(rest.skew), 0);
    list.push_back(std::move(json));
  }
  return list;
}

Json SpineWriter::constraints() const {
  Json list = Json::array();
  for (const Constraint& constraint : document_.constraints) {
    const auto& reach = std::get<ReachConstraint>(constraint.kind);
    const Bone& end = skeleton_[boneIndex(reach.bone)];
    Json bones = Json::array({end.name});
    if (reach.length == 2) bones.insert(bones.begin(), skeleton_[std::size_t(end.parent)].name);
    list.push_back({{"name", constraint.name},
                    {"order", list.size()},
                    {"bones", std::move(bones)},
                    {"target", skeleton_[boneIndex(reach.target)].name},
                    {"mix", rounded(constraint.mix)},
                    {"bendPositive", spineBendsPositive(constraint)}});
  }
  return list;
}

Json SpineWriter::slots() const {
  Json list = Json::array();
  for (std::size_t i = 0; i < plane_.slots.size(); ++i) {
    const DrawSlot& slot = plane_.slots[i];
    const Layer& layer = layerAt(slot.layers[0]);
    const bool rigid = layer.attachment == Attachment::rigid;
    Json json{{"name", slot.name},
              {"bone", rigid ? skeleton_[boneIndex(layer.bones[0])].name : root_}};
    const std::string color = spineColor(slot_colors_[i].tint, slot_colors_[i].opacity);
    if (color != "ffffffff") json["color"] = color;
    if (slot.shown) json["attachment"] = plane_.names[slot.layers[*slot.shown]];
    if (layer.blend != BlendMode::normal) json["blend"] = nameOf(layer.blend);
    list.push_back(std::move(json));
  }
  return list;
}

Json SpineWriter::vertices(const Layer& layer) const {
  Json list = Json::array();
  const bool rigid = layer.attachment == Attachment::rigid;
  const Affine3 to_slot = rigid ? skeleton_.inverseRest()[boneIndex(layer.bones[0])] : Affine3{};
  for (Eigen::Index v = 0; v < layer.mesh.V.rows(); ++v) {
    const Vec3 at{layer.mesh.V(v, 0), layer.mesh.V(v, 1), 0};
    if (layer.attachment != Attachment::skinned) {
      const Vec3 p = to_slot * at;
      list.push_back(rounded(p.x));
      list.push_back(rounded(p.y));
      continue;
    }
    const auto handles = layer.weights.handlesOf(std::size_t(v));
    list.push_back(handles.size());
    for (std::size_t k = 0; k < handles.size(); ++k) {
      const std::size_t bone = boneIndex(layer.bones[std::size_t(handles[k])]);
      const Vec3 p = skeleton_.inverseRest()[bone] * at;
      list.push_back(bone + 1);  // after the root
      list.push_back(rounded(p.x));
      list.push_back(rounded(p.y));
      list.push_back(layer.weights.weightsOf(std::size_t(v))[k]);
    }
  }
  return list;
}

std::vector<std::vector<Mat3>> SpineWriter::turnsOf(const Layer& layer) const {
  std::vector<std::vector<Mat3>> turns(std::size_t(layer.mesh.V.rows()));
  for (std::size_t v = 0; v < turns.size(); ++v) {
    if (layer.attachment == Attachment::skinned) {
      for (const int handle : layer.weights.handlesOf(v)) {
        const std::size_t bone = boneIndex(layer.bones[std::size_t(handle)]);
        turns[v].push_back(skeleton_.inverseRest()[bone].linear);
      }
    } else if (layer.attachment == Attachment::rigid) {
      turns[v].push_back(skeleton_.inverseRest()[boneIndex(layer.bones[0])].linear);
    } else {
      turns[v].push_back(Mat3{});
    }
  }
  return turns;
}

Json SpineWriter::attachment(std::size_t index, const std::string& placeholder) const {
  const Layer& layer = layerAt(index);
  Json json{{"type", "mesh"}};
  std::string path = pictures_.white;
  double width = 4, height = 4;
  if (layer.image) {
    const ImageAsset* image = findImage(document_, *layer.image);
    path = pictures_.of_image[std::size_t(image - document_.images.data())];
    width = image->width;
    height = image->height;
  }
  if (path != placeholder) json["path"] = path;
  Json uvs = Json::array(), triangles = Json::array();
  for (Eigen::Index v = 0; v < layer.mesh.V.rows(); ++v) {
    uvs.push_back(layer.image ? layer.uv(v, 0) : 0.5);
    uvs.push_back(layer.image ? layer.uv(v, 1) : 0.5);
  }
  for (Eigen::Index f = 0; f < layer.mesh.F.rows(); ++f) {
    for (int corner = 0; corner < 3; ++corner) triangles.push_back(layer.mesh.F(f, corner));
  }
  json["uvs"] = std::move(uvs);
  json["triangles"] = std::move(triangles);
  json["vertices"] = vertices(layer);
  json["hull"] = hullOf(layer.mesh);
  json["width"] = width;
  json["height"] = height;
  return json;
}

// Whether clips change the colour of a layer.
bool SpineWriter::isDyed(const Layer& layer) const {
  return std::ranges::any_of(document_.clips, [&](const Clip& clip) {
    return !colorsIn(clip, layer, options_.bake_step).empty();
  });
}

// That of its first layer, which clips may change. Where none does, and a skin brings something
// brighter, white: a game can only darken what its slot shows.
SpineColor SpineWriter::slotColor(const DrawSlot& slot) const {
  const Layer& first = layerAt(slot.layers[0]);
  const bool outshone = std::ranges::any_of(document_.skins, [&](const Skin& skin) {
    return std::ranges::any_of(slot.layers, [&](std::size_t layer) {
      const Layer* drawn = dressed(layer, &skin);
      return drawn && outshines(*drawn, first);
    });
  });
  return outshone && !isDyed(first) ? SpineColor{} : colorOf(first);
}

std::vector<std::string> SpineWriter::warnings() const {
  std::vector<std::string> warnings;
  for (const DrawSlot& slot : plane_.slots) {
    const Layer& first = layerAt(slot.layers[0]);
    if (!isDyed(first)) continue;
    for (const Skin& skin : document_.skins) {
      for (const std::size_t layer : slot.layers) {
        const Layer* drawn = dressed(layer, &skin);
        if (!drawn || !outshines(*drawn, first)) continue;
        warnings.push_back(text("layer \"", drawn->name, "\" of skin \"", skin.name,
                                "\" is no brighter or more opaque than \"", first.name,
                                "\" in its place, whose colour clips change"));
      }
    }
  }
  return warnings;
}

// What is left of a layer's colour beside that of its slot, with which the game multiplies it.
std::string SpineWriter::ownColor(const SpineColor& own, const SpineColor& of_slot) {
  const auto share = [](double part, double whole) { return whole > 0 ? part / whole : 1; };
  return spineColor({share(own.tint.x, of_slot.tint.x), share(own.tint.y, of_slot.tint.y),
                     share(own.tint.z, of_slot.tint.z)},
                    share(own.opacity, of_slot.opacity));
}

Json SpineWriter::attachments(const Skin* skin) const {
  Json all = Json::object();
  for (std::size_t i = 0; i < plane_.slots.size(); ++i) {
    const DrawSlot& slot = plane_.slots[i];
    Json of_slot = Json::object();
    for (const std::size_t layer : slot.layers) {
      const Layer* drawn = dressed(layer, skin);
      if (!drawn || drawn->mesh.V.rows() == 0) continue;
      Json& json = of_slot[plane_.names[layer]];
      json = attachment(indexOf(*drawn), plane_.names[layer]);
      const std::string color = ownColor(colorOf(*drawn), slot_colors_[i]);
      if (color != "ffffffff") json["color"] = color;
    }
    if (!of_slot.empty()) all[slot.name] = std::move(of_slot);
  }
  return all;
}

Json SpineWriter::skins() const {
  Json list = Json::array({{{"name", "default"}, {"attachments", attachments(nullptr)}}});
  for (const Skin& skin : document_.skins) {
    list.push_back({{"name", skin.name}, {"attachments", attachments(&skin)}});
  }
  return list;
}

Json SpineWriter::events() const {
  Json all = Json::object();
  for (const Clip& clip : document_.clips) {
    for (const ClipEvent& event : clip.events) all[event.name] = Json::object();
  }
  return all;
}

Json SpineWriter::slotTimelines(const Clip& clip) const {
  Json all = Json::object();
  for (const DrawSlot& slot : plane_.slots) {
    Json json = Json::object();
    for (const auto& step : shownIn(clip, plane_, slot)) {
      Json key = Json::object();
      if (step.time != 0) key["time"] = rounded(step.time);
      key["name"] = step.value ? Json(plane_.names[slot.layers[*step.value]]) : Json();
      json["attachment"].push_back(std::move(key));
    }
    const auto colors = colorsIn(clip, layerAt(slot.layers[0]), options_.bake_step);
    if (!colors.empty()) json["rgba"] = spineColors(colors);
    if (!json.empty()) all[slot.name] = std::move(json);
  }
  return all;
}

Json SpineWriter::deformations(const Clip& clip, const Skin* skin) const {
  Json all = Json::object();
  for (const DrawSlot& slot : plane_.slots) {
    for (const std::size_t layer : slot.layers) {
      const Layer* drawn = dressed(layer, skin);
      if (!drawn) continue;
      const auto track = std::ranges::find(clip.offsets, drawn->id, &OffsetTrack::layer);
      if (track == clip.offsets.end() || track->offsets.empty()) continue;
      all[slot.name][plane_.names[layer]]["deform"] =
          spineDeform(track->offsets, options_.bake_step, turnsOf(*drawn));
    }
  }
  return all;
}

Json SpineWriter::drawOrder(const Clip& clip) const {
  Json keys = Json::array();
  for (const auto& step : clip.draw_order) {
    const auto order = slotOrder(plane_, step.value);
    std::vector<std::size_t> place(order.size());
    for (std::size_t i = 0; i < order.size(); ++i) place[order[i]] = i;
    Json offsets = Json::array();
    for (std::size_t slot = 0; slot < place.size(); ++slot) {
      if (place[slot] == slot) continue;
      offsets.push_back(
          {{"slot", plane_.slots[slot].name}, {"offset", int(place[slot]) - int(slot)}});
    }
    Json key = Json::object();
    if (step.time != 0) key["time"] = rounded(step.time);
    if (!offsets.empty()) key["offsets"] = std::move(offsets);
    keys.push_back(std::move(key));
  }
  return keys;
}

Json SpineWriter::boneTimelines(const Clip& clip) const {
  Json bones = Json::object();
  for (const BoneTrack& track : clip.bones) {
    const std::size_t bone = boneIndex(track.bone);
    Json timelines = spineBoneTimelines(partsTrack(track, plane_.rest[bone], options_.bake_step),
                                        plane_.rest[bone]);
    if (!timelines.empty()) bones[skeleton_[bone].name] = std::move(timelines);
  }
  return bones;
}

Json SpineWriter::mixTimelines(const Clip& clip) const {
  Json all = Json::object();
  for (const ConstraintTrack& track : clip.constraints) {
    if (track.mix.empty()) continue;
    const auto at = std::ranges::find(document_.constraints, track.constraint, &Constraint::id);
    all[at->name] = spineMixes(*at, track.mix);
  }
  return all;
}

Json SpineWriter::animation(const Clip& clip) const {
  Json json = Json::object();
  const auto put = [&](const char* name, Json part) {
    if (!part.empty()) json[name] = std::move(part);
  };
  put("slots", slotTimelines(clip));
  put("bones", boneTimelines(clip));
  put("ik", mixTimelines(clip));
  Json deformed = Json::object();
  if (Json own = deformations(clip, nullptr); !own.empty()) deformed["default"] = std::move(own);
  for (const Skin& skin : document_.skins) {
    if (Json own = deformations(clip, &skin); !own.empty()) deformed[skin.name] = std::move(own);
  }
  put("attachments", std::move(deformed));
  put("drawOrder", drawOrder(clip));
  Json said = Json::array();
  for (const ClipEvent& event : clip.events) {
    Json key = Json::object();
    if (event.time != 0) key["time"] = rounded(event.time);
    key["name"] = event.name;
    if (event.number != 0) key["float"] = event.number;
    if (!event.text.empty()) key["string"] = event.text;
    said.push_back(std::move(key));
  }
  put("events", std::move(said));
  return json;
}

Json SpineWriter::animations() const {
  Json all = Json::object();
  std::vector<std::string> taken;
  for (const Clip& clip : document_.clips) {
    all[uniqueName(clip.name, taken)] = animation(clip);
  }
  return all;
}

}  // namespace

Result<EngineText> writeSpine(const Document& document, const EngineExportOptions& options) {
  constexpr PlaneTraits traits{NativeReach::mixed, BoneAxes::along_x, KnownCurves::cubic};
  const auto natives = exportableChains(document, options, traits);
  if (!natives) return std::unexpected(natives.error());
  PlaneDocument plane = planeDocument(document, *natives, options.bake_step, traits.axes);
  const SpineWriter writer(plane, options);
  EngineText result{writer.write(), std::move(plane.warnings)};
  for (std::string& said : writer.warnings()) result.warnings.push_back(std::move(said));
  return result;
}

}  // namespace vide

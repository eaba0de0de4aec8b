// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>

#include "vide/core/text.hpp"
#include "vide/formats/detail/godot_nodes.hpp"
#include "vide/formats/detail/plane_tracks.hpp"

namespace vide::detail {
namespace {

constexpr double sample_step = 1.0 / 60;  // seconds, where keys cannot be kept

// Godot's ease(): what share of the way is gone at a share of the time, by a key's transition.
double eased(double t, double transition) {
  if (transition == 0) return 0;
  if (transition > 0) {
    return transition < 1 ? 1 - math::pow(1 - t, 1 / transition) : math::pow(t, transition);
  }
  const double half = math::pow(t < 0.5 ? 2 * t : 2 * (1 - t), -transition) / 2;
  return t < 0.5 ? half : 1 - half;
}

// One track as it stands in the file: numbers for each key.
struct RawTrack {
  std::string path, property;
  std::vector<double> times, transitions;
  std::vector<std::vector<double>> values;
  bool jumps = false;  // from key to key
  bool wraps = false;  // from the last key on to the first
};

std::vector<double> plainNumbers(const GodotValue& value) {
  if (value.kind == GodotValue::Kind::call) return value.numbers;
  return {value.number};
}

class ClipReader {
 public:
  ClipReader(GodotImport& import, int root) : import_(import), root_(root) {}

  Clip read(const GodotSection& animation, const std::string& name);

 private:
  std::optional<RawTrack> rawTrack(const GodotSection& animation, std::size_t number);
  void addTrack(const RawTrack& raw);
  void addToBone(const RawTrack& raw, int bone);
  void addToLayer(const RawTrack& raw, LayerId layer);
  void addDrawOrders();
  std::vector<LayerId> orderAt(double time) const;
  void leaveOut(const std::string& what) {
    if (told_.insert(what).second) {
      import_.warnings.push_back(text("clip \"", clip_.name, "\": ", what, " is left out"));
    }
  }
  LayerTrack& lookOf(LayerId layer);
  template <class Value, class Make>
  Track<Value> keysOf(const RawTrack& raw, Make make) const;

  GodotImport& import_;
  int root_;
  Clip clip_;
  std::vector<PartsTrack> parts_;
  std::map<LayerId, Track<double>> depths_;  // z_index of polygons
  std::set<std::string> told_;
};

std::optional<RawTrack> ClipReader::rawTrack(const GodotSection& animation, std::size_t number) {
  const std::string stem = text("tracks/", number, "/");
  const auto find = [&](const char* name) { return animation.property(stem + name); };
  const GodotValue *type = find("type"), *path = find("path"), *keys = find("keys");
  if (!type || !path || !keys) return std::nullopt;
  const std::string whole = path->items.empty() ? path->text : path->items[0].text;
  if (type->text != "value") {
    leaveOut(text("a track of the kind \"", type->text, "\""));
    return std::nullopt;
  }
  const GodotValue *times = keys->find("times"), *values = keys->find("values");
  const std::size_t colon = whole.find(':');
  if (!times || !values || colon == std::string::npos) return std::nullopt;
  RawTrack raw{whole.substr(0, colon), whole.substr(colon + 1), times->numbers};
  if (const GodotValue* transitions = keys->find("transitions")) {
    raw.transitions = transitions->numbers;
  }
  raw.transitions.resize(raw.times.size(), 1);
  for (const double value : values->numbers) raw.values.push_back({value});
  for (const GodotValue& value : values->items) raw.values.push_back(plainNumbers(value));
  const double interpolation = numberOf(find("interp"), 1);
  raw.jumps = interpolation == 0 || numberOf(keys->find("update"), 0) == 1;
  const GodotValue* wrap = find("loop_wrap");
  raw.wraps = clip_.loop && !raw.jumps && (!wrap || wrap->number != 0);
  if (interpolation == 2) leaveOut("the roundness of cubic interpolation");
  const bool fits = raw.values.size() >= raw.times.size() && std::ranges::is_sorted(raw.times);
  return fits ? std::optional(std::move(raw)) : std::nullopt;
}

template <class Value, class Make>
Track<Value> ClipReader::keysOf(const RawTrack& raw, Make make) const {
  Track<Value> track;
  const auto add = [&](double time, const Value& value) {
    if (time < 0 || time > clip_.duration || (!track.empty() && time <= track.back().time)) return;
    Key<Value> key;
    key.time = time;
    key.value = value;
    key.interpolation = raw.jumps ? Interpolation::step : Interpolation::linear;
    track.push_back(key);
  };
  std::vector<Value> values;
  for (std::size_t i = 0; i < raw.times.size(); ++i) values.push_back(make(raw.values[i]));
  if (values.empty()) return track;
  const double first = raw.times.front(), last = raw.times.back();
  const double gap = clip_.duration - last + first;
  const bool wraps = raw.wraps && gap > 0 && values.size() > 1 && last <= clip_.duration;
  // Where the round ends and starts again, on the way from the last key to the first.
  const Value turn =
      wraps ? values.back() + (values.front() - values.back()) * ((clip_.duration - last) / gap)
            : values.back();
  if (wraps && first > 0) add(0, turn);
  for (std::size_t i = 0; i < values.size(); ++i) {
    add(raw.times[i], values[i]);
    if (i + 1 == values.size() || raw.jumps || raw.transitions[i] == 1) continue;
    const double span = raw.times[i + 1] - raw.times[i];
    const int pieces = std::clamp(int(span / sample_step), 8, 1000);
    for (int k = 1; k < pieces; ++k) {
      const double share = double(k) / pieces;
      add(raw.times[i] + span * share,
          values[i] + (values[i + 1] - values[i]) * eased(share, raw.transitions[i]));
    }
  }
  if (wraps && last < clip_.duration) add(clip_.duration, turn);
  return track;
}

bool hasNumbers(const RawTrack& raw, std::size_t count) {
  return std::ranges::all_of(raw.values,
                             [&](const auto& numbers) { return numbers.size() >= count; });
}

void ClipReader::addToBone(const RawTrack& raw, int bone) {
  PartsTrack& parts = parts_[std::size_t(bone)];
  const auto turned = [](double factor) {
    return [factor](const std::vector<double>& v) { return -v[0] * factor; };
  };
  if (raw.property == "position" && hasNumbers(raw, 2)) {
    parts.translation = keysOf<Vec3>(raw, [](const auto& v) { return Vec3{v[0], -v[1], 0}; });
  } else if (raw.property == "scale" && hasNumbers(raw, 2)) {
    parts.scale = keysOf<Vec3>(raw, [](const auto& v) { return Vec3{v[0], v[1], 1}; });
  } else if (raw.property == "rotation") {
    parts.angle = keysOf<double>(raw, turned(1));
  } else if (raw.property == "rotation_degrees") {
    parts.angle = keysOf<double>(raw, turned(math::pi / 180));
  } else if (raw.property == "skew") {
    parts.skew = keysOf<double>(raw, turned(1));
  } else {
    leaveOut(text("a bone's \"", raw.property, "\""));
  }
}

LayerTrack& ClipReader::lookOf(LayerId layer) {
  const auto at = std::ranges::find(clip_.layers, layer, &LayerTrack::layer);
  if (at != clip_.layers.end()) return *at;
  clip_.layers.push_back({.layer = layer});
  return clip_.layers.back();
}

void ClipReader::addToLayer(const RawTrack& raw, LayerId layer) {
  if (raw.property == "visible") {
    StepTrack<bool> visible;
    for (const auto& key : keysOf<double>(raw, [](const auto& v) { return v[0]; })) {
      visible.push_back({key.time, key.value != 0});
    }
    lookOf(layer).visible = std::move(visible);
  } else if ((raw.property == "modulate" || raw.property == "self_modulate") &&
             hasNumbers(raw, 4)) {
    lookOf(layer).tint = keysOf<Vec3>(raw, [](const auto& v) { return Vec3{v[0], v[1], v[2]}; });
    lookOf(layer).opacity = keysOf<double>(raw, [](const auto& v) { return v[3]; });
  } else if (raw.property == "z_index") {
    depths_[layer] = keysOf<double>(raw, [](const auto& v) { return v[0]; });
  } else {
    leaveOut(text("a polygon's \"", raw.property, "\""));
  }
}

// Whole numbers jump from key to key; before the first the scene says what holds.
std::vector<LayerId> ClipReader::orderAt(double time) const {
  std::vector<double> depth;
  for (std::size_t i = 0; i < import_.depths.size(); ++i) {
    double own = import_.depths[i].own;
    if (const auto track = depths_.find(LayerId(i)); track != depths_.end()) {
      for (const Key<double>& key : track->second) {
        if (key.time <= time) own = key.value;
      }
    }
    depth.push_back(import_.depths[i].around + own);
  }
  std::vector<LayerId> order(depth.size());
  std::iota(order.begin(), order.end(), LayerId(0));
  std::ranges::stable_sort(order, {}, [&](LayerId id) { return depth[id]; });
  return order;
}

void ClipReader::addDrawOrders() {
  std::set<double> times;
  for (const auto& [layer, track] : depths_) {
    for (const Key<double>& key : track) times.insert(key.time);
  }
  const std::vector<LayerId>* before = &import_.document.draw_order;
  for (const double time : times) {
    auto order = orderAt(time);
    if (order == *before) continue;
    clip_.draw_order.push_back({time, std::move(order)});
    before = &clip_.draw_order.back().value;
  }
}

void ClipReader::addTrack(const RawTrack& raw) {
  const int node = followPath(import_, root_, raw.path);
  if (const auto bone = import_.bone_of.find(node); bone != import_.bone_of.end()) {
    addToBone(raw, bone->second);
  } else if (const auto layer = import_.layer_of.find(node); layer != import_.layer_of.end()) {
    addToLayer(raw, layer->second);
  } else {
    leaveOut(text("a track of \"", raw.path, "\""));
  }
}

Clip ClipReader::read(const GodotSection& animation, const std::string& name) {
  clip_ = {.id = ClipId(import_.document.clips.size()), .name = name};
  clip_.duration = std::clamp(numberOf(animation.property("length"), 1), 1e-3, 1e6);
  const GodotValue* loop = animation.property("loop");
  clip_.loop = (loop && loop->number != 0) || numberOf(animation.property("loop_mode"), 0) == 1;
  parts_.assign(import_.bones.size(), {});
  for (std::size_t i = 0; animation.property(text("tracks/", i, "/type")); ++i) {
    if (const auto raw = rawTrack(animation, i)) addTrack(*raw);
  }
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    const GodotBone& bone = import_.bones[i];
    BoneTrack track = boneTrack(BoneId(i), parts_[i], bone.setup, bone.rest, sample_step);
    const bool any = !track.translation.empty() || !track.angle.empty() || !track.scale.empty() ||
                     !track.shear.empty();
    if (any) clip_.bones.push_back(std::move(track));
  }
  addDrawOrders();
  return std::move(clip_);
}

// The resource that a value like SubResource("1") stands for, or null.
const GodotSection* resourceOf(const GodotImport& import, const GodotValue* value) {
  if (!value || value->kind != GodotValue::Kind::call) return nullptr;
  std::string id;
  if (!value->items.empty()) id = value->items[0].text;
  if (!value->numbers.empty()) id = toText(value->numbers[0]);
  for (const GodotSection& section : import.sections) {
    if (section.kind == "sub_resource" && section.attribute("id") == id) return &section;
  }
  return nullptr;
}

void addClip(GodotImport& import, int root, const GodotValue* value, const std::string& name) {
  const GodotSection* animation = resourceOf(import, value);
  if (!animation || name == "RESET") return;
  import.document.clips.push_back(ClipReader(import, root).read(*animation, name));
}

void addLibrary(GodotImport& import, int root, const GodotValue* value) {
  const GodotSection* library = resourceOf(import, value);
  const GodotValue* clips = library ? library->property("_data") : nullptr;
  for (std::size_t i = 0; clips && i + 1 < clips->items.size(); i += 2) {
    addClip(import, root, &clips->items[i + 1], clips->items[i].text);
  }
  if (!library) return;
  for (const auto& [name, clip] : library->properties) {
    if (name.starts_with("_data/")) addClip(import, root, &clip, name.substr(6));
  }
}

}  // namespace

void readGodotClips(GodotImport& import) {
  for (std::size_t i = 0; i < import.nodes.size(); ++i) {
    const GodotNode& node = import.nodes[i];
    if (node.type != "AnimationPlayer") continue;
    const GodotValue* path = node.section->property("root_node");
    const std::string to = path && !path->items.empty() ? path->items[0].text : "..";
    const int root = followPath(import, int(i), to);
    for (const auto& [name, value] : node.section->properties) {
      if (name.starts_with("anims/")) addClip(import, root, &value, name.substr(6));
      if (name.starts_with("libraries/")) addLibrary(import, root, &value);
      if (name != "libraries") continue;
      for (std::size_t k = 1; k < value.items.size(); k += 2) {
        addLibrary(import, root, &value.items[k]);
      }
    }
  }
}

}  // namespace vide::detail
